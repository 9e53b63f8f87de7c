import { arrayOrEmpty } from '../lib/arrayOrEmpty'
import { attempt } from '../lib/attempt'
import { createEmitter } from '../lib/emitter'
import { readableCopy, serialize, stringifyStored } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { parseObject } from '../lib/parseObject'
import { isObject, isText } from '../lib/typeGuards'
import type { Page } from '../page/page'
import type { Store } from '../persistence/store'
import type { Properties } from '../wire/event'
import type { FlagsReply, FlagValue } from '../wire/flag'
import {
  entriesOf,
  type FlagEntries,
  type FlagEntry,
  parsePayload,
  storedEntries,
  toEntries,
} from './entries'
import type { FlagsConfig } from './flagsConfig'

/** A listener of `onFeatureFlags`: called with the keys of enabled flags, their values, and whether the latest request failed. */
export type FlagsCallback = (
  keys: string[],
  values: Record<string, FlagValue>,
  context: { errorsLoading: boolean },
) => void

/** Values that replace those of the service. See D-092. */
export interface FlagOverrides {
  flags?: Record<string, FlagValue>
  payloads?: Record<string, unknown>
}

/** Origin of the values: none yet, the page, a response to an earlier page, or a response to this page. */
export type FlagSource = 'none' | 'bootstrap' | 'stored' | 'loaded'

/** Requests of this page: none has ended; one has ended, or the page has set values; the service has responded. */
type RequestStatus = 'pending' | 'settled' | 'answered'

/** The stored form. */
interface StoredFlags {
  flags: FlagEntries
  /** Identity that the flags belong to. */
  owner: string
  requestId?: string | undefined
  /** When the oldest of them arrived, in milliseconds since 1970 by the visitor's clock. */
  at: number
}

/** Maximum JSON length of all flags on an event. Beyond it, events contain only the flags that were read. See D-079, D-800. */
const MAX_EVENT_CHARACTERS = 400

/** Value of `$feature_flag_error` for an incomplete response. */
const PARTIAL_ERROR = 'errors_while_computing_flags'

/** Dependencies of `createFlagStore`. */
export interface FlagStoreDeps {
  page: Page
  store: Store
  /** Stored key. */
  key: string
  config(): FlagsConfig
  /** Returns a key that changes with the person and the groups. */
  identityKey(): string
  /** Whether the page is bootstrapped for another person than the visitor. */
  isBootstrapRefused(): boolean
  /** Called when flags of the current person were received. */
  onReceived(): void
  /** Called with the error of a listener that threw. */
  onThrow(error: unknown): void
  emitError(reason: string, detail?: unknown): void
}

