// @vitest-environment happy-dom
import { OpenFeature, OpenFeatureProvider, useSuspenseFlag } from '@openfeature/react-sdk'
import { EarshotProvider } from 'earshot/openfeature'
import { act, createElement, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { renderNode } from '../react/renderReact'
import { startClient } from '../support/startClient'

const Flag = () => createElement('b', null, String(useSuspenseFlag('on', false).value))

describe('EarshotProvider in the React SDK', () => {
  it('suspends until flags are known, then shows the value and its changes', async () => {
    const { client, settle, service } = startClient({ service: { flags: { on: true } }, init: false })
    OpenFeature.setProvider('shop', new EarshotProvider(client))
    const { text, container } = await renderNode(
      createElement(
        OpenFeatureProvider,
        { domain: 'shop' },
        createElement(Suspense, { fallback: 'waiting' }, createElement(Flag)),
      ),
    )
    expect(text()).toBe('waiting')
    await act(async () => {
      client.init('phc_demo', {
        api_host: 'https://events.test',
        compression: 'none',
        fetch: service.fetch,
      })
      await settle(10)
    })
    expect(container.querySelector('b')?.textContent).toBe('true')
    await service.state.setFlag('on', false)
    await act(async () => {
      client.reloadFeatureFlags()
      await settle(10)
    })
    expect(container.querySelector('b')?.textContent).toBe('false')
  })
})
