import type { SurveyResults } from '../../wire/console'
import { Bar } from '../ui/charts/Bar'
import { ChartFrame } from '../ui/charts/ChartFrame'
import { formatCount } from '../ui/format'
import { describePath, share, wholePercent } from './shares'

interface PathListProps {
  results: SurveyResults
  /** The path that the results are filtered by. */
  chosen: string
  onPath(path: string): void
}

/** More paths than this are in the filter and in the table alone. */
const MAX_PATHS = 8

/** The ways through the survey, by the numbers of the answered questions. A click filters by one. */
export function PathList({ results: { paths, funnel, started }, chosen, onPath }: PathListProps) {
  const ids = funnel.map(({ question_id }) => question_id)
  return (
    <section class="card">
      <ChartFrame
        title="Paths taken"
        columns={['Answered questions', 'Responses', 'Completed']}
        rows={paths.map(({ question_ids, count, completed }) => [
          describePath(question_ids, ids),
          formatCount(count),
          formatCount(completed),
        ])}
      >
        <ul class="bars">
          {paths.slice(0, MAX_PATHS).map(({ question_ids, count, completed }) => {
            const key = question_ids.join()
            return (
              <li key={key}>
                <button
                  type="button"
                  class="bar-row"
                  aria-pressed={key !== '' && key === chosen}
                  aria-disabled={key === ''}
                  title={key === '' ? undefined : 'Show the answers of this path'}
                  onClick={() => key !== '' && onPath(key === chosen ? '' : key)}
                >
                  <span class="bar-label" dir="ltr">
                    {describePath(question_ids, ids)}
                  </span>
                  <span class="bar-value tabular">
                    {formatCount(count)}
                    <span class="muted"> · {wholePercent(completed, count)} completed</span>
                  </span>
                  <Bar parts={[{ percent: share(count, started) }]} />
                </button>
              </li>
            )
          })}
        </ul>
      </ChartFrame>
    </section>
  )
}