/** Creates the store that holds the flags of the current person, in memory and in storage. */
export function createFlagStore({
  page,
  store,
  key: storedKey,
  config,
  identityKey,
  ...deps
}: FlagStoreDeps) {
  const change = createEmitter<void>(deps.onThrow)
  let entries = nullProtoRecord<FlagEntry>()
  let overrides: FlagOverrides = nullProtoRecord<never>()
  let cachedFor = ''
  let requestId: string | undefined
  let evaluatedAt = 0
  /** See `StoredFlags.at`. The time of the evaluation is of another clock. See D-614. */
  let loadedAt = 0
  let source: FlagSource = 'none'
  let status: RequestStatus = 'pending'
  /** Whether a request for the current person has ended. */
  let isSettledForPerson = false
  /** Why the latest request did not bring all flags. */
  let error: string | undefined
  /** Flags that this page has read, so that it may depend on them. */
  const readKeys = new Set<string>()
  let cachedEventProperties: Properties | undefined
  /** Whether all flags are too long for an event; `undefined` after a change. */
  let isLong: boolean | undefined
  /** Whether the page was bootstrapped for a former person. */
  let isBootstrapOver = false

  /** Returns the bootstrap of the page, and of one that is for another person the defaults alone. See D-445. */
  const bootstrap = (): NonNullable<FlagsConfig['bootstrap']> => {
    const given: FlagsConfig['bootstrap'] = readableCopy(config().bootstrap)
    return isBootstrapOver || deps.isBootstrapRefused()
      ? { defaultFeatureFlags: given.defaultFeatureFlags }
      : given
  }
  const save = () => {
    cachedFor = identityKey()
    store.write(
      storedKey,
      stringifyStored({ flags: entries, owner: cachedFor, requestId, at: loadedAt } satisfies StoredFlags),
    )
  }
  const isStale = () => {
    const { feature_flag_cache_ttl_ms: ttl = 0 } = config()
    // A date that is as far ahead would never expire.
    return ttl > 0 && source !== 'bootstrap' && Math.abs(page.now() - loadedAt) > ttl
  }
  /** Returns the entries; none when they have expired. All reads go through it. See D-396. */
  const current = (): FlagEntries => (isStale() ? nullProtoRecord() : entries)
  const keys = () => [...new Set([...Object.keys(current()), ...Object.keys(overrides.flags ?? {})])]
  const valueFor = (key: string): FlagValue | undefined => {
    const value = overrides.flags?.[key] ?? current()[key]?.value
    // An enabled flag whose variant is an empty text has no variant.
    return value === '' ? true : value
  }
  const payloadText = (key: string): string | undefined =>
    overrides.payloads && key in overrides.payloads
      ? serialize(overrides.payloads[key])
      : current()[key]?.payload
  const enabled = (): Record<string, FlagValue> => {
    const values = nullProtoRecord<FlagValue>()
    for (const key of keys()) if (valueFor(key)) values[key] = valueFor(key)!
    return values
  }
  /** Returns the origin of the values that can be read. */
  const currentSource = (): FlagSource => (isStale() ? 'none' : source)
  const hasValues = () => currentSource() !== 'none' || !!overrides.flags
  /** Replaces the entries, or adds to them. One that has not arrived again is as old as before. `at`: time of their evaluation. */
  const receiveEntries = (next: FlagEntries, mustMerge: unknown, at = page.now()) => {
    const kept = mustMerge ? current() : {}
    if (Object.keys(kept).every(key => key in next)) loadedAt = page.now()
    evaluatedAt = at
    entries = nullProtoRecord(kept, next)
  }
  const eventPropertiesFor = (sentKeys: readonly string[]): Properties => {
    const properties: Properties = nullProtoRecord()
    for (const key of sentKeys) if (valueFor(key) !== undefined) properties[`$feature/${key}`] = valueFor(key)
    if ((isLong && !isStale()) || sentKeys[0]) properties.$active_feature_flags = sentKeys.filter(valueFor)
    return properties
  }
  /** Marks the flags as known and notifies the listeners. */
  const settle = (problem?: string) => {
    cachedEventProperties = isLong = undefined
    error = problem
    if (status === 'pending') status = 'settled'
    isSettledForPerson = true
    change.emit()
  }

  return {
    /** Loads the values that an earlier page has stored for the same person. Bootstrapped ones replace them. See D-397, D-445. */
    load() {
      isBootstrapOver = false
      cachedFor = identityKey()
      // A text that is not ours counts as none, and the next response replaces it.
      const saved = parseObject(store.read(storedKey))
      if (saved.flags && saved.owner === cachedFor) {
        entries = storedEntries(saved.flags)
        evaluatedAt = loadedAt = Number(saved.at) || 0
        requestId = isText(saved.requestId) ? saved.requestId : undefined
        source = 'stored'
      }
      const { defaultFeatureFlags, featureFlags, featureFlagPayloads } = bootstrap()
      if (!featureFlags && !defaultFeatureFlags) return
      const isStored = currentSource() !== 'none'
      entries = nullProtoRecord(
        entriesOf(defaultFeatureFlags, featureFlagPayloads),
        current(),
        entriesOf(featureFlags, featureFlagPayloads),
      )
      if (isStored && !featureFlags) return
      requestId = undefined
      evaluatedAt = 0
      loadedAt = page.now()
      source = 'bootstrap'
    },
    /**
     * Applies a reply. All flags are replaced, unless the reply is incomplete: then they are merged. Interface 4.3 and 7.
     *
     * @param isOutdated Whether the reply is for another person or other groups. It is ignored.
     */
    receive(reply: FlagsReply, isOutdated: boolean) {
      if (isOutdated) return
      const { flags, errorsWhileComputingFlags: isPartial, quotaLimited } = reply
      const isLimited = arrayOrEmpty(quotaLimited).includes('feature_flags')
      if (isLimited) deps.emitError('quota_limited', quotaLimited)
      else status = 'answered'
      const {
        advanced_only_evaluate_survey_feature_flags: onlySurveyFlags,
        flag_keys: flagKeys,
        advanced_disable_feature_flags: isDisabled,
      } = config()
      // Without evaluated flags, the current values are kept, including bootstrapped ones.
      if (isDisabled || isLimited || !isObject(flags)) return settle(isLimited ? 'quota_limited' : undefined)
      const mustMerge = (onlySurveyFlags || flagKeys || isPartial) && cachedFor === identityKey()
      receiveEntries(toEntries(flags), mustMerge, reply.evaluatedAt)
      requestId = reply.requestId
      source = 'loaded'
      save()
      settle(isPartial ? PARTIAL_ERROR : undefined)
      deps.onReceived()
    },
    /** Handles a failed request: keeps the values and notifies the listeners. `reason`: a value of `$feature_flag_error`. */
    fail: settle as (reason: string) => void,
    /** Notifies the listeners that no request is sent. Without values, flags stay unknown. See D-084. */
    skipRequest() {
      if (currentSource() === 'none') error = 'not_requested'
      change.emit()
    },
    /** Sets values on behalf of the page. */
    update(
      values: Record<string, FlagValue>,
      payloads: Record<string, unknown> | undefined,
      mustMerge: unknown,
    ) {
      receiveEntries(entriesOf(values, payloads), mustMerge)
      if (source === 'none') source = 'stored'
      save()
      settle()
    },
    /** Replaces all overrides. */
    override(next: FlagOverrides) {
      overrides = next
      settle()
    },
    /** Removes all values, because they belong to another person. */
    clear() {
      entries = nullProtoRecord()
      isSettledForPerson = false
      isBootstrapOver = true
      source = 'none'
      evaluatedAt = 0
      requestId = undefined
      cachedEventProperties = isLong = undefined
      readKeys.clear()
      store.remove(storedKey)
    },
    /** Records that the page depends on a flag. */
    trackRead(key: string) {
      if (!readKeys.has(key)) cachedEventProperties = undefined
      readKeys.add(key)
    },
    bootstrap,
    keys,
    valueFor,
    payloadText,
    /** Whether the values are older than `feature_flag_cache_ttl_ms`. */
    isStale,
    /** Returns the values of the enabled flags. */
    enabled,
    /** Returns a flag's entry and its origin. */
    details: (key: string) => ({ entry: current()[key], overrides, error, requestId, evaluatedAt, source }),
    entries: (): Readonly<FlagEntries> => current(),
    /** Returns the parsed payloads by flag key. */
    payloads: (): Record<string, unknown> => {
      const payloads = nullProtoRecord<unknown>()
      for (const key of keys())
        if (payloadText(key) !== undefined) payloads[key] = parsePayload(payloadText(key))
      return payloads
    },
    /** Whether the first request has ended, successfully or not. */
    isSettled: () => status !== 'pending',
    /** Whether the service has responded to this page. */
    isAnswered: () => status === 'answered',
    /** Whether values for the current person are known, so that a missing flag does not exist. */
    isKnown: () => isSettledForPerson || hasValues(),
    hasValues,
    source: currentSource,
    /** Calls back at once if flags are known or unavailable, and after each change. Returns a function that unsubscribes. */
    on(listener: FlagsCallback): () => void {
      const notify = () => {
        const values = enabled()
        listener(Object.keys(values), values, { errorsLoading: !!error && error !== PARTIAL_ERROR })
      }
      if (currentSource() !== 'none' || status !== 'pending' || error)
        attempt(notify, undefined, deps.onThrow)
      return change.on(notify)
    },
    /** Returns the flag properties of an event. `about`: the flag that it reports. See D-079, D-800. */
    eventProperties(about?: unknown): Properties {
      isLong ??= serialize(eventPropertiesFor(keys())).length > MAX_EVENT_CHARACTERS
      const isOfOne = isLong && isText(about)
      const mustCache = !isOfOne && !isStale()
      if (mustCache && cachedEventProperties) return cachedEventProperties
      const properties = eventPropertiesFor(isOfOne ? [about] : isLong ? [...readKeys] : keys())
      if (mustCache && requestId) properties.$feature_flag_request_id = requestId
      if (overrides.flags) properties.$override_feature_flags = overrides.flags
      if (mustCache) cachedEventProperties = properties
      return properties
    },
  }
}

/** The flags of the current person. */
export type FlagStore = ReturnType<typeof createFlagStore>
