/**
 * A function of the browser as it was before zone.js: what runs in a zone keeps an Angular page busy, and wakes all of it.
 */
export function unzoned<T extends object, K extends keyof T & string>(owner: T, name: K): T[K] {
  return (owner as Record<string, T[K]>)[`__zone_symbol__${name}`] ?? owner[name]
}
