import type { SurveyResults } from '../../wire/console'
import { Bar } from '../ui/charts/Bar'
import { ChartFrame } from '../ui/charts/ChartFrame'
import { formatCount } from '../ui/format'
import { share, wholePercent } from './shares'

/** How many got to each question, answered it, passed it over, or left there. */
export function Funnel({ results: { funnel, started } }: { results: SurveyResults }) {
  const mostLost = Math.max(...funnel.map(({ lost }) => lost))
  return (
    <section class="card funnel-card">
      <ChartFrame
        title="Where people leave"
        columns={['Question', 'Reached', 'Answered', 'Skipped', 'Left']}
        rows={funnel.map(({ question, reached, answered, skipped, lost }) => [
          question,
          ...[reached, answered, skipped, lost].map(formatCount),
        ])}
      >
        <ol class="funnel">
          {funnel.map(({ question_id, question, reached, answered, skipped, lost }, index) => (
            <li key={question_id}>
              <span class="funnel-question">
                <span class="ordinal">{index + 1}</span>
                <span class="clip" title={question}>
                  {question}
                </span>
              </span>
              <Bar
                height={10}
                parts={[
                  { percent: share(answered, started), group: 'answered' },
                  { percent: share(skipped, started), group: 'skipped' },
                  { percent: share(lost, started), group: 'lost' },
                ]}
              />
              <span class="funnel-numbers tabular">
                <span>
                  <strong>{formatCount(answered)}</strong> answered
                </span>
                {skipped > 0 && <span>{formatCount(skipped)} skipped</span>}
                <span class={lost > 0 && lost === mostLost ? 'most-lost' : undefined}>
                  {lost === 0 ? 'nobody left' : `${formatCount(lost)} left (${wholePercent(lost, reached)})`}
                </span>
              </span>
            </li>
          ))}
        </ol>
      </ChartFrame>
    </section>
  )
}
