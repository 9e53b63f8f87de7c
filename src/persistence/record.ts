import type { Page } from '../page/page'
import type { Properties } from '../wire/event'
import type { Store } from './store'

/** One bag of values that outlives the page: who the visitor is, their session, what was registered. */
export interface PersistedRecord {
  get<T>(key: string): T | undefined
  all(): Readonly<Properties>
  /** Sets values and, soon after, stores them; `undefined` removes one. `now`: before anything else happens. */
  set(patch: Properties, now?: boolean): void
  /** Forgets everything but the named keys. */
  clear(keep?: readonly string[]): void
  /** Stores what has changed here, and takes over what another tab or subdomain has changed. */
  sync(): void
  stop(): void
}

/** Storing waits so long for further changes; the end of the page does not wait. */
const SAVE_DELAY_MS = 250

export interface RecordParts {
  page: Page
  key: string
  /** Holds the whole; `undefined` when only the cookie may be used, or nothing. */
  main: Store | undefined
  /** Holds the named keys, shared with other subdomains: where both know one, the cookie is right. */
  cookie?: Store | undefined
  cookieKeys?: readonly string[]
  /** Another tab or subdomain changed the person. */
  onForeign?(): void
}

/** Tabs write key by key over what is there, so that two of them do not undo each other. */
export function createRecord({ page, key, main, cookie, cookieKeys = [], onForeign }: RecordParts): PersistedRecord {
  let savedMain = main?.read(key) ?? ''
  let savedCookie = cookie?.read(key) ?? ''
  let values = merged()
  let dirty = new Set<string>()
  let cancelSave: (() => void) | undefined

  function merged(): Properties {
    const whole = parse(savedMain)
    const shared = parse(savedCookie)
    const otherPerson = shared.distinct_id && whole.distinct_id && shared.distinct_id !== whole.distinct_id
    // Someone logged in or out on another subdomain: what is stored here belongs to the person before.
    return otherPerson ? shared : { ...whole, ...shared }
  }
  const write = () => {
    const text = JSON.stringify(values)
    if (main && text !== savedMain && main.write(key, text)) savedMain = text
    const small: Properties = {}
    for (const name of cookieKeys) if (values[name] !== undefined) small[name] = values[name]
    const cookieText = JSON.stringify(small)
    if (cookie && cookieText !== savedCookie && cookie.write(key, cookieText)) savedCookie = cookieText
  }
  const sync = () => {
    cancelSave?.()
    cancelSave = undefined
    const before = values
    savedMain = main?.read(key) ?? savedMain
    savedCookie = cookie?.read(key) ?? savedCookie
    const found = merged()
    // Emptied by the host or by the visitor: what is known here stands.
    if (found.distinct_id) {
      values = found
      for (const name of dirty) {
        if (before[name] === undefined) delete values[name]
        else values[name] = before[name]
      }
    }
    dirty = new Set()
    write()
    if (['distinct_id', '$groups'].some(name => JSON.stringify(before[name]) !== JSON.stringify(values[name]))) onForeign?.()
  }
  const ends = [
    main?.onForeignChange(key, (changed, value) => {
      if (changed === key && value !== savedMain) sync()
    }),
    page.on('hidden', sync),
    page.on('leave', sync),
    // Cookies do not tell when another subdomain changes them.
    page.on('visible', sync),
    page.on('return', sync),
  ]

  return {
    get: <T>(name: string) => values[name] as T | undefined,
    all: () => values,
    set(patch, now = false) {
      values = { ...values, ...patch }
      for (const name of Object.keys(patch)) {
        dirty.add(name)
        if (patch[name] === undefined) delete values[name]
      }
      if (now) sync()
      else cancelSave ??= page.after(SAVE_DELAY_MS, sync)
    },
    clear(keep = []) {
      cancelSave?.()
      cancelSave = undefined
      const kept: Properties = {}
      for (const name of keep) if (values[name] !== undefined) kept[name] = values[name]
      values = kept
      dirty = new Set()
      write()
    },
    sync,
    stop() {
      sync()
      for (const end of ends) end?.()
    },
  }
}

function parse(text: string): Properties {
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
