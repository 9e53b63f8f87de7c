// @vitest-environment happy-dom
import type { EarshotClient } from 'earshot'
import type { FunctionComponent } from 'react'
import * as refresh from 'react-refresh/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createService } from '../../src/server/index'

// React connects to the runtime when it loads, so it is imported later.
refresh.injectIntoGlobalHook(globalThis as never)
const { act, createElement } = await import('react')
const { renderNode } = await import('./renderReact')

const service = createService({ flags: { on: true } })
const props = {
  apiKey: 'phc_demo',
  options: {
    api_host: 'https://events.test',
    compression: 'none' as const,
    persistence: 'memory' as const,
    fetch: service.fetch,
    opt_out_useragent_filter: true,
  },
}

let earshot: EarshotClient
let react: typeof import('earshot/react')
/** Listeners of flags that have not unsubscribed. */
let listeners: number
let warn: ReturnType<typeof vi.spyOn>
beforeEach(async () => {
  await service.state.reset()
  vi.resetModules()
  earshot = (await import('earshot')).earshot
  react = await import('earshot/react')
  listeners = 0
  warn = vi.spyOn(console, 'warn')
  const subscribe = earshot.onFeatureFlags
  earshot.onFeatureFlags = listener => {
    listeners++
    const unsubscribe = subscribe(listener)
    return () => {
      listeners--
      unsubscribe()
    }
  }
})
afterEach(async () => {
  vi.doUnmock('earshot')
  await earshot.shutdown()
})

/** A module of the site with a component that reads the flag. `version` is its text. */
function defineButton(version: string) {
  const { useEarshot, useFeatureFlagEnabled } = react
  const Button: FunctionComponent = () => {
    const client = useEarshot()
    const isOn = useFeatureFlagEnabled('on')
    return createElement('button', { onClick: () => client.capture('clicked') }, `${version} ${isOn}`)
  }
  return Button
}
const eventNames = async () => {
  await earshot.flush()
  return (await service.state.events()).map(({ event }) => event)
}
const flagsRequests = () => service.state.requests().filter(({ path }) => path === '/flags').length

// See D-521.
describe('a module of the site that is replaced', () => {
  it.each([
    ['keeps its state', 'same hooks', 'same hooks'],
    ['mounts again', 'old hooks', 'new hooks'],
  ])(
    'has one client, one subscription and no repeated event when its component %s',
    async (_, before, after) => {
      const First = defineButton('first')
      refresh.register(First, 'Button')
      refresh.setSignature(First, before)
      const { text, container, unmount } = await renderNode(
        createElement(react.EarshotProvider, props, createElement(First)),
      )
      await act(() => earshot.ready())
      expect(text()).toBe('first true')

      const Second = defineButton('second')
      refresh.register(Second, 'Button')
      refresh.setSignature(Second, after)
      await act(async () => void refresh.performReactRefresh())
      expect(text()).toBe('second true')
      expect(listeners).toBe(1)
      await act(async () => container.querySelector('button')!.click())
      const names = await eventNames()
      for (const name of ['$pageview', '$feature_flag_called', 'clicked'])
        expect(
          names.filter(other => other === name),
          name,
        ).toHaveLength(1)
      expect([flagsRequests(), warn.mock.calls]).toEqual([1, []])
      await unmount()
      expect(listeners).toBe(0)
    },
  )
})

describe('`earshot/react` that is replaced', () => {
  it('takes over the client of the page, and the former tree leaves no subscription', async () => {
    const former = await renderNode(
      createElement(react.EarshotProvider, props, createElement(defineButton('first'))),
    )
    await act(() => earshot.ready())
    vi.doMock('earshot', () => ({ earshot }))
    vi.resetModules()
    const replaced = await import('earshot/react')
    expect(replaced.EarshotContext).not.toBe(react.EarshotContext)
    react = replaced
    await former.unmount()
    expect(listeners).toBe(0)
    const { text, unmount } = await renderNode(
      createElement(react.EarshotProvider, props, createElement(defineButton('second'))),
    )
    expect(text()).toBe('second true')
    expect(listeners).toBe(1)
    const names = await eventNames()
    for (const name of ['$pageview', '$feature_flag_called'])
      expect(
        names.filter(other => other === name),
        name,
      ).toHaveLength(1)
    expect([flagsRequests(), warn.mock.calls]).toEqual([1, []])
    await unmount()
  })
})
