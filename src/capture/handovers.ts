import { parseJson, stringify } from '../lib/json'
import type { Store } from '../persistence/store'

/** What a page has handed over when it was left. It counts as delivered only while its note is stored. See D-654. */
export interface Handover {
  /** Epoch ms after which a request tells whether it has arrived. */
  at: number
  /** The key of its note in storage. */
  key: string
}

const HANDOVER = 'handover'

export const isHandoverNote = (key: string): boolean => key.endsWith(HANDOVER)

export interface HandoversDeps {
  store: Store
  /** Begins the stored keys of all outboxes of the project. */
  prefix: string
  /** Names this tab in stored keys. */
  tab(): string
}

/**
 * Keeps the notes of what pages have handed over to the browser when they were left: epoch ms, and the keys of the events without
 * the prefix. A note is empty while its page has come back and waits for the answers.
 */
export function createHandovers({ store, prefix, tab }: HandoversDeps) {
  /** The key of the note that the page has stored, or empty. */
  let noteKey = ''
  const keyOf = (owner: string) => `${prefix}${owner}_${HANDOVER}`

  function remove(): void {
    if (noteKey) store.remove(noteKey)
    noteKey = ''
  }
  function write(text: string): void {
    noteKey = keyOf(tab())
    // No other tab can withdraw a note that is in memory.
    if (!store.write(noteKey, text)) remove()
  }
  return {
    /** Removes the note of this page. */
    remove,
    /** `keys`: those of the events that the browser has accepted. `now`: epoch ms. */
    save(keys: readonly string[], now: number): void {
      write(stringify([now, keys.map(key => key.slice(prefix.length))]))
    },
    /**
     * The page has come back, and waits for the answers: the next page finds nothing in its note, which a failure in another tab
     * still withdraws. Returns the key of the note, or an empty one when it has been withdrawn.
     */
    awaitAnswers(): string {
      const isValid = noteKey !== '' && store.read(noteKey) !== null
      remove()
      if (isValid) write('[]')
      return noteKey
    },
    /** A request has failed: nothing that was handed over counts as delivered. */
    discardAll(): void {
      store.keys(prefix).filter(isHandoverNote).forEach(store.remove)
    },
    /** Returns what a dead tab has handed over and nobody has decided on, by the key of the event. */
    ofTab(owner: string): Map<string, Handover> {
      const key = keyOf(owner)
      // Cut off, or not our text: as if nothing was handed over, so everything is sent again.
      const { 0: at, 1: names } = Object(parseJson(store.read(key)))
      const keys = Number(at) && Array.isArray(names) ? names.map(name => prefix + name) : []
      const left = keys.filter(name => store.read(name) !== null)
      // A page that came back has received the answers itself.
      if (!left[0]) store.remove(key)
      return new Map(left.map(name => [name, { at, key }]))
    },
  }
}
