import { describe, expect, it } from 'vitest'
import type { Stores } from '../../src/persistence/browserStores'
import { createLocks } from '../../src/persistence/locks'
import { type FakeBrowser, fakeBrowser } from '../support/fakeBrowser'
import { fakePage } from '../support/fakePage'

const MINUTE = 60_000

/** Tabs of one browser. */
function tabOf(browser: FakeBrowser) {
  const page = fakePage()
  const tab = browser.tab()
  return { page, tab, locks: createLocks(page, tab.stores.local()!, tab.stores.locks) }
}

describe.each([
  ['Web Locks', false],
  ['a lease in storage', true],
])('a name, by %s', (_, withoutLocks) => {
  it('is taken by one tab, and by another only when it is given back', async () => {
    const browser = fakeBrowser({ withoutLocks })
    const one = tabOf(browser)
    const other = tabOf(browser)
    expect(await one.locks.acquire('a')).toBe(true)
    expect(await other.locks.acquire('a')).toBe(false)
    expect(await other.locks.acquire('b')).toBe(true)
    one.locks.release()
    await Promise.resolve()
    expect(await other.locks.acquire('a')).toBe(true)
    expect(await one.locks.acquire('b')).toBe(false)
  })

  it('can be taken anew by who gave it back', async () => {
    const { locks, page } = tabOf(fakeBrowser({ withoutLocks }))
    await locks.acquire('a')
    locks.release()
    await Promise.resolve()
    expect(await locks.acquire('a')).toBe(true)
    locks.release()
    expect(page.timers()).toBe(0)
  })
})

describe('Web Locks', () => {
  it('end with the tab, however it ends', async () => {
    const browser = fakeBrowser()
    const dying = tabOf(browser)
    await dying.locks.acquire('a')
    dying.tab.kill()
    expect(await tabOf(browser).locks.acquire('a')).toBe(true)
  })

  it('that arrive after all was given back are not kept: a page with a lock has no way back', async () => {
    let grant = () => {}
    const held: unknown[] = []
    const request = async (_name: string, _options: unknown, run: (lock: object) => unknown) => {
      await new Promise<void>(resolve => {
        grant = resolve
      })
      held.push(run({}))
    }
    const manager = { request } as unknown as Stores['locks']
    const locks = createLocks(fakePage(), fakeBrowser().tab().stores.local()!, manager)
    const taken = locks.acquire('a')
    locks.release()
    grant()
    expect(await taken).toBe(false)
    expect(held).toEqual([undefined])
  })

  it('that the browser refuses leave the tab alone with what it has', async () => {
    const request = () => Promise.reject(new Error('SecurityError'))
    const manager = { request } as unknown as Stores['locks']
    const locks = createLocks(fakePage(), fakeBrowser().tab().stores.local()!, manager)
    expect(await locks.acquire('a')).toBe(true)
  })
})

describe('a lease', () => {
  const browser = () => fakeBrowser({ withoutLocks: true })

  it('is renewed while the page lives, if only once a minute', async () => {
    const shared = browser()
    const one = tabOf(shared)
    const other = tabOf(shared)
    await one.locks.acquire('a')
    for (let minutes = 0; minutes < 30; minutes++) for (const { page } of [one, other]) page.advance(MINUTE)
    expect(await other.locks.acquire('a')).toBe(false)
  })

  it('of a tab that died is free after three minutes', async () => {
    const shared = browser()
    const dead = tabOf(shared)
    const other = tabOf(shared)
    await dead.locks.acquire('a')
    other.page.advance(3 * MINUTE - 1)
    expect(await other.locks.acquire('a')).toBe(false)
    other.page.advance(1)
    expect(await other.locks.acquire('a')).toBe(true)
  })

  it('leaves nothing in storage when it is given back', async () => {
    const shared = browser()
    const { locks } = tabOf(shared)
    await locks.acquire('a')
    expect([...shared.local.entries.keys()]).toEqual(['a_lease'])
    locks.release()
    expect([...shared.local.entries.keys()]).toEqual([])
  })
})
