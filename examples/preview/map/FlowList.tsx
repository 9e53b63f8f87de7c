import type { Survey } from 'earshot'
import type { Flow } from '../flow/flow'
import { openPath } from '../form/openPath'
import { useStore } from '../store'
import { describeWay } from './describe'

/** The branching in words. */
export function FlowList({ survey, flow }: { survey: Survey; flow: Flow }) {
  const store = useStore()
  return (
    <ol class="flow-list">
      {survey.questions.map((question, index) => (
        <li key={index}>
          <button type="button" onClick={() => openPath(store, `questions[${index}].question`)}>
            <span class="number">{index + 1}</span>
            {question.question || 'A question without a text'}
          </button>
          {!flow.reached.has(index) && <span class="tag">unreachable</span>}
          <ul>
            {flow.ways
              .filter(({ from }) => from === index)
              .map(way => (
                <li key={way.to} class={way.isBack ? 'back' : undefined}>
                  {describeWay(survey, way)}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
