import { attempt } from './attempt'
import { platformOptions } from './nullProtoRecord'

/**
 * Returns a browser function as it was before zone.js patched it. A patched timer or listener would trigger Angular's change
 * detection and keep the application from becoming stable. See D-017.
 */
export function getNative<T extends object, K extends keyof T & string>(owner: T, name: K): T[K] {
  return (owner as Record<string, T[K]>)[`__zone_symbol__${name}`] ?? owner[name]
}

/**
 * Adds a passive listener for several event types. Never throws: a target whose methods cannot be read gets no listener. See D-710.
 *
 * @param types Event types, separated by spaces.
 * @param capture Whether to listen in the capture phase. Catches events that do not bubble or whose propagation is stopped.
 * @param onThrow Called with what the browser throws.
 * @returns A function that removes the listener.
 */
export function listen(
  target: EventTarget,
  types: string,
  listener: (event: Event) => void,
  capture = false,
  onThrow?: (error: unknown) => void,
): () => void {
  const each = (method: 'addEventListener' | 'removeEventListener') => {
    for (const type of types.split(' '))
      attempt(
        () =>
          getNative(target, method).call(target, type, listener, platformOptions({ capture, passive: true })),
        undefined,
        onThrow,
      )
  }
  each('addEventListener')
  return () => each('removeEventListener')
}
