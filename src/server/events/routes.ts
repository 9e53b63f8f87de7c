import type { EventItem, Page } from '../../wire/console'
import { EVENTS_PATH } from '../../wire/paths'
import { cursorLink, parseCursorLimit, queryFields } from '../http/paging'
import type { Reply } from '../http/reply'
import type { ManagementContext } from '../http/requestContext'
import type { ManagementRoute } from '../http/route'
import { validate } from '../http/validate'
import type { StoredEvent } from '../store/rows'
import { scanNewest } from '../store/scanNewest'
import { eventBounds, eventIndex, eventTest } from './eventFilter'
import { eventsBody, eventsQuery } from './schema'

/** The list of events. See D-586, D-591. */
export const eventRoutes: ManagementRoute[] = [
  {
    method: 'GET',
    path: EVENTS_PATH,
    access: 'management',
    scope: 'query:read',
    summary: 'Lists events in the order of their arrival, newest first.',
    query: eventsQuery,
    replies: { 200: { description: 'A page of events.', schema: eventsBody } },
    isHidden: true,
    handle: listEvents,
  },
]

async function listEvents({ service, project, query, request }: ManagementContext): Promise<Reply> {
  const { store } = service
  const filter = validate(eventsQuery, queryFields(query, ['distinct_id', 'person_id']))
  const { rows, next } = await scanNewest(service, 'events', {
    where: await eventIndex(store, project.id, filter),
    ...(await eventBounds(store, project.id, filter)),
    limit: parseCursorLimit(query),
    matches: eventTest(filter),
  })
  const body: Page<EventItem> = {
    results: rows.map(serializeEvent),
    next: cursorLink(request.url, next),
  }
  return { status: 200, body }
}

function serializeEvent(row: StoredEvent): EventItem {
  const { uuid, event, distinct_id, person_id, timestamp, received_at, properties } = row
  return { uuid, event, distinct_id, person_id, timestamp, received_at, properties }
}
