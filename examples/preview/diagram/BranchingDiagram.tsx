import type { Survey } from 'earshot'
import { focusField } from '../inspector/focusField'
import { useEditorState, useStore } from '../state/store'
import { describeEdge } from './describeEdge'
import type { SurveyGraph } from './graph'
import { type DiagramEdge, type DiagramNode, layoutDiagram } from './layout'

/** The branching as a picture: questions, the answers that lead from one to the other, ends. */
export function BranchingDiagram({ survey, graph }: { survey: Survey; graph: SurveyGraph }) {
  const { nodes: boxes, edges: lines, width, height } = layoutDiagram(survey, graph)
  return (
    <div class="flow-scroll">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields. */}
      <div
        role="group"
        aria-label="Map of the survey"
        class="flow"
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
          {lines.map(edge => (
            <path
              key={`${edge.from.id} ${edge.to.id}`}
              class={edge.edge.isBackEdge ? 'line back' : 'line'}
              d={edgePath(edge, boxes)}
              marker-end="url(#arrow)"
            />
          ))}
        </svg>
        {lines.map(edge => (
          <EdgeLabel key={`${edge.from.id} ${edge.to.id}`} edge={edge} />
        ))}
        {boxes.map(node =>
          node.index === null ? (
            <EndNode key={node.id} node={node} />
          ) : (
            <QuestionNode key={node.id} node={node} {...{ survey, graph }} />
          ),
        )}
      </div>
    </div>
  )
}

/** How far to the side of the boxes a way that leads upwards goes. */
const SIDE_DISTANCE = 14

const centreX = ({ x, width }: DiagramNode) => x + width / 2
const bottom = ({ y, height }: DiagramNode) => y + height

/** From the lower edge of one box to the upper edge of the other; upwards, round the right of all that is in between. */
function edgePath({ from, to }: DiagramEdge, boxes: readonly DiagramNode[]): string {
  const [x1, y1, x2, y2] = [centreX(from), bottom(from), centreX(to), to.y]
  if (y2 <= y1) {
    const between = boxes.filter(({ y }) => y >= Math.min(from.y, to.y) && y <= Math.max(from.y, to.y))
    const side = Math.max(...between.map(({ x, width }) => x + width)) + SIDE_DISTANCE
    const [start, target] = [from.y + from.height / 2, to.y + to.height / 2]
    const arrival = to.x + to.width + 2
    return `M${from.x + from.width} ${start}C${side} ${start} ${side} ${start} ${side} ${(start + target) / 2}S${side} ${target} ${arrival} ${target}`
  }
  const halfHeight = (y2 - y1) / 2
  return `M${x1} ${y1}C${x1} ${y1 + halfHeight} ${x2} ${y2 - halfHeight} ${x2} ${y2 - 1}`
}

/** The answers that take a way, just above where it arrives. */
function EdgeLabel({ edge: { edge: way, from, to } }: { edge: DiagramEdge }) {
  if (way.answers.length === 0) return null
  const text = way.answers.join(', ')
  const isDown = !way.isBackEdge && to.y > from.y
  const style = isDown
    ? { insetInlineStart: `${centreX(to)}px`, insetBlockStart: `${to.y - 27}px` }
    : { insetInlineStart: `${from.x + from.width / 2}px`, insetBlockStart: `${bottom(from) + 12}px` }
  return (
    <span
      class="flow-label"
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
    <span class="flow-end" style={nodeStyle(node)} aria-hidden="true">
      End
    </span>
  )
}

function QuestionNode({ node, survey, graph }: { node: DiagramNode; survey: Survey; graph: SurveyGraph }) {
  const store = useStore()
  const { preview: walk } = useEditorState()
  const index = node.index!
  const question = survey.questions[index]!
  const isUnreachable = !graph.reachable.has(index)
  const ways = graph.edges.filter(({ from }) => from === index)
  const isLoop = ways.some(({ isBackEdge: isBack }) => isBack)
  const isCurrent = walk.page === index && !walk.isClosed
  const states = [
    isCurrent && 'here',
    walk.path.includes(index) && 'passed',
    isUnreachable && 'lost',
    isLoop && 'circle',
  ]
  return (
    <button
      type="button"
      class={`flow-node ${states.filter(Boolean).join(' ')}`}
      style={nodeStyle(node)}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={() => focusField(store, `questions[${index}].question`)}
    >
      <span class="number">{index + 1}</span>
      <span class="words">{question.question || 'No text'}</span>
      <span class="hidden">. {ways.map(way => describeEdge(survey, way)).join(' ')}</span>
      {isUnreachable && <span class="tag">unreachable</span>}
      {isLoop && <span class="tag">circle</span>}
    </button>
  )
}

const nodeStyle = ({ x, y, width, height }: DiagramNode) => ({
  insetInlineStart: `${x}px`,
  insetBlockStart: `${y}px`,
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
})
