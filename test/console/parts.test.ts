import { describe, expect, it } from 'vitest'
import { hasScope } from '../../src/console/scopes'
import { snippetOf } from '../../src/console/snippet'
import { formatAgo, formatCount, formatPercent } from '../../src/console/ui/format'
import { visibleRange } from '../../src/console/ui/visibleRange'

describe('hasScope', () => {
  it('accepts the scope, its write scope and the scope of everything', () => {
    expect(hasScope(['survey:read'], 'survey:read')).toBe(true)
    expect(hasScope(['survey:write'], 'survey:read')).toBe(true)
    expect(hasScope(['*'], 'person:write')).toBe(true)
    expect(hasScope(['survey:read'], 'survey:write')).toBe(false)
    expect(hasScope(['survey:write'], 'person:read')).toBe(false)
  })
})

describe('snippetOf', () => {
  it('names the project and the service', () => {
    expect(snippetOf('phc_shop', 'https://earshot.example')).toBe(
      '<script async crossorigin src="https://earshot.example/earshot.js" data-api-key="phc_shop" data-api-host="https://earshot.example"></script>',
    )
  })
})

describe('visibleRange', () => {
  const range = (scrollTop: number, count: number) =>
    visibleRange({ scrollTop, height: 600, itemHeight: 60, count })

  it('renders few items of a long list, wherever it is scrolled', () => {
    expect(range(0, 10_000)).toEqual({ first: 0, last: 18 })
    expect(range(300_000, 10_000)).toEqual({ first: 4992, last: 5018 })
    expect(range(599_400, 10_000)).toEqual({ first: 9982, last: 10_000 })
  })

  it('renders all items of a short list, and none of an empty one', () => {
    expect(range(0, 3)).toEqual({ first: 0, last: 3 })
    expect(range(0, 0)).toEqual({ first: 0, last: 0 })
  })

  it('stays inside a list that became shorter than the scroll position', () => {
    expect(range(300_000, 5)).toEqual({ first: 5, last: 5 })
  })
})

describe('formats', () => {
  it('writes times in words for a week, then as a day', () => {
    const now = Date.parse('2026-03-31T12:00:00Z')
    const ago = (ms: number) => formatAgo(new Date(now - ms).toISOString(), now)
    expect(ago(10_000)).toBe('just now')
    expect(ago(3 * 60_000)).toBe('3 minutes ago')
    expect(ago(5 * 3_600_000)).toBe('5 hours ago')
    expect(ago(30 * 3_600_000)).toBe('yesterday')
    expect(ago(20 * 86_400_000)).toBe('Mar 11, 2026')
  })

  it('keeps the digits of the service', () => {
    expect(formatCount(1234567)).toBe('1,234,567')
    expect(formatPercent(64.29)).toBe('64.29%')
    expect(formatPercent(70)).toBe('70%')
  })
})
