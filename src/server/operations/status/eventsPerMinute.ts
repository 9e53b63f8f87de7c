import type { ServiceStatus } from '../../../wire/console'
import { formatIsoDate } from '../../lib/isoDate'
import { positionsAtTimes } from '../../store/positionsAtTimes'
import type { Store } from '../../store/store'

const MINUTES = 60
const MINUTE_MS = 60_000

/** Counts the events received in each of the last 60 minutes, the current one included. Oldest first. See D-594. */
export async function eventsPerMinute(
  store: Store,
  project_id: number,
  now: number,
): Promise<ServiceStatus['events_per_minute']> {
  const current = Math.floor(now / MINUTE_MS)
  const minutes = Array.from({ length: MINUTES }, (_, index) => (current - MINUTES + 1 + index) * MINUTE_MS)
  const bounds = [...minutes, (current + 1) * MINUTE_MS]
  const positions = await positionsAtTimes(store, project_id, bounds)
  const countMinute = async (index: number): Promise<number> => {
    const [from, end] = [positions?.[index], positions?.[index + 1]]
    if (from === undefined || end === undefined || from === end) return 0
    return store.count('events', { where: { project_id }, from, to: end - 1 })
  }
  return Promise.all(
    minutes.map(async (minute, index) => ({
      minute: formatIsoDate(minute),
      count: await countMinute(index),
    })),
  )
}
