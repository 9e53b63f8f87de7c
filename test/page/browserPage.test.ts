// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPage } from '../../src/page/browserPage'

afterEach(() => vi.unstubAllGlobals())

const page = () =>
  browserPage(error => {
    throw error
  })!

describe('the page of a browser', () => {
  it('has no time zone where the browser throws when it is asked for it, and asks once', () => {
    const ask = vi.fn(() => {
      throw new RangeError('Incorrect locale information provided')
    })
    vi.stubGlobal('Intl', { DateTimeFormat: ask })
    const { timezone } = page()
    expect([timezone(), timezone()]).toEqual([undefined, undefined])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('says what it is by the same object until something changes', () => {
    const { browserInfo: facts } = page()
    const before = facts()
    expect(facts()).toBe(before)
    vi.stubGlobal('innerWidth', before.viewportWidth! - 1)
    expect(facts()).toEqual({ ...before, viewportWidth: before.viewportWidth! - 1 })
  })

  it('has a moment for what is none', () => {
    const { isoTimestamp: iso, now } = page()
    expect(iso('yesterday').slice(0, 10)).toBe(new Date(now()).toISOString().slice(0, 10))
    expect(iso('2026-01-05T12:00:00+01:00')).toBe('2026-01-05T11:00:00.000Z')
  })
})
