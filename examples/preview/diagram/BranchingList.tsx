import type { Survey } from 'earshot'
import { focusField } from '../inspector/focusField'
import { useStore } from '../state/store'
import { describeEdge } from './describeEdge'
import type { SurveyGraph } from './graph'

/** The branching in words. */
export function BranchingList({ survey, graph }: { survey: Survey; graph: SurveyGraph }) {
  const store = useStore()
  return (
    <ol class="flow-list">
      {survey.questions.map((question, index) => (
        <li key={index}>
          <button type="button" onClick={() => focusField(store, `questions[${index}].question`)}>
            <span class="number">{index + 1}</span>
            {question.question || 'A question without a text'}
          </button>
          {!graph.reachable.has(index) && <span class="tag">unreachable</span>}
          <ul>
            {graph.edges
              .filter(({ from }) => from === index)
              .map(way => (
                <li key={way.to} class={way.isBackEdge ? 'back' : undefined}>
                  {describeEdge(survey, way)}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
