import type { Survey } from 'earshot'
import type { Flow, Way } from './flow'

/** A box on the map: a question, or the end of one of its ways. */
export interface Box {
  id: string
  /** Position of the question; `null` for an end. */
  index: number | null
  x: number
  y: number
  width: number
  height: number
}

/** A drawn way. */
export interface Line {
  way: Way
  from: Box
  to: Box
}

/** Boxes and lines in pixels, from the top left. */
export interface Layout {
  boxes: Box[]
  lines: Line[]
  width: number
  height: number
}

const NODE = { width: 98, height: 56 }
/** The width of a question where no row has more than three boxes: then there is room for longer words. */
const ROOMY = 118
const END = { width: 46, height: 24 }
const GAP_X = 9
const GAP_Y = 58
const EDGE = 8
/** Room at the right for ways that lead upwards. */
const SIDE_EDGE = 20

const endId = (from: number) => `end ${from}`

/**
 * Puts the questions in rows: each below all that lead to it, unreachable ones last. Every question has an end of its own, so
 * that no line has to cross the map to reach a common one.
 */
export function layoutOf(survey: Survey, { ways, reached }: Flow): Layout {
  const count = survey.questions.length
  const rowOf = rows(count, ways, reached)
  const grid: Box[][] = []
  const add = (row: number, box: Omit<Box, 'x' | 'y'>) => {
    grid[row] ??= []
    grid[row].push({ ...box, x: 0, y: row * (NODE.height + GAP_Y) + EDGE })
  }
  for (let index = 0; index < count; index++) add(rowOf[index]!, { id: String(index), index, ...NODE })
  for (const { from, to } of ways) {
    if (to === 'end') add(rowOf[from]! + 1, { id: endId(from), index: null, ...END })
  }
  if (grid.every(row => row.length <= 3)) {
    for (const box of grid.flat()) if (box.index !== null) box.width = ROOMY
  }
  const boxes = new Map<string, Box>()
  for (const row of grid) {
    const placed = inOrder(row ?? [], ways, boxes)
    for (const box of placed) boxes.set(box.id, box)
  }
  const all = [...boxes.values()]
  const left = Math.min(0, ...all.map(({ x }) => x)) - EDGE
  for (const box of all) box.x -= left
  const lines = ways.map(way => ({
    way,
    from: boxes.get(String(way.from))!,
    to: boxes.get(way.to === 'end' ? endId(way.from) : String(way.to))!,
  }))
  const hasUpward = lines.some(({ from, to }) => to.y <= from.y)
  return {
    boxes: all,
    lines,
    width: Math.max(NODE.width, ...all.map(({ x, width }) => x + width)) + (hasUpward ? SIDE_EDGE : EDGE),
    height: Math.max(0, ...all.map(({ y, height }) => y + height)) + EDGE,
  }
}

/** The row of each question: one more than the lowest of those that lead to it. */
function rows(count: number, ways: readonly Way[], reached: ReadonlySet<number>): number[] {
  const rowOf = Array.from({ length: count }, () => 0)
  const forward = ways.filter(({ isBack, to, from }) => !isBack && to !== 'end' && reached.has(from))
  // A way can push a question down at most once for each question above it.
  for (let round = 0; round < count; round++) {
    for (const { from, to } of forward) {
      if (to !== 'end') rowOf[to] = Math.max(rowOf[to]!, rowOf[from]! + 1)
    }
  }
  const last = Math.max(0, ...[...reached].map(index => rowOf[index]!))
  const lost = Array.from({ length: count }, (_, index) => index).filter(index => !reached.has(index))
  for (const [place, index] of lost.entries()) rowOf[index] = last + 2 + place
  return rowOf
}

const centre = ({ x, width }: Box) => x + width / 2

/** A row from left to right: each box below those that lead to it, as far as its neighbours leave room. */
function inOrder(row: Box[], ways: readonly Way[], above: ReadonlyMap<string, Box>): Box[] {
  const wish = (box: Box): number => {
    const parents =
      box.index === null
        ? [above.get(box.id.slice('end '.length))]
        : ways
            .filter(({ to, isBack }) => to === box.index && !isBack)
            .map(({ from }) => above.get(String(from)))
    const known = parents.filter(parent => parent !== undefined)
    return known.length
      ? known.reduce((sum, parent) => sum + centre(parent), 0) / known.length
      : NODE.width / 2
  }
  const wishes = new Map(row.map(box => [box, wish(box)]))
  const sorted = [...row].sort((a, b) => wishes.get(a)! - wishes.get(b)!)
  const middle = sorted.reduce((sum, box) => sum + wishes.get(box)!, 0) / Math.max(1, sorted.length)
  let end = Number.NEGATIVE_INFINITY
  for (const box of sorted) {
    box.x = Math.max(end + GAP_X, wishes.get(box)! - box.width / 2)
    end = box.x + box.width
  }
  // Pushing went to the right alone: the row goes back to where its middle was wished.
  const spread = sorted.reduce((sum, box) => sum + centre(box), 0) / Math.max(1, sorted.length)
  for (const box of sorted) box.x += middle - spread
  return sorted
}
