import { Dialog } from '../../editor/ui/Dialog'
import type { EventItem } from '../../wire/console'
import { hrefOf } from '../router'
import { CopyBlock } from '../ui/CopyBlock'
import { useConsole } from '../ui/consoleContext'
import { formatTime } from '../ui/format'

/** One event in full. */
export function EventDialog({ event, onClose }: { event: EventItem; onClose(): void }) {
  const { may } = useConsole()
  const { distinct_id, person_id, timestamp, received_at } = event
  return (
    <Dialog title={event.event} onClose={onClose}>
      <dl class="event-facts">
        <div>
          <dt>Time</dt>
          <dd>{formatTime(timestamp)}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{formatTime(received_at)}</dd>
        </div>
        <div>
          <dt>Distinct id</dt>
          <dd>
            <code>{distinct_id}</code>
          </dd>
        </div>
        <div>
          <dt>Person</dt>
          <dd>
            {person_id === null ? (
              'None: the visitor has no profile'
            ) : may('person:read') ? (
              <a href={hrefOf('people', person_id)}>Open this person</a>
            ) : (
              <code>{person_id}</code>
            )}
          </dd>
        </div>
      </dl>
      <CopyBlock label="Event as JSON" text={JSON.stringify(event, null, 2)} />
    </Dialog>
  )
}
