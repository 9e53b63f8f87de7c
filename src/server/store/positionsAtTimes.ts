import type { Store } from './store'

/**
 * Returns, for each time, the position of the first event of a project that was received then or later, or one above the
 * last event. Events are in the order in which they were received, so few of them are read. See D-591, D-594.
 *
 * @param times Epoch ms, ascending.
 * @returns Undefined for a project without events.
 */
export async function positionsAtTimes(
  store: Store,
  project_id: number,
  times: number[],
): Promise<number[] | undefined> {
  const where = { project_id }
  const [first] = await store.find('events', { where, limit: 1 })
  const [last] = await store.find('events', { where, order: 'newest', limit: 1 })
  const firstPosition = first && (await store.position('events', first))
  const lastPosition = last && (await store.position('events', last))
  if (firstPosition === undefined || lastPosition === undefined) return undefined
  const end = lastPosition + 1

  const isReached = async (position: number, time: number): Promise<boolean> => {
    const [event] = await store.find('events', { where, from: position, limit: 1 })
    return !event || Date.parse(event.received_at) >= time
  }
  const positions: number[] = []
  for (const time of times) {
    let low = positions.at(-1) ?? firstPosition
    let high = (await isReached(low, time)) ? low : end
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (await isReached(middle, time)) high = middle
      else low = middle + 1
    }
    positions.push(low)
  }
  return positions
}
