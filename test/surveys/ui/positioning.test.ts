import { describe, expect, it } from 'vitest'
import { positionNextTo } from '../../../src/surveys/ui/positioning'

describe('positionNextTo', () => {
  const card = { width: 300, height: 200 }
  const viewport = { width: 1000, height: 800 }
  const rectOf = (left: number, top: number, width = 100, height = 40) => ({
    left,
    top,
    width,
    height,
    right: left + width,
    bottom: top + height,
  })

  it.each([
    ['centered below', rectOf(400, 100), { x: 300, y: 152 }],
    ['inside the window on the left', rectOf(0, 100), { x: 16, y: 152 }],
    ['inside the window on the right', rectOf(950, 100), { x: 684, y: 152 }],
    ['above when there is more space', rectOf(400, 700), { x: 300, y: 488 }],
    ['below when both are too small but below is larger', rectOf(400, 300), { x: 300, y: 352 }],
    ['at the edge when the anchor is scrolled out of the window', rectOf(400, -500), { x: 300, y: 16 }],
    ['right of an upright tab at the left side', rectOf(0, 350, 40, 100), { x: 52, y: 300 }],
    ['left of an upright tab at the right side', rectOf(960, 350, 40, 100), { x: 648, y: 300 }],
    ['below an upright element elsewhere', rectOf(400, 100, 40, 100), { x: 270, y: 212 }],
  ])('places the card %s', (_, rect, position) => {
    expect(positionNextTo(rect, card, viewport)).toEqual(position)
  })

  it('places the card at the edge of a window that is too small', () => {
    expect(positionNextTo(rectOf(10, 10), card, { width: 280, height: 150 })).toEqual({ x: 16, y: 16 })
  })
})
