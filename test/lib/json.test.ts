import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyOf, serialize, stringify, stringifyStored } from '../../src/lib/json'
import { ratingValues } from '../../src/surveys/questions/rating/answer'
import { shuffledIndexes } from '../../src/surveys/session/shuffle'
import '../support/properties'

const cycle: Record<string, unknown> = { name: 'o' }
cycle.self = cycle
const shared = { k: 1 }
class FakeElement {
  __reactFiber = cycle
  get nodeName() {
    return 'DIV'
  }
}
const element = new FakeElement()
const getter = {
  a: 1,
  get b() {
    throw new Error('page')
  },
  c: 3,
}

describe('serialize', () => {
  it('writes dates in ISO 8601 where a library has replaced toISOString since (R31, D-668)', () => {
    const spy = vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('5/1/2026')
    const text = serialize({ at: new Date(0) })
    spy.mockRestore()
    expect(text).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })

  const cases: [name: string, input: unknown, expected: unknown][] = [
    ['plain values', { a: 1, b: 'x', c: null, d: [true] }, { a: 1, b: 'x', c: null, d: [true] }],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['an invalid date', { at: new Date(Number.NaN), n: 1n }, { at: null, n: '1' }],
    ['a BigInt', { n: 10n }, { n: '10' }],
    ['a cycle', { o: cycle }, { o: { name: 'o', self: '[Circular]' } }],
    ['the same object twice', { a: shared, b: shared, n: 1n }, { a: { k: 1 }, b: { k: 1 }, n: '1' }],
    ['a getter that throws', getter, { a: 1, c: 3 }],
    ['an element', { element, n: 1n }, { element: '[div]', n: '1' }],
    [
      'an error',
      { error: new TypeError('no'), n: 1n },
      { error: { name: 'TypeError', message: 'no' }, n: '1' },
    ],
    ['values without a JSON form', { f: () => {}, s: Symbol('s'), u: undefined, n: Number.NaN }, { n: null }],
    ['a property named length', { length: 3 }, { length: 3 }],
    [
      'a property named __proto__',
      JSON.parse('{"__proto__":{"a":1},"n":1}'),
      JSON.parse('{"__proto__":{"a":1},"n":1}'),
    ],
    ['undefined', undefined, null],
    ['a function', () => {}, null],
  ]
  it.each(cases)('serializes %s', (_, input, expected) =>
    expect(JSON.parse(serialize(input))).toEqual(expected),
  )

  it('keeps the values of an array whose indexes are ids, without its holes (R3A)', () => {
    const byId: string[] = []
    byId[1_234_567_890] = 'x'
    expect(JSON.parse(serialize({ byId }))).toEqual({ byId: { 1234567890: 'x' } })
    expect(JSON.parse(serialize({ list: Object.assign(Array(3), { 0: 1n }) }))).toEqual({
      list: ['1', null, null],
    })
  })

  /** Returns how many values a JSON text has, each member once. */
  const countOf = (json: string) => {
    let count = 0
    JSON.parse(json, () => void count++)
    return count
  }
  const sparse = (fill: (list: unknown[]) => void) => {
    const list: unknown[] = []
    fill(list)
    return list
  }
  it.each([
    ['an index that is an id', () => sparse(list => (list[4_000_000_000] = 1)), { 4000000000: 1 }],
    ['a length that was set', () => sparse(list => (list.length = 4_000_000_000)), {}],
    [
      'a getter at an index that is an id',
      () => sparse(list => Object.defineProperty(list, 3_000_000_000, { enumerable: true, get: () => 1 })),
      { 3000000000: 1 },
    ],
    [
      'a length like that of a list',
      () => ({ length: 4_000_000_000, 7: 1 }),
      { length: 4_000_000_000, 7: 1 },
    ],
  ])('reads no holes of a list with %s, nested ones included (R3A)', (_, create, expected) => {
    expect(JSON.parse(serialize({ list: create(), inner: [{ list: create() }] }))).toEqual({
      list: expected,
      inner: [{ list: expected }],
    })
  })

  const shareParts = (levels: number) => {
    let part: object = { leaf: 1 }
    for (let level = 0; level < levels; level++) part = { left: part, right: part }
    return part
  }
  const LARGE: [name: string, create: () => unknown][] = [
    ['the bytes of a file', () => new Uint8Array(3_000_000)],
    ['64-bit numbers', () => new BigInt64Array(100_000)],
    ['a list of numbers', () => Array.from({ length: 300_000 }, (_, index) => index)],
    [
      'an object with many names',
      () => Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [i, i])),
    ],
    ['a list of lists', () => Array.from({ length: 50_000 }, () => [1])],
    ['parts that are shared', () => shareParts(18)],
    ['long texts', () => Array.from({ length: 100 }, () => 'x'.repeat(60_000))],
    ['one very long text', () => 'x'.repeat(3_000_000)],
    ['long names', () => ({ [`a${'x'.repeat(2_000_000)}`]: 1, b: 1 })],
  ]
  it.each(LARGE)('cuts %s and keeps the values beside it, and says so once (R3A)', (_, create) => {
    const onCut = vi.fn()
    const large = create()
    const json = serialize({ large, plan: 'pro', inner: { id: 'y'.repeat(200) } }, Infinity, onCut)
    expect(JSON.parse(json)).toMatchObject({ plan: 'pro', inner: { id: 'y'.repeat(200) } })
    expect(countOf(json)).toBeLessThan(20_100)
    expect(json.length).toBeLessThan(1_100_000)
    expect(onCut).toHaveBeenCalledTimes(1)
  })

  it('says nothing about a value within the limits (R3A)', () => {
    const onCut = vi.fn()
    serialize({ list: Array(9_000).fill({ id: 1 }), text: 'x'.repeat(70_000) }, 65_535, onCut)
    expect(onCut).not.toHaveBeenCalled()
  })

  it('writes as many values of a text as of a text object, and of a number and a boolean (R3A)', () => {
    const objects = { text: new String('ab'), number: new Number(5), yes: new Boolean(true) }
    expect(serialize(objects)).toBe(JSON.stringify(objects))
  })

  it.each<[string, () => unknown]>([
    ['another text', () => 'yesterday'],
    ['nothing', () => undefined],
  ])('serializes a date as ISO when the page has made toJSON of dates return %s (R38)', (_, toJSON) => {
    vi.spyOn(Date.prototype, 'toJSON').mockImplementation(toJSON as never)
    expect(serialize({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })

  it('cuts long text at any depth', () => {
    const input = { long: 'x'.repeat(70_000), list: [{ long: 'y'.repeat(70_000) }], short: 'z' }
    const result = JSON.parse(serialize(input, 65_535))
    expect([result.long.length, result.list[0].long.length, result.short]).toEqual([65_535, 65_535, 'z'])
  })

  const JOINED = {
    'an emoji': '🎈',
    'a family': '👨‍👩‍👧‍👦',
    'a flag': '🇩🇪',
    'a skin tone': '👍🏽',
    'an accent': 'e\u0301',
    'a line break': '\r\n',
    'a keycap': '1\ufe0f\u20e3',
    'a tag sequence': '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  }
  it.each(Object.entries(JOINED))('cuts long text before %s that does not fit (R08)', (_, piece) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      for (const max of [50, 51, 52, 53]) {
        const text = JSON.parse(serialize(before + piece.repeat(60), max))
        const count = Math.floor((max - before.length) / piece.length)
        expect(text).toBe(before + piece.repeat(count))
      }
    }
  })

  it('cuts a long row of emoji between two of them (R08)', () => {
    const text = JSON.parse(serialize({ text: `ab${'🎈'.repeat(40_000)}` }, 65_535)).text
    expect(text).toBe(`ab${'🎈'.repeat(32_766)}`)
  })

  it('never splits a surrogate pair in a browser without Intl.Segmenter (R08)', () => {
    vi.stubGlobal('Intl', {})
    expect(JSON.parse(serialize(`a${'🎈'.repeat(9)}`, 4))).toBe('a🎈')
    vi.unstubAllGlobals()
  })

  it('keeps most of a letter with very many accents (R08)', () => {
    expect(JSON.parse(serialize(`a${'\u0301'.repeat(900)}`, 500))).toHaveLength(500)
  })

  it('replaces a lone surrogate, which strict parsers reject', () => {
    expect(serialize({ cut: '\u{1f600}'.slice(0, 1) })).toBe('{"cut":"\ufffd"}')
    expect(JSON.parse(serialize({ whole: '\u{1f600}', typed: '\\ud83d' }))).toEqual({
      whole: '\u{1f600}',
      typed: '\\ud83d',
    })
  })

  it('limits the number of values of a large object graph', () => {
    const nodes: Record<string, unknown>[] = Array.from({ length: 60 }, () => ({ big: 1n }))
    for (const node of nodes) node.all = nodes
    expect(serialize({ nodes }).length).toBeLessThan(1_000_000)
  })

  const nested = (levels: number, innermost: object) => {
    let value = innermost
    for (let level = 1; level < levels; level++) value = level % 2 ? { deep: value } : [value]
    return value
  }
  it.each([
    ['that JSON can write', {}],
    ['with a value that JSON cannot write', { n: 1n }],
    ['with a method toJSON', { toJSON: () => nested(1_000, {}) }],
  ])('leaves out what is deeper than 64 levels in a value %s (R3A)', (_, innermost) => {
    const depthOf = (levels: number) => serialize(nested(levels, innermost)).split(/[[{]/).length - 1
    expect([50, 1_000, 20_000].map(depthOf).map(depth => Math.min(depth, 64))).toEqual([
      'toJSON' in innermost ? 64 : 50,
      64,
      64,
    ])
    expect(depthOf(20_000)).toBeLessThanOrEqual(65)
  })

  it('keeps a long list of flat values (R3A)', () => {
    const list = Array.from({ length: 9_000 }, (_, id) => ({ id }))
    expect(JSON.parse(serialize(list))).toEqual(list)
  })
})

describe('copyOf', () => {
  it('returns a copy that later changes do not affect', () => {
    const input = { list: [1] }
    const copy = copyOf(input)
    input.list.push(2)
    expect(copy).toEqual({ list: [1] })
  })
})

describe('stringifyStored', () => {
  it('leaves out what is too deep to be written, and keeps the rest (R3C, D-779)', () => {
    const deep = JSON.parse(`{"a":1,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
    expect(() => JSON.stringify(deep)).toThrow(RangeError)
    expect(stringifyStored(deep)).toMatch(/^\{"a":1,"deep":\[{60,70}(null)?\]{60,70}\}$/)
  })

  it('returns what JSON.stringify does for a value without JSON', () => {
    expect(stringifyStored(undefined)).toBe(undefined)
  })
})

describe('toJSON on a built-in prototype', () => {
  const prototypes: object[] = [
    Object.prototype,
    Array.prototype,
    Date.prototype,
    String.prototype,
    Function.prototype,
  ]
  const dateToJson = Date.prototype.toJSON
  const hook = () => {
    for (const prototype of prototypes)
      Object.defineProperty(prototype, 'toJSON', { value: () => 'hooked', configurable: true })
  }
  const unhook = () => {
    for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON')
    Object.defineProperty(Date.prototype, 'toJSON', { value: dateToJson, configurable: true, writable: true })
  }
  /** Returns the result of a function that runs on a page with hooks. */
  const hooked = <T>(run: () => T): T => {
    hook()
    try {
      return run()
    } finally {
      unhook()
    }
  }
  afterEach(unhook)

  it('writes any JSON value as it is when the page has hooks (R38)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const plain = JSON.stringify(value)
        const [text, own] = hooked(() => [serialize(value), stringify(value)])
        expect(JSON.parse(text)).toEqual(JSON.parse(plain))
        expect(own).toBe(plain)
      }),
    )
  })

  it('leaves the hooks in place and calls toJSON of the own values of the page (R38)', () => {
    class Money {
      toJSON() {
        return { amount: [5], unit: 'EUR' }
      }
    }
    const list = Object.assign([1], { toJSON: () => ['own'] })
    const [text, hooks] = hooked(() => [
      serialize({ price: new Money(), list, at: new Date(0), run: () => 1 }),
      prototypes.map(prototype => JSON.stringify((prototype as { toJSON?(): string }).toJSON?.())),
    ])
    expect(JSON.parse(text as string)).toEqual({
      price: { amount: [5], unit: 'EUR' },
      list: ['own'],
      at: '1970-01-01T00:00:00.000Z',
    })
    expect(hooks).toEqual(prototypes.map(() => '"hooked"'))
  })

  const ALONE = {
    Object,
    Array,
    Function,
    String,
    Number,
    Boolean,
    Symbol,
    BigInt,
    Date,
    Map,
    Set,
    Error,
    RegExp,
  }
  it.each(Object.entries(ALONE))('ignores a hook on the prototype of %s alone (R38)', (_, { prototype }) => {
    const value = () => ({
      values: [{ a: 1 }, () => 1, 't', 1, true, new Date(0), new Map(), new Set(), /x/],
      objects: [new String('t'), new Number(1), new Boolean(true)],
      error: new TypeError('no'),
      run: () => 1,
      ...(prototype === BigInt.prototype && { big: 1n }),
    })
    const expected = serialize(value())
    const given = Object.getOwnPropertyDescriptor(prototype, 'toJSON')
    // A getter returns another function each time.
    Object.defineProperty(prototype, 'toJSON', { get: () => () => 'hooked', configurable: true })
    const text = serialize(value())
    Reflect.deleteProperty(prototype, 'toJSON')
    if (given) Object.defineProperty(prototype, 'toJSON', given)
    expect(text).toBe(expected)
    expect(text).not.toContain('hooked')
  })

  it('calls toJSON of a class of the page that extends a built-in type (R38)', () => {
    class Day extends Date {
      override toJSON() {
        return 'day'
      }
    }
    class Bag extends Map {
      toJSON() {
        return ['bag']
      }
    }
    const url = new URL('https://shop.test/')
    expect(serialize([new Day(0), new Bag(), url])).toBe('["day",["bag"],"https://shop.test/"]')
  })

  it('writes data of any size and depth when the page has hooks (R38)', () => {
    const list = Array.from({ length: 20_000 }, (_, id) => ({ id }))
    let deep: object = {}
    for (let i = 0; i < 30; i++) deep = { deep }
    const plain = JSON.stringify([list, deep])
    expect(hooked(() => stringify([list, deep]))).toBe(plain)
  })
})

describe('names of the page on built-in prototypes', () => {
  it.each<[string, object, string, PropertyDescriptor]>([
    ['nodeName for all objects', Object.prototype, 'nodeName', { value: 'X' }],
    ['keys for lists', Array.prototype, 'keys', { value: () => [] }],
  ])('leave values as they are, with %s (R39, D-804)', (_, prototype, name, descriptor) => {
    const given = Object.getOwnPropertyDescriptor(prototype, name)
    Object.defineProperty(prototype, name, { ...descriptor, configurable: true })
    const text = serialize({ list: [{ a: 1 }, 'b'], element, bytes: new Uint8Array([7]) })
    const indexes = [shuffledIndexes(3, () => 0.99), ratingValues({ scale: 3 })]
    Reflect.deleteProperty(prototype, name)
    if (given) Object.defineProperty(prototype, name, given)
    expect(text).toBe('{"list":[{"a":1},"b"],"element":"[div]","bytes":{"0":7}}')
    expect(indexes).toEqual([
      [0, 1, 2],
      [1, 2, 3],
    ])
  })
})
