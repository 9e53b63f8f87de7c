import type { PageQuery, RowHead, Store } from './store'

/**
 * Returns, for each time, the position of the first event of a project that was received then or later, or one above the
 * last event. Events are in the order in which they were received, so the times of few of them are read. See D-591, D-594,
 * D-790.
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
  const first = await firstHead(store, { where })
  const last = await firstHead(store, { where, order: 'newest' })
  if (!first || !last) return undefined
  const end = last.position + 1

  /** Neighboring times are sought among the same events, and each may be as large as a body. */
  const known = new Map([first, last].map(head => [head.position, head]))
  const isReached = async (position: number, time: number): Promise<boolean> => {
    const head = known.get(position) ?? (await firstHead(store, { where, from: position }))
    if (!head) return true
    known.set(position, head)
    return Date.parse(head.time!) >= time
  }
  const positionAt = async (time: number, start: number): Promise<number> => {
    if (start === end || (await isReached(start, time))) return start
    if (!(await isReached(last.position, time))) return end
    let [low, high] = [start + 1, last.position]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (await isReached(middle, time)) high = middle
      else low = middle + 1
    }
    return low
  }
  const positions: number[] = []
  for (const time of times) positions.push(await positionAt(time, positions.at(-1) ?? first.position))
  return positions
}

async function firstHead(
  store: Store,
  query: Omit<PageQuery<'events'>, 'limit'>,
): Promise<RowHead<'events'> | undefined> {
  for await (const [head] of store.heads('events', { ...query, limit: 1 })) return head
  return undefined
}
