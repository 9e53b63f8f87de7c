import { createEmitter } from '../lib/emitter'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { Page } from '../page/page'
import type { Store } from '../persistence/store'
import type { Properties } from '../wire/event'
import type { FlagsReply, FlagValue } from '../wire/flag'
import { type FlagEntries, type FlagEntry, mergedFlags, parsePayload } from './entries'
import type { FlagsConfig } from './flagsConfig'

/** Hears of the flags: the enabled keys, their values, and whether the last request failed. */
export type FlagsCallback = (
  keys: string[],
  values: Record<string, FlagValue>,
  context: { errorsLoading: boolean },
) => void

/** Values that the page forces. */
export interface FlagOverrides {
  flags?: Record<string, FlagValue>
  payloads?: Record<string, unknown>
}

/** Where the values come from: nowhere yet, the page, an earlier page's answer, or this page's. */
export type FlagSource = 'none' | 'bootstrap' | 'stored' | 'loaded'

interface Stored {
  flags: FlagEntries
  owner: string
  requestId?: string | undefined
  /** Epoch ms of the evaluation. */
  at: number
}

/** Characters of JSON that flags may add to each event, before only those count that the page has read. */
const MAX_EVENT_CHARACTERS = 400

/** The word for an answer that was incomplete: values were received all the same. */
export const PARTIAL_ERROR = 'errors_while_computing_flags'

export interface FlagStoreDeps {
  page: Page
  store: Store
  key: string
  config(): FlagsConfig
  /** Whom values are for: changes with the person and the groups. */
  owner(): string
  onThrow(error: unknown): void
}

