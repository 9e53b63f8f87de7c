// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDocsSite } from './docsSite'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(() => vi.unstubAllGlobals())

describe('docs/react.md', () => {
  it('starts the client with the provider, shows what the flag says and captures', async () => {
    const site = await openDocsSite({ flags: { 'new-checkout': true } })
    const container = document.createElement('div')
    vi.stubGlobal('root', createRoot(container))
    vi.stubGlobal('Checkout', () => 'Old')
    vi.stubGlobal('NewCheckout', ({ onDone }: { onDone(): void }) =>
      createElement('button', { type: 'button', onClick: onDone }, 'New'),
    )
    await act(() => site.run('react', '0.tsx'))
    expect(container.textContent).toBe('Old')
    await act(async () => {
      await site.earshot.ready()
    })
    expect(container.textContent).toBe('New')
    await act(async () => container.querySelector('button')!.click())
    await expect.poll(site.eventNames).toContain('ordered')
    await site.earshot.shutdown()
  })
})

describe('docs/openfeature.md', () => {
  it('evaluates a flag and tracks an event', async () => {
    const site = await openDocsSite({ flags: { 'new-checkout': true } })
    await site.run('openfeature', '1.ts')
    await expect.poll(site.eventNames).toEqual(expect.arrayContaining(['$feature_flag_called', 'ordered']))
    const events = await site.service.state.events()
    expect(events.find(({ event }) => event === 'ordered')?.properties).toMatchObject({
      value: 9.5,
      currency: 'EUR',
    })
    await site.earshot.shutdown()
  })
})
