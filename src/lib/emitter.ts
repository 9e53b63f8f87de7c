import { attempt } from './attempt'

/** An event with its listeners. */
export interface Emitter<T> {
  /** Adds a listener and returns a function that removes it. */
  on(listener: (detail: T) => void): () => void
  /** Calls all listeners in the order they were added. Never throws. */
  emit(detail: T): void
}

/**
 * Creates an emitter without listeners.
 *
 * @param onThrow Called with the error of a listener that threw. The remaining listeners still run.
 * @param start Subscribes to the source of the event while there are listeners. Returns its cleanup function.
 */
export function createEmitter<T>(
  onThrow: (error: unknown) => void,
  start?: (emit: (detail: T) => void) => () => void,
): Emitter<T> {
  const listeners = new Set<(detail: T) => void>()
  let stop: (() => void) | undefined
  const emit = (detail: T) => {
    for (const listener of [...listeners]) attempt(() => listener(detail), undefined, onThrow)
  }
  return {
    on(listener) {
      // The wrapper lets one function subscribe twice, with an independent unsubscribe for each.
      const wrapper = (detail: T) => listener(detail)
      listeners.add(wrapper)
      stop ??= start?.(emit)
      return () => {
        listeners.delete(wrapper)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
    emit,
  }
}
