import type { Survey } from 'earshot'
import type { Edge, SurveyGraph } from './graph'

/** A box on the map: a question, or the end of one of its ways. */
export interface DiagramNode {
  id: string
  /** Position of the question; `null` for an end. */
  index: number | null
  x: number
  y: number
  width: number
  height: number
}

/** A drawn way. */
export interface DiagramEdge {
  edge: Edge
  from: DiagramNode
  to: DiagramNode
}

/** Boxes and lines in pixels, from the top left. */
export interface Layout {
  nodes: DiagramNode[]
  edges: DiagramEdge[]
  width: number
  height: number
}

const NODE_SIZE = { width: 98, height: 56 }
/** The width of a question where no row has more than three boxes: then there is room for longer words. */
const WIDE_NODE_WIDTH = 118
const END_SIZE = { width: 46, height: 24 }
const GAP_X = 9
const GAP_Y = 58
const PADDING = 8
/** Room at the right for ways that lead upwards. */
const SIDE_PADDING = 20

const endId = (from: number) => `end ${from}`

/**
 * Puts the questions in rows: each below all that lead to it, unreachable ones last. Every question has an end of its own, so
 * that no line has to cross the map to reach a common one.
 */
export function layoutDiagram(
  survey: Survey,
  { edges: graphEdges, reachable: reached }: SurveyGraph,
): Layout {
  const count = survey.questions.length
  const rowOf = rowIndexes(count, graphEdges, reached)
  const grid: DiagramNode[][] = []
  const add = (row: number, box: Omit<DiagramNode, 'x' | 'y'>) => {
    grid[row] ??= []
    grid[row].push({ ...box, x: 0, y: row * (NODE_SIZE.height + GAP_Y) + PADDING })
  }
  for (let index = 0; index < count; index++) add(rowOf[index]!, { id: String(index), index, ...NODE_SIZE })
  for (const { from, to } of graphEdges) {
    if (to === 'end') add(rowOf[from]! + 1, { id: endId(from), index: null, ...END_SIZE })
  }
  if (grid.every(row => row.length <= 3)) {
    for (const box of grid.flat()) if (box.index !== null) box.width = WIDE_NODE_WIDTH
  }
  const nodes = new Map<string, DiagramNode>()
  for (const row of grid) {
    const arranged = arrangeRow(row ?? [], graphEdges, nodes)
    for (const box of arranged) nodes.set(box.id, box)
  }
  const all = [...nodes.values()]
  const left = Math.min(0, ...all.map(({ x }) => x)) - PADDING
  for (const box of all) box.x -= left
  const edges = graphEdges.map(edge => ({
    edge,
    from: nodes.get(String(edge.from))!,
    to: nodes.get(edge.to === 'end' ? endId(edge.from) : String(edge.to))!,
  }))
  const hasUpward = edges.some(({ from, to }) => to.y <= from.y)
  return {
    nodes: all,
    edges,
    width:
      Math.max(NODE_SIZE.width, ...all.map(({ x, width }) => x + width)) +
      (hasUpward ? SIDE_PADDING : PADDING),
    height: Math.max(0, ...all.map(({ y, height }) => y + height)) + PADDING,
  }
}

/** The row of each question: one more than the lowest of those that lead to it. */
function rowIndexes(count: number, graphEdges: readonly Edge[], reached: ReadonlySet<number>): number[] {
  const rowOf = Array.from({ length: count }, () => 0)
  const forward = graphEdges.filter(
    ({ isBackEdge: isBack, to, from }) => !isBack && to !== 'end' && reached.has(from),
  )
  // A way can push a question down at most once for each question above it.
  for (let round = 0; round < count; round++) {
    for (const { from, to } of forward) {
      if (to !== 'end') rowOf[to] = Math.max(rowOf[to]!, rowOf[from]! + 1)
    }
  }
  const last = Math.max(0, ...[...reached].map(index => rowOf[index]!))
  const unreachable = Array.from({ length: count }, (_, index) => index).filter(index => !reached.has(index))
  for (const [place, index] of unreachable.entries()) rowOf[index] = last + 2 + place
  return rowOf
}

const centre = ({ x, width }: DiagramNode) => x + width / 2

/** A row from left to right: each box below those that lead to it, as far as its neighbours leave room. */
function arrangeRow(
  row: DiagramNode[],
  graphEdges: readonly Edge[],
  above: ReadonlyMap<string, DiagramNode>,
): DiagramNode[] {
  const preferredCentre = (box: DiagramNode): number => {
    const parents =
      box.index === null
        ? [above.get(box.id.slice('end '.length))]
        : graphEdges
            .filter(({ to, isBackEdge: isBack }) => to === box.index && !isBack)
            .map(({ from }) => above.get(String(from)))
    const known = parents.filter(parent => parent !== undefined)
    return known.length
      ? known.reduce((sum, parent) => sum + centre(parent), 0) / known.length
      : NODE_SIZE.width / 2
  }
  const preferred = new Map(row.map(box => [box, preferredCentre(box)]))
  const sorted = [...row].sort((a, b) => preferred.get(a)! - preferred.get(b)!)
  const middle = sorted.reduce((sum, box) => sum + preferred.get(box)!, 0) / Math.max(1, sorted.length)
  let end = Number.NEGATIVE_INFINITY
  for (const box of sorted) {
    box.x = Math.max(end + GAP_X, preferred.get(box)! - box.width / 2)
    end = box.x + box.width
  }
  // Pushing went to the right alone: the row goes back to where its middle was wished.
  const spread = sorted.reduce((sum, box) => sum + centre(box), 0) / Math.max(1, sorted.length)
  for (const box of sorted) box.x += middle - spread
  return sorted
}
