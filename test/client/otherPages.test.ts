import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { fakeBrowser } from '../support/fakeBrowser'
import { startClient } from '../support/startClient'

const MAIN = 'ph_phc_demo_posthog'

/** Opens two pages of one tab, one after the other: the first is in the back/forward cache, and learns nothing by events. */
async function twoPages(config: Partial<Config>) {
  const first = startClient({ config })
  await first.settle(1_000)
  first.page.pagehide()
  const { service, browser, tab } = first
  const second = startClient({ config, service, browser, tab, page: { seed: 2 } })
  await second.settle(1_000)
  return { first, second }
}

describe('the way back through the back/forward cache (R33)', () => {
  it.each(['localStorage+cookie', 'localStorage'] as const)(
    'captures under the visitor who has consented on the page between, with %s',
    async persistence => {
      const { first, second } = await twoPages({ opt_out_capturing_by_default: true, persistence })
      second.client.opt_in_capturing()
      second.client.register({ plan: 'pro' })
      await second.settle(2_000)
      second.page.pagehide()
      first.page.restore()
      first.client.capture('back')
      await first.settle(2_000)
      const ids = (await first.events()).map(({ distinct_id }) => distinct_id)
      expect(ids.length).toBeGreaterThan(2)
      expect(new Set(ids)).toEqual(new Set([second.client.get_distinct_id()]))
      expect(first.client.get_property('plan')).toBe('pro')
    },
  )

  it('stores and captures nothing after a refusal on the page between', async () => {
    const { first, second } = await twoPages({})
    second.client.opt_out_capturing()
    second.page.pagehide()
    const count = (await first.events()).length
    first.page.restore()
    first.page.emit('visible')
    first.client.capture('back')
    await first.settle(2_000)
    expect((await first.events()).length).toBe(count)
    expect(first.browser.local.entries.has(MAIN)).toBe(false)
    expect(first.browser.cookies.entries.has(MAIN)).toBe(false)
  })

  it('keeps a person who has logged in on the page before the consent', async () => {
    const { first, second } = await twoPages({ opt_out_capturing_by_default: true })
    first.client.identify('u1')
    second.client.opt_in_capturing()
    await second.settle(2_000)
    first.page.restore()
    first.client.capture('back')
    await first.settle(2_000)
    expect((await first.events()).find(({ event }) => event === 'back')?.distinct_id).toBe('u1')
  })

  it('applies a consent that is read before its storage event arrives', async () => {
    const { first, second } = await twoPages({ opt_out_capturing_by_default: true })
    second.client.opt_in_capturing()
    await second.settle(2_000)
    expect(first.client.capture('early')?.distinct_id).toBe(second.client.get_distinct_id())
  })
})

describe('a late storage event (R33)', () => {
  const stored = (browser: ReturnType<typeof fakeBrowser>) => browser.local.entries.get(MAIN)!
  /** Logs in, and then stores what another tab held before it has learned of the log-in. */
  async function storeLate(afterMs: number) {
    const browser = fakeBrowser()
    const started = startClient({ browser, config: { persistence: 'localStorage' } })
    await started.settle(1_000)
    const anonymous = stored(browser)
    started.client.identify('u1')
    await started.settle(afterMs)
    browser.local.open().write(MAIN, anonymous)
    return { ...started, browser }
  }

  it('does not undo a log-in of this tab', async () => {
    const { client, browser } = await storeLate(1_000)
    expect(client.get_distinct_id()).toBe('u1')
    expect(JSON.parse(stored(browser))).toMatchObject({ distinct_id: 'u1', $user_state: 'identified' })
  })

  it('applies a log-out of another tab to the same anonymous id', async () => {
    const { client } = await storeLate(20_000)
    expect(client.get_distinct_id()).not.toBe('u1')
  })
})
