import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { fakeStorage } from '../support/fakeStore'
import { type StartOptions, startClient } from '../support/startClient'

const MINUTE = 60_000

function start(config: Partial<Config> = {}, options: StartOptions = {}) {
  const reasons: (string | undefined)[] = []
  const started = startClient({ ...options, config: { capture_pageview: false, ...config } })
  started.client.onSessionId((_session, _window, reason) => reasons.push(reason))
  const ids = () => {
    const { $session_id, $window_id } = started.client.capture('e')!.properties
    return { session: $session_id, window: $window_id }
  }
  return { ...started, reasons, ids }
}

describe('session', () => {
  it('continues while the visitor is active', () => {
    const { page, ids } = start()
    const before = ids()
    page.advance(29 * MINUTE)
    expect(ids()).toEqual(before)
    page.advance(29 * MINUTE)
    expect(ids()).toEqual(before)
  })

  it('expires after 30 minutes without activity, and the next one has a new window id', () => {
    const { page, ids, reasons } = start()
    const before = ids()
    page.advance(30 * MINUTE + 1)
    const after = ids()
    expect([after.session === before.session, after.window === before.window]).toEqual([false, false])
    expect(reasons).toEqual(['noSessionId', 'activityTimeout'])
  })

  it('expires after 24 hours of activity', () => {
    const { page, ids, reasons } = start()
    const before = ids()
    for (let minutes = 0; minutes < 24 * 60; minutes += 20) {
      page.advance(20 * MINUTE)
      if (minutes < 24 * 60 - 20) expect(ids()).toEqual(before)
    }
    page.advance(1)
    expect(ids().session).not.toBe(before.session)
    expect(reasons.at(-1)).toBe('sessionPastMaximumLength')
  })

  it('is neither extended nor expired by get_session_id', () => {
    const { client, page, ids } = start()
    const { session } = ids()
    page.advance(31 * MINUTE)
    expect(client.get_session_id()).toBe(session)
    expect(ids().session).not.toBe(session)
  })

  it('continues when the clock is set back', () => {
    const { page, ids } = start()
    const before = ids()
    page.setClock(page.now() - 3 * 3_600_000)
    expect(ids()).toEqual(before)
  })

  it.each([
    [600, 11],
    [1, 2],
    [99_999_999, 601],
  ])(
    'with session_idle_timeout_seconds %i, limited to 1 minute to 10 hours, expires within %i minutes',
    (session_idle_timeout_seconds, minutes) => {
      const { page, ids } = start({ session_idle_timeout_seconds })
      const before = ids()
      page.advance((minutes - 1) * MINUTE - 1)
      expect(ids()).toEqual(before)
      page.advance(minutes * MINUTE)
      expect(ids().session).not.toBe(before.session)
    },
  )

  it('continues the session of bootstrap.sessionID when it is a UUID', () => {
    const sessionID = '019b8e07-4600-7000-8000-00000000abcd'
    expect(start({ bootstrap: { sessionID } }).ids().session).toBe(sessionID)
    expect(start({ bootstrap: { sessionID: 'mine' } }).ids().session).not.toBe('mine')
  })

  it('expires after 24 hours when bootstrap.sessionID contains no time', () => {
    const sessionID = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
    const { page, ids } = start({ bootstrap: { sessionID } })
    expect(ids().session).toBe(sessionID)
    for (let minutes = 0; minutes < 24 * 60; minutes += 20) {
      page.advance(20 * MINUTE)
      ids()
    }
    page.advance(1)
    expect(ids().session).not.toBe(sessionID)
  })

  it('is reported to a new listener at once, and not to a removed one', () => {
    const { client, page, ids } = start()
    const { session } = ids()
    const received: string[] = []
    const unsubscribe = client.onSessionId(id => received.push(id))
    expect(received).toEqual([session])
    unsubscribe()
    page.advance(31 * MINUTE)
    ids()
    expect(received).toHaveLength(1)
  })
})

describe('session of two pages', () => {
  it('keeps the session and window ids on the next page', () => {
    const first = start()
    const before = first.ids()
    first.page.pagehide()
    const next = start({}, { browser: first.browser, tab: first.tab, page: { seed: 2 } })
    expect(next.ids()).toEqual(before)
    expect(next.reasons).toEqual([undefined])
  })

  it('shares the session id between tabs, but not the window id', () => {
    const first = start()
    const before = first.ids()
    first.page.advance(1_000)
    const other = start({}, { browser: first.browser, page: { seed: 2 } }).ids()
    expect(other.session).toBe(before.session)
    expect(other.window).not.toBe(before.window)
  })

  it('shares the session id with a duplicated tab, but not the window id', () => {
    const first = start()
    const before = first.ids()
    first.page.advance(1_000)
    const copied = fakeStorage(Object.fromEntries(first.tab.session.entries))
    const copy = start(
      {},
      { browser: first.browser, tab: first.browser.tab(copied), page: { seed: 2 } },
    ).ids()
    expect(copy.session).toBe(before.session)
    expect(copy.window).not.toBe(before.window)
  })

  it('continues while any tab is active', () => {
    const first = start()
    const before = first.ids()
    first.page.advance(1_000)
    const now = first.page.now() + 20 * MINUTE
    const other = start({}, { browser: first.browser, page: { seed: 2, now } })
    other.ids()
    other.page.advance(1_000)
    first.page.advance(40 * MINUTE)
    expect(first.ids()).toEqual(before)
  })

  it('adopts the session that another tab has started', () => {
    const first = start()
    const other = start({}, { browser: first.browser, page: { seed: 2 } })
    first.ids()
    other.ids()
    for (const { page } of [first, other]) page.advance(31 * MINUTE)
    const next = first.ids()
    first.page.advance(1_000)
    other.page.advance(1_000)
    expect(other.ids().session).toBe(next.session)
    expect(other.ids().window).not.toBe(next.window)
    expect(other.reasons.at(-1)).toBe('crossTabAdoption')
  })

  it('ends when another tab logs the visitor out (D-417)', async () => {
    const first = start({ bootstrap: { distinctID: 'a', isIdentifiedID: true } })
    const other = start({}, { browser: first.browser, page: { seed: 2 } })
    const before = first.ids()
    await first.settle(1_000)
    other.client.reset()
    await other.settle(1_000)
    const after = first.ids()
    expect(after.session).not.toBe(before.session)
    await first.settle(1_000)
    expect(other.ids().session).toBe(after.session)
  })
})
