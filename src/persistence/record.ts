import { stringify } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { parseObject } from '../lib/parseObject'
import type { Page } from '../page/page'
import type { Properties } from '../wire/event'
import { isLoggedIn, isReplaced } from './person'
import type { Store } from './store'

/** Delay between a change and its write, which batches changes. A page that unloads writes at once. */
const SAVE_DELAY_MS = 250
/** A cookie that was read more recently is up to date: reading it blocks the page. See D-345. */
export const COOKIE_MAX_AGE_MS = 5_000
/** A storage event of a busy tab arrives within this time. */
const LATE_EVENT_MS = 10_000

/** Names that the store which is opened decides: identity, session, and what is known of the person. */
const OF_THE_STORE = /^(__|distinct_id$|\$(device_id|user_|ses|flag_|initial))/
/** Names of lists by group or property, to which the page adds. */
const LISTS = /^\$(groups|stored_)/

interface RefreshOptions {
  /** Uses the known text of the cookie when it is not older. */
  cookieMaxAgeMs?: number
  /**
   * `login`: a person who is logged in here wins over a stored anonymous visitor. `named`: a log-in or log-out of this page wins
   * over a stored person too. See D-440, D-552, D-666.
   */
  keeps?: 'login' | 'named'
}

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
  /**
   * The one of `cookieKeys` that changes with each activity. Its value starts with the time of the change, the latest one wins,
   * and the cookie gets it when the page is left.
   */
  activityKey?: string
  /** Whether a value fits its name. One that does not counts as missing, and is not set. */
  fits?(name: string, value: unknown): boolean
  /**
   * Called when another tab or subdomain has changed the person. `before` holds the previous values.
   *
   * @param forgets What of the previous person must go. `memory`: the main store has the new one, so that all that it holds is
   *   theirs. See D-435.
   */
  onExternalChange?(before: Readonly<Properties>, forgets: 'all' | 'memory'): void
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
  activityKey = '',
  fits = () => true,
  onExternalChange,
}: RecordDeps) {
  let values: Properties = nullProtoRecord()
  let former: Properties | undefined
  let savedText: string | null = null
  let savedCookieText: string | null | undefined = null
  let savedCookiePerson: string | undefined
  let cookieReadAt = -Infinity
  let changedKeys = new Set<string>()
  let isCleared = false
  /** Whether this page has named the visitor, by log-in or log-out, and no other page has replaced them since. */
  let isNamed = false
  let cancelSave: (() => void) | undefined
  let cancelCookieWrite: (() => void) | undefined
  /** The visitor whom this tab has replaced by another one, and when. */
  let replacedId: unknown
  let replacedAt = 0

  /** Reads the cookie, which blocks the page until another process has answered, unless its text is recent. */
  const readCookie = (maxAgeMs: number) => {
    const now = page.monotonicNow()
    if (now - cookieReadAt < maxAgeMs) return savedCookieText
    cookieReadAt = now
    return cookie?.()?.read(key)
  }
  const lastActivity = (stored: Properties) => (stored[activityKey] as number[] | undefined)?.[0] ?? 0
  /** Returns the stored values, or `undefined` if they are as this tab wrote them. */
  const readChanges = (cookieMaxAgeMs = 0): Properties | undefined => {
    const text = main.read(key)
    const cookieText = readCookie(cookieMaxAgeMs)
    if (text === savedText && cookieText === savedCookieText) return undefined
    savedText = text
    savedCookieText = cookieText
    // The host page, the visitor or a tab with another `persistence` has emptied the storage. See D-684.
    const mainValues = text ? parse(text, fits) : values
    const cookieValues = parse(cookieText, fits)
    // After a log-in or log-out on another subdomain, the main store holds values of the previous person.
    former =
      cookieValues.distinct_id &&
      mainValues.distinct_id &&
      cookieValues.distinct_id !== mainValues.distinct_id
        ? mainValues
        : undefined
    if (former) return cookieValues
    const merged = nullProtoRecord(mainValues, cookieValues)
    if (lastActivity(mainValues) > lastActivity(cookieValues)) merged[activityKey] = mainValues[activityKey]
    return merged
  }
  values = readChanges() ?? values

  /** Returns a key that changes with the person or the groups. */
  const personKey = () => stringify([values.distinct_id, values.$groups])
  const cookieText = (except?: string) =>
    stringify(
      Object.fromEntries(cookieKeys.filter(name => name !== except).map(name => [name, values[name]])),
    )
  savedCookiePerson = cookieText(activityKey)
  const writeCookie = () => {
    cancelCookieWrite?.()
    cancelCookieWrite = undefined
    const text = cookieText()
    if (text === savedCookieText || !cookie?.()?.write(key, text)) return
    savedCookieText = text
    savedCookiePerson = cookieText(activityKey)
  }
  /** Stores pending changes. */
  const save = (withCookie = false) => {
    cancelSave?.()
    cancelSave = undefined
    isCleared = false
    changedKeys = new Set()
    // A page of another subdomain that opens now must know a new person. It needs the last activity when this page is left.
    if (withCookie || (savedCookieText && cookieText(activityKey) !== savedCookiePerson)) writeCookie()
    else if (!savedCookieText && cookie?.()) cancelCookieWrite ??= page.whenIdle(writeCookie)
    // Written after the cookie, because this write notifies other tabs, which must not read an outdated cookie.
    const text = stringify(values)
    if (text === savedText) return
    if (main.write(key, text)) savedText = text
    else if (isNamed) {
      // The storage is full. The next page must not find the former person. See D-415.
      main.remove(key)
      main.write(key, text)
    }
  }
  /** Applies the changes of other tabs and subdomains. */
  const refresh = ({ cookieMaxAgeMs, keeps }: RefreshOptions = {}) => {
    const before = values
    const previousPersonKey = personKey()
    const stored = readChanges(cookieMaxAgeMs)
    if (!stored) return
    const isLogOut = isLoggedIn(before) && !isLoggedIn(stored)
    const isOther = stored.distinct_id !== before.distinct_id
    // The storage of an anonymous visitor belongs to the person who has logged in. See D-502.
    if (keeps === 'named' && isNamed && isOther && isLoggedIn(stored)) onExternalChange?.(stored, 'all')
    else if (stored.distinct_id && !isCleared) {
      values = stored
      // Another tab that has not seen the log-in may have stored the anonymous visitor again.
      const isLate = stored.distinct_id === replacedId && page.monotonicNow() - replacedAt < LATE_EVENT_MS
      if (isLogOut && (keeps || isLate)) changedKeys = new Set(Object.keys(before))
      // The changes that wait were made for the former person. See D-413, D-505.
      else if (isReplaced(before, stored) && !changedKeys.has('distinct_id')) changedKeys = new Set()
      // The former store, or memory, had what the page has set: all but the identity and the session. See D-641, D-455.
      else if (keeps)
        for (const name in before)
          if (!OF_THE_STORE.test(name) && (keeps === 'named' || !(name in stored))) changedKeys.add(name)
      for (const name of changedKeys) {
        const value = before[name]
        assign(name, keeps && value && LISTS.test(name) ? { ...(stored[name] as object), ...value } : value)
      }
    }
    if (personKey() !== previousPersonKey) {
      isNamed = false
      onExternalChange?.(before, former ? 'all' : 'memory')
    }
  }
  const sync = (options?: RefreshOptions) => {
    refresh(options)
    save(true)
  }
  const assign = (name: string, value: unknown) => {
    // What has been removed stays as `undefined`, which has no JSON: another store may have it. See D-455.
    if (value === undefined || fits(name, value)) values[name] = value
  }
  const saveSoon = () => {
    cancelSave ??= page.setTimer(SAVE_DELAY_MS, () => {
      refresh({ cookieMaxAgeMs: Infinity })
      save()
    })
  }
  const cleanups = [
    main.onExternalChange(key, (changedKey, value) => {
      if (changedKey !== key || value === savedText) return
      refresh()
      // Without a change of its own, this tab does not write: two of them would answer each other for ever.
      if (changedKeys.size) save()
    }),
    // Browsers send no event when another subdomain changes a cookie.
    ...(['visible', 'restore'] as const).map(event => page.on(event, () => sync())),
    ...(['hidden', 'pagehide'] as const).map(event =>
      page.on(event, () => sync({ cookieMaxAgeMs: COOKIE_MAX_AGE_MS })),
    ),
  ]

  return {
    /** The visitor whom an earlier page of this host has stored, when another subdomain has changed the visitor since. */
    former,
    get: <T>(name: string) => values[name] as T | undefined,
    /** Returns all values. The object is replaced with each change. */
    all: (): Readonly<Properties> => values,
    /** Sets values and stores them after a short delay. `undefined` removes a value. */
    set(patch: Properties) {
      if (patch.distinct_id) {
        isNamed = true
        replacedId = values.distinct_id
        replacedAt = page.monotonicNow()
      }
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
      const before = values
      values = nullProtoRecord()
      for (const name of keep) assign(name, before[name])
      isCleared = isNamed = true
      saveSoon()
    },
    refresh,
    save,
    /** Applies the changes of other tabs and subdomains, and stores pending changes now. */
    sync,
    /** Stores pending changes and removes all listeners. */
    stop() {
      sync({ cookieMaxAgeMs: COOKIE_MAX_AGE_MS })
      cleanups.forEach(cleanup => cleanup())
    },
  }
}

/** A record of values that persist across pages. */
export type PersistedRecord = ReturnType<typeof createRecord>

function parse(text: string | null | undefined, fits: NonNullable<RecordDeps['fits']>): Properties {
  // When assigned, `__proto__` would set the prototype of the target. See D-711.
  const { __proto__: _, ...own } = parseObject(text)
  const clean = nullProtoRecord(own)
  // Older versions of posthog-js did not store the state of a person. See D-555.
  if (clean.$user_id && clean.$user_state !== 'anonymous') clean.$user_state = 'identified'
  for (const name of Object.keys(clean)) if (!fits(name, clean[name])) delete clean[name]
  return clean
}
