import { describe, expect, it, vi } from 'vitest'
import { createEventQueue } from '../../src/capture/eventQueue'
import type { Store } from '../../src/persistence/store'
import { cpuTime } from '../support/cpuTime'
import { memoryStore } from '../support/memoryStore'

const PREFIX = 'out_'
const NOW = Date.UTC(2026, 0, 5)
/** How much longer the long backlog is: three doublings, so that linear and quadratic work are far apart. */
const FACTOR = 8
/** The bound, 2.5 for each doubling: linear work grows by 8, quadratic work by 64. */
const MAX_GROWTH = 2.5 ** 3

const queueOf = (store: Store) =>
  createEventQueue({ store, prefix: PREFIX, tab: () => 'own', now: () => NOW })

/** Returns the storage in which a dead tab has left events, each of which it had handed over. */
function leftBehind(count: number): Store {
  const store = memoryStore()
  const names = Array.from({ length: count }, (_, i) => `dead_e${i.toString(36)}`)
  store.write(`${PREFIX}dead_s0`, '{"token":"t","distinct_id":"d"}')
  names.forEach((name, i) => {
    const uuid = `01890a5d-ac96-774b-bcce-${i.toString(16).padStart(12, '0')}`
    store.write(PREFIX + name, `0 ${JSON.stringify([uuid, 'e', '2026-01-05T00:00:00.000Z', {}])}`)
  })
  store.write(`${PREFIX}dead_handover`, JSON.stringify([NOW, names]))
  return store
}

describe('createEventQueue', () => {
  it('takes time in proportion to the stored events when it looks for those of other tabs', () => {
    const leastMs = (count: number) => {
      const queue = queueOf(leftBehind(count))
      const times = [1, 2, 3].map(() => {
        const begin = cpuTime()
        expect(queue.otherOutboxes().get('dead')).toHaveLength(count + 2)
        return cpuTime() - begin
      })
      // Of two tiny times the ratio says nothing.
      return Math.min(...times) + 2
    }
    const growths = [1, 2, 3].map(() => leastMs(3_000 * FACTOR) / leastMs(3_000))
    expect(Math.min(...growths)).toBeLessThan(MAX_GROWTH)
  })

  it('reads in proportion to what was handed over when a request has ended', () => {
    const charactersRead = (count: number) => {
      const store = leftBehind(count)
      let characters = 0
      const read = (key: string) => {
        const value = store.read(key)
        characters += value?.length ?? 0
        return value
      }
      const queue = queueOf({ ...store, read })
      queue.adopt(queue.otherOutboxes())
      expect(queue.size()).toBe(count)
      characters = 0
      queue.settleHandedOver(NOW - 1)
      return characters
    }
    expect(charactersRead(100 * FACTOR) / charactersRead(100)).toBeLessThan(MAX_GROWTH)
  })

  it('reads the note alone while nothing decides on what was handed over, as for each event of a page that is left (D-780)', () => {
    const store = leftBehind(100)
    const read = vi.fn(store.read)
    const queue = queueOf({ ...store, read })
    queue.adopt(queue.otherOutboxes())
    read.mockClear()
    queue.settleHandedOver(NOW - 1)
    expect(read.mock.calls).toEqual([[`${PREFIX}dead_handover`]])
  })

  it('reads once what other tabs have taken over when handed-over events have arrived (D-784)', () => {
    const store = leftBehind(100)
    const read = vi.fn(store.read)
    const queue = queueOf({ ...store, read })
    queue.adopt(queue.otherOutboxes())
    read.mockClear()
    queue.settleHandedOver(NOW + 1)
    expect(queue.size()).toBe(0)
    expect(read.mock.calls.filter(([key]) => key === `${PREFIX}taken`)).toHaveLength(1)
  })

  it('stores a whole event that it has adopted again when somebody has emptied the storage (D-697)', () => {
    const store = memoryStore()
    const uuid = '01890a5d-ac96-774b-bcce-000000000001'
    const event = {
      uuid,
      event: 'e',
      distinct_id: 'd',
      timestamp: '2026-01-05T00:00:00.000Z',
      properties: { token: 't', distinct_id: 'd' },
    }
    store.write(`${PREFIX}dead_e0`, JSON.stringify(event))
    const queue = queueOf(store)
    queue.adopt(queue.otherOutboxes())
    store.keys(PREFIX).forEach(store.remove)
    queue.reconcile(0)
    const next = createEventQueue({ store, prefix: PREFIX, tab: () => 'next', now: () => NOW })
    next.adopt(next.otherOutboxes())
    expect(next.queued().map(next.expand)).toEqual([event])
  })
})
