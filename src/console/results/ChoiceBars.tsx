import type { ChoiceResults } from '../../wire/console'
import { Bar } from '../ui/charts/Bar'
import { ChartFrame } from '../ui/charts/ChartFrame'
import { formatCount } from '../ui/format'
import { share, wholePercent } from './shares'
import { TextList } from './TextList'

/** How often each choice was made, and what was written into the open one. */
export function ChoiceBars({
  surveyId,
  results: { type, choices, open_texts },
  answered,
}: {
  surveyId: string
  results: ChoiceResults
  answered: number
}) {
  return (
    <div class="choices-chart">
      <ChartFrame
        title={type === 'multiple_choice' ? 'Choices, of which people make several' : 'Choices'}
        columns={['Choice', 'Answers', 'Share']}
        rows={choices.map(({ choice, count }) => [choice, formatCount(count), wholePercent(count, answered)])}
      >
        <ul class="bars">
          {choices.map(({ choice, count, is_open }) => (
            <li key={choice} class="bar-row">
              <span class="bar-label">
                {choice}
                {is_open && <span class="muted"> (own words)</span>}
              </span>
              <span class="bar-value tabular">
                {formatCount(count)}
                <span class="muted"> · {wholePercent(count, answered)}</span>
              </span>
              <Bar parts={[{ percent: share(count, answered) }]} />
            </li>
          ))}
        </ul>
      </ChartFrame>
      {open_texts.length > 0 && (
        <div>
          <h3>In their own words</h3>
          <TextList surveyId={surveyId} texts={open_texts} />
        </div>
      )}
    </div>
  )
}
