import type { Store } from './store'

/**
 * Returns the position of the first event of a project that was received at a time or later, or one above the last event.
 * Events are in the order in which they were received, so a few of them are read. Undefined for a project without events.
 *
 * @param from A position that the result is not below.
 */
export async function positionAtTime(
  store: Store,
  project_id: number,
  { time, from }: { time: number; from?: number },
): Promise<number | undefined> {
  const where = { project_id }
  const [first] = await store.find('events', { where, limit: 1 })
  const [last] = await store.find('events', { where, order: 'newest', limit: 1 })
  let low = from ?? (first && (await store.position('events', first)))
  const lastPosition = last && (await store.position('events', last))
  if (low === undefined || lastPosition === undefined) return undefined
  let high = lastPosition + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [event] = await store.find('events', { where, from: middle, limit: 1 })
    if (!event || Date.parse(event.received_at) >= time) high = middle
    else low = middle + 1
  }
  return low
}
