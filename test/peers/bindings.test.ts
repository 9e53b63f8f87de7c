// @vitest-environment happy-dom
import { OpenFeature } from '@openfeature/web-sdk'
import { PostHogWebProvider } from '@posthog/openfeature-web-provider'
import { PostHogFeature, PostHogProvider, useFeatureFlagResult, usePostHog } from 'posthog-js/react/slim'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderNode, stubIntersections } from '../react/renderReact'
import { startClient } from '../support/startClient'

const flags = {
  on: true,
  limit: {
    filters: {
      groups: [{ properties: [], rollout_percentage: 100 }],
      multivariate: { variants: [{ key: '3', rollout_percentage: 100 }] },
      payloads: { '3': '{"limit":3}' },
    },
  },
  export: {
    filters: {
      groups: [
        {
          properties: [{ key: 'plan', value: 'team', operator: 'exact' as const, type: 'person' as const }],
          rollout_percentage: 100,
        },
      ],
    },
  },
}

describe('the OpenFeature provider of PostHog over an Earshot client', () => {
  it('resolves values and follows the context', async () => {
    const { client, settle } = startClient({ service: { flags } })
    const provider = new PostHogWebProvider(client as never)
    const ready = OpenFeature.setProviderAndWait('peer', provider, { groups: { team: 't1' } })
    await settle(10)
    await ready
    const evaluated = OpenFeature.getClient('peer')
    expect(evaluated.getBooleanValue('on', false)).toBe(true)
    expect(evaluated.getNumberValue('limit', 1)).toBe(3)
    expect(evaluated.getObjectValue('limit', {})).toEqual({ limit: 3 })
    expect(evaluated.getBooleanDetails('missing', true)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' })
    const changed = OpenFeature.setContext('peer', { plan: 'team' })
    await settle(10)
    await changed
    expect(evaluated.getBooleanValue('export', false)).toBe(true)
    expect(client.getGroups()).toEqual({ team: 't1' })
  })
})

describe('posthog-js/react/slim over an Earshot client', () => {
  it('reads flags, renders features and captures', async () => {
    const intersections = stubIntersections()
    const { client, settle, events } = startClient({ service: { flags } })
    const Page = () => {
      const posthog = usePostHog()
      const result = useFeatureFlagResult('limit')
      const onClick = () => posthog.capture('clicked')
      const children = createElement('button', { type: 'button', onClick }, `${result?.variant}`)
      return createElement(PostHogFeature, { flag: 'on', fallback: 'waiting', ...{ children } })
    }
    const { container, text, unmount } = await renderNode(
      createElement(PostHogProvider, { client: client as never }, createElement(Page)),
    )
    await act(() => settle(10))
    expect(text()).toBe('3')
    await intersections.showAll()
    await act(async () => container.querySelector('button')!.click())
    await act(() => settle(2_000))
    const names = (await events()).map(({ event }) => event)
    for (const name of ['$feature_view', '$feature_interaction', 'clicked', '$feature_flag_called'])
      expect(names).toContain(name)
    await unmount()
    intersections.restore()
  })
})
