// @vitest-environment happy-dom
import {
  EarshotProvider,
  type EarshotProviderProps,
  useActiveFeatureFlags,
  useFeatureFlagEnabled,
  useFeatureFlagPayload,
  useFeatureFlagResult,
  useFeatureFlagVariantKey,
} from 'earshot/react'
import { act, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { createService } from '../../src/server/index'
import { startClient } from '../support/startClient'
import { probe } from './renderReact'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const bootstrap = {
  featureFlags: { on: true, off: false, size: 'short' },
  featureFlagPayloads: { size: { limit: 3 }, off: 'ignored' },
}
const expected = [
  [true, false, undefined],
  ['short', { limit: 3 }, undefined],
  { key: 'size', enabled: true, variant: 'short', payload: { limit: 3 } },
  ['on', 'size'],
]
const useAll = () => [
  [useFeatureFlagEnabled('on'), useFeatureFlagEnabled('off'), useFeatureFlagEnabled('constructor')],
  [useFeatureFlagVariantKey('size'), useFeatureFlagPayload('size'), useFeatureFlagPayload('off')],
  useFeatureFlagResult('size'),
  useActiveFeatureFlags(),
]

/** Renders on a server, then hydrates with another client. */
async function hydrate(server: EarshotProviderProps, browser: EarshotProviderProps) {
  const { Probe, renders } = probe(useAll)
  const html = renderToString(createElement(EarshotProvider, server, createElement(Probe)))
  const rendered = renders.splice(0).at(-1)
  const container = document.createElement('div')
  container.innerHTML = html
  const onRecoverableError = vi.fn()
  await act(async () =>
    hydrateRoot(container, createElement(EarshotProvider, browser, createElement(Probe)), {
      onRecoverableError,
    }),
  )
  expect(onRecoverableError).not.toHaveBeenCalled()
  return { rendered, renders }
}

describe('a server-rendered page', () => {
  it('has the bootstrapped flags of the options, and renders once while the client agrees', async () => {
    const error = vi.spyOn(console, 'error')
    const options = {
      api_host: 'https://events.test',
      bootstrap,
      compression: 'none' as const,
      opt_out_useragent_filter: true,
      fetch: createService({ flags: bootstrap.featureFlags }).fetch,
      advanced_disable_flags: true,
    }
    const props = { apiKey: 'phc_demo', options }
    const { rendered, renders } = await hydrate(props, props)
    expect(rendered).toEqual(expected)
    expect(renders).toEqual([expected])
    expect(error).not.toHaveBeenCalled()
  })

  it('has the bootstrapped flags of a client that has started before', async () => {
    const { client } = startClient({ config: { bootstrap, advanced_disable_flags: true } })
    const { rendered, renders } = await hydrate({ client }, { client })
    expect(rendered).toEqual(expected)
    expect(renders).toEqual([expected])
  })

  it('hydrates with the flags of the server, then renders once with those of the service', async () => {
    const started = startClient({ config: { bootstrap }, service: { flags: { on: false } } })
    await started.settle()
    const { renders } = await hydrate({ client: started.client }, { client: started.client })
    expect(renders).toEqual([
      expected,
      [[false, undefined, undefined], [undefined, undefined, undefined], undefined, []],
    ])
  })

  it('has no flags without a bootstrap', async () => {
    const { client } = startClient({ init: false })
    const { rendered } = await hydrate({ client }, { client })
    expect(rendered).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      undefined,
      [],
    ])
  })
})
