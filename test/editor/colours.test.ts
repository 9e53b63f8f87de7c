import { describe, expect, it } from 'vitest'
import { withPalette } from '../../src/editor/inspector/appearance/colours'
import { contrastRatio, formatRatio, toHex } from '../../src/editor/inspector/appearance/contrast'

describe('contrast', () => {
  it('follows WCAG and is rounded down', () => {
    expect(formatRatio(contrastRatio([255, 255, 255], [0, 0, 0]))).toBe('21.0 : 1')
    expect(formatRatio(contrastRatio([0x77, 0x77, 0x77], [255, 255, 255]))).toBe('4.4 : 1')
    expect(toHex([0, 15, 255])).toBe('#000fff')
  })
})

describe('withPalette', () => {
  it('replaces all colours and nothing else', () => {
    const before = { backgroundColor: 'red', textColor: 'blue', maxWidth: '400px' }
    expect(withPalette(before, { textColor: 'green' })).toEqual({ textColor: 'green', maxWidth: '400px' })
  })
})
