// @vitest-environment happy-dom
import type { EarshotClient } from 'earshot'
import {
  useActiveFeatureFlags,
  useFeatureFlagEnabled,
  useFeatureFlagPayload,
  useFeatureFlagResult,
  useFeatureFlagVariantKey,
} from 'earshot/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'
import { probe, renderNode, withClient } from './renderReact'

const flags = { on: true, off: false, other: true }
const limit = {
  filters: {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: { variants: [{ key: 'short', rollout_percentage: 100 }] },
    payloads: { short: '{"limit":3}' },
  },
}
const calls = async (started: ReturnType<typeof startClient>) =>
  (await started.events())
    .filter(({ event }) => event === '$feature_flag_called')
    .map(({ properties }) => [properties['$feature_flag'], properties['$feature_flag_response']])

describe('flag hooks', () => {
  it.each([
    ['useFeatureFlagEnabled', () => useFeatureFlagEnabled('limit'), true],
    ['useFeatureFlagVariantKey', () => useFeatureFlagVariantKey('limit'), 'short'],
    ['useFeatureFlagPayload', () => useFeatureFlagPayload('limit'), { limit: 3 }],
    [
      'useFeatureFlagResult',
      () => useFeatureFlagResult('limit'),
      { key: 'limit', enabled: true, variant: 'short', payload: { limit: 3 } },
    ],
    ['useActiveFeatureFlags', () => useActiveFeatureFlags().toSorted(), ['limit', 'on', 'other']],
  ])('%s returns the value once flags are known', async (_, useValue, expected) => {
    const started = startClient({ service: { flags: { ...flags, limit } } })
    const { Probe, renders } = probe(useValue)
    await renderNode(withClient(started.client, createElement(Probe)))
    expect(renders[0]).toEqual(Array.isArray(expected) ? [] : undefined)
    await act(() => started.settle())
    expect(renders.at(-1)).toEqual(expected)
  })

  it.each<[string, () => unknown, object, unknown]>([
    ['useFeatureFlagEnabled', () => useFeatureFlagEnabled('a'), { isFeatureEnabled: () => true }, true],
    ['useFeatureFlagVariantKey', () => useFeatureFlagVariantKey('a'), { getFeatureFlag: () => 'b' }, 'b'],
    [
      'useFeatureFlagPayload',
      () => useFeatureFlagPayload('a'),
      { getFeatureFlagResult: () => ({ payload: 1 }) },
      1,
    ],
    ['useActiveFeatureFlags', useActiveFeatureFlags, { featureFlags: { getFlags: () => ['a'] } }, ['a']],
  ])(
    '%s reads a client that a test has made of the method of posthog-js alone',
    async (_, use, method, expected) => {
      const client = { onFeatureFlags: () => {}, ...method } as unknown as EarshotClient
      const { Probe, renders } = probe(use)
      await renderNode(withClient(client, createElement(Probe)))
      expect(renders).toEqual([expected])
    },
  )

  it('return the default only while a flag is unknown', async () => {
    const started = startClient({ service: { flags } })
    const { Probe, renders } = probe(() => useFeatureFlagEnabled('off', true))
    await renderNode(withClient(started.client, createElement(Probe)))
    expect(renders[0]).toBe(true)
    await act(() => started.settle())
    expect(renders.at(-1)).toBe(false)
  })

  it.each([
    ['a boolean', () => useFeatureFlagEnabled('limit')],
    ['a payload', () => useFeatureFlagPayload('limit')],
    ['a result', () => useFeatureFlagResult('limit')],
  ])('render %s once per change of the flag that is read, and never for another', async (_, useValue) => {
    const started = startClient({ service: { flags: { ...flags, limit } } })
    await started.settle()
    const { Probe, renders } = probe(useValue)
    await renderNode(withClient(started.client, createElement(Probe)))
    expect(renders).toHaveLength(1)
    await started.service.state.setFlag('other', false)
    started.client.reloadFeatureFlags()
    await act(() => started.settle(10))
    expect(started.client.isFeatureEnabled('other', { send_event: false })).toBe(false)
    expect(renders).toHaveLength(1)
    await started.service.state.setFlag('limit', false)
    started.client.reloadFeatureFlags()
    await act(() => started.settle(10))
    expect(renders).toHaveLength(2)
  })

  it('read another flag and another client when these change', async () => {
    const first = startClient({ service: { flags } })
    const second = startClient({ service: { flags: { on: false } } })
    await Promise.all([first.settle(), second.settle()])
    let key = 'on'
    const { Probe, renders } = probe(() => useFeatureFlagEnabled(key))
    const { rerender } = await renderNode(withClient(first.client, createElement(Probe)))
    expect(renders.at(-1)).toBe(true)
    key = 'off'
    await rerender(withClient(first.client, createElement(Probe)))
    expect(renders.at(-1)).toBe(false)
    key = 'on'
    await rerender(withClient(second.client, createElement(Probe)))
    expect(renders.at(-1)).toBe(false)
  })

  it('report an exposure once the component is on the page, in StrictMode once as well', async () => {
    const started = startClient({ service: { flags } })
    const { Probe } = probe(() => [useFeatureFlagEnabled('on'), useFeatureFlagPayload('other')])
    await renderNode(withClient(started.client, createElement(Probe), { isStrict: true }))
    await act(() => started.settle())
    await act(() => started.settle(2_000))
    expect(await calls(started)).toEqual([['on', true]])
  })

  it('report no exposure while rendering', async () => {
    const started = startClient({ service: { flags } })
    await started.settle()
    const { Probe } = probe(() => {
      useFeatureFlagEnabled('on')
      throw new Promise(() => {})
    })
    const { createRoot } = await import('react-dom/client')
    await act(async () =>
      createRoot(document.createElement('div')).render(withClient(started.client, createElement(Probe))),
    )
    await started.settle(2_000)
    expect(await calls(started)).toEqual([])
  })

  it('unsubscribe when the component unmounts', async () => {
    const started = startClient({ service: { flags } })
    await started.settle()
    const { Probe, renders } = probe(() => useFeatureFlagEnabled('on'))
    const { unmount } = await renderNode(withClient(started.client, createElement(Probe), { isStrict: true }))
    await unmount()
    const before = renders.length
    await started.service.state.setFlag('on', false)
    started.client.reloadFeatureFlags()
    await started.settle(2_000)
    expect(renders).toHaveLength(before)
    expect(await calls(started)).toEqual([['on', true]])
  })
})
