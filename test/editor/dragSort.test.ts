import { describe, expect, it } from 'vitest'
import { dropPosition, scrollStep } from '../../src/editor/ui/dragSort'

describe('dropPosition', () => {
  const middles = [20, 60, 100, 140]

  it.each([
    ['above all others', 0, 0],
    ['below the middle of the first', 30, 1],
    ['where the item was', 100, 2],
    ['below the middle of the last', 150, 3],
    ['far below', 1000, 3],
  ])('counts the other items whose middle is above the pointer: %s', (_, y, expected) => {
    expect(dropPosition(middles, 2, y)).toBe(expected)
  })

  it('is the only place of a single item', () => {
    expect(dropPosition([20], 0, 500)).toBe(0)
  })
})

describe('scrollStep', () => {
  const pane = { top: 100, bottom: 600 }

  it('scrolls at the edges of a pane alone, faster nearer to them', () => {
    expect(scrollStep(pane, 300)).toBe(0)
    expect(scrollStep(pane, 148)).toBeCloseTo(0)
    expect(scrollStep(pane, 552)).toBe(0)
    expect(scrollStep(pane, 580)).toBeGreaterThan(0)
    expect(scrollStep(pane, 598)).toBeGreaterThan(scrollStep(pane, 580))
    expect(scrollStep(pane, 110)).toBeLessThan(0)
    expect(scrollStep(pane, 5000)).toBe(-scrollStep(pane, -5000))
  })
})
