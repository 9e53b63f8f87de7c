import { callAll } from '../lib/callAll'
import { stringifyStored } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { parseObject } from '../lib/parseObject'
import type { Page } from '../page/page'
import type { Properties } from '../wire/event'
import { forgottenOf, isLoggedIn } from './person'
import type { Store } from './store'
import type { SwitchableStore } from './switchableStore'

/** Delay between a change and its write, which batches changes. A page that unloads writes at once. */
const SAVE_DELAY_MS = 250
/** A cookie that was read more recently is up to date: reading it blocks the page. See D-345. */
const COOKIE_MAX_AGE_MS = 5_000
/** A storage event of a busy tab arrives within this time. */
const LATE_EVENT_MS = 10_000

/** Names that the store which is opened decides: identity, session, and what is known of the person and of the tab. */
const OF_THE_STORE = /^(__|distinct_id$|\$(device_id|user_|sesid|flag_|initial|person$|refer))/
/** Names of lists by group or property, to which the page adds. */
const LISTS = /^\$(groups|stored_|registered)/

/** An id that posthog-js creates: a UUIDv7. The ids of older versions begin with a time and a counter. */
const ANONYMOUS_ID = /^([\da-f]{8}-[\da-f]{4}-7|[\da-f]{11,}-)/

/**
 * What a page keeps when a store is opened. `login`: a person who is logged in here wins over a stored anonymous visitor. `named`:
 * a log-in or log-out of this page wins over a stored person too. See D-440, D-552, D-666.
 */
type Keeps = 'login' | 'named'

