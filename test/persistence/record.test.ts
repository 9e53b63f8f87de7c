import { describe, expect, it } from 'vitest'
import { createRecord } from '../../src/persistence/record'
import type { Store } from '../../src/persistence/store'
import { switchableStore } from '../../src/persistence/switchableStore'
import type { Properties } from '../../src/wire/event'
import { fakePage } from '../support/fakePage'
import { fakeStorage } from '../support/fakeStore'

const KEY = 'k'

function openTab(main = fakeStorage(), cookies = fakeStorage()) {
  const page = fakePage()
  const jar = cookies.open()
  let reads = 0
  const cookie = {
    ...jar,
    read(key: string) {
      reads++
      return jar.read(key)
    },
  }
  const externalIds: string[] = []
  const record = createRecord({
    page,
    key: KEY,
    main: switchableStore(main.open()),
    cookie: () => cookie,
    cookieKeys: ['distinct_id', '$device_id', '$sesid'],
    activityKey: '$sesid',
    onPerson: () => externalIds.push(String(record.get('distinct_id'))),
  })
  const setNow = (patch: Properties) => {
    record.set(patch)
    record.sync()
  }
  const stored = () => JSON.parse(main.entries.get(KEY) ?? '{}')
  const inCookie = () => JSON.parse(cookies.entries.get(KEY) ?? '{}')
  return { page, main, cookies, record, setNow, externalIds, stored, inCookie, cookieReads: () => reads }
}

describe('createRecord', () => {
  it('stores changes once, 250 ms after the first one', () => {
    const { page, main, record, stored } = openTab()
    record.set({ a: 1 })
    record.set({ b: 2 })
    page.advance(249)
    expect(main.entries.size).toBe(0)
    page.advance(1)
    expect(stored()).toEqual({ a: 1, b: 2 })
    expect(main.changes()).toBe(1)
  })

  it.each(['hidden', 'pagehide'] as const)('stores changes at %s', event => {
    const { page, record, stored } = openTab()
    record.set({ a: 1 })
    page.emit(event)
    expect(stored()).toEqual({ a: 1 })
  })

  it('does not write when nothing has changed', () => {
    const { page, main, record, setNow } = openTab()
    setNow({ a: 1 })
    record.set({ a: 1 })
    page.advance(1_000)
    page.emit('hidden')
    expect(main.changes()).toBe(1)
  })

  it('stores only the cookie keys in the cookie', () => {
    const { page, setNow, inCookie } = openTab()
    setNow({ distinct_id: 'x', $initial_person_info: { u: 'https://a.test' } })
    page.runIdle()
    expect(inCookie()).toEqual({ distinct_id: 'x' })
  })

  const texts = ['', 'nonsense', '[]', '5', 'null', '{"__proto__":{"polluted":true}}']
  it.each(texts)('ignores the invalid stored text %j', text => {
    const { record, setNow } = openTab(fakeStorage({ [KEY]: text }), fakeStorage({ [KEY]: text }))
    expect(record.get('polluted')).toBeUndefined()
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    setNow({ a: 1 })
    expect(record.get('a')).toBe(1)
  })

  it('keeps values in memory while storage is full, and stores them afterwards', () => {
    const { main, page, record, setNow, stored } = openTab()
    main.setFull(true)
    setNow({ a: 1 })
    expect(record.get('a')).toBe(1)
    main.setFull(false)
    record.set({ b: 2 })
    page.advance(1_000)
    expect(stored()).toEqual({ a: 1, b: 2 })
  })

  it('stores changes and removes timers and listeners when it stops', () => {
    const { page, record, stored } = openTab()
    record.set({ a: 1 })
    record.stop()
    expect(stored()).toEqual({ a: 1 })
    expect([page.timers(), page.listeners()]).toEqual([0, 0])
  })
})

describe('createRecord in two tabs', () => {
  it('writes once per change when the tabs hold different values without a visitor', () => {
    const main = fakeStorage()
    const [one, other] = [openTab(main), openTab(main)]
    one.setNow({ $referrer: 'a' })
    other.setNow({ $referrer: 'b' })
    one.setNow({ $referrer: 'c' })
    expect(main.changes()).toBe(3)
  })

  it('merges changes by key', () => {
    const one = openTab()
    one.setNow({ distinct_id: 'x', $user_state: 'anonymous' })
    const other = openTab(one.main, one.cookies)
    one.setNow({ a: 1 })
    other.setNow({ b: 2 })
    expect(one.stored()).toEqual({ distinct_id: 'x', $user_state: 'anonymous', a: 1, b: 2 })
    expect([one.record.get('b'), other.record.get('a')]).toEqual([2, 1])
  })

  it('adopts the visitor that was stored first when both start together', () => {
    const one = openTab()
    const other = openTab(one.main, one.cookies)
    one.record.setIfUnclaimed({ distinct_id: 'one' })
    other.record.setIfUnclaimed({ distinct_id: 'other' })
    other.page.advance(1_000)
    one.page.advance(1_000)
    expect([one.record.get('distinct_id'), other.record.get('distinct_id')]).toEqual(['other', 'other'])
    expect(one.externalIds).toEqual(['other'])
  })

  it('adopts the log-in of the other tab and does not overwrite it', () => {
    const one = openTab()
    const other = openTab(one.main, one.cookies)
    other.record.setIfUnclaimed({ distinct_id: 'anonymous' })
    one.setNow({ distinct_id: 'u1' })
    other.page.advance(1_000)
    expect(other.record.get('distinct_id')).toBe('u1')
    expect(one.stored().distinct_id).toBe('u1')
  })

  it('does not restore values that the other tab has cleared', () => {
    const one = openTab()
    one.setNow({ distinct_id: 'x', a: 1 })
    const other = openTab(one.main, one.cookies)
    one.record.clear()
    const next = { distinct_id: 'y', $user_state: 'anonymous' }
    one.record.setIfUnclaimed(next)
    one.record.sync()
    expect(other.record.all()).toEqual(next)
    other.page.emit('hidden')
    expect(one.stored()).toEqual(next)
  })

  it('stores the values in memory again when the page has emptied the storage', () => {
    const { main, cookies, page, setNow, stored } = openTab()
    setNow({ distinct_id: 'x' })
    main.entries.clear()
    cookies.entries.clear()
    page.emit('visible')
    expect(stored()).toEqual({ distinct_id: 'x' })
  })
})

