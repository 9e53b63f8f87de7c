import { useState } from 'preact/hooks'
import type { EventItem } from '../../wire/console'
import { EVENTS_PATH } from '../../wire/paths'
import { EventDialog } from '../events/EventDialog'
import { EventRow } from '../events/EventRow'
import { LoadError, Skeleton } from '../ui/Messages'
import { usePages } from '../ui/usePages'
import { VirtualList } from '../ui/VirtualList'

const ROW_HEIGHT = 56

/** The events of a person, newest first. */
export function PersonEvents({ personId }: { personId: string }) {
  const events = usePages<EventItem>(EVENTS_PATH, { person_id: personId, limit: 50 })
  const [open, setOpen] = useState<EventItem>()
  const { items, error } = events
  if (error && !items) return <LoadError error={error} onRetry={events.reload} />
  if (!items) return <Skeleton rows={5} height={ROW_HEIGHT} />
  if (items.length === 0) return <p class="hint">This person has no events.</p>
  return (
    <div class="flush">
      <VirtualList
        label="Events of this person"
        items={items}
        itemKey={({ uuid }) => uuid}
        itemHeight={ROW_HEIGHT}
        maxHeight={ROW_HEIGHT * 8}
        onOpen={event => setOpen(event)}
        onEnd={events.loadMore}
        hasMore={events.hasMore}
      >
        {event => <EventRow event={event} />}
      </VirtualList>
      {open && <EventDialog event={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
