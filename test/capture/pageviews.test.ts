import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { FakePage } from '../support/fakePage'
import { type StartOptions, startClient } from '../support/startClient'

async function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const views: [event: string, pathname: unknown, navigationType: unknown][] = []
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

describe('$pageview: first view', () => {
  it('has the title of the page', async () => {
    const { settle, events } = await start({}, { page: { title: 'Shoes' } })
    await settle(1_000)
    expect((await events()).map(({ event, properties }) => [event, properties.title])).toEqual([
      ['$pageview', 'Shoes'],
    ])
  })

  it('is captured once, when the page becomes visible', async () => {
    const { page, views } = await start({}, { page: { visible: false } })
    expect(views).toEqual([])
    page.setVisible(true)
    page.setVisible(false)
    page.setVisible(true)
    expect(views).toHaveLength(1)
  })

  it('is captured when a prerendered page is activated, which sends no request before', async () => {
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
  ] as const)('with capture_pageview %j, is captured %i times', async (capture_pageview, expected) => {
    const { views, settle } = await start({ capture_pageview })
    await settle()
    expect(views).toHaveLength(expected)
  })

  it('is captured after the flags request is sent, but before the first other event', () => {
    const names: string[] = []
    const loaded: Config['loaded'] = client =>
      void client.on('eventCaptured', ({ event }) => names.push(event))
    const { client } = startClient({ config: { loaded } })
    expect(names).toEqual([])
    client.capture('clicked')
    expect(names).toEqual(['$pageview', 'clicked'])
  })
})

describe('$pageview: navigation', () => {
  const cases: [name: string, navigate: (page: FakePage) => void, expected: string[]][] = [
    ['captures a new path', page => page.navigate('/b'), ['/', '/b']],
    ['captures a new path by replaceState', page => page.navigate('/b', 'replaceState'), ['/', '/b']],
    [
      'captures the way back',
      page => [page.navigate('/b'), page.advance(0), page.navigate('/', 'popstate')],
      ['/', '/b', '/'],
    ],
    ['ignores a new query', page => page.navigate('/?q=1'), ['/']],
    ['ignores a new hash', page => page.navigate('/#tab', 'hashchange'), ['/']],
    [
      'ignores the way back from a hash',
      page => [page.navigate('/#tab'), page.navigate('/', 'popstate')],
      ['/'],
    ],
    [
      'ignores replaceState with the same URL',
      page => Array.from({ length: 20 }, () => page.emit('navigate', 'replaceState')),
      ['/'],
    ],
    [
      'captures both views of a redirect',
      page => [page.navigate('/b'), page.navigate('/c')],
      ['/', '/b', '/c'],
    ],
  ]
  it.each(cases)('%s', async (_, navigate, expected) => {
    const { page, paths } = await start()
    navigate(page)
    page.advance(0)
    expect(paths()).toEqual(expected)
  })

  it('has the navigation type and the previous view', async () => {
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

  it('has the title that the page sets after the navigation', async () => {
    const { page, settle, events } = await start()
    page.navigate('/b')
    page.setTitle('B')
    await settle(2_000)
    expect((await events()).map(({ properties }) => properties.title)).toEqual(['Shop', 'B'])
  })

  it('is not captured with capture_pageview true', async () => {
    const { page, views } = await start({ capture_pageview: true })
    page.navigate('/b')
    page.advance(0)
    expect(views).toHaveLength(1)
  })

  it('is not captured before the page is visible', async () => {
    const { page, paths } = await start({}, { page: { visible: false } })
    page.navigate('/b')
    page.setVisible(true)
    page.advance(0)
    expect(paths()).toEqual(['/b'])
  })

  it('is not captured after shutdown, which removes the timer', async () => {
    const { client, page, views, settle } = await start()
    await settle(1_000)
    page.navigate('/b')
    await client.shutdown()
    page.advance(1_000)
    expect(views).toHaveLength(1)
    expect(page.timers()).toBe(0)
  })
})

describe('$pageleave', () => {
  const cases: [name: string, config: Partial<Config>, expected: string[]][] = [
    ['is captured when page views are', {}, ['$pageview', '$pageleave']],
    ['is not captured without page views', { capture_pageview: false }, []],
    [
      'is captured without page views with capture_pageleave true',
      { capture_pageview: false, capture_pageleave: true },
      ['$pageleave'],
    ],
    ['is not captured with capture_pageleave false', { capture_pageleave: false }, ['$pageview']],
  ]
  it.each(cases)('%s', async (_, config, expected) => {
    const { page, views } = await start(config)
    page.pagehide()
    expect(views.map(([event]) => event)).toEqual(expected)
  })

  it('has the scroll positions of the view', async () => {
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

  it('has no scroll positions with disable_scroll_properties', async () => {
    const { page, settle, events } = await start({ disable_scroll_properties: true })
    page.emit('scroll')
    page.pagehide()
    await settle()
    expect((await events())[1]!.properties).not.toHaveProperty('$prev_pageview_max_scroll')
  })
})

describe('$pageview: back/forward cache', () => {
  it('is captured when the page is restored', async () => {
    const { page, views } = await start()
    page.pagehide()
    page.restore()
    expect(views.at(-1)).toEqual(['$pageview', '/', 'back_forward_cache'])
  })
})

describe('$pageview_id', () => {
  it('is on every event of the view until the session expires', async () => {
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
