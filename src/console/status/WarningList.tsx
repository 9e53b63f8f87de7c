import { Icon } from '../../editor/ui/Icon'
import type { ServiceStatus } from '../../wire/console'
import { hrefOf } from '../router'
import { formatAgo, formatCount, formatTime } from '../ui/format'
import { warningText } from './warningText'

type Warnings = ServiceStatus['warnings']

/** What was dropped or changed, why, and what to do. */
export function WarningList({ warnings }: { warnings: Warnings }) {
  return (
    <section class="card" aria-label="Dropped and changed">
      <header>
        <h2>Dropped and changed</h2>
      </header>
      <div class="card-body">
        {warnings.length === 0 ? (
          <p class="all-well">
            <Icon name="check" />
            Every event was stored as it was sent.
          </p>
        ) : (
          <ul class="warnings" aria-label="Warnings">
            {warnings.map(warning => (
              <li key={warning.type}>
                <Warning {...warning} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Warning({ type, count, last_at, examples }: Warnings[number]) {
  const { title, advice } = warningText(type)
  return (
    <div class="warning-item">
      <Icon name="warning" />
      <div>
        <h3>{title}</h3>
        <p class="muted">
          {count === 1 ? 'Once, ' : `${formatCount(count)} times, last `}
          <time dateTime={last_at} title={formatTime(last_at)}>
            {formatAgo(last_at)}
          </time>
        </p>
        <p>{advice}</p>
        <details>
          <summary>Details</summary>
          <ul class="stack">
            {examples.map(({ detail, distinct_id, event, at }, index) => (
              <li key={index}>
                <code>{detail}</code>{' '}
                <span class="muted">
                  {event && `${event}, `}
                  {distinct_id && <a href={hrefOf('events', undefined, { distinct_id })}>{distinct_id}</a>}
                  {distinct_id && ', '}
                  {formatTime(at)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </div>
  )
}
