import { describe, expect, it } from 'vitest'
import { createRecord } from '../../src/persistence/record'
import { switchableStore } from '../../src/persistence/switchableStore'
import { fakePage } from '../support/fakePage'
import { fakeStorage } from '../support/fakeStore'

const KEY = 'k'

function openTab(main = fakeStorage(), cookies = fakeStorage()) {
  const page = fakePage()
  const cookie = cookies.open()
  const foreign: string[] = []
  const record = createRecord({
    page,
    key: KEY,
    main: switchableStore(main.open()),
    cookie: () => cookie,
    cookieKeys: ['distinct_id', '$device_id'],
    onExternalChange: () => foreign.push(String(record.get('distinct_id'))),
  })
  const stored = () => JSON.parse(main.entries.get(KEY) ?? '{}')
  const inCookie = () => JSON.parse(cookies.entries.get(KEY) ?? '{}')
  return { page, main, cookies, record, foreign, stored, inCookie }
}

describe('a record', () => {
  it('is stored a quarter of a second after the first change, once', () => {
    const { page, main, record, stored } = openTab()
    record.set({ a: 1 })
    record.set({ b: 2 })
    page.advance(249)
    expect(main.entries.size).toBe(0)
    page.advance(1)
    expect(stored()).toEqual({ a: 1, b: 2 })
    expect(main.changes()).toBe(1)
  })

  it.each(['hidden', 'pagehide'] as const)('is stored before the page ends: %s', moment => {
    const { page, record, stored } = openTab()
    record.set({ a: 1 })
    page.emit(moment)
    expect(stored()).toEqual({ a: 1 })
  })

  it('is not written when nothing has changed', () => {
    const { page, main, record } = openTab()
    record.set({ a: 1 }, true)
    record.set({ a: 1 })
    page.advance(1_000)
    page.emit('hidden')
    expect(main.changes()).toBe(1)
  })

  it('puts into the cookie what belongs there, and no more', () => {
    const { record, inCookie } = openTab()
    record.set({ distinct_id: 'x', $initial_person_info: { u: 'https://a.test' } }, true)
    expect(inCookie()).toEqual({ distinct_id: 'x' })
  })

  const texts = ['', 'nonsense', '[]', '5', 'null', '{"__proto__":{"polluted":true}}']
  it.each(texts)('does not trip over what is stored: %j', text => {
    const { record } = openTab(fakeStorage({ [KEY]: text }), fakeStorage({ [KEY]: text }))
    expect(record.get('polluted')).toBeUndefined()
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    record.set({ a: 1 }, true)
    expect(record.get('a')).toBe(1)
  })

  it('goes on in memory where nothing can be stored, and is stored when it can', () => {
    const { main, page, record, stored } = openTab()
    main.setFull(true)
    record.set({ a: 1 }, true)
    expect(record.get('a')).toBe(1)
    main.setFull(false)
    record.set({ b: 2 })
    page.advance(1_000)
    expect(stored()).toEqual({ a: 1, b: 2 })
  })

  it('leaves no timer and no listener when it stops', () => {
    const { page, record, stored } = openTab()
    record.set({ a: 1 })
    record.stop()
    expect(stored()).toEqual({ a: 1 })
    expect([page.timers(), page.listeners()]).toEqual([0, 0])
  })
})

describe('two tabs', () => {
  it('write key by key, and see each other', () => {
    const one = openTab()
    one.record.set({ distinct_id: 'x' }, true)
    const other = openTab(one.main, one.cookies)
    one.record.set({ a: 1 }, true)
    other.record.set({ b: 2 }, true)
    expect(one.stored()).toEqual({ distinct_id: 'x', a: 1, b: 2 })
    expect([one.record.get('b'), other.record.get('a')]).toEqual([2, 1])
  })

  it('that start together end with the visitor who was stored first', () => {
    const one = openTab()
    const other = openTab(one.main, one.cookies)
    one.record.setIfUnclaimed({ distinct_id: 'one' })
    other.record.setIfUnclaimed({ distinct_id: 'other' })
    other.page.advance(1_000)
    one.page.advance(1_000)
    expect([one.record.get('distinct_id'), other.record.get('distinct_id')]).toEqual(['other', 'other'])
    expect(one.foreign).toEqual(['other'])
  })

  it('of which one logs in: the other knows, and does not undo it', () => {
    const one = openTab()
    const other = openTab(one.main, one.cookies)
    other.record.setIfUnclaimed({ distinct_id: 'anonymous' })
    one.record.set({ distinct_id: 'u1' }, true)
    other.page.advance(1_000)
    expect(other.record.get('distinct_id')).toBe('u1')
    expect(one.stored().distinct_id).toBe('u1')
  })

  it('of which one begins anew: nothing of before comes back', () => {
    const one = openTab()
    one.record.set({ distinct_id: 'x', a: 1 }, true)
    const other = openTab(one.main, one.cookies)
    one.record.clear()
    one.record.setIfUnclaimed({ distinct_id: 'y' })
    one.record.sync()
    expect(other.record.all()).toEqual({ distinct_id: 'y' })
    other.page.emit('hidden')
    expect(one.stored()).toEqual({ distinct_id: 'y' })
  })

  it('whose storage the host has emptied go on with what they know', () => {
    const { main, cookies, page, record, stored } = openTab()
    record.set({ distinct_id: 'x' }, true)
    main.entries.clear()
    cookies.entries.clear()
    page.emit('visible')
    expect(stored()).toEqual({ distinct_id: 'x' })
  })
})

describe('another subdomain', () => {
  it('that knows another person is right, and what is stored here was of the person before', () => {
    const main = fakeStorage({ [KEY]: JSON.stringify({ distinct_id: 'old', secret: 1 }) })
    const { record } = openTab(main, fakeStorage({ [KEY]: JSON.stringify({ distinct_id: 'new' }) }))
    expect(record.all()).toEqual({ distinct_id: 'new' })
  })

  it('is noticed when the visitor comes back', () => {
    const { page, cookies, record, foreign } = openTab()
    record.set({ distinct_id: 'x' }, true)
    cookies.entries.set(KEY, JSON.stringify({ distinct_id: 'u1' }))
    page.emit('visible')
    expect(record.get('distinct_id')).toBe('u1')
    expect(foreign).toEqual(['u1'])
  })
})
