import { useRef, useState } from 'preact/hooks'
import { Icon } from '../../editor/ui/Icon'
import type { EventItem } from '../../wire/console'
import type { PageProps } from '../router'
import { EmptyState, LoadError, ProjectSnippet, Skeleton } from '../ui/Messages'
import { PageHeader } from '../ui/PageHeader'
import { SearchField } from '../ui/SearchField'
import { replaceRoute } from '../ui/useRoute'
import { VirtualList } from '../ui/VirtualList'
import { EventDialog } from './EventDialog'
import { EventRow } from './EventRow'
import { type FeedFilter, useEventFeed } from './useEventFeed'

const FIELDS = [
  ['event', 'Event name'],
  ['distinct_id', 'Distinct id'],
  ['search', 'Text in an event'],
] as const

const ROW_HEIGHT = 56
/** Pixels from the top at which the list counts as scrolled. */
const SCROLLED_PX = 8

/** The events of the project as they arrive. */
export function EventsPage({ query }: PageProps) {
  const [isPaused, setPaused] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const [open, setOpen] = useState<EventItem>()
  const list = useRef<HTMLDivElement>(null)
  const names = ['event', 'distinct_id', 'search', 'person_id'] as const
  const filter: FeedFilter = Object.fromEntries(
    names.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  const feed = useEventFeed(filter, { isPaused, isHeld: isScrolled || open !== undefined })
  const set = (change: FeedFilter) => replaceRoute('events', undefined, { ...filter, ...change })
  const isFiltered = Object.keys(filter).length > 0
  const { items } = feed
  return (
    <div>
      <PageHeader title="Events" detail={<FeedState isPaused={isPaused} />}>
        <button type="button" class="button" onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'stop'} />
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </PageHeader>
      <div class="toolbar">
        {FIELDS.map(([name, label]) => (
          <SearchField
            key={name}
            label={label}
            value={filter[name] ?? ''}
            onValue={value => set({ [name]: value })}
          />
        ))}
        {filter.person_id && (
          <button type="button" class="chip" onClick={() => set({ person_id: '' })}>
            <Icon name="close" />
            Of one person
          </button>
        )}
      </div>
      {feed.error && !items && <LoadError error={feed.error} onRetry={feed.reload} />}
      {!items && !feed.error && <Skeleton rows={8} height={ROW_HEIGHT} />}
      {items?.length === 0 &&
        (isFiltered ? <NoMatch onReset={() => replaceRoute('events', undefined, {})} /> : <NoEvents />)}
      {items && items.length > 0 && (
        <div
          class="card event-feed"
          ref={list}
          onScrollCapture={({ target }) => setScrolled((target as Element).scrollTop > SCROLLED_PX)}
        >
          <div class="new-events" role="status">
            {feed.waiting > 0 && (
              <button
                type="button"
                class="button primary"
                onClick={() => {
                  list.current!.querySelector('.virtual-list')!.scrollTop = 0
                }}
              >
                <Icon name="up" />
                {feed.waiting === 1 ? '1 new event' : `${feed.waiting} new events`}
              </button>
            )}
          </div>
          <VirtualList
            label="Events"
            items={items}
            itemKey={({ uuid }) => uuid}
            itemHeight={ROW_HEIGHT}
            maxHeight={Math.max(ROW_HEIGHT * 6, innerHeight - 154)}
            onOpen={event => setOpen(event)}
            onEnd={feed.loadMore}
            hasMore={feed.hasMore}
          >
            {event => <EventRow event={event} />}
          </VirtualList>
        </div>
      )}
      {open && <EventDialog event={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function FeedState({ isPaused }: { isPaused: boolean }) {
  return (
    <span class={isPaused ? 'state-badge ended' : 'state-badge running'}>{isPaused ? 'Paused' : 'Live'}</span>
  )
}

function NoEvents() {
  return (
    <EmptyState icon="pulse" title="No events yet">
      <p>Add Earshot to your site with this tag. The first page view appears here within seconds.</p>
      <ProjectSnippet />
    </EmptyState>
  )
}

function NoMatch({ onReset }: { onReset(): void }) {
  return (
    <EmptyState icon="search" title="No event matches">
      <p>New events that match appear here as they arrive.</p>
      <button type="button" class="button" onClick={onReset}>
        Show all events
      </button>
    </EmptyState>
  )
}
