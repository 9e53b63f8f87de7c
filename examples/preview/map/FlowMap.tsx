import type { Survey } from 'earshot'
import type { Flow } from '../flow/flow'
import { type Box, type Line, layoutOf } from '../flow/layout'
import { openPath } from '../form/openPath'
import { useApp, useStore } from '../store'
import { describeWay } from './describe'

/** The branching as a picture: questions, the answers that lead from one to the other, ends. */
export function FlowMap({ survey, flow }: { survey: Survey; flow: Flow }) {
  const { boxes, lines, width, height } = layoutOf(survey, flow)
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
          {lines.map(line => (
            <path
              key={`${line.from.id} ${line.to.id}`}
              class={line.way.isBack ? 'line back' : 'line'}
              d={curve(line, boxes)}
              marker-end="url(#arrow)"
            />
          ))}
        </svg>
        {lines.map(line => (
          <Label key={`${line.from.id} ${line.to.id}`} line={line} />
        ))}
        {boxes.map(box =>
          box.index === null ? (
            <End key={box.id} box={box} />
          ) : (
            <Node key={box.id} box={box} {...{ survey, flow }} />
          ),
        )}
      </div>
    </div>
  )
}

/** How far to the side of the boxes a way that leads upwards goes. */
const SIDE = 14

const middle = ({ x, width }: Box) => x + width / 2
const bottom = ({ y, height }: Box) => y + height

/** From the lower edge of one box to the upper edge of the other; upwards, round the right of all that is in between. */
function curve({ from, to }: Line, boxes: readonly Box[]): string {
  const [x1, y1, x2, y2] = [middle(from), bottom(from), middle(to), to.y]
  if (y2 <= y1) {
    const between = boxes.filter(({ y }) => y >= Math.min(from.y, to.y) && y <= Math.max(from.y, to.y))
    const side = Math.max(...between.map(({ x, width }) => x + width)) + SIDE
    const [start, target] = [from.y + from.height / 2, to.y + to.height / 2]
    const arrival = to.x + to.width + 2
    return `M${from.x + from.width} ${start}C${side} ${start} ${side} ${start} ${side} ${(start + target) / 2}S${side} ${target} ${arrival} ${target}`
  }
  const bend = (y2 - y1) / 2
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 1}`
}

/** The answers that take a way, just above where it arrives. */
function Label({ line: { way, from, to } }: { line: Line }) {
  if (way.answers.length === 0) return null
  const text = way.answers.join(', ')
  const isDown = !way.isBack && to.y > from.y
  const style = isDown
    ? { insetInlineStart: `${middle(to)}px`, insetBlockStart: `${to.y - 27}px` }
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

function End({ box }: { box: Box }) {
  return (
    <span class="flow-end" style={place(box)} aria-hidden="true">
      End
    </span>
  )
}

function Node({ box, survey, flow }: { box: Box; survey: Survey; flow: Flow }) {
  const store = useStore()
  const { walk } = useApp()
  const index = box.index!
  const question = survey.questions[index]!
  const isLost = !flow.reached.has(index)
  const ways = flow.ways.filter(({ from }) => from === index)
  const isCircle = ways.some(({ isBack }) => isBack)
  const isHere = walk.page === index && !walk.isOver
  const marks = [
    isHere && 'here',
    walk.path.includes(index) && 'passed',
    isLost && 'lost',
    isCircle && 'circle',
  ]
  return (
    <button
      type="button"
      class={`flow-node ${marks.filter(Boolean).join(' ')}`}
      style={place(box)}
      aria-current={isHere ? 'step' : undefined}
      onClick={() => openPath(store, `questions[${index}].question`)}
    >
      <span class="number">{index + 1}</span>
      <span class="words">{question.question || 'No text'}</span>
      <span class="hidden">. {ways.map(way => describeWay(survey, way)).join(' ')}</span>
      {isLost && <span class="tag">unreachable</span>}
      {isCircle && <span class="tag">circle</span>}
    </button>
  )
}

const place = ({ x, y, width, height }: Box) => ({
  insetInlineStart: `${x}px`,
  insetBlockStart: `${y}px`,
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
})
