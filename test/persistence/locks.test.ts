import { describe, expect, it } from 'vitest'
import type { Stores } from '../../src/persistence/browserStores'
import { createLocks } from '../../src/persistence/locks'
import { type FakeBrowser, fakeBrowser } from '../support/fakeBrowser'
import { fakePage } from '../support/fakePage'

const MINUTE = 60_000

/** Opens a tab with its own page and locks. */
function openTab(browser: FakeBrowser) {
  const page = fakePage()
  const tab = browser.tab()
  return { page, tab, locks: createLocks(page, tab.stores.local()!, tab.stores.locks) }
}

describe.each([
  ['Web Locks', false],
  ['leases', true],
])('createLocks with %s', (_, withoutLocks) => {
  it('acquires a lock that another tab holds only after its release', async () => {
    const browser = fakeBrowser({ withoutLocks })
    const one = openTab(browser)
    const other = openTab(browser)
    expect(await one.locks.acquire('a')).toBe(true)
    expect(await other.locks.acquire('a')).toBe(false)
    expect(await other.locks.acquire('b')).toBe(true)
    one.locks.release()
    await Promise.resolve()
    expect(await other.locks.acquire('a')).toBe(true)
    expect(await one.locks.acquire('b')).toBe(false)
  })

  it('acquires a lock again after its own release', async () => {
    const { locks, page } = openTab(fakeBrowser({ withoutLocks }))
    await locks.acquire('a')
    locks.release()
    await Promise.resolve()
    expect(await locks.acquire('a')).toBe(true)
    locks.release()
    expect(page.timers()).toBe(0)
  })
})

describe('createLocks with Web Locks', () => {
  it('acquires the lock of a tab that was killed', async () => {
    const browser = fakeBrowser()
    const dying = openTab(browser)
    await dying.locks.acquire('a')
    dying.tab.kill()
    expect(await openTab(browser).locks.acquire('a')).toBe(true)
  })

  it('does not keep a lock that is granted after the release, which would prevent the back/forward cache', async () => {
    let grant = () => {}
    const held: unknown[] = []
    const request = async (_name: string, _options: unknown, callback: (lock: object) => unknown) => {
      await new Promise<void>(resolve => {
        grant = resolve
      })
      held.push(callback({}))
    }
    const manager = { request } as unknown as Stores['locks']
    const locks = createLocks(fakePage(), fakeBrowser().tab().stores.local()!, manager)
    const acquired = locks.acquire('a')
    locks.release()
    grant()
    expect(await acquired).toBe(false)
    expect(held).toEqual([undefined])
  })

  it('acquires every lock when an extension has replaced Web Locks by an empty object (R31)', async () => {
    const locks = createLocks(fakePage(), fakeBrowser().tab().stores.local()!, {} as Stores['locks'])
    expect(await locks.acquire('a')).toBe(true)
  })

  it('acquires every lock when the browser denies Web Locks', async () => {
    const request = () => Promise.reject(new Error('SecurityError'))
    const manager = { request } as unknown as Stores['locks']
    const locks = createLocks(fakePage(), fakeBrowser().tab().stores.local()!, manager)
    expect(await locks.acquire('a')).toBe(true)
  })
})

describe('createLocks with leases', () => {
  const browser = () => fakeBrowser({ withoutLocks: true })

  it('renews a lease when timers run only once a minute', async () => {
    const shared = browser()
    const one = openTab(shared)
    const other = openTab(shared)
    await one.locks.acquire('a')
    for (let minutes = 0; minutes < 30; minutes++) for (const { page } of [one, other]) page.advance(MINUTE)
    expect(await other.locks.acquire('a')).toBe(false)
  })

  it('acquires the lease of a dead tab after three minutes', async () => {
    const shared = browser()
    const dead = openTab(shared)
    const other = openTab(shared)
    await dead.locks.acquire('a')
    other.page.advance(3 * MINUTE - 1)
    expect(await other.locks.acquire('a')).toBe(false)
    other.page.advance(1)
    expect(await other.locks.acquire('a')).toBe(true)
  })

  it.each([MINUTE, 60 * MINUTE])(
    'does not acquire the lease of a living tab when the clock is set back by %i ms (D-698)',
    async ms => {
      const shared = browser()
      const one = openTab(shared)
      const other = openTab(shared)
      await one.locks.acquire('a')
      for (const { page } of [one, other]) page.setClock(page.now() - ms)
      for (let minutes = 0; minutes < 6; minutes++) {
        expect(await other.locks.acquire('a')).toBe(false)
        for (const { page } of [one, other]) page.advance(MINUTE)
      }
    },
  )

  it.each(['1e15', '1e400', String(Date.UTC(2126, 0, 5))])(
    'acquires the lease of a dead tab after three minutes when it ends at %s (D-351, D-698)',
    async text => {
      const shared = browser()
      const { locks, page } = openTab(shared)
      shared.local.entries.set('a_lease', text)
      expect(await locks.acquire('a')).toBe(false)
      page.advance(3 * MINUTE)
      expect(await locks.acquire('a')).toBe(true)
    },
  )

  it.each(['', 'x', '-1', '{}'])(
    'acquires the lease at once when it is %j, which is no time (D-351)',
    async text => {
      const shared = browser()
      shared.local.entries.set('a_lease', text)
      expect(await openTab(shared).locks.acquire('a')).toBe(true)
    },
  )

  it('removes the stored lease on release', async () => {
    const shared = browser()
    const { locks } = openTab(shared)
    await locks.acquire('a')
    expect([...shared.local.entries.keys()]).toEqual(['a_lease'])
    locks.release()
    expect([...shared.local.entries.keys()]).toEqual([])
  })
})
