import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'
import type { PersonItem } from '../../wire/console'
import { PERSONS_PATH } from '../../wire/paths'
import { EvaluatedFlags } from '../flags/EvaluatedFlags'
import { hrefOf } from '../router'
import { useConsole } from '../ui/consoleContext'
import { formatTime } from '../ui/format'
import { LoadError, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { useData } from '../ui/useData'
import { DeletePersonDialog } from './DeletePersonDialog'
import { PersonAnswers } from './PersonAnswers'
import { PersonEvents } from './PersonEvents'
import { personName } from './personName'

const PARENT = { title: 'People', href: hrefOf('people') }

/** Everything that the service has of one person. */
export function PersonPage({ id }: { id: string }) {
  const { may } = useConsole()
  const [isDeleting, setDeleting] = useState(false)
  const {
    value: person,
    error,
    reload,
  } = useData<PersonItem>(
    (api, signal) => api.get(`${PERSONS_PATH}${encodeURIComponent(id)}/`, { signal }),
    [id],
  )
  if (!person)
    return (
      <div>
        <PageHeader title="Person" parent={PARENT} />
        {error ? <LoadError error={error} onRetry={reload} /> : <Skeleton rows={6} height={40} />}
      </div>
    )
  const [mainId] = person.distinct_ids
  return (
    <div>
      <PageHeader title={personName(person)} parent={PARENT}>
        {may('person:write') && (
          <button type="button" class="button" onClick={() => setDeleting(true)}>
            <Icon name="trash" />
            Delete
          </button>
        )}
      </PageHeader>
      <div class="person-grid">
        <Card title="Properties">
          <PropertyTable person={person} />
        </Card>
        <div class="stack">
          <Card title="Distinct ids">
            <ul class="stack">
              {person.distinct_ids.map(distinctId => (
                <li key={distinctId}>
                  <code>{distinctId}</code>
                </li>
              ))}
            </ul>
            <p class="hint">Since {formatTime(person.created_at)}.</p>
          </Card>
          {may('feature_flag:read') && mainId !== undefined && (
            <Card title="Flags">
              <EvaluatedFlags distinctId={mainId} />
            </Card>
          )}
        </div>
        {may('query:read') && (
          <Card title="Answers" class="wide">
            <PersonAnswers personId={id} />
          </Card>
        )}
        {may('query:read') && (
          <Card title="Events" class="wide" href={hrefOf('events', undefined, { person_id: id })}>
            <PersonEvents personId={id} />
          </Card>
        )}
      </div>
      {isDeleting && <DeletePersonDialog person={person} onClose={() => setDeleting(false)} />}
    </div>
  )
}

interface CardProps {
  title: string
  /** The page that has all of it. */
  href?: string
  class?: string
  children: ComponentChildren
}

function Card({ title, href, class: className = '', children }: CardProps) {
  return (
    <section class={`card ${className}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {href && <a href={href}>All</a>}
      </header>
      <div class="card-body">{children}</div>
    </section>
  )
}

function PropertyTable({ person: { properties } }: { person: PersonItem }) {
  const entries = Object.entries(properties).toSorted(([a], [b]) => a.localeCompare(b))
  if (entries.length === 0) return <p class="hint">This person has no properties.</p>
  return (
    <table class="table properties" aria-label="Properties">
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
