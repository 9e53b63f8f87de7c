/**
 * A function of the browser as it was before zone.js: what runs in a zone keeps an Angular page busy, and wakes all of it.
 */
export function unzoned<T extends object, K extends keyof T & string>(owner: T, name: K): T[K] {
  return (owner as Record<string, T[K]>)[`__zone_symbol__${name}`] ?? owner[name]
}

/** Listens to events of these names, separated by spaces, and to those that only its children hear, if `capture`. */
export function listen(
  target: EventTarget,
  names: string,
  run: (event: Event) => void,
  capture = false,
): () => void {
  const each = (method: 'addEventListener' | 'removeEventListener') => {
    for (const name of names.split(' ')) unzoned(target, method).call(target, name, run, capture)
  }
  each('addEventListener')
  return () => each('removeEventListener')
}
