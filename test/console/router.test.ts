import { describe, expect, it } from 'vitest'
import { hrefOf, parseRoute } from '../../src/console/router'

const read = (hash: string) => {
  const { page, id, query } = parseRoute(hash)
  return { page, id, query: Object.fromEntries(query) }
}

describe('parseRoute', () => {
  it.each([
    ['', { page: 'surveys', query: {} }],
    ['#/', { page: 'surveys', query: {} }],
    ['#/surveys', { page: 'surveys', query: {} }],
    ['#/people/a%20b%2Fc', { page: 'people', id: 'a b/c', query: {} }],
    ['#/surveys/1?completion=partial', { page: 'surveys', id: '1', query: { completion: 'partial' } }],
    ['#/nothing', { page: null, query: {} }],
    ['#/surveys/1/2', { page: null, query: {} }],
    ['#/people/100%', { page: 'people', id: '100%', query: {} }],
    ['#main', { page: null, query: {} }],
  ])('reads %j', (hash, route) => {
    expect(read(hash)).toEqual({ id: undefined, ...route })
  })
})

describe('hrefOf', () => {
  it('returns the address of a page that parseRoute reads back', () => {
    const href = hrefOf('people', 'ä/?#&', { search: 'x y&z', empty: '' })
    expect(read(href)).toEqual({ page: 'people', id: 'ä/?#&', query: { search: 'x y&z' } })
    expect(hrefOf('flags')).toBe('#/flags')
  })
})
