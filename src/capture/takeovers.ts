import type { Store } from '../persistence/store'

/** About 50 takeovers: more pages than a browser keeps in its back/forward cache. */
const MAX_CHARACTERS = 1_800

/**
 * Remembers in storage which tab has taken over the events of which other one. A stored event that is missing was delivered by
 * another tab only if one has taken it over: otherwise somebody has emptied the storage. See D-697.
 *
 * @param tab Returns the name of this tab.
 */
export function createTakeovers(store: Store, key: string, tab: () => string) {
  // ` <owner>:<who has taken over>`, the latest last.
  const read = () => store.read(key) ?? ''
  const isElsewhere = (owner: string): boolean =>
    read().split(` ${owner}:`).slice(1).pop()?.startsWith(tab()) === false
  const add = (owner: string): void =>
    void store.write(key, `${read()} ${owner}:${tab()}`.slice(-MAX_CHARACTERS))
  return {
    /** Whether another tab was the latest to take over the events of a tab. */
    isElsewhere,
    /** This tab has taken over the events of another one. */
    add,
    /** This tab still has events of a tab, or has delivered some, whoever has taken them over since. */
    claim(owner: string): void {
      if (isElsewhere(owner)) add(owner)
    },
  }
}
