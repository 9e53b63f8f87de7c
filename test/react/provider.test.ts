// @vitest-environment happy-dom
import { type EarshotClient, earshot } from 'earshot'
import { EarshotProvider, useEarshot, useFeatureFlagEnabled } from 'earshot/react'
import { createElement, StrictMode, useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createService } from '../../src/server/index'
import { startClient } from '../support/startClient'
import { renderNode, withClient } from './renderReact'

/** Loads a client of the page that has not started, and the provider that uses it. */
async function freshModules() {
  vi.resetModules()
  const [{ earshot }, react] = await Promise.all([import('earshot'), import('earshot/react')])
  return { earshot, ...react }
}

const service = createService({ flags: { on: true } })
const options = () => ({
  api_host: 'https://events.test',
  compression: 'none' as const,
  persistence: 'memory' as const,
  fetch: service.fetch,
  opt_out_useragent_filter: true,
})

let current: EarshotClient | undefined
afterEach(() => current?.shutdown())

describe('EarshotProvider', () => {
  it('provides the client of the nearest provider', async () => {
    const outer = startClient().client
    const inner = startClient().client
    const seen: EarshotClient[] = []
    const Probe = () => {
      seen.push(useEarshot())
      return null
    }
    await renderNode([
      createElement(Probe, { key: 0 }),
      createElement(EarshotProvider, { key: 1, client: outer }, createElement(Probe), [
        createElement(EarshotProvider, { key: 2, client: inner }, createElement(Probe)),
      ]),
    ])
    expect(seen).toEqual([earshot, outer, inner])
  })

  it('starts the client of the page once, in StrictMode too', async () => {
    const { earshot, EarshotProvider } = await freshModules()
    current = earshot
    const warn = vi.spyOn(console, 'warn')
    const tree = () =>
      createElement(
        StrictMode,
        null,
        createElement(EarshotProvider, { apiKey: 'phc_demo', options: options() }, 'App'),
      )
    const { rerender } = await renderNode(tree())
    await rerender(tree())
    expect(earshot.__loaded).toBe(true)
    expect(warn).not.toHaveBeenCalled()
  })

  it('keeps calls that effects make before the start', async () => {
    const { earshot, EarshotProvider, useEarshot } = await freshModules()
    current = earshot
    const Child = () => {
      const client = useEarshot()
      useEffect(() => void client.capture('mounted'), [client])
      return null
    }
    await renderNode(
      createElement(EarshotProvider, { apiKey: 'phc_demo', options: options() }, createElement(Child)),
    )
    await earshot.ready()
    await earshot.flush()
    expect((await service.state.events()).map(({ event }) => event)).toContain('mounted')
  })

  it('passes changed options to the started client, and no equal ones', async () => {
    const { earshot, EarshotProvider } = await freshModules()
    current = earshot
    const tree = (debug: boolean) =>
      createElement(EarshotProvider, { apiKey: 'phc_demo', options: { ...options(), debug } })
    const { rerender } = await renderNode(tree(false))
    const set = vi.spyOn(earshot, 'set_config')
    await rerender(tree(false))
    expect(set).not.toHaveBeenCalled()
    await rerender(tree(true))
    expect(set).toHaveBeenCalledTimes(1)
    expect(earshot.config.debug).toBe(true)
  })

  it('renders with options that have no JSON', async () => {
    const { earshot, EarshotProvider } = await freshModules()
    current = earshot
    const cycle: { self?: unknown; bootstrap?: object } = { bootstrap: { featureFlagPayloads: { on: 1n } } }
    cycle.self = cycle
    const tree = () =>
      createElement(EarshotProvider, { apiKey: 'phc_demo', options: { ...options(), ...cycle } }, 'App')
    const { rerender, text } = await renderNode(tree())
    await rerender(tree())
    expect(text()).toBe('App')
    expect(earshot.__loaded).toBe(true)
  })

  it.each([[{ options: options() }], [{ apiKey: '' }]])('logs that the key is missing', async props => {
    const { EarshotProvider } = await freshModules()
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    await renderNode(createElement(EarshotProvider, props))
    expect(error).toHaveBeenCalledTimes(1)
    expect(error.mock.calls[0]![0]).toMatch(/^earshot\.init: /)
  })

  it('leaves the client running when it unmounts, and takes it up again', async () => {
    const { earshot, EarshotProvider } = await freshModules()
    current = earshot
    const warn = vi.spyOn(console, 'warn')
    const tree = () => createElement(EarshotProvider, { apiKey: 'phc_demo', options: options() })
    await (await renderNode(tree())).unmount()
    expect(earshot.__loaded).toBe(true)
    await renderNode(tree())
    expect(warn).not.toHaveBeenCalled()
  })

  it('renders no consumer again when it renders with equal props', async () => {
    const { client, settle } = startClient({ service: { flags: { on: true } } })
    await settle()
    let renders = 0
    const Probe = () => {
      useFeatureFlagEnabled('on')
      renders++
      return null
    }
    const child = createElement(Probe)
    const { rerender } = await renderNode(withClient(client, child))
    await rerender(withClient(client, child))
    expect(renders).toBe(1)
  })
})
