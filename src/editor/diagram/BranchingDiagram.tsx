import type { Survey } from 'earshot'
import { focusField } from '../inspector/focusField'
import { useEditorState, useStore } from '../state/store'
import { describeEdge } from './describeEdge'
import type { SurveyGraph } from './graph'
import type { Box, DiagramLabel, DiagramNode } from './layers'
import { type DiagramEdge, layoutDiagram, type Point } from './layout'

/** Draws the questions, the answers that lead from one to another, and the ends. */
export function BranchingDiagram({ survey, graph }: { survey: Survey; graph: SurveyGraph }) {
  const { nodes, edges, width, height } = layoutDiagram(survey, graph)
  return (
    <div class="diagram-scroll">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields. */}
      <div
        role="group"
        aria-label="Branching diagram"
        class="diagram"
        style={{ inlineSize: `${width}px`, blockSize: `${height}px` }}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M1 1 7 4 1 7" />
            </marker>
          </defs>
          {edges.map(edge => (
            <path
              key={edgeKey(edge)}
              class={edge.edge.isBackEdge ? 'edge back-edge' : 'edge'}
              d={edgePath(edge.points)}
              marker-end="url(#arrow)"
            />
          ))}
        </svg>
        {edges.map(edge => edge.label && <EdgeLabel key={edgeKey(edge)} label={edge.label} />)}
        {nodes.map(node =>
          node.index === null ? (
            <EndNode key={node.id} node={node} />
          ) : (
            <QuestionNode key={node.id} {...{ node, survey, graph }} />
          ),
        )}
      </div>
    </div>
  )
}

const edgeKey = ({ from, to }: DiagramEdge) => `${from.id} ${to.id}`

/** Radius in pixels of the corners of an edge. */
const RADIUS = 5

/** Returns the SVG path of an edge: straight lines with round corners. */
function edgePath(points: readonly Point[]): string {
  const [start, ...rest] = points
  const end = rest.pop()!
  const corners = rest.map((corner, index) => {
    const [before, after] = [points[index]!, points[index + 2]!]
    const into = towards(corner, before)
    const out = towards(corner, after)
    return `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`
  })
  return `M${start!.x} ${start!.y}${corners.join('')}L${end.x} ${end.y - 1}`
}

/** Returns the point at the distance of the radius, or half way if that is nearer. */
function towards(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const part = distance === 0 ? 0 : Math.min(RADIUS / distance, 0.5)
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

function EdgeLabel({ label }: { label: DiagramLabel }) {
  return (
    <span class="diagram-label" style={boxStyle(label)} aria-hidden="true">
      {label.lines.join('\n')}
    </span>
  )
}

function EndNode({ node }: { node: DiagramNode }) {
  return (
    <span class="diagram-end" style={boxStyle(node)} aria-hidden="true">
      End
    </span>
  )
}

function QuestionNode({ node, survey, graph }: { node: DiagramNode; survey: Survey; graph: SurveyGraph }) {
  const store = useStore()
  const { preview } = useEditorState()
  const index = node.index!
  const question = survey.questions[index]!
  const isUnreachable = !graph.reachable.has(index)
  const edges = graph.edges.filter(({ from }) => from === index)
  const closesLoop = edges.some(({ isBackEdge }) => isBackEdge)
  const isCurrent = preview.page === index && !preview.isClosed
  const states = [
    isCurrent && 'current',
    preview.path.includes(index) && 'visited',
    isUnreachable && 'unreachable',
    closesLoop && 'loop',
  ]
  return (
    <button
      type="button"
      class={`diagram-node ${states.filter(Boolean).join(' ')}`}
      style={boxStyle(node)}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={() => focusField(store, `questions[${index}].question`)}
    >
      <span class="number">{index + 1}</span>
      <span class="question-text">{question.question || 'Untitled'}</span>
      <span class="visually-hidden">. {edges.map(edge => describeEdge(survey, edge)).join(' ')}</span>
      {isUnreachable && <span class="tag">unreachable</span>}
      {closesLoop && <span class="tag">loop</span>}
    </button>
  )
}

const boxStyle = ({ x, y, width, height }: Box) => ({
  insetInlineStart: `${x}px`,
  insetBlockStart: `${y}px`,
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
})
