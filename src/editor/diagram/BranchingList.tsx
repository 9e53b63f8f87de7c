import type { Survey } from 'earshot'
import { focusField } from '../inspector/focusField'
import { useStore } from '../state/store'
import { describeEdge } from './describeEdge'
import type { SurveyGraph } from './graph'

/** Lists the questions with their branches in words. */
export function BranchingList({ survey, graph }: { survey: Survey; graph: SurveyGraph }) {
  const store = useStore()
  return (
    <ol class="branching-list">
      {survey.questions.map((question, index) => (
        <li key={index}>
          <button type="button" onClick={() => focusField(store, `questions[${index}].question`)}>
            <span class="number">{index + 1}</span>
            {question.question || 'Untitled question'}
          </button>
          {!graph.reachable.has(index) && <span class="tag">unreachable</span>}
          <ul>
            {graph.edges
              .filter(({ from }) => from === index)
              .map(edge => (
                <li key={edge.to} class={edge.isBackEdge ? 'back-edge' : undefined}>
                  {describeEdge(survey, edge)}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
