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
  /** Stores what has changed. */
  save(): void
  /** Reads again what another tab or subdomain may have written. */
  reload(): void
  stop(): void
}

/** Saving waits so long for further changes; the end of the page does not wait. */
const SAVE_DELAY_MS = 250

/**
 * @param main Holds the whole; `undefined` when only the cookie may be used, or nothing.
 * @param cookie Holds the named keys, shared with other subdomains: where both know one, the cookie is right.
 * @param onForeign Another tab or subdomain changed the values; hears what they were before.
 */
export function createRecord(
  page: Page,
  key: string,
  main: Store | undefined,
  cookie: Store | undefined,
  cookieKeys: readonly string[],
  onForeign: (before: Readonly<Properties>) => void,
): PersistedRecord {
  let values: Properties = load()
  let savedMain = JSON.stringify(values)
  let savedCookie = JSON.stringify(subset())
  let cancelSave: (() => void) | undefined

  function load(): Properties {
    const whole = parse(main?.read(key))
    const shared = parse(cookie?.read(key))
    if (!shared.distinct_id || !whole.distinct_id || shared.distinct_id === whole.distinct_id) return { ...whole, ...shared }
    // Someone logged in or out on another subdomain: what belongs to the other person must not mix with this one.
    return shared
  }
  function subset(): Properties {
    const picked: Properties = {}
    for (const name of cookieKeys) if (values[name] !== undefined) picked[name] = values[name]
    return picked
  }
  const save = () => {
    cancelSave?.()
    cancelSave = undefined
    const text = JSON.stringify(values)
    if (main && text !== savedMain && main.write(key, text)) savedMain = text
    const small = JSON.stringify(subset())
    if (cookie && small !== savedCookie && cookie.write(key, small)) savedCookie = small
  }
  const reload = () => {
    // What waits here is newer than what is there.
    if (cancelSave) save()
    const before = values
    const found = load()
    const text = JSON.stringify(found)
    if (text === JSON.stringify(before) || !found.distinct_id) return
    values = found
    savedMain = text
    savedCookie = JSON.stringify(subset())
    onForeign(before)
  }
  const ends = [
    main?.onForeignChange(key, (changed, value) => {
      if (changed === key && value !== null && value !== savedMain) reload()
    }),
    page.on('hidden', save),
    page.on('leave', save),
    // Cookies do not tell when another subdomain changes them.
    page.on('visible', reload),
    page.on('return', reload),
  ]

  return {
    get: <T>(name: string) => values[name] as T | undefined,
    all: () => values,
    set(patch, now = false) {
      values = { ...values, ...patch }
      for (const name of Object.keys(patch)) if (patch[name] === undefined) delete values[name]
      if (now) save()
      else cancelSave ??= page.after(SAVE_DELAY_MS, save)
    },
    clear(keep = []) {
      const kept: Properties = {}
      for (const name of keep) if (values[name] !== undefined) kept[name] = values[name]
      values = kept
      save()
    },
    save,
    reload,
    stop() {
      save()
      for (const end of ends) end?.()
    },
  }
}

function parse(text: string | null | undefined): Properties {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    // Assigned key by key, `__proto__` would become the prototype of what is read.
    const { __proto__: _, ...clean } = value as Properties
    return clean
  } catch {
    return {}
  }
}
