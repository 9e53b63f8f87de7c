import { describe, expect, it } from 'vitest'
import { positionNextTo } from '../../../src/surveys/ui/positioning'

describe('next to a trigger', () => {
  const card = { width: 300, height: 200 }
  const viewport = { width: 1000, height: 800 }
  const anchor = (left: number, top: number) => ({ left, top, bottom: top + 40, width: 100 })

  it.each([
    ['centred below', anchor(400, 100), { x: 300, y: 152 }],
    ['kept inside on the left', anchor(0, 100), { x: 16, y: 152 }],
    ['kept inside on the right', anchor(950, 100), { x: 684, y: 152 }],
    ['above where there is more room', anchor(400, 700), { x: 300, y: 488 }],
    ['below where neither has room but below has more', anchor(400, 300), { x: 300, y: 352 }],
    ['at the edge when the anchor is scrolled away', anchor(400, -500), { x: 300, y: 16 }],
  ])('%s', (_, from, place) => {
    expect(positionNextTo(from, card, viewport)).toEqual(place)
  })

  it('begins at the edge of a window that is too small', () => {
    expect(positionNextTo(anchor(10, 10), card, { width: 280, height: 150 })).toEqual({ x: 16, y: 16 })
  })
})