describe('createRecord with a cookie', () => {
  const visitor = { distinct_id: 'x', $sesid: [1, 's', 1] }
  const returning = () => openTab(fakeStorage(), fakeStorage({ [KEY]: JSON.stringify(visitor) }))

  it('reads it once and writes it once, when the page is idle, on the first page of a visitor', () => {
    const { page, cookies, record, inCookie, cookieReads } = openTab()
    record.setIfUnclaimed({ distinct_id: 'x' })
    record.set({ $sesid: [2, 's', 2] })
    page.advance(1_000)
    expect(cookies.changes()).toBe(0)
    page.runIdle()
    expect([cookieReads(), cookies.changes()]).toEqual([1, 1])
    expect(inCookie()).toEqual({ distinct_id: 'x', $sesid: [2, 's', 2] })
  })

  it('writes the last activity when the page is left, and not before', () => {
    const { page, cookies, record, inCookie, cookieReads } = returning()
    record.set({ $sesid: [9_000, 's', 1] })
    page.advance(60_000)
    page.runIdle()
    expect([cookieReads(), cookies.changes()]).toEqual([1, 0])
    page.emit('hidden')
    page.emit('pagehide')
    expect([cookieReads(), cookies.changes()]).toEqual([2, 1])
    expect(inCookie().$sesid).toEqual([9_000, 's', 1])
  })

  it('writes a person who logs in on the first page of a visitor at once', () => {
    const { record, setNow, inCookie } = openTab()
    record.setIfUnclaimed({ distinct_id: 'x' })
    setNow({ distinct_id: 'u1' })
    expect(inCookie().distinct_id).toBe('u1')
  })

  it('writes a new person at once', () => {
    const { setNow, inCookie } = returning()
    setNow({ distinct_id: 'u1' })
    expect(inCookie().distinct_id).toBe('u1')
  })

  it('uses the later activity when the cookie has an earlier one of the same person', () => {
    const main = fakeStorage({ [KEY]: JSON.stringify({ ...visitor, $sesid: [5, 's', 1] }) })
    const cookies = fakeStorage({ [KEY]: JSON.stringify(visitor) })
    expect(openTab(main, cookies).record.get('$sesid')).toEqual([5, 's', 1])
  })
})

describe('createRecord in two tabs that have stored at the same moment', () => {
  it('adopts the visitor of the cookie when a late storage event tells of the other tab', () => {
    const main = fakeStorage()
    let tell: Parameters<Store['onExternalChange']>[1] = () => {}
    const open = (): Store => ({
      ...main.open(),
      onExternalChange(_, listener) {
        tell = listener
        return () => {}
      },
    })
    const { record, setNow, cookies } = openTab({ ...main, open })
    setNow({ distinct_id: 'one' })
    const other = JSON.stringify({ distinct_id: 'other' })
    cookies.entries.set(KEY, other)
    // The value of this tab has replaced that of the other one, whose event comes all the same.
    tell(KEY, other)
    expect(record.get('distinct_id')).toBe('other')
  })
})

describe('createRecord with a cookie of another subdomain', () => {
  it('uses only the cookie when it belongs to another person', () => {
    const main = fakeStorage({ [KEY]: JSON.stringify({ distinct_id: 'old', secret: 1 }) })
    const next = { distinct_id: 'new', $user_state: 'anonymous' }
    const { record } = openTab(main, fakeStorage({ [KEY]: JSON.stringify(next) }))
    expect(record.all()).toEqual(next)
  })

  it('adopts the person of the cookie when the page becomes visible', () => {
    const { page, cookies, record, setNow, externalIds } = openTab()
    setNow({ distinct_id: 'x' })
    cookies.entries.set(KEY, JSON.stringify({ distinct_id: 'u1' }))
    page.emit('visible')
    expect(record.get('distinct_id')).toBe('u1')
    expect(externalIds).toEqual(['u1'])
  })
})
