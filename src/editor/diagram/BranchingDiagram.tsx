import type { Survey } from 'earshot'
import { focusField } from '../inspector/focusField'
import { useEditorState, useStore } from '../state/store'
import { describeEdge } from './describeEdge'
import type { SurveyGraph } from './graph'
import { type DiagramEdge, type DiagramNode, layoutDiagram } from './layout'

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
              d={edgePath(edge, nodes)}
              marker-end="url(#arrow)"
            />
          ))}
        </svg>
        {edges.map(edge => (
          <EdgeLabel key={edgeKey(edge)} edge={edge} />
        ))}
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

/** Distance in pixels between an upward edge and the boxes that it passes. */
const SIDE_DISTANCE = 14

const centreX = ({ x, width }: DiagramNode) => x + width / 2
const bottom = ({ y, height }: DiagramNode) => y + height

/**
 * Returns the SVG path of an edge. It leads from the bottom of one box to the top of the other; an upward edge passes all boxes
 * in between on the right.
 */
function edgePath({ from, to }: DiagramEdge, nodes: readonly DiagramNode[]): string {
  const [x1, y1, x2, y2] = [centreX(from), bottom(from), centreX(to), to.y]
  if (y2 <= y1) {
    const between = nodes.filter(({ y }) => y >= Math.min(from.y, to.y) && y <= Math.max(from.y, to.y))
    const side = Math.max(...between.map(({ x, width }) => x + width)) + SIDE_DISTANCE
    const [startY, endY] = [from.y + from.height / 2, to.y + to.height / 2]
    const endX = to.x + to.width + 2
    return `M${from.x + from.width} ${startY}C${side} ${startY} ${side} ${startY} ${side} ${(startY + endY) / 2}S${side} ${endY} ${endX} ${endY}`
  }
  const halfHeight = (y2 - y1) / 2
  return `M${x1} ${y1}C${x1} ${y1 + halfHeight} ${x2} ${y2 - halfHeight} ${x2} ${y2 - 1}`
}

/** Shows the answers of an edge, just above its target. */
function EdgeLabel({ edge: { edge, from, to } }: { edge: DiagramEdge }) {
  if (edge.answers.length === 0) return null
  const text = edge.answers.join(', ')
  const isDown = !edge.isBackEdge && to.y > from.y
  const style = isDown
    ? { insetInlineStart: `${centreX(to)}px`, insetBlockStart: `${to.y - 27}px` }
    : { insetInlineStart: `${centreX(from)}px`, insetBlockStart: `${bottom(from) + 12}px` }
  return (
    <span
      class="diagram-label"
      style={{ ...style, maxInlineSize: `${Math.max(to.width, from.width) + 6}px` }}
      title={text}
      aria-hidden="true"
    >
      {isDown ? text : `↑ ${text}`}
    </span>
  )
}

function EndNode({ node }: { node: DiagramNode }) {
  return (
    <span class="diagram-end" style={nodeStyle(node)} aria-hidden="true">
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
      style={nodeStyle(node)}
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

const nodeStyle = ({ x, y, width, height }: DiagramNode) => ({
  insetInlineStart: `${x}px`,
  insetBlockStart: `${y}px`,
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
})
