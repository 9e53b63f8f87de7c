import type { PersonFilter, PersonItem } from '../../wire/console'
import { PERSONS_PATH } from '../../wire/paths'
import { formatAgo, formatTime } from '../ui/format'
import { EmptyState, LoadError, ProjectSnippet, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { SearchField } from '../ui/SearchField'
import { usePages } from '../ui/usePages'
import { navigate, replaceRoute } from '../ui/useRoute'
import { VirtualList } from '../ui/VirtualList'
import { personDetail, personName } from './personName'

const ROW_HEIGHT = 56
const PAGE_SIZE = '100'

/** Finds persons by distinct id or email address. */
export function PersonList({ query }: { query: URLSearchParams }) {
  const search = query.get('search') ?? ''
  const filter: PersonFilter = { search, limit: PAGE_SIZE }
  const people = usePages<PersonItem>(PERSONS_PATH, { ...filter })
  const { items, error } = people
  return (
    <div>
      <PageHeader title="People" />
      <div class="toolbar">
        <SearchField
          label="Distinct id or email"
          value={search}
          onValue={search => replaceRoute('people', undefined, { search })}
        />
      </div>
      {error && !items && <LoadError error={error} onRetry={people.reload} />}
      {!items && !error && <Skeleton rows={8} height={ROW_HEIGHT} />}
      {items?.length === 0 && (search ? <NoMatch search={search} /> : <NoPeople />)}
      {items && items.length > 0 && (
        <div class="card" aria-busy={people.isLoading}>
          <VirtualList
            label="People"
            items={items}
            itemKey={({ id }) => id}
            itemHeight={ROW_HEIGHT}
            maxHeight={Math.max(ROW_HEIGHT * 6, innerHeight - 154)}
            onOpen={({ id }) => navigate('people', id)}
            onEnd={people.loadMore}
            hasMore={people.hasMore}
          >
            {person => <PersonRow person={person} />}
          </VirtualList>
        </div>
      )}
    </div>
  )
}

function PersonRow({ person }: { person: PersonItem }) {
  const { is_identified, created_at } = person
  return (
    <span class="event-row">
      <strong class="event-name">{personName(person)}</strong>
      <span class="muted event-summary">{personDetail(person)}</span>
      <span class="event-person">
        <span class={`state-badge ${is_identified ? 'running' : 'draft'}`}>
          {is_identified ? 'Identified' : 'Anonymous'}
        </span>
      </span>
      <time class="muted" dateTime={created_at} title={formatTime(created_at)}>
        {formatAgo(created_at)}
      </time>
    </span>
  )
}

function NoMatch({ search }: { search: string }) {
  return (
    <EmptyState icon="search" title="Nobody matches">
      <p>
        No person has “{search}” in a distinct id or email address. Visitors without a profile are in no list:
        their events have the distinct id.
      </p>
      <button
        type="button"
        class="button"
        onClick={() => navigate('events', undefined, { distinct_id: search })}
      >
        Look in the events
      </button>
    </EmptyState>
  )
}

function NoPeople() {
  const code = "earshot.identify('user-id', { email: 'ann@example.com' })"
  return (
    <EmptyState icon="people" title="Nobody yet">
      <p>
        Add this tag to your site. A visitor becomes a person when your site calls <code>{code}</code> after
        the sign-in.
      </p>
      <ProjectSnippet />
    </EmptyState>
  )
}
