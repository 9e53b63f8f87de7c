import { describe, expect, it } from 'vitest'
import { positionNextTo } from '../../../src/surveys/ui/positioning'

describe('positionNextTo', () => {
  const card = { width: 300, height: 200 }
  const viewport = { width: 1000, height: 800 }
  const anchor = (left: number, top: number) => ({ left, top, bottom: top + 40, width: 100 })

  it.each([
    ['centered below', anchor(400, 100), { x: 300, y: 152 }],
    ['inside the window on the left', anchor(0, 100), { x: 16, y: 152 }],
    ['inside the window on the right', anchor(950, 100), { x: 684, y: 152 }],
    ['above when there is more space', anchor(400, 700), { x: 300, y: 488 }],
    ['below when both are too small but below is larger', anchor(400, 300), { x: 300, y: 352 }],
    ['at the edge when the anchor is scrolled out of the window', anchor(400, -500), { x: 300, y: 16 }],
  ])('places the card %s', (_, rect, position) => {
    expect(positionNextTo(rect, card, viewport)).toEqual(position)
  })

  it('places the card at the edge of a window that is too small', () => {
    expect(positionNextTo(anchor(10, 10), card, { width: 280, height: 150 })).toEqual({ x: 16, y: 16 })
  })
})
