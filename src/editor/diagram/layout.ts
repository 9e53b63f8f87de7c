import type { Survey } from 'earshot'
import type { Edge, SurveyGraph } from './graph'

/** A box of the diagram: a question, or an end. */
export interface DiagramNode {
  id: string
  /** Position of the question; `null` for an end. */
  index: number | null
  x: number
  y: number
  width: number
  height: number
}

/** An edge of the graph and the boxes that it connects. */
export interface DiagramEdge {
  edge: Edge
  from: DiagramNode
  to: DiagramNode
}

/** The diagram in pixels, from the top left. */
export interface Layout {
  nodes: DiagramNode[]
  edges: DiagramEdge[]
  width: number
  height: number
}

const NODE_SIZE = { width: 98, height: 56 }
/** Width of a question when no row has more than three boxes. */
const WIDE_NODE_WIDTH = 118
const END_SIZE = { width: 46, height: 24 }
const GAP_X = 9
const GAP_Y = 58
const PADDING = 8
/** Padding on the right when edges lead upwards: they are drawn there. */
const SIDE_PADDING = 20

const endId = (from: number) => `end ${from}`

/**
 * Lays out the questions in rows, each below all questions that lead to it, unreachable ones last.
 *
 * Each question has an end of its own. Edges to a common end would cross the whole diagram.
 */
export function layoutDiagram(survey: Survey, { edges: graphEdges, reachable }: SurveyGraph): Layout {
  const count = survey.questions.length
  const rowOf = rowIndexes(count, graphEdges, reachable)
  const grid: DiagramNode[][] = []
  const add = (row: number, node: Omit<DiagramNode, 'x' | 'y'>) => {
    grid[row] ??= []
    grid[row].push({ ...node, x: 0, y: row * (NODE_SIZE.height + GAP_Y) + PADDING })
  }
  for (let index = 0; index < count; index++) add(rowOf[index]!, { id: String(index), index, ...NODE_SIZE })
  for (const { from, to } of graphEdges) {
    if (to === 'end') add(rowOf[from]! + 1, { id: endId(from), index: null, ...END_SIZE })
  }
  if (grid.every(row => row.length <= 3)) {
    for (const node of grid.flat()) if (node.index !== null) node.width = WIDE_NODE_WIDTH
  }
  const nodesById = new Map<string, DiagramNode>()
  for (const row of grid) {
    const arranged = arrangeRow(row ?? [], graphEdges, nodesById)
    for (const node of arranged) nodesById.set(node.id, node)
  }
  const nodes = [...nodesById.values()]
  const left = Math.min(0, ...nodes.map(({ x }) => x)) - PADDING
  for (const node of nodes) node.x -= left
  const edges = graphEdges.map(edge => ({
    edge,
    from: nodesById.get(String(edge.from))!,
    to: nodesById.get(edge.to === 'end' ? endId(edge.from) : String(edge.to))!,
  }))
  const hasUpwardEdge = edges.some(({ from, to }) => to.y <= from.y)
  const right = Math.max(NODE_SIZE.width, ...nodes.map(({ x, width }) => x + width))
  return {
    nodes,
    edges,
    width: right + (hasUpwardEdge ? SIDE_PADDING : PADDING),
    height: Math.max(0, ...nodes.map(({ y, height }) => y + height)) + PADDING,
  }
}

/** Returns the row of each question: one below the lowest question that leads to it. */
function rowIndexes(count: number, edges: readonly Edge[], reachable: ReadonlySet<number>): number[] {
  const rowOf = Array.from({ length: count }, () => 0)
  const forward = edges.filter(
    ({ isBackEdge, to, from }) => !isBackEdge && to !== 'end' && reachable.has(from),
  )
  // Each round settles at least one more row, so `count` rounds are enough.
  for (let round = 0; round < count; round++) {
    for (const { from, to } of forward) {
      if (to !== 'end') rowOf[to] = Math.max(rowOf[to]!, rowOf[from]! + 1)
    }
  }
  const lastRow = Math.max(0, ...[...reachable].map(index => rowOf[index]!))
  const unreachable = Array.from({ length: count }, (_, index) => index).filter(
    index => !reachable.has(index),
  )
  for (const [offset, index] of unreachable.entries()) rowOf[index] = lastRow + 2 + offset
  return rowOf
}

const centreX = ({ x, width }: DiagramNode) => x + width / 2

/** Arranges a row from left to right, each box as close to the centre of its parents as the other boxes allow. */
function arrangeRow(
  row: DiagramNode[],
  edges: readonly Edge[],
  nodesAbove: ReadonlyMap<string, DiagramNode>,
): DiagramNode[] {
  const preferredCentre = (node: DiagramNode): number => {
    const parents =
      node.index === null
        ? [nodesAbove.get(node.id.slice('end '.length))]
        : edges
            .filter(({ to, isBackEdge }) => to === node.index && !isBackEdge)
            .map(({ from }) => nodesAbove.get(String(from)))
    const placed = parents.filter(parent => parent !== undefined)
    return placed.length
      ? placed.reduce((sum, parent) => sum + centreX(parent), 0) / placed.length
      : NODE_SIZE.width / 2
  }
  const preferred = new Map(row.map(node => [node, preferredCentre(node)]))
  const sorted = [...row].sort((a, b) => preferred.get(a)! - preferred.get(b)!)
  const mean = (centreOf: (node: DiagramNode) => number) =>
    sorted.reduce((sum, node) => sum + centreOf(node), 0) / Math.max(1, sorted.length)
  let end = Number.NEGATIVE_INFINITY
  for (const node of sorted) {
    node.x = Math.max(end + GAP_X, preferred.get(node)! - node.width / 2)
    end = node.x + node.width
  }
  // Overlaps were resolved to the right only. This centres the row again.
  const shift = mean(node => preferred.get(node)!) - mean(centreX)
  for (const node of sorted) node.x += shift
  return sorted
}
