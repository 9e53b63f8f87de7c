import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BLACK,
  blend,
  contrast,
  mix,
  parseColor,
  type Rgb,
  toCssColor,
  WHITE,
  withContrast,
} from '../../../src/surveys/ui/color'

describe('parseColor', () => {
  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#FA08', [255, 170, 0, 136 / 255]],
    ['#102030', [16, 32, 48, 1]],
    ['#10203080', [16, 32, 48, 128 / 255]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgba(1, 2, 3, 0.5)', [1, 2, 3, 0.5]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['rgb(100% 0% 50%)', [255, 0, 127.5, 1]],
    ['RGB(300 none 3)', [255, 0, 3, 1]],
    ['color(srgb 1 0.5 0)', [255, 127.5, 0, 1]],
    ['color(srgb 1.2 -0.1 0 / 0.25)', [255, 0, 0, 0.25]],
  ] as [string, number[]][])('parses %s', (text, expected) => {
    expect(parseColor(text)).toEqual(expected)
  })

  it.each([
    '',
    'red',
    '#12',
    '#12345',
    'rgb(1, 2)',
    'rgb(a b c)',
    'hsl(0 0% 0%)',
    'var(--x)',
    'color(display-p3 1 0 0)',
    'url(#x)',
  ])('does not parse %s', text => {
    expect(parseColor(text)).toBeUndefined()
  })
})

describe('contrast', () => {
  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#fff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s on %s is %d, as in WCAG', (one, other, ratio) => {
    expect(contrast(parseColor(one)!, parseColor(other)!)).toBeCloseTo(ratio, 2)
    expect(contrast(parseColor(other)!, parseColor(one)!)).toBeCloseTo(ratio, 2)
  })

  it('is enough after withContrast on any background, which keeps colors that have it already', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    const opaque = fc.tuple(channel, channel, channel, fc.constant(1)) as fc.Arbitrary<Rgb>
    const any = fc.tuple(
      channel,
      channel,
      channel,
      fc.double({ min: 0, max: 1, noNaN: true }),
    ) as fc.Arbitrary<Rgb>
    fc.assert(
      fc.property(any, opaque, (color, background) => {
        const readable = withContrast(color, background, 4.5)
        expect(contrast(blend(readable, background), background)).toBeGreaterThanOrEqual(4.5)
        if (contrast(blend(color, background), background) >= 4.5) expect(readable).toBe(color)
      }),
    )
  })
})

describe('blend and mix', () => {
  it('let the background show through colors that are not opaque', () => {
    expect(blend([0, 0, 0, 0.5], WHITE)).toEqual([127.5, 127.5, 127.5, 1])
    expect(blend([0, 0, 0, 0], WHITE)).toEqual(WHITE)
    expect(mix(BLACK, WHITE, 0.2)).toEqual([51, 51, 51, 1])
  })

  it('return colors that toCssColor writes as CSS', () => {
    expect(toCssColor([1.4, 2.6, 3, 0.5])).toBe('rgb(1 3 3 / 0.5)')
  })
})
