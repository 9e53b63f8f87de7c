// @vitest-environment happy-dom
import {
  CaptureOnView,
  captureFeatureView,
  ErrorBoundary,
  type ErrorFallbackProps,
  FeatureFlag,
  setupReactErrorHandler,
} from 'earshot/react'
import { act, createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Started, startClient } from '../support/startClient'
import { renderNode, stubIntersections, withClient } from './renderReact'

const flags = {
  on: true,
  off: false,
  limit: {
    filters: {
      groups: [{ properties: [], rollout_percentage: 100 }],
      multivariate: { variants: [{ key: 'short', rollout_percentage: 100 }] },
      payloads: { short: '{"limit":3}' },
    },
  },
}

let started: Started
let intersections: ReturnType<typeof stubIntersections>
beforeEach(async () => {
  intersections = stubIntersections()
  started = startClient({ service: { flags }, config: { person_profiles: 'always' } })
  await started.settle()
})
afterEach(() => intersections.restore())

const eventsOf = async (name: string) => {
  await started.settle(2_000)
  return (await started.events()).filter(({ event }) => event === name).map(({ properties }) => properties)
}

describe('FeatureFlag', () => {
  it.each([
    [{ flag: 'on' }, 'children'],
    [{ flag: 'off' }, 'fallback'],
    [{ flag: 'missing' }, 'fallback'],
    [{ flag: 'off', match: false }, 'children'],
    [{ flag: 'limit' }, 'children'],
    [{ flag: 'limit', match: 'short' }, 'children'],
    [{ flag: 'limit', match: 'long' }, 'fallback'],
    [{ flag: 'limit', match: true }, 'fallback'],
  ])('with %o shows its %s', async (props, expected) => {
    const { text } = await renderNode(
      withClient(started.client, createElement(FeatureFlag, { ...props, fallback: 'fallback' }, 'children')),
    )
    expect(text()).toBe(expected)
  })

  it('passes the payload to a function', async () => {
    const props = { flag: 'limit', children: ({ limit }: { limit: number }) => `Limit ${limit}` }
    const { text } = await renderNode(withClient(started.client, createElement(FeatureFlag, props)))
    expect(text()).toBe('Limit 3')
  })

  it('captures the first view and the first click, and calls the handler of the page', async () => {
    const onClick = vi.fn()
    const { container } = await renderNode(
      withClient(
        started.client,
        createElement(FeatureFlag, { flag: 'limit', onClick, className: 'new' }, [
          createElement('button', { key: 1, type: 'button' }),
          createElement('i', { key: 2 }),
        ]),
        { isStrict: true },
      ),
    )
    expect(await eventsOf('$feature_view')).toEqual([])
    await intersections.showAll()
    await intersections.showAll()
    for (let click = 0; click < 2; click++) await act(async () => container.querySelector('button')!.click())
    const expected = { feature_flag: 'limit', feature_flag_variant: 'short' }
    expect(await eventsOf('$feature_view')).toEqual([
      expect.objectContaining({ ...expected, $set: { '$feature_view/limit': 'short' } }),
    ])
    expect(await eventsOf('$feature_interaction')).toEqual([expect.objectContaining(expected)])
    expect(onClick).toHaveBeenCalledTimes(2)
    expect(container.querySelectorAll('.new')).toHaveLength(2)
  })

  it('captures neither view nor click when the page says so', async () => {
    const { container } = await renderNode(
      withClient(
        started.client,
        createElement(FeatureFlag, { flag: 'on', trackView: false, trackInteraction: false }, 'text'),
      ),
    )
    expect(intersections.observed()).toBe(0)
    await act(async () => container.querySelector('div')!.click())
    expect(await eventsOf('$feature_interaction')).toEqual([])
  })

  it('reports the exposure with the fallback too, and no view', async () => {
    await renderNode(withClient(started.client, createElement(FeatureFlag, { flag: 'off', fallback: 'old' })))
    await intersections.showAll()
    expect(await eventsOf('$feature_flag_called')).toEqual([
      expect.objectContaining({ $feature_flag: 'off', $feature_flag_response: false }),
    ])
    expect(await eventsOf('$feature_view')).toEqual([])
  })
})

describe('captureFeatureView', () => {
  it('captures a flag without a variant as enabled', async () => {
    captureFeatureView({ flag: 'on', posthog: started.client })
    expect(await eventsOf('$feature_view')).toEqual([
      expect.objectContaining({ feature_flag: 'on', $set: { '$feature_view/on': true } }),
    ])
  })
})

describe('CaptureOnView', () => {
  it('captures once that it is visible, with its properties', async () => {
    await renderNode(
      withClient(
        started.client,
        createElement(CaptureOnView, { name: 'prices', properties: { plan: 'pro' } }),
      ),
    )
    expect(await eventsOf('$element_viewed')).toEqual([])
    await intersections.showAll()
    await intersections.showAll()
    expect(await eventsOf('$element_viewed')).toEqual([
      expect.objectContaining({ element_name: 'prices', plan: 'pro' }),
    ])
  })

  it('captures each child', async () => {
    await renderNode(
      withClient(
        started.client,
        createElement(
          CaptureOnView,
          { name: 'row', trackAllChildren: true },
          createElement('b'),
          createElement('i'),
        ),
      ),
    )
    await intersections.showAll()
    expect((await eventsOf('$element_viewed')).map(properties => properties['child_index'])).toEqual([0, 1])
  })
})

describe('ErrorBoundary', () => {
  const Broken = ({ isBroken }: { isBroken: () => boolean }) => {
    if (isBroken()) throw new Error('no tea')
    return 'tea'
  }

  it('shows the fallback, reports the error and renders again on request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isBroken = true
    const fallback = ({ error, resetError }: ErrorFallbackProps) =>
      createElement('button', { type: 'button', onClick: resetError }, (error as Error).message)
    const { container, text } = await renderNode(
      withClient(
        started.client,
        createElement(
          ErrorBoundary,
          { fallback, additionalProperties: { part: 'shop' } },
          createElement(Broken, { isBroken: () => isBroken }),
        ),
      ),
    )
    expect(text()).toBe('no tea')
    expect(started.errors).toEqual([
      {
        reason: 'react',
        detail: {
          error: new Error('no tea'),
          componentStack: expect.stringContaining('Broken'),
          part: 'shop',
        },
      },
    ])
    isBroken = false
    await act(async () => container.querySelector('button')!.click())
    expect(text()).toBe('tea')
  })

  it('renders children that are a function', async () => {
    const { text } = await renderNode(createElement(ErrorBoundary, { ...{ children: () => 'tea' } }))
    expect(text()).toBe('tea')
  })
})

describe('setupReactErrorHandler', () => {
  it('reports the error and calls back, even when the hook of the page throws', () => {
    const callback = vi.fn()
    const error = new Error('no tea')
    setupReactErrorHandler(started.client, callback)(error, { componentStack: 'at Shop' })
    expect(started.errors).toEqual([{ reason: 'react', detail: { error, componentStack: 'at Shop' } }])
    started.client.set_config({
      on_error() {
        throw new Error('hook')
      },
    })
    setupReactErrorHandler(started.client, callback)(error, {})
    expect(callback.mock.calls).toEqual([
      [undefined, error, { componentStack: 'at Shop' }],
      [undefined, error, {}],
    ])
  })
})
