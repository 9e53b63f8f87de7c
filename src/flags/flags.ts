import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { Reply } from '../transport/transport'
import type { FlagsReply, FlagValue } from '../wire/flag'
import { type CallParts, createCallReport } from './called'
import { createFlagLoader, type LoaderParts } from './loader'
import { parsePayload } from './merge'
import { createFlagValues, type FlagOverrides, type ValueParts } from './values'

/** What flags ask of the rest of the client. */
export interface FlagHost
  extends ValueParts,
    Omit<CallParts, 'values'>,
    Omit<LoaderParts, 'onReply' | 'onFailure'> {
  /** The configuration part of an answer; `undefined`: the request failed. */
  onConfig(reply: FlagsReply | undefined, error?: string): void
  /** An answer for the current person arrived: the anonymous id needs not be told any more. */
  onSettled(): void
  report(reason: string, detail?: unknown): void
}

export interface FlagReadOptions {
  /** False: does not report the call. */
  send_event?: boolean
  /** True: only from an answer of this page. */
  fresh?: boolean
}

/** One flag, with what hangs on it. */
export interface FeatureFlag {
  key: string
  enabled: boolean
  variant?: string
  payload?: unknown
}

/** What `overrideFeatureFlags` takes: keys to turn on, values, or both values and payloads; `false` ends it. */
export type OverrideInput =
  | false
  | string[]
  | Record<string, FlagValue>
  | { flags?: Record<string, FlagValue> | string[] | false; payloads?: Record<string, unknown> | false }

/** Flags: asked for, kept, read. `methods` is what the page may call. */
export function createFlags(host: FlagHost) {
  const values = createFlagValues(host)
  const reportCall = createCallReport({ ...host, values })
  let answered = false

  const onReply = (reply: FlagsReply, outdated: boolean) => {
    host.onConfig(reply)
    if (outdated) return
    const limited = reply.quotaLimited?.includes('feature_flags')
    if (limited) host.report('quota_limited', reply.quotaLimited)
    else answered = true
    const {
      advanced_only_evaluate_survey_feature_flags: some,
      flag_keys: keys,
      advanced_disable_feature_flags: off,
    } = host.settings()
    // Nothing is said of the flags, or none was asked for: what was known, or what the page has brought along, stays.
    const isSilent = limited || !reply.flags || typeof reply.flags !== 'object'
    if (off || isSilent) return values.settle(limited ? 'quota_limited' : undefined)
    values.take(reply, some || keys !== undefined)
    host.onSettled()
  }
  const onFailure = (error: string, reply: Reply) => {
    host.report('flags', { error, detail: reply.json })
    host.onConfig(undefined, error)
    values.settle(error)
  }
  const loader = createFlagLoader({ ...host, onReply, onFailure })

  /** Reads a value, notes that the page depends on it, and reports the call. */
  const value = (key: string, options?: FlagReadOptions | null): FlagValue | undefined => {
    const { send_event = true, fresh } = options ?? {}
    if (!values.isKnown() || (fresh && values.source() !== 'loaded')) return undefined
    if (values.isStale()) {
      loader.reload()
      return undefined
    }
    const found = values.valueFor(key)
    values.noteRead(key)
    if (send_event) reportCall(key, found)
    return found
  }
  const result = (key: string, options?: FlagReadOptions): FeatureFlag | undefined => {
    const found = value(key, options)
    if (found === undefined) return undefined
    return {
      key,
      enabled: found !== false,
      variant: typeof found === 'string' ? found : undefined,
      payload: parsePayload(values.payloadText(key)),
    }
  }

  return {
    ...loader,
    values,
    start() {
      const asking = loader.start()
      if (!asking) values.skip()
      return asking
    },
    /** The bare value; nothing is reported. */
    peek: (key: string): FlagValue | undefined => (values.isStale() ? undefined : values.valueFor(key)),
    isAnswered: () => answered,
    methods: {
      getFeatureFlag: value,
      isFeatureEnabled(key: string, options?: (FlagReadOptions & { defaultValue?: boolean }) | null) {
        const found = value(key, options)
        return found === undefined ? options?.defaultValue : found !== false
      },
      getFeatureFlagPayload: (key: string) => parsePayload(values.payloadText(key)),
      getFeatureFlagResult: result,
      getAllFeatureFlags: () => values.names().flatMap(key => result(key, { send_event: false }) ?? []),
      onFeatureFlags: values.on,
      reloadFeatureFlags: loader.reload,
      updateFlags: (flags: Record<string, FlagValue>, payloads = {}, { merge = false } = {}) =>
        values.update(flags, payloads, merge),
    },
    /** What the page may call on `featureFlags`. */
    bulk: {
      get hasLoadedFlags() {
        return answered || values.hasValues()
      },
      getFlags: () => Object.keys(values.enabled()),
      getFlagVariants: values.enabled,
      getFlagPayloads: values.payloads,
      getFlagsWithDetails: values.entries,
      ensureFlagsLoaded: () => {
        if (!answered) loader.reload()
      },
      setReloadingPaused: loader.setPaused,
      overrideFeatureFlags: (given: OverrideInput) => values.override(overridesOf(given)),
    },
  }
}

export type Flags = ReturnType<typeof createFlags>

function overridesOf(given: OverrideInput): FlagOverrides {
  const both = (given || {}) as { flags?: unknown; payloads?: unknown }
  const isBoth =
    !Array.isArray(given) &&
    [both.flags, both.payloads].some(part => typeof part === 'object' || part === false)
  const { flags, payloads } = (isBoth ? both : { flags: given }) as {
    flags?: FlagOverrides['flags'] | string[] | false
    payloads?: FlagOverrides['payloads'] | false
  }
  return {
    flags: flags
      ? nullProtoRecord(Array.isArray(flags) ? Object.fromEntries(flags.map(key => [key, true])) : flags)
      : undefined,
    payloads: payloads ? nullProtoRecord(payloads) : undefined,
  }
}
