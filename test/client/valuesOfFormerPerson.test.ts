import { describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { fakeBrowser } from '../support/fakeBrowser'
import { eventsOf, visit } from '../support/personVisit'

const MAIN = 'ph_phc_demo_posthog'

/** Opens a page whose visitor another subdomain has stored in the cookie. */
function visitWithCookie(stored: object, config: Partial<Config> = {}) {
  const browser = fakeBrowser()
  browser.cookies.entries.set(MAIN, JSON.stringify({ $epp: true, ...stored }))
  return visit({ browser, config })
}

describe('a cookie of an older posthog-js, which has no state (D-770)', () => {
  it.each([
    ['an email', 'ann@shop.test'],
    ['a number', '4711'],
    ['a UUIDv4', '1b4e28ba-2fa1-41d2-883f-0016d3cca427'],
  ])('is of a person who is logged in when its id is %s (R30)', async (_, distinct_id) => {
    const page = await visitWithCookie({ distinct_id })
    expect(page.client._isIdentified()).toBe(true)
    page.client.identify('bob')
    page.client.capture('e')
    await page.settle(5_000)
    expect((await page.events()).map(({ event }) => event)).not.toContain('$identify')
    expect(await eventsOf(page, 'bob')).toContain('"e"')
  })

  it.each([true, false])(
    'keeps its person when bootstrap names another id, isIdentifiedID: %s (R30)',
    async isIdentifiedID => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {})
      const page = await visitWithCookie(
        { distinct_id: 'ann@shop.test' },
        { bootstrap: { distinctID: 'bob', isIdentifiedID } },
      )
      expect(page.client.get_distinct_id()).toBe('ann@shop.test')
      expect(error.mock.lastCall).toEqual(['earshot.init: bootstrap.distinctID ignored. Call reset() first'])
      error.mockRestore()
    },
  )

  it.each([
    ['a UUIDv7', '0192f0c5-1c5b-7a32-9d4e-0016d3cca427'],
    ['that of an older version', '18c5a1b2c3d1f-0a1b2c3d4e5f6-1a2b3c4d-1fa400-18c5a1b2c3e20'],
  ])('is of an anonymous visitor when its id is %s', async (_, distinct_id) => {
    const page = await visitWithCookie({ distinct_id })
    page.client.identify('bob')
    await page.settle(5_000)
    const merges = (await page.events()).filter(({ event }) => event === '$identify')
    expect(merges.map(({ properties }) => properties.$anon_distinct_id)).toEqual([distinct_id])
  })

  it('does not log in a visitor whom this host has stored as anonymous', async () => {
    const browser = fakeBrowser()
    browser.local.entries.set(MAIN, JSON.stringify({ distinct_id: 'x', $user_state: 'anonymous' }))
    browser.cookies.entries.set(MAIN, JSON.stringify({ distinct_id: 'x' }))
    const page = await visit({ browser })
    expect(page.client._isIdentified()).toBe(false)
  })
})
