import { createEmitter, type Emitter } from '../lib/emitter'
import type { ClientEvents } from './api'

export type ClientEventEmitter = ReturnType<typeof createClientEvents>

/**
 * Creates the events that a page subscribes to with `client.on`.
 *
 * @param onThrow Receives what a listener has thrown; the other listeners are still called.
 */
export function createClientEvents(onThrow: (error: unknown) => void) {
  const emitters = new Map<string, Emitter<unknown>>()
  const emitterOf = (name: string) => {
    const emitter = emitters.get(name) ?? createEmitter<unknown>(onThrow)
    emitters.set(name, emitter)
    return emitter
  }
  return {
    on: <E extends keyof ClientEvents>(name: E, listener: (detail: ClientEvents[E]) => void) =>
      emitterOf(name).on(listener as (detail: unknown) => void),
    emit: <E extends keyof ClientEvents>(name: E, detail: ClientEvents[E]) => emitterOf(name).emit(detail),
  }
}
