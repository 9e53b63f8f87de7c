import { stringify } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { objectOrEmpty } from '../lib/objectOrEmpty'
import type { Page } from '../page/page'
import type { Properties } from '../wire/event'
import type { Store } from './store'

/** Delay between a change and its write, which batches changes. A page that unloads writes at once. */
const SAVE_DELAY_MS = 250
/** A storage event of a busy tab arrives within this time. */
const LATE_EVENT_MS = 10_000

/** What a record needs from the client. */
export interface RecordDeps {
  page: Page
  /** Stored key, in both stores. */
  key: string
  /** Holds all values. */
  main: Store
  /** Holds the values of `cookieKeys`, shared with other subdomains. Takes precedence over `main`. */
  cookie?(): Store | undefined
  cookieKeys?: readonly string[]
  /** Whether a value fits its name. One that does not counts as missing, and is not set. */
  fits?(name: string, value: unknown): boolean
  /** Called when another tab or subdomain has changed the person. `before` holds the previous values. */
  onExternalChange?(before: Readonly<Properties>): void
}

/**
 * Creates a record of values that persist across pages: identity, session and super properties. Values must be JSON.
 *
 * Each tab merges only its own changes into the stored record, so that tabs do not overwrite each other. See D-033, D-035.
 */
export function createRecord({
  page,
  key,
  main,
  cookie,
  cookieKeys = [],
  fits = () => true,
  onExternalChange,
}: RecordDeps) {
  let former: Properties | undefined
  let savedText: string | null = null
  let savedCookieText: string | null | undefined = null
  let changedKeys = new Set<string>()
  let isCleared = false
  let cancelSave: (() => void) | undefined
  /** The visitor whom this tab has replaced by another one, and when. */
  let replaced = { id: undefined as unknown, at: 0 }

  /** Returns the stored values, or `undefined` if they are as this tab wrote them. */
  const readChanges = (): Properties | undefined => {
    const text = main.read(key)
    const cookieText = cookie?.()?.read(key)
    if (text === savedText && cookieText === savedCookieText) return undefined
    savedText = text
    savedCookieText = cookieText
    const mainValues = parse(text, fits)
    const cookieValues = parse(cookieText, fits)
    const isOtherPerson =
      cookieValues.distinct_id &&
      mainValues.distinct_id &&
      cookieValues.distinct_id !== mainValues.distinct_id
    if (isOtherPerson) former = mainValues
    // After a log-in or log-out on another subdomain, the main store holds values of the previous person.
    return isOtherPerson ? cookieValues : nullProtoRecord(mainValues, cookieValues)
  }
  let values = readChanges() ?? nullProtoRecord()
  /** What an earlier page of this host has stored for another visitor than the cookie's. */
  const formerValues = former

  /** Returns a key that changes with the person or the groups. */
  const personKey = () => stringify([values.distinct_id, values.$groups])
  const write = () => {
    const cookieText = stringify(Object.fromEntries(cookieKeys.map(name => [name, values[name]])))
    if (cookieText !== savedCookieText && cookie?.()?.write(key, cookieText)) savedCookieText = cookieText
    // Written after the cookie, because this write notifies other tabs, which must not read an outdated cookie.
    const text = stringify(values)
    if (text !== savedText && main.write(key, text)) savedText = text
  }
  const sync = ({ keepsLogin = false } = {}) => {
    cancelSave?.()
    cancelSave = undefined
    const before = values
    const previousPersonKey = personKey()
    const stored = readChanges()
    // If the host page or the visitor has emptied the storage, the values in memory are kept.
    if (stored?.distinct_id && !isCleared) {
      values = stored
      // Another tab that has not seen the log-in may have stored the anonymous visitor again.
      const isLate = stored.distinct_id === replaced.id && page.monotonicNow() - replaced.at < LATE_EVENT_MS
      const isLoginLost = before.$user_state === 'identified' && stored.$user_state !== 'identified'
      const kept = isLoginLost && (keepsLogin || isLate) ? Object.keys(before) : changedKeys
      for (const name of kept) assign(name, before[name])
    }
    isCleared = false
    changedKeys = new Set()
    write()
    if (personKey() !== previousPersonKey) onExternalChange?.(before)
  }
  const assign = (name: string, value: unknown) => {
    if (value === undefined) delete values[name]
    else if (fits(name, value)) values[name] = value
  }
  const saveSoon = () => {
    cancelSave ??= page.setTimer(SAVE_DELAY_MS, () => sync())
  }
  const cleanups = [
    main.onExternalChange(key, (changedKey, value) => {
      if (changedKey === key && value !== savedText) sync()
    }),
    // Browsers send no event when another subdomain changes a cookie.
    ...(['hidden', 'pagehide', 'visible', 'restore'] as const).map(event => page.on(event, () => sync())),
  ]

  return {
    /** The visitor of the earlier page, when another subdomain has changed the visitor since. */
    former: (): Readonly<Properties> | undefined => formerValues,
    get: <T>(name: string) => values[name] as T | undefined,
    /** Returns all values. The object is replaced with each change. */
    all: (): Readonly<Properties> => values,
    /** Sets values and stores them after a short delay. `undefined` removes a value. */
    set(patch: Properties) {
      if (patch.distinct_id) replaced = { id: values.distinct_id, at: page.monotonicNow() }
      values = nullProtoRecord(values)
      for (const name of Object.keys(patch)) {
        changedKeys.add(name)
        assign(name, patch[name])
      }
      saveSoon()
    },
    /** Sets values like `set`, unless another tab stores a visitor first. See D-035. */
    setIfUnclaimed(patch: Properties) {
      values = nullProtoRecord(values, patch)
      saveSoon()
    },
    /** Removes all values except the named ones, including the values that other tabs have stored. */
    clear(keep: readonly string[] = []) {
      const kept = nullProtoRecord<unknown>()
      for (const name of keep) if (values[name] !== undefined) kept[name] = values[name]
      values = kept
      isCleared = true
      saveSoon()
    },
    /**
     * Stores pending changes now, and applies the changes of other tabs and subdomains.
     *
     * `keepsLogin`: whether a person who is logged in here wins over a stored anonymous visitor. See D-440.
     */
    sync,
    /** Stores pending changes and removes all listeners. */
    stop() {
      sync()
      for (const cleanup of cleanups) cleanup()
    },
  }
}

/** A record of values that persist across pages. */
export type PersistedRecord = ReturnType<typeof createRecord>

function parse(text: string | null | undefined, fits: NonNullable<RecordDeps['fits']>): Properties {
  try {
    // When spread, `__proto__` would set the prototype of the target.
    const { __proto__: _, ...clean } = objectOrEmpty(JSON.parse(text || '{}'))
    for (const name of Object.keys(clean)) if (!fits(name, clean[name])) delete clean[name]
    return nullProtoRecord(clean)
  } catch {
    return nullProtoRecord()
  }
}
