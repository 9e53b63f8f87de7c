import type { Survey } from 'earshot'
import type { Edge, SurveyGraph } from './graph'
import { labelLines } from './labelLines'
import { rowIndexes } from './rows'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A place in a layer: a question, an end, a label, or a gap through which an edge passes. */
export interface Slot extends Box {
  layer: number
  /** The slots above it that it should be close to. */
  parents: Slot[]
}

/** A box of the diagram: a question, or an end. */
export interface DiagramNode extends Slot {
  id: string
  /** Position of the question; `null` for an end. */
  index: number | null
}

/** The answers of an edge, whole, below the question that they are answers to. */
export interface DiagramLabel extends Slot {
  lines: string[]
}

/** An edge of the graph and the slots that it passes, from the question downwards. */
export interface Chain {
  edge: Edge
  from: DiagramNode
  to: DiagramNode
  label: DiagramLabel | null
  /** The label or a gap, and a gap in each layer above `to`. An upward edge passes the first one alone. */
  passed: Slot[]
  isUpward: boolean
}

const NODE_SIZE = { width: 98, height: 56 }
/** Width of a question when no row has more than three boxes. */
const WIDE_NODE_WIDTH = 118
const END_SIZE = { width: 46, height: 24 }
const GAP_SIZE = { width: 6, height: 0 }
const LABEL_PADDING = 4
const LINE_HEIGHT = 15
/** Distance in pixels between the slots of a layer. */
const SLOT_DISTANCE = 9

/** Returns the horizontal centre of a box. */
export const centreX = ({ x, width }: Box) => x + width / 2

/**
 * Places the questions and ends in even layers, the labels of their edges in the odd ones below, and gaps for edges wherever they
 * pass a layer. No edge has to cross a box or the label of another edge then. See D-608.
 */
export function layersOf(
  survey: Survey,
  graph: SurveyGraph,
): { layers: Slot[][]; nodes: DiagramNode[]; chains: Chain[] } {
  const rowOf = rowIndexes(survey.questions.length, graph)
  const questions = rowOf.map((row, index) => ({ ...place(row * 2, NODE_SIZE), id: String(index), index }))
  const ends: DiagramNode[] = []
  const chains = graph.edges.map((edge): Chain => {
    const from = questions[edge.from]!
    if (edge.to !== 'end') return chainOf(edge, from, questions[edge.to]!)
    const end = { ...place(from.layer + 2, END_SIZE), id: `end ${edge.from}`, index: null }
    ends.push(end)
    return chainOf(edge, from, end)
  })
  const nodes = [...questions, ...ends]
  const layers: Slot[][] = []
  for (const slot of [...nodes, ...chains.flatMap(({ passed }) => passed)]) {
    while (layers.length <= slot.layer) layers.push([])
    layers[slot.layer]!.push(slot)
  }
  const widestRow = Math.max(
    0,
    ...layers.map(layer => layer.filter(slot => nodes.includes(slot as DiagramNode)).length),
  )
  if (widestRow <= 3) for (const question of questions) question.width = WIDE_NODE_WIDTH
  for (const layer of layers) arrange(layer)
  return { layers, nodes, chains }
}

const place = (layer: number, size: { width: number; height: number }): Slot => ({
  layer,
  ...size,
  x: 0,
  y: 0,
  parents: [],
})

function chainOf(edge: Edge, from: DiagramNode, to: DiagramNode): Chain {
  const isUpward = to.layer <= from.layer
  const label = edge.answers.length > 0 ? labelOf(edge, from.layer + 1, isUpward) : null
  const passed: Slot[] = [label ?? place(from.layer + 1, GAP_SIZE)]
  if (!isUpward) {
    for (let layer = from.layer + 2; layer < to.layer; layer++) passed.push(place(layer, GAP_SIZE))
    to.parents.push(passed.at(-1)!)
  }
  for (const [index, slot] of passed.entries()) slot.parents.push(passed[index - 1] ?? from)
  return { edge, from, to, label, passed, isUpward }
}

function labelOf({ answers }: Edge, layer: number, isUpward: boolean): DiagramLabel {
  const { lines, width } = labelLines(`${isUpward ? '↑ ' : ''}${answers.join(', ')}`)
  const size = { width: width + 2 * LABEL_PADDING, height: lines.length * LINE_HEIGHT }
  return { ...place(layer, size), lines }
}

/** Arranges a layer from left to right, each slot as close to the centre of its parents as the other slots allow. */
function arrange(layer: readonly Slot[]): void {
  const preferredCentre = ({ parents }: Slot) =>
    parents.length > 0 ? mean(parents, centreX) : NODE_SIZE.width / 2
  const preferred = new Map(layer.map(slot => [slot, preferredCentre(slot)]))
  const sorted = [...layer].sort((a, b) => preferred.get(a)! - preferred.get(b)!)
  let end = Number.NEGATIVE_INFINITY
  for (const slot of sorted) {
    slot.x = Math.max(end + SLOT_DISTANCE, preferred.get(slot)! - slot.width / 2)
    end = slot.x + slot.width
  }
  // Overlaps were resolved to the right only. This centres the layer again.
  const shift = mean(sorted, slot => preferred.get(slot)! - centreX(slot))
  for (const slot of sorted) slot.x += shift
}

const mean = (slots: readonly Slot[], measure: (slot: Slot) => number) =>
  slots.reduce((sum, slot) => sum + measure(slot), 0) / Math.max(1, slots.length)
