/** Something that happens, and those who listen to it. */
export interface Emitter<T> {
  /** Subscribes; returns the end of the subscription. */
  on(run: (detail: T) => void): () => void
  emit(detail: T): void
  /** Whether anybody listens. */
  hasListeners(): boolean
}

/** @param onThrow Hears of a listener that threw; the others are still called. */
export function createEmitter<T>(onThrow: (error: unknown) => void): Emitter<T> {
  const listeners = new Set<(detail: T) => void>()
  return {
    on(run) {
      // A wrapper of its own, so that one function can subscribe twice and end each subscription by itself.
      const listener = (detail: T) => run(detail)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    emit(detail) {
      for (const listener of [...listeners]) {
        try {
          listener(detail)
        } catch (error) {
          onThrow(error)
        }
      }
    },
  }
}
