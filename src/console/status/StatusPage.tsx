import type { ServiceStatus } from '../../wire/console'
import { STATUS_PATH } from '../../wire/paths'
import { formatCount } from '../ui/format'
import { EmptyState, LoadError, ProjectSnippet, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { useData } from '../ui/useData'
import { useInterval } from '../ui/useInterval'
import { formatBytes } from './formatBytes'
import { MinuteChart } from './MinuteChart'
import { WarningList } from './WarningList'

/** Milliseconds between two looks at the service. */
const RELOAD_MS = 10_000

const STORES: Record<ServiceStatus['storage']['kind'], string> = {
  memory: 'In memory',
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  other: 'A store of your own',
}

/** The state of the service: what arrives, what was dropped and why, storage, version. */
export function StatusPage() {
  const { value, error, reload } = useData<ServiceStatus>(
    (api, signal) => api.get(STATUS_PATH, { signal }),
    [],
  )
  useInterval(reload, RELOAD_MS)
  return (
    <div>
      <PageHeader title="Status" />
      {error && !value && <LoadError error={error} onRetry={reload} />}
      {!value && !error && <Skeleton rows={4} height={120} />}
      {value && (
        <div class="stack">
          <Facts status={value} />
          <section class="card" aria-label="Events per minute">
            <header>
              <h2>Events per minute</h2>
              <span class="muted">last hour</span>
            </header>
            <div class="card-body">
              {value.storage.events === 0 ? <NoEvents /> : <MinuteChart minutes={value.events_per_minute} />}
            </div>
          </section>
          <WarningList warnings={value.warnings} />
        </div>
      )}
    </div>
  )
}

function Facts({ status: { version, storage } }: { status: ServiceStatus }) {
  const { kind, bytes, events, persons } = storage
  const facts: [name: string, value: string][] = [
    ['Events', formatCount(events)],
    ['People', formatCount(persons)],
    ['Storage', STORES[kind]],
    ...(bytes === null ? [] : [['Size, about', formatBytes(bytes)] as [string, string]]),
    ['Version', version],
  ]
  return (
    <dl class="card status-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoEvents() {
  return (
    <EmptyState icon="pulse" title="Nothing has arrived yet">
      <p>Add this tag to your site. The first page view is counted within a minute.</p>
      <ProjectSnippet />
    </EmptyState>
  )
}
