import { createEmitter } from '../lib/emitter'
import type { ClientEvents } from './api'

export type ClientEventEmitter = ReturnType<typeof createClientEvents>

/**
 * Creates the events that a page subscribes to with `client.on`.
 *
 * @param onThrow Receives what a listener has thrown; the other listeners are still called.
 */
export function createClientEvents(onThrow: (error: unknown) => void) {
  const emitter = createEmitter<[name: string, detail: unknown]>(onThrow)
  return {
    on: <E extends keyof ClientEvents>(name: E, listener: (detail: ClientEvents[E]) => void) =>
      emitter.on(([emitted, detail]) => {
        if (emitted === name) listener(detail as ClientEvents[E])
      }),
    emit: <E extends keyof ClientEvents>(name: E, detail: ClientEvents[E]) => emitter.emit([name, detail]),
  }
}