/** What is known of the flags: one map, in memory and in storage. */
export function createFlagStore({ page, store, key, config, owner, onThrow }: FlagStoreDeps) {
  const changed = createEmitter<void>(onThrow)
  let entries = nullProtoRecord<FlagEntry>()
  let overrides: FlagOverrides = {}
  let cachedFor = ''
  let requestId: string | undefined
  let at = 0
  let source: FlagSource = 'none'
  /** What kept the last request from bringing all that was asked for. */
  let error: string | undefined
  let settled = false
  /** Whether a request for the person of now has come to an end. */
  let known = false
  /** Flags that this page has asked for: what it may depend on, and so what its events carry. */
  const read = new Set<string>()
  let eventProperties: Properties | undefined

  const save = () => {
    cachedFor = owner()
    store.write(key, JSON.stringify({ flags: entries, owner: cachedFor, requestId, at } satisfies Stored))
  }
  const names = () => [...new Set([...Object.keys(entries), ...Object.keys(overrides.flags ?? {})])]
  const valueFor = (name: string): FlagValue | undefined => overrides.flags?.[name] ?? entries[name]?.value
  const payloadText = (name: string): string | undefined =>
    overrides.payloads && name in overrides.payloads
      ? JSON.stringify(overrides.payloads[name])
      : entries[name]?.payload
  const isStale = () => {
    const { feature_flag_cache_ttl_ms: ttl = 0 } = config()
    return ttl > 0 && source !== 'bootstrap' && page.now() - at > ttl
  }
  const enabled = (): Record<string, FlagValue> => {
    const found = nullProtoRecord<FlagValue>()
    for (const name of names()) if (valueFor(name)) found[name] = valueFor(name)!
    return found
  }
  const hasValues = () => source !== 'none' || overrides.flags !== undefined
  const setEntries = (values: Record<string, FlagValue>, given: Record<string, unknown>) => {
    const payloads = nullProtoRecord(given)
    for (const [name, value] of Object.entries(values)) {
      entries[name] = { value, ...(value && name in payloads && { payload: JSON.stringify(payloads[name]) }) }
    }
  }
  const propertiesOf = (sentNames: readonly string[]): Properties => {
    const properties: Properties = {}
    for (const name of sentNames) properties[`$feature/${name}`] = valueFor(name)
    if (names().length > 0) properties.$active_feature_flags = sentNames.filter(valueFor)
    return properties
  }
  /** Tells everybody; `what` is the `error` from now on. */
  const settle = (what?: string) => {
    eventProperties = undefined
    error = what
    settled = known = true
    changed.emit()
  }

  return {
    /** What an earlier page has left for the same person; else what the page brings along. */
    load() {
      cachedFor = owner()
      try {
        const stored = JSON.parse(store.read(key) ?? 'null') as Stored | null
        if (stored?.flags && stored.owner === cachedFor) {
          entries = nullProtoRecord(stored.flags)
          at = stored.at
          requestId = stored.requestId
          source = 'stored'
        }
      } catch {
        // Not what we wrote: asked for anew.
      }
      const { featureFlags, featureFlagPayloads = {} } = config().bootstrap ?? {}
      if (source === 'stored' || !featureFlags) return
      setEntries(featureFlags, featureFlagPayloads)
      source = 'bootstrap'
    },
    /** Takes an answer for the person of now. */
    replace(reply: FlagsReply, partial: boolean) {
      entries = mergedFlags(cachedFor === owner() ? entries : nullProtoRecord(), reply, partial)
      requestId = reply.requestId
      at = reply.evaluatedAt ?? page.now()
      source = 'loaded'
      save()
      settle(reply.errorsWhileComputingFlags ? PARTIAL_ERROR : undefined)
    },
    settle,
    /** No request is made: whoever waits for one is told so. Nothing counts as known, so that no call is reported. */
    settleWithoutRequest() {
      if (source !== 'none') return
      error = 'not_asked'
      changed.emit()
    },
    update(values: Record<string, FlagValue>, payloads: Record<string, unknown>, merge: boolean) {
      if (!merge) entries = nullProtoRecord()
      setEntries(values, payloads)
      if (source === 'none') source = 'stored'
      at = page.now()
      save()
      settle()
    },
    override(next: FlagOverrides) {
      overrides = next
      settle()
    },
    /** The person is another one: what was known is not about them. */
    clear() {
      entries = nullProtoRecord()
      known = false
      source = 'none'
      requestId = undefined
      eventProperties = undefined
      read.clear()
      store.remove(key)
    },
    /** Notes that the page depends on a flag. */
    trackRead(name: string) {
      if (!read.has(name)) eventProperties = undefined
      read.add(name)
    },
    names,
    valueFor,
    payloadText,
    isStale,
    enabled,
    /** What is known of one flag, and of the answer it comes from. */
    details: (name: string) => ({
      entry: entries[name],
      overrides,
      error,
      requestId,
      evaluatedAt: at,
      source,
    }),
    entries: (): Readonly<FlagEntries> => entries,
    payloads: (): Record<string, unknown> => {
      const found = nullProtoRecord<unknown>()
      for (const name of names()) if (payloadText(name)) found[name] = parsePayload(payloadText(name))
      return found
    },
    /** Whether the first request has come to an end, good or bad. */
    isSettled: () => settled,
    isKnown: () => known || hasValues(),
    hasValues,
    source: () => source,
    /** Calls back at once when there is something to say, then after each change. */
    on(run: FlagsCallback): () => void {
      const tell = () => {
        const values = enabled()
        run(Object.keys(values), values, { errorsLoading: !!error && error !== PARTIAL_ERROR })
      }
      if (source !== 'none' || settled || error) {
        try {
          tell()
        } catch (thrown) {
          onThrow(thrown)
        }
      }
      return changed.on(tell)
    },
    /** For every event: `$feature/<key>` of all flags while they are few; of those the page has read, when they are many. */
    eventProperties(): Properties {
      if (isStale()) return {}
      if (eventProperties) return eventProperties
      let properties = propertiesOf(names())
      if (JSON.stringify(properties).length > MAX_EVENT_CHARACTERS) {
        properties = propertiesOf([...read].filter(name => valueFor(name) !== undefined))
      }
      if (requestId) properties.$feature_flag_request_id = requestId
      if (overrides.flags) properties.$override_feature_flags = overrides.flags
      eventProperties = properties
      return properties
    },
  }
}

export type FlagStore = ReturnType<typeof createFlagStore>