/** What a record needs from the client. */
export interface RecordDeps {
  page: Page
  /** Stored key, in both stores. */
  key: string
  /** Holds all values. */
  main: SwitchableStore
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
   * Called when another tab or subdomain has changed the person.
   *
   * @param forgets What of the previous person must go, if another one has replaced them. `memory`: the main store has the new one,
   *   so that all that it holds is theirs. See D-435.
   */
  onPerson?(forgets: 'all' | 'memory' | 'progress' | false): void
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
  onPerson,
}: RecordDeps) {
  let values: Properties = nullProtoRecord()
  let former: Properties | undefined
  let savedText: string | null = null
  let savedCookieText: string | null | undefined = null
  let savedCookiePerson: string | undefined
  let cookieReadAt = -Infinity
  let changedKeys = new Set<string>()
  let isCleared = false
  /** How this page has named the visitor, if no other page has replaced them since. */
  let named: 'login' | 'reset' | undefined
  /** Whether the visitor was created here and is not stored yet. */
  let isNew = false
  /** Names whose value another store may have already, which then holds. */
  const once = new Set<string>()
  /** Names that the page has removed, whether or not it has set them again. */
  const removed = new Set<string>()
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
  const readChanges = (cookieMaxAgeMs: number): Properties | undefined => {
    const text = main.read(key)
    // Who has stored another text may have written another person to the cookie before.
    const cookieText = readCookie(text === savedText ? cookieMaxAgeMs : 0)
    if (text === savedText && cookieText === savedCookieText) return undefined
    savedText = text
    savedCookieText = cookieText
    // The host page, the visitor or a tab with another `persistence` has emptied the storage. See D-684.
    const mainValues = text ? parse(text, fits) : values
    const cookieValues = parse(cookieText, fits)
    // After a log-in or log-out on another subdomain, the main store holds values of the previous person.
    const id = cookieValues.distinct_id as string | undefined
    former = id && mainValues.distinct_id && id !== mainValues.distinct_id ? mainValues : undefined
    const ownValues = former ? {} : mainValues
    // The cookie of an older posthog-js has neither the state nor `$user_id`. See D-770.
    const state = id && !ANONYMOUS_ID.test(id) ? { $user_state: 'identified' } : undefined
    const merged: Properties = nullProtoRecord<unknown>(state, ownValues, cookieValues)
    if (lastActivity(ownValues) > lastActivity(cookieValues)) merged[activityKey] = ownValues[activityKey]
    return merged
  }
  values = readChanges(0) ?? values

  /** Returns a key that changes with the person or the groups. */
  const personKey = () => stringifyStored([values.distinct_id, values.$groups])
  const cookieText = (names: readonly string[]) =>
    stringifyStored(Object.fromEntries(names.map(name => [name, values[name]])))
  const personText = () => cookieText(cookieKeys.filter(name => name !== activityKey))
  savedCookiePerson = personText()
  const writeCookie = () => {
    cancelCookieWrite?.()
    cancelCookieWrite = undefined
    // Without the last names when the cookie has no room for them: the identity comes first. See D-786.
    for (const names = [...cookieKeys], store = cookie?.(); store && names[0]; names.pop()) {
      const text = cookieText(names)
      if (text === savedCookieText) return
      if (store.write(key, text)) {
        isNew = false
        savedCookieText = text
        savedCookiePerson = personText()
        return
      }
    }
  }
  /** Stores pending changes. */
  const save = (withCookie = false) => {
    cancelSave?.()
    cancelSave = undefined
    isCleared = false
    changedKeys = new Set()
    // A page of another subdomain that opens now must know a new person. It needs the last activity when this page is left.
    if (withCookie || (savedCookieText && personText() !== savedCookiePerson)) writeCookie()
    else if (!savedCookieText && cookie?.()) cancelCookieWrite ??= page.whenIdle(writeCookie)
    // Written after the cookie, because this write notifies other tabs, which must not read an outdated cookie.
    const text = stringifyStored(values)
    if (text === savedText) return
    savedText = text
    if (main.write(key, text, !!named)) isNew = false
  }
  /**
   * Applies the changes of other tabs and subdomains.
   *
   * @param cookieMaxAgeMs Uses the known text of the cookie when it is not older.
   */
  const refresh = (cookieMaxAgeMs = COOKIE_MAX_AGE_MS, keeps?: Keeps) => {
    const before = values
    const stored = readChanges(cookieMaxAgeMs)
    if (!stored) return
    const previousPersonKey = personKey()
    const isLogOut = isLoggedIn(before) && !isLoggedIn(stored)
    const wasStored = !isNew && !keeps
    // The storage of an anonymous visitor belongs to the person who has logged in. See D-502.
    // After a log-out here it belongs to nobody. See D-703.
    if (
      keeps === 'named' &&
      named &&
      stored.distinct_id !== before.distinct_id &&
      (isLoggedIn(stored) || named === 'reset')
    )
      onPerson?.('all')
    // The record of a tab has no id.
    else if ((stored.distinct_id || !before.distinct_id) && !isCleared) {
      values = stored
      // Another tab that has not seen the log-in may have stored the anonymous visitor again.
      const isLate = stored.distinct_id === replacedId && page.monotonicNow() - replacedAt < LATE_EVENT_MS
      /** Returns the names of the values of this page that hold. */
      const heldNames = (): Iterable<string> => {
        const names = Object.keys(before)
        if (isLogOut && (keeps || isLate)) return names
        // The changes that wait were made for the former person. See D-413, D-505.
        if (forgottenOf(before, stored, wasStored) && !changedKeys.has('distinct_id')) return []
        if (!keeps) return changedKeys
        // The former store, or memory, had what the page has set: all but the identity and the session. See D-641, D-455.
        return names.filter(
          name => !(OF_THE_STORE.test(name) || (name in stored && (keeps === 'login' || once.has(name)))),
        )
      }
      changedKeys = new Set(heldNames())
      for (const name of changedKeys) {
        const value = before[name]
        const isAdded = keeps && value && LISTS.test(name) && !removed.has(name)
        assign(name, isAdded ? { ...(stored[name] as object), ...value } : value)
      }
    }
    if (personKey() !== previousPersonKey) {
      named = undefined
      isNew = false
      const forgotten = forgottenOf(before, values, wasStored)
      onPerson?.(forgotten && (former ? forgotten : 'memory'))
    }
  }
  const sync = (...options: Parameters<typeof refresh>) => {
    refresh(...options)
    save(true)
  }
  const assign = (name: string, value: unknown) => {
    // What has been removed stays as `undefined`, which has no JSON: another store may have it. See D-455.
    if (value === undefined || fits(name, value)) values[name] = value
  }
  const saveSoon = () => {
    cancelSave ??= page.setTimer(SAVE_DELAY_MS, () => {
      refresh(Infinity)
      save()
    })
  }
  const stopListening = callAll([
    main.onExternalChange(key, (changedKey, value) => {
      if (changedKey !== key || value === savedText) return
      refresh(0)
      // Without a change of its own, this tab does not write: two of them would answer each other for ever.
      if (changedKeys.size) save()
    }),
    // Browsers send no event when another subdomain changes a cookie.
    page.on('visible', () => sync(0)),
    page.on('restore', () => sync(0)),
    page.on('hidden', () => sync()),
    page.on('pagehide', () => sync()),
  ])

  return {
    /** The visitor whom an earlier page of this host has stored, when another subdomain has changed the visitor since. */
    former,
    get: <T>(name: string) => values[name] as T | undefined,
    /** Returns all values. The object is replaced with each change. */
    all: (): Readonly<Properties> => values,
    /**
     * Sets values and stores them after a short delay. `undefined` removes a value.
     *
     * @param isOnce Whether a value of another store holds, when one is opened.
     */
    set(patch: Properties, isOnce = false) {
      if (patch.distinct_id) {
        named ??= 'login'
        replacedId = values.distinct_id
        replacedAt = page.monotonicNow()
      }
      values = nullProtoRecord(values)
      for (const name of Object.keys(patch)) {
        changedKeys.add(name)
        if (isOnce) once.add(name)
        else once.delete(name)
        if (patch[name] === undefined) removed.add(name)
        assign(name, patch[name])
      }
      saveSoon()
    },
    /** Whether this page has logged the visitor in or out, and no other page has replaced them since. */
    isNamed: () => !!named,
    /** Sets values like `set`, unless another tab stores a visitor first. See D-035. */
    setIfUnclaimed(patch: Properties) {
      isNew = true
      values = nullProtoRecord(values, patch)
      saveSoon()
    },
    /** Removes all values except the named ones, including the values that other tabs have stored. */
    clear(keep: readonly string[] = []) {
      const before = values
      values = nullProtoRecord()
      for (const name of keep) assign(name, before[name])
      isCleared = true
      named = 'reset'
      saveSoon()
    },
    refresh,
    save,
    /** Applies the changes of other tabs and subdomains, and stores pending changes now. */
    sync,
    /** Stores pending changes and removes all listeners. */
    stop() {
      sync()
      stopListening()
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
