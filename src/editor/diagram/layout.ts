import type { Survey } from 'earshot'
import type { SurveyGraph } from './graph'
import { type Chain, centreX, type DiagramNode, layersOf } from './layers'

export interface Point {
  x: number
  y: number
}

/** An edge of the graph, the boxes that it connects, and the corners of its line. */
export interface DiagramEdge extends Chain {
  points: Point[]
}

/** The diagram in pixels, from the top left. */
export interface Layout {
  nodes: DiagramNode[]
  edges: DiagramEdge[]
  width: number
  height: number
}

/** A horizontal part of an edge in the channel above a layer. */
interface Span {
  channel: number
  from: number
  to: number
  /** Position among the parallel parts in the channel, from the top. */
  track: number
}

const PADDING = 8
const TRACK_DISTANCE = 7
/** Distance in pixels between a layer and the first horizontal part of an edge below it. */
const CHANNEL_START = 8
/** Least distance in pixels between the side of a box and an edge that arrives at its top. */
const ARRIVAL_INSET = 14
/** Height of a channel without horizontal parts: room for an arrow. */
const CHANNEL_HEIGHT = 14

/**
 * Lays out the questions in rows, each below all questions that lead to it, unreachable ones last. Edges run in the channels between
 * the layers and the gaps in them, upward ones on the right of all boxes. See D-608.
 *
 * Each question has an end of its own. Edges to a common end would cross the whole diagram.
 */
export function layoutDiagram(survey: Survey, graph: SurveyGraph): Layout {
  const { layers, nodes, chains } = layersOf(survey, graph)
  const slots = layers.flat()
  const left = Math.min(0, ...slots.map(({ x }) => x)) - PADDING
  for (const slot of slots) slot.x -= left
  const right = Math.max(0, ...slots.map(({ x, width }) => x + width))
  const upward = chains.filter(({ isUpward }) => isUpward)
  const sideOf = (chain: Chain) => right + TRACK_DISTANCE * (upward.indexOf(chain) + 1)

  const routes = chains.map(chain => ({ chain, spans: spansOf(chain, portOf(chain, chains), sideOf(chain)) }))
  const tracks = assignTracks(routes.flatMap(({ spans }) => spans))
  const tops: number[] = []
  let y = PADDING
  for (let channel = 0; channel <= layers.length; channel++) {
    tops.push(y)
    const isInside = channel > 0 && channel < layers.length
    const count = tracks.get(channel) ?? 0
    if (isInside || count > 0) y += CHANNEL_HEIGHT + count * TRACK_DISTANCE
    const layer = layers[channel] ?? []
    for (const slot of layer) slot.y = y
    y += Math.max(0, ...layer.map(({ height }) => height))
  }
  return {
    nodes,
    edges: routes.map(({ chain, spans }) => ({ ...chain, points: pointsOf(chain, spans, tops) })),
    width: right + upward.length * TRACK_DISTANCE + PADDING,
    height: y + PADDING,
  }
}

/** Returns where an edge leaves its question: edges of one question are side by side, in the order of what they lead to. */
function portOf(chain: Chain, chains: readonly Chain[]): number {
  const siblings = chains
    .filter(({ from }) => from === chain.from)
    .sort((a, b) => centreX(a.passed[0]!) - centreX(b.passed[0]!))
  const { x, width } = chain.from
  const port = x + (width * (siblings.indexOf(chain) + 1)) / (siblings.length + 1)
  const below = centreX(chain.passed[0]!)
  return Math.abs(port - below) < TRACK_DISTANCE ? below : port
}

/** Returns where an edge from above meets its target: straight below, if the target is there. */
const arrivalOf = ({ passed, to }: Chain): number =>
  Math.max(to.x + ARRIVAL_INSET, Math.min(to.x + to.width - ARRIVAL_INSET, centreX(passed.at(-1)!)))

/** Returns the horizontal parts of an edge, from its question to its target. */
function spansOf(chain: Chain, port: number, side: number): Span[] {
  const { from, to, passed, isUpward } = chain
  const stops = [port, ...passed.map(centreX), ...(isUpward ? [side, centreX(to)] : [arrivalOf(chain)])]
  return stops.slice(1).map((stop, index) => ({
    channel: isUpward && index === stops.length - 2 ? to.layer : from.layer + 1 + index,
    from: stops[index]!,
    to: stop,
    track: 0,
  }))
}

/** Gives parallel parts of edges different tracks. Returns the number of tracks in each channel. */
function assignTracks(spans: readonly Span[]): Map<number, number> {
  const tracks = new Map<number, Span[][]>()
  const length = ({ from, to }: Span) => Math.abs(to - from)
  // The longest part of the edges of a question is the uppermost, so that the others need not cross it.
  for (const span of spans.filter(span => length(span) > 0).sort((a, b) => length(b) - length(a))) {
    const used = tracks.get(span.channel) ?? []
    tracks.set(span.channel, used)
    const free = used.findIndex(track => !track.some(other => overlap(span, other)))
    span.track = free < 0 ? used.length : free
    used[span.track] = [...(used[span.track] ?? []), span]
  }
  return new Map([...tracks].map(([channel, used]) => [channel, used.length]))
}

const overlap = (a: Span, b: Span): boolean =>
  Math.min(a.from, a.to) <= Math.max(b.from, b.to) && Math.min(b.from, b.to) <= Math.max(a.from, a.to)

/** Returns the corners of an edge, from the bottom of its question to the top of its target. */
function pointsOf({ from, to }: Chain, spans: readonly Span[], tops: readonly number[]): Point[] {
  const corners = spans
    .filter(span => span.from !== span.to)
    .flatMap(span => {
      const y = tops[span.channel]! + CHANNEL_START + span.track * TRACK_DISTANCE
      return [
        { x: span.from, y },
        { x: span.to, y },
      ]
    })
  return [{ x: spans[0]!.from, y: from.y + from.height }, ...corners, { x: spans.at(-1)!.to, y: to.y }]
}
