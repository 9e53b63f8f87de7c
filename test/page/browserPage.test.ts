// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPage } from '../../src/page/browserPage'

afterEach(() => vi.unstubAllGlobals())

const page = () =>
  browserPage(error => {
    throw error
  })!

describe('browserPage', () => {
  it('returns no time zone, and reads it only once, when the browser throws', () => {
    const dateTimeFormat = vi.fn(() => {
      throw new RangeError('Incorrect locale information provided')
    })
    vi.stubGlobal('Intl', { DateTimeFormat: dateTimeFormat })
    const { timezone } = page()
    expect([timezone(), timezone()]).toEqual([undefined, undefined])
    expect(dateTimeFormat).toHaveBeenCalledTimes(1)
  })

  it('returns the same browser info until a value changes', () => {
    const { browserInfo } = page()
    const before = browserInfo()
    expect(browserInfo()).toBe(before)
    vi.stubGlobal('innerWidth', before.viewportWidth! - 1)
    expect(browserInfo()).toEqual({ ...before, viewportWidth: before.viewportWidth! - 1 })
  })

  it('returns the current time when a timestamp is invalid', () => {
    const { isoTimestamp, now } = page()
    expect(isoTimestamp('yesterday').slice(0, 10)).toBe(new Date(now()).toISOString().slice(0, 10))
    expect(isoTimestamp('2026-01-05T12:00:00+01:00')).toBe('2026-01-05T11:00:00.000Z')
    // An object that cannot be read is no time (R3A).
    expect(isoTimestamp(Object.create(null)).slice(0, 10)).toBe(new Date(now()).toISOString().slice(0, 10))
  })

  it.each([
    ['a year of five digits', Date.UTC(10_000, 0)],
    ['a year before 0', new Date(-1e14)],
    ['1n', 1n],
    ['a symbol', Symbol('a')],
  ])('returns the current time for %s, which no timestamp of the service can be (R3A)', (_, time) => {
    const { isoTimestamp, now } = page()
    expect(isoTimestamp(time as number).slice(0, 10)).toBe(new Date(now()).toISOString().slice(0, 10))
  })

  it('returns the timestamp in ISO 8601 where a library has replaced toISOString since (R31, D-668)', () => {
    const { isoTimestamp } = page()
    const spy = vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('5/1/2026')
    const text = isoTimestamp(1_000)
    spy.mockRestore()
    expect(text).toBe('1970-01-01T00:00:01.000Z')
  })

  it('reads a browser whose time zone throws (R31)', () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(() => {
      throw new Error('denied')
    })
    expect(browserPage(() => {})!.browserInfo().timezoneOffset).toBe(0)
  })

  it.each([2 ** 31, Infinity])('does not fire a timer of %d ms at once', ms => {
    const setTimeout = vi.spyOn(window, 'setTimeout').mockReturnValue(1 as never)
    page().setTimer(ms, () => {})
    expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), 2 ** 31 - 1)
  })

  it.each([
    ['1', true],
    ['0', false],
    ['unspecified', false],
    [null, false],
  ])('reads a Do Not Track of %j as %j', (doNotTrack, expected) => {
    vi.stubGlobal('navigator', { doNotTrack })
    expect(page().doNotTrack()).toBe(expected)
  })

  it.each([[5], [null], [undefined], [{}], [Symbol('a')]])(
    'reads texts of the browser as missing when they are %o (R31)',
    value => {
      const brands = [{ brand: value }]
      vi.stubGlobal('navigator', {
        language: value,
        userAgent: value,
        userAgentData: { platform: value, brands },
      })
      vi.spyOn(document, 'referrer', 'get').mockReturnValue(value as string)
      const { browserInfo, referrer } = browserPage(() => {})!
      expect(browserInfo()).toMatchObject({ userAgent: '', platform: '', language: undefined })
      for (const brand of browserInfo().brands) expect(brand).toBeTypeOf('string')
      expect(referrer()).toBe('')
    },
  )
})
