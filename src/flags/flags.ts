import { nullProtoRecord } from '../lib/nullProtoRecord'
import type { Reply } from '../transport/transport'
import type { FlagsReply, FlagValue } from '../wire/flag'
import { createEarlyAccess, type EarlyAccessDeps } from './earlyAccess'
import { parsePayload } from './entries'
import { createExposureTracker, type ExposureDeps } from './exposure'
import { createFlagStore, type FlagOverrides, type FlagStoreDeps } from './flagStore'
import type { FlagLoader } from './loader'

/** What flags ask of the rest of the client. */
export interface FlagHost
  extends FlagStoreDeps,
    Omit<ExposureDeps, 'flagStore'>,
    Pick<EarlyAccessDeps, 'requestFeatures'> {
  loader: FlagLoader
  /** `POST /flags` for one flag. */
  requestFlag(key: string): Promise<Reply>
  /** Flags of the current person have arrived. */
  onReceived(): void
  emitError(reason: string, detail?: unknown): void
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
  const flagStore = createFlagStore(host)
  const { loader } = host
  const trackExposure = createExposureTracker({ ...host, flagStore })
  let answered = false

  /** Takes the flags of a reply; an outdated one is about another person. */
  const receive = (reply: FlagsReply, isOutdated: boolean): void => {
    if (isOutdated) return
    const limited = reply.quotaLimited?.includes('feature_flags')
    if (limited) host.emitError('quota_limited', reply.quotaLimited)
    else answered = true
    const {
      advanced_only_evaluate_survey_feature_flags: some,
      flag_keys: keys,
      advanced_disable_feature_flags: off,
    } = host.config()
    // Nothing is said of the flags, or none was asked for: what was known, or what the page has brought along, stays.
    const isSilent = limited || !reply.flags || typeof reply.flags !== 'object'
    if (off || isSilent) return flagStore.settle(limited ? 'quota_limited' : undefined)
    flagStore.replace(reply, some || keys !== undefined)
    host.onReceived()
  }

  /** Reads a value, notes that the page depends on it, and reports the call. */
  const readFlag = (key: string, options?: FlagReadOptions | null): FlagValue | undefined => {
    const { send_event = true, fresh } = options ?? {}
    if (!flagStore.isKnown() || (fresh && flagStore.source() !== 'loaded')) return undefined
    if (flagStore.isStale()) {
      loader.reload()
      return undefined
    }
    const found = flagStore.valueFor(key)
    flagStore.trackRead(key)
    if (send_event) trackExposure(key, found)
    return found
  }
  const readResult = (key: string, options?: FlagReadOptions): FeatureFlag | undefined => {
    const found = readFlag(key, options)
    if (found === undefined) return undefined
    return {
      key,
      enabled: found !== false,
      variant: typeof found === 'string' ? found : undefined,
      payload: parsePayload(flagStore.payloadText(key)),
    }
  }

  return {
    store: flagStore,
    receive,
    /** The request has failed, for a reason in the words of `$feature_flag_error`. */
    fail: flagStore.settle,
    start() {
      const asking = loader.start()
      if (!asking) flagStore.settleWithoutRequest()
      return asking
    },
    /** The bare value; nothing is reported. */
    peek: (key: string): FlagValue | undefined => (flagStore.isStale() ? undefined : flagStore.valueFor(key)),
    isAnswered: () => answered,
    methods: {
      getFeatureFlag: readFlag,
      isFeatureEnabled(key: string, options?: (FlagReadOptions & { defaultValue?: boolean }) | null) {
        const found = readFlag(key, options)
        return found === undefined ? options?.defaultValue : found !== false
      },
      getFeatureFlagPayload: (key: string) => parsePayload(flagStore.payloadText(key)),
      getFeatureFlagResult: readResult,
      getAllFeatureFlags: () =>
        flagStore.names().flatMap(key => readResult(key, { send_event: false }) ?? []),
      onFeatureFlags: flagStore.on,
      reloadFeatureFlags: loader.reload,
      updateFlags: (flags: Record<string, FlagValue>, payloads = {}, { merge = false } = {}) =>
        flagStore.update(flags, payloads, merge),
      ...createEarlyAccess({
        requestFeatures: host.requestFeatures,
        capture: host.capture,
        updateFlags: values => flagStore.update(values, {}, true),
        onThrow: host.onThrow,
      }),
    },
    /** What the page may call on `featureFlags`. */
    bulk: {
      get hasLoadedFlags() {
        return answered || flagStore.hasValues()
      },
      getFlags: () => Object.keys(flagStore.enabled()),
      getFlagVariants: flagStore.enabled,
      getFlagPayloads: flagStore.payloads,
      getFlagsWithDetails: flagStore.entries,
      ensureFlagsLoaded: () => {
        if (!answered) loader.reload()
      },
      setReloadingPaused: loader.setPaused,
      overrideFeatureFlags: (given: OverrideInput) => flagStore.override(parseOverrides(given)),
      getRemoteConfigPayload(key: string, callback: (payload: unknown) => void) {
        void host
          .requestFlag(key)
          .then(({ json }) => {
            const { flags } = (json ?? {}) as FlagsReply
            callback(parsePayload(flags?.[key]?.metadata?.payload ?? undefined))
          })
          .catch(host.onThrow)
      },
    },
  }
}

export type Flags = ReturnType<typeof createFlags>

function parseOverrides(given: OverrideInput): FlagOverrides {
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
