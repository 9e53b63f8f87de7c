import { describe, expect, it } from 'vitest'
import { safeUrl } from '../../../src/surveys/ui/safeUrl'

describe('safeUrl', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+4930123', 'tel:+4930123'],
    [' https://example.com ', 'https://example.com'],
    ['javascript:alert(1)', undefined],
    ['JAVASCRIPT:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['\u0001javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['vbscript:x', undefined],
    ['blob:https://example.com/x', undefined],
    ['file:///etc/passwd', undefined],
    ['https://', undefined],
    ['mailto:', undefined],
    ['', undefined],
    ['   ', undefined],
    [null, undefined],
    [7, undefined],
  ])('returns for %j: %j', (url, expected) => {
    expect(safeUrl(url, { relative: false })).toBe(expected)
    expect(safeUrl(url, { relative: true })).toBe(expected)
  })

  it.each(['/a', 'a/b:c', '?q=a:b', '#a:b', '/a//b', '\\a'])(
    'returns the relative %s only with `relative`',
    url => {
      expect(safeUrl(url, { relative: true })).toBe(url)
      expect(safeUrl(url, { relative: false })).toBeUndefined()
    },
  )

  it.each(['//', '/\\', '\\/', '\\\\', '///', '/\t\\', '\n//', ' /\\', '\u0001\\\r\\'])(
    'returns an `https:` URL when %j leads to another host, only with `relative` (R19)',
    slashes => {
      expect(new URL(`${slashes}cdn.other.test/x`, 'http://shop.test').host).toBe('cdn.other.test')
      expect(safeUrl(`${slashes}cdn.other.test/x`, { relative: true })).toBe('https://cdn.other.test/x')
      expect(safeUrl(`${slashes}cdn.other.test/x`, { relative: false })).toBeUndefined()
      expect(safeUrl(slashes, { relative: true })).toBeUndefined()
    },
  )
})
