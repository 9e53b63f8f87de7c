/**
 * A function of the browser as it was before zone.js: what runs in a zone keeps an Angular page busy, and wakes all of it.
 */
export function getNative<T extends object, K extends keyof T & string>(owner: T, name: K): T[K] {
  return (owner as Record<string, T[K]>)[`__zone_symbol__${name}`] ?? owner[name]
}

/**
 * Listens to several kinds of events.
 *
 * @param names Their names, with blanks between.
 * @param capture True: on the way down, so that events count which do not bubble, or which somebody stops.
 * @returns What ends it.
 */
export function listen(
  target: EventTarget,
  names: string,
  run: (event: Event) => void,
  capture = false,
): () => void {
  const each = (method: 'addEventListener' | 'removeEventListener') => {
    for (const name of names.split(' '))
      getNative(target, method).call(target, name, run, { capture, passive: true })
  }
  each('addEventListener')
  return () => each('removeEventListener')
}
