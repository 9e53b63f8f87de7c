import type { Page } from '../page/page'
import type { Properties } from '../wire/event'
import type { Store } from './store'

/** One bag of values that outlives the page: who the visitor is, their session, what was registered. */
export interface PersistedRecord {
  get<T>(key: string): T | undefined
  /** Everything; another object after each change. */
  all(): Readonly<Properties>
  /** Sets values and, soon after, stores them; `undefined` removes one. `now`: before anything else happens. */
  set(patch: Properties, now?: boolean): void
  /** Sets values that yield, all of them, to what another tab has stored meanwhile. */
  setIfUnclaimed(patch: Properties): void
  /** Forgets everything but the named keys; what other tabs have stored as well. */
  clear(keep?: readonly string[]): void
  /** Stores what has changed here, and takes over what another tab or subdomain has changed. */
  sync(): void
  stop(): void
}

/** Storing waits so long for further changes; the end of the page does not wait. */
const SAVE_DELAY_MS = 250

export interface RecordDeps {
  page: Page
  key: string
  /** Holds the whole. */
  main: Store
  /** Holds the named keys, shared with other subdomains: where both know one, the cookie is right. */
  cookie?(): Store | undefined
  cookieKeys?: readonly string[]
  /** Another tab or subdomain changed the person; `before` is what was known until then. */
  onExternalChange?(before: Readonly<Properties>): void
}

/** Tabs write key by key over what is there, so that two of them do not undo each other. Values must be JSON. */
export function createRecord({
  page,
  key,
  main,
  cookie,
  cookieKeys = [],
  onExternalChange,
}: RecordDeps): PersistedRecord {
  let saved: string | null = null
  let savedCookie: string | null | undefined = null
  let dirty = new Set<string>()
  let isCleared = false
  let cancelSave: (() => void) | undefined

  /** What is stored, if that is not what this tab has written itself. */
  const readChanges = (): Properties | undefined => {
    const text = main.read(key)
    const cookieText = cookie?.()?.read(key)
    if (text === saved && cookieText === savedCookie) return undefined
    saved = text
    savedCookie = cookieText
    const whole = parse(text)
    const shared = parse(cookieText)
    const otherPerson = shared.distinct_id && whole.distinct_id && shared.distinct_id !== whole.distinct_id
    // Someone logged in or out on another subdomain: what is stored here belongs to the person before.
    return otherPerson ? shared : { ...whole, ...shared }
  }
  let values = readChanges() ?? {}

  /** What makes a visitor another one, to flags and events. */
  const person = () => JSON.stringify([values.distinct_id, values.$groups])
  const write = () => {
    const cookieText = JSON.stringify(Object.fromEntries(cookieKeys.map(name => [name, values[name]])))
    if (cookieText !== savedCookie && cookie?.()?.write(key, cookieText)) savedCookie = cookieText
    // The cookie first: other tabs hear of this one, and must not find the person of before in the other.
    const text = JSON.stringify(values)
    if (text !== saved && main.write(key, text)) saved = text
  }
  const sync = () => {
    cancelSave?.()
    cancelSave = undefined
    const before = values
    const personBefore = person()
    const stored = readChanges()
    // Emptied by the host or by the visitor: what is known here stands.
    if (stored?.distinct_id && !isCleared) {
      values = stored
      for (const name of dirty) assign(name, before[name])
    }
    isCleared = false
    dirty = new Set()
    write()
    if (person() !== personBefore) onExternalChange?.(before)
  }
  const assign = (name: string, value: unknown) => {
    if (value === undefined) delete values[name]
    else values[name] = value
  }
  const saveSoon = () => {
    cancelSave ??= page.setTimer(SAVE_DELAY_MS, sync)
  }
  const ends = [
    main.onExternalChange(key, (changed, value) => {
      if (changed === key && value !== saved) sync()
    }),
    // Cookies do not tell when another subdomain changes them.
    ...(['hidden', 'pagehide', 'visible', 'restore'] as const).map(moment => page.on(moment, sync)),
  ]

  return {
    get: <T>(name: string) => values[name] as T | undefined,
    all: () => values,
    set(patch, now) {
      values = { ...values }
      for (const name of Object.keys(patch)) {
        dirty.add(name)
        assign(name, patch[name])
      }
      if (now) sync()
      else saveSoon()
    },
    setIfUnclaimed(patch) {
      values = { ...values, ...patch }
      saveSoon()
    },
    clear(keep = []) {
      const kept: Properties = {}
      for (const name of keep) if (values[name] !== undefined) kept[name] = values[name]
      values = kept
      isCleared = true
      saveSoon()
    },
    sync,
    stop() {
      sync()
      for (const end of ends) end()
    },
  }
}

function parse(text: string | null | undefined): Properties {
  try {
    const value: unknown = JSON.parse(text || '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    // Spread, `__proto__` would become the prototype of what it is spread into.
    const { __proto__: _, ...clean } = value as Properties
    return clean
  } catch {
    return {}
  }
}
