import type { EventItem } from '../../wire/console'
import { SURVEY_SENT } from '../../wire/event'
import { EVENTS_PATH } from '../../wire/paths'
import { hrefOf } from '../router'
import { formatAgo, formatTime } from '../ui/format'
import { LoadError, Skeleton } from '../ui/Messages'
import { usePages } from '../ui/usePages'
import { answersOf } from './answersOf'

/** What a person answered, by survey. */
export function PersonAnswers({ personId }: { personId: string }) {
  const { items, error, reload } = usePages<EventItem>(EVENTS_PATH, {
    person_id: personId,
    event: SURVEY_SENT,
    limit: 200,
  })
  if (error && !items) return <LoadError error={error} onRetry={reload} />
  if (!items) return <Skeleton rows={2} height={40} />
  if (items.length === 0) return <p class="hint">This person has answered no survey.</p>
  return (
    <ul class="stack" aria-label="Answers">
      {answersOf(items).map(({ id, surveyId, surveyName, isCompleted, at, answers }) => (
        <li key={id} class="person-response">
          <p>
            <a href={hrefOf('surveys', surveyId)}>{surveyName}</a>{' '}
            <span class="muted">
              <time dateTime={at} title={formatTime(at)}>
                {formatAgo(at)}
              </time>
              {!isCompleted && ', not finished'}
            </span>
          </p>
          <dl>
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd dir="auto">{answer}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
