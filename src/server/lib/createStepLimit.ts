import { createLimit } from './createLimit'
import { yieldToRequests } from './yieldToRequests'

/** Yields the items of an iteration, each when its step has its place among those of all iterations. */
export type LimitSteps = <T>(items: AsyncIterable<T>) => AsyncIterable<T>

/**
 * Creates a function that runs at most `max` steps of all iterations in one turn of the event loop, so that the requests between
 * two turns wait for few steps however many iterations there are. What reads the items holds no place, because it may wait for
 * a client. See D-798.
 */
export function createStepLimit(max: number): LimitSteps {
  const limit = createLimit(max)
  return async function* (items) {
    const iterator = items[Symbol.asyncIterator]()
    const step = async () => {
      const next = await iterator.next()
      await yieldToRequests()
      return next
    }
    try {
      for (let next = await limit(step); !next.done; next = await limit(step)) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
}
