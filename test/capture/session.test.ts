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

describe('a session', () => {
  it('goes on while something happens', () => {
    const { page, ids } = start()
    const before = ids()
    page.advance(29 * MINUTE)
    expect(ids()).toEqual(before)
    page.advance(29 * MINUTE)
    expect(ids()).toEqual(before)
  })

  it('ends after half an hour without anything, and a new window id begins with the next', () => {
    const { page, ids, reasons } = start()
    const before = ids()
    page.advance(30 * MINUTE + 1)
    const after = ids()
    expect([after.session === before.session, after.window === before.window]).toEqual([false, false])
    expect(reasons).toEqual(['noSessionId', 'activityTimeout'])
  })

  it('ends after a day, however much happens', () => {
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

  it('is not prolonged, and not ended, by being asked for', () => {
    const { client, page, ids } = start()
    const { session } = ids()
    page.advance(31 * MINUTE)
    expect(client.get_session_id()).toBe(session)
    expect(ids().session).not.toBe(session)
  })

  it('survives a clock that is set back', () => {
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
    'of %i idle seconds is over after %i minutes: the setting counts between a minute and ten hours',
    (session_idle_timeout_seconds, minutes) => {
      const { page, ids } = start({ session_idle_timeout_seconds })
      const before = ids()
      page.advance((minutes - 1) * MINUTE - 1)
      expect(ids()).toEqual(before)
      page.advance(minutes * MINUTE)
      expect(ids().session).not.toBe(before.session)
    },
  )

  it('goes on where the server that made the page has begun it', () => {
    const sessionID = '019b8e07-4600-7000-8000-00000000abcd'
    expect(start({ bootstrap: { sessionID } }).ids().session).toBe(sessionID)
    expect(start({ bootstrap: { sessionID: 'mine' } }).ids().session).not.toBe('mine')
  })

  it('ends after a day too when the page brings an id that holds no time', () => {
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

  it('is told to a late listener at once, and a listener that leaves hears nothing', () => {
    const { client, page, ids } = start()
    const { session } = ids()
    const heard: string[] = []
    const end = client.onSessionId(id => heard.push(id))
    expect(heard).toEqual([session])
    end()
    page.advance(31 * MINUTE)
    ids()
    expect(heard).toHaveLength(1)
  })
})

describe('two pages', () => {
  it('one after the other share session and window', () => {
    const first = start()
    const before = first.ids()
    first.page.pagehide()
    const next = start({}, { browser: first.browser, tab: first.tab, page: { seed: 2 } })
    expect(next.ids()).toEqual(before)
    expect(next.reasons).toEqual([undefined])
  })

  it('in two tabs share the session, not the window', () => {
    const first = start()
    const before = first.ids()
    first.page.advance(1_000)
    const other = start({}, { browser: first.browser, page: { seed: 2 } }).ids()
    expect(other.session).toBe(before.session)
    expect(other.window).not.toBe(before.window)
  })

  it('of a duplicated tab share the session, not the window', () => {
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

  it('keep one session alive together', () => {
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

  it('go on with the session that one of them has begun', () => {
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
})
