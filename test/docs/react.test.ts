// @vitest-environment happy-dom
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
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

describe('docs/react.md, Next.js', () => {
  const cookie = `ph_phc_your_project_key_posthog=${encodeURIComponent('{"distinct_id":"ada"}')}`

  /** Renders the layout on the server, around what two flags say. */
  async function renderLayout(options: ServiceOptions) {
    const site = await openDocsSite(options)
    vi.stubGlobal('requestHeaders', { cookie })
    const { default: RootLayout } = (await site.run('react', 'layout.tsx')) as {
      default(props: { children: ReactNode }): Promise<ReactNode>
    }
    const { useFeatureFlagEnabled, useFeatureFlagPayload } = await import('earshot/react')
    const Page = () => `${useFeatureFlagEnabled('on')} ${useFeatureFlagPayload('limit')}`
    return { ...site, html: renderToString(await RootLayout({ children: createElement(Page) })) }
  }

  it('renders the flags of the visitor whom the cookie names', async () => {
    const ada = [{ key: 'distinct_id', value: 'ada', operator: 'exact' as const, type: 'person' as const }]
    const groups = [{ properties: ada, rollout_percentage: 100 }]
    const isAda = { filters: { groups, payloads: { true: '3' } } }
    const { html, service } = await renderLayout({ flags: { on: isAda, limit: isAda } })
    expect(service.state.requests()[0]?.body).toMatchObject({ distinct_id: 'ada' })
    expect(html).toContain('<body>true 3</body>')
  })

  it('renders without flags when the service does not answer', async () => {
    const site = await openDocsSite()
    const { fetchFlags } = (await site.run('react', 'fetchFlags.ts')) as {
      fetchFlags(...args: unknown[]): Promise<unknown>
    }
    const offline = () => Promise.reject(new Error('offline'))
    expect(await fetchFlags('https://events.example.com', 'phc_your_project_key', cookie, offline)).toBe(
      undefined,
    )
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
