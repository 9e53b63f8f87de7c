import { invalidInput } from '../http/reply'
import { queryDate } from '../lib/dates'
import { findPersonId } from '../store/findPerson'
import { positionsAtTimes } from '../store/positionsAtTimes'
import type { StoredEvent } from '../store/rows'
import type { Store } from '../store/store'
import type { EventFilter } from './schema'

/** Returns the index that has the fewest events among which those of a filter are. */
export async function eventIndex(
  store: Store,
  project_id: number,
  { person_id, distinct_id }: EventFilter,
): Promise<Partial<StoredEvent>> {
  const owner = person_id ?? (distinct_id && (await findPersonId(store, project_id, distinct_id)))
  return owner ? { project_id, person_id: owner } : { project_id }
}

/** Returns the test of a filter. Undefined when every event of the index passes. */
export function eventTest(
  filter: EventFilter,
): ((event: StoredEvent, whole: () => StoredEvent) => boolean) | undefined {
  const { event: name, distinct_id, search } = filter
  if ([name, distinct_id, search].every(condition => condition === undefined)) return undefined
  const text = search?.toLowerCase()
  return (event, whole) =>
    (name === undefined || event.event === name) &&
    (distinct_id === undefined || event.distinct_id === distinct_id) &&
    (text === undefined || containsText(whole(), text))
}

function containsText({ event, distinct_id, properties }: StoredEvent, lowerCase: string): boolean {
  return [event, distinct_id, JSON.stringify(properties)].some(text => text.toLowerCase().includes(lowerCase))
}

/**
 * Returns the inclusive bounds of a filter as positions. Events that arrive meanwhile are above all others, so that neither
 * bound misses or repeats one.
 *
 * @throws HttpError 400 for a bound that is neither the uuid of a stored event nor a date.
 */
export async function eventBounds(
  store: Store,
  projectId: number,
  { after, before, cursor }: EventFilter,
): Promise<{ from?: number; to?: number }> {
  const from = after === undefined ? undefined : await lowerBound(store, projectId, after)
  const to = [
    before === undefined
      ? undefined
      : (await positionOf(store, projectId, { name: 'before', text: before })) - 1,
    parseCursor(cursor),
  ].filter(bound => bound !== undefined)
  return { from, to: to.length > 0 ? Math.min(...to) : undefined }
}

/** The event itself is not after itself; one at the time is. */
async function lowerBound(store: Store, projectId: number, after: string): Promise<number> {
  const position = await positionOf(store, projectId, { name: 'after', text: after })
  return queryDate(after) === undefined ? position + 1 : position
}

async function positionOf(
  store: Store,
  project_id: number,
  { name, text }: { name: string; text: string },
): Promise<number> {
  const time = queryDate(text)
  const position =
    time === undefined
      ? await store.position('events', { project_id, uuid: text.toLowerCase() })
      : ((await positionsAtTimes(store, project_id, [time]))?.[0] ?? 0)
  if (position === undefined)
    throw invalidInput('Expected the uuid of a stored event, or a date in ISO 8601.', name)
  return position
}

/** A cursor that cannot be read counts as missing. */
function parseCursor(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
