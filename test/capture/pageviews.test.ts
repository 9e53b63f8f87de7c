import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { FakePage } from '../support/fakePage'
import { type StartOptions, startClient } from '../support/startClient'

async function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const views: [event: string, pathname: unknown, how: unknown][] = []
  const started = startClient({
    ...options,
    config: {
      ...config,
      loaded: client =>
        void client.on('eventCaptured', ({ event, properties }) => {
          views.push([event, properties.$pathname, properties.navigation_type])
        }),
    },
  })
  await started.settle()
  return { ...started, views, paths: () => views.map(([, pathname]) => pathname) }
}

describe('the first page view', () => {
  it('is captured with the title of the page', async () => {
    const { settle, events } = await start({}, { page: { title: 'Shoes' } })
    await settle(1_000)
    expect((await events()).map(({ event, properties }) => [event, properties.title])).toEqual([
      ['$pageview', 'Shoes'],
    ])
  })

  it('waits until somebody sees the page, and is one', async () => {
    const { page, views } = await start({}, { page: { visible: false } })
    expect(views).toEqual([])
    page.setVisible(true)
    page.setVisible(false)
    page.setVisible(true)
    expect(views).toHaveLength(1)
  })

  it('of a prerendered page waits until it is shown; before, nothing is asked or sent', async () => {
    const { page, views, settle, service } = await start({}, { page: { prerendering: true } })
    await settle(5_000)
    expect(service.state.requests()).toEqual([])
    page.activate()
    await settle(1_000)
    expect(views).toHaveLength(1)
    expect(service.state.requests().map(({ path }) => path)).toEqual(['/flags', '/i/v0/e/'])
  })

  it.each([
    ['history_change', 1],
    [true, 1],
    [false, 0],
  ] as const)('with capture_pageview %j: %i', async (capture_pageview, expected) => {
    const { views, settle } = await start({ capture_pageview })
    await settle()
    expect(views).toHaveLength(expected)
  })

  it('waits until the flags request is out, but comes before whatever happens in it', () => {
    const names: string[] = []
    const loaded: Config['loaded'] = client =>
      void client.on('eventCaptured', ({ event }) => names.push(event))
    const { client } = startClient({ config: { loaded } })
    expect(names).toEqual([])
    client.capture('clicked')
    expect(names).toEqual(['$pageview', 'clicked'])
  })
})

describe('a navigation within the page', () => {
  const cases: [name: string, go: (page: FakePage) => void, expected: string[]][] = [
    ['to another path counts', page => page.navigate('/b'), ['/', '/b']],
    ['by replaceState counts', page => page.navigate('/b', 'replaceState'), ['/', '/b']],
    [
      'back counts',
      page => [page.navigate('/b'), page.advance(0), page.navigate('/', 'popstate')],
      ['/', '/b', '/'],
    ],
    ['to another query does not', page => page.navigate('/?q=1'), ['/']],
    ['to another hash does not', page => page.navigate('/#tab', 'hashchange'), ['/']],
    ['back from a hash does not', page => [page.navigate('/#tab'), page.navigate('/', 'popstate')], ['/']],
    [
      'that saves a scroll position does not',
      page => Array.from({ length: 20 }, () => page.emit('navigate', 'replaceState')),
      ['/'],
    ],
    ['by a redirect counts twice', page => [page.navigate('/b'), page.navigate('/c')], ['/', '/b', '/c']],
  ]
  it.each(cases)('%s', async (_, go, expected) => {
    const { page, paths } = await start()
    go(page)
    page.advance(0)
    expect(paths()).toEqual(expected)
  })

  it('says how it came about, and where from', async () => {
    const { page, settle, events } = await start()
    await settle(3_000)
    page.navigate('/b')
    await settle(2_000)
    const [first, second] = await events()
    expect(second!.properties).toMatchObject({
      navigation_type: 'pushState',
      $prev_pageview_id: first!.uuid,
      $prev_pageview_pathname: '/',
      $prev_pageview_duration: 3,
      $pageview_id: second!.uuid,
    })
  })

  it('has the title that the page gets after it', async () => {
    const { page, settle, events } = await start()
    page.navigate('/b')
    page.setTitle('B')
    await settle(2_000)
    expect((await events()).map(({ properties }) => properties.title)).toEqual(['Shop', 'B'])
  })

  it('does not count with capture_pageview true', async () => {
    const { page, views } = await start({ capture_pageview: true })
    page.navigate('/b')
    page.advance(0)
    expect(views).toHaveLength(1)
  })

  it('does not count before somebody has seen the page', async () => {
    const { page, paths } = await start({}, { page: { visible: false } })
    page.navigate('/b')
    page.setVisible(true)
    page.advance(0)
    expect(paths()).toEqual(['/b'])
  })

  it('leaves no timer behind when the client is shut down', async () => {
    const { client, page, views, settle } = await start()
    await settle(1_000)
    page.navigate('/b')
    await client.shutdown()
    page.advance(1_000)
    expect(views).toHaveLength(1)
    expect(page.timers()).toBe(0)
  })
})

describe('a page that is left', () => {
  const cases: [name: string, config: Partial<Config>, expected: string[]][] = [
    ['says so', {}, ['$pageview', '$pageleave']],
    ['says nothing without page views', { capture_pageview: false }, []],
    [
      'says so all the same, if it shall',
      { capture_pageview: false, capture_pageleave: true },
      ['$pageleave'],
    ],
    ['says nothing, if it shall not', { capture_pageleave: false }, ['$pageview']],
  ]
  it.each(cases)('%s', async (_, config, expected) => {
    const { page, views } = await start(config)
    page.pagehide()
    expect(views.map(([event]) => event)).toEqual(expected)
  })

  it('says how far it was read', async () => {
    const { page, settle, events } = await start()
    await settle()
    page.setScroll({ y: 500.2, viewportHeight: 500, contentHeight: 2_000 })
    page.emit('scroll')
    page.setScroll({ y: 0 })
    page.pagehide()
    await settle()
    const leave = (await events()).find(({ event }) => event === '$pageleave')!
    expect(leave.properties).toMatchObject({
      $prev_pageview_last_scroll: 0,
      $prev_pageview_last_scroll_percentage: 0,
      $prev_pageview_max_scroll: 501,
      $prev_pageview_last_content: 500,
      $prev_pageview_max_content: 1_001,
    })
    expect(leave.properties.$prev_pageview_max_scroll_percentage).toBeCloseTo(500.2 / 1500)
  })

  it('says nothing of scrolling, if it shall not', async () => {
    const { page, settle, events } = await start({ disable_scroll_properties: true })
    page.emit('scroll')
    page.pagehide()
    await settle()
    expect((await events())[1]!.properties).not.toHaveProperty('$prev_pageview_max_scroll')
  })

  it('and comes back from the back/forward cache is viewed again', async () => {
    const { page, views } = await start()
    page.pagehide()
    page.restore()
    expect(views.at(-1)).toEqual(['$pageview', '/', 'back_forward_cache'])
  })
})

describe('every event', () => {
  it('carries the id of its view, until the session ends', async () => {
    const { client, page, settle, events } = await start()
    client.capture('a')
    const id = client.getPageViewId()
    page.advance(31 * 60_000)
    client.capture('b')
    await settle(2_000)
    const [view, a, b] = await events()
    expect([view!.uuid, a!.properties.$pageview_id]).toEqual([id, id])
    expect(b!.properties).not.toHaveProperty('$pageview_id')
  })
})
