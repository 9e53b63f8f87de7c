import { readableCopy } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { isText } from '../lib/typeGuards'
import type { Reply } from '../transport/transport'
import type { FlagsReply, FlagValue } from '../wire/flag'
import { createEarlyAccess, type EarlyAccessDeps } from './earlyAccess'
import { parsePayload, toPayloadText } from './entries'
import { createExposureTracker, type ExposureDeps } from './exposure'
import { createFlagStore, type FlagOverrides, type FlagStoreDeps } from './flagStore'
import type { FlagLoader } from './loader'

/** What flags need from the rest of the client. */
export interface FlagHost
  extends FlagStoreDeps,
    Omit<ExposureDeps, 'flagStore'>,
    Pick<EarlyAccessDeps, 'requestFeatures'> {
  loader: FlagLoader
  /** Sends `POST /flags` for one flag. */
  requestFlag(key: string): Promise<Reply>
}

/** Options of a flag read. */
export interface FlagReadOptions {
  /** Whether the read is reported as `$feature_flag_called`. Default: true. */
  send_event?: boolean
  /** Whether only values from a response to this page are used. */
  fresh?: boolean
}

/** The result of a flag. */
export interface FeatureFlag {
  key: string
  enabled: boolean
  variant?: string
  payload?: unknown
}

/** Argument of `overrideFeatureFlags`: enabled keys, values, or values and payloads. `false` removes the overrides. */
export type OverrideInput =
  | false
  | string[]
  | Record<string, FlagValue>
  | { flags?: Record<string, FlagValue> | string[] | false; payloads?: Record<string, unknown> | false }

/** Creates feature flags: stores and reads them, and reports exposures. The loader is part of the boot request. Interface 4.3. */
export function createFlags(host: FlagHost) {
  const { loader } = host
  const flagStore = createFlagStore(host)
  const trackExposure = createExposureTracker({ ...host, flagStore })

  const reloadIfStale = (): boolean => {
    const isStale = flagStore.isStale()
    if (isStale) loader.reloadExpired()
    return isStale
  }
  /** Lets a read request new flags when those that are known have expired. */
  const reloading =
    <A extends unknown[], R>(read: (...args: A) => R) =>
    (...args: A): R => {
      reloadIfStale()
      return read(...args)
    }

  /** Reads a value and reports the exposure. */
  const readFlag = (key: string, options?: FlagReadOptions | null): FlagValue | undefined => {
    const { send_event = true, fresh }: FlagReadOptions = readableCopy(options)
    const isStale = reloadIfStale()
    const value = flagStore.valueFor(key)
    if (isStale && value === undefined) return undefined
    if (!flagStore.isKnown() || (fresh && flagStore.source() !== 'loaded')) return undefined
    flagStore.trackRead(key)
    if (send_event) trackExposure(key, value)
    return value
  }
  const readResult = (key: string, options?: FlagReadOptions): FeatureFlag | undefined => {
    const value = readFlag(key, options)
    if (value === undefined) return undefined
    return {
      key,
      enabled: value !== false,
      variant: isText(value) ? value : undefined,
      payload: parsePayload(flagStore.payloadText(key)),
    }
  }

  /** Calls back with the payload of one flag, evaluated on its own. `undefined` if the request fails. */
  function getRemoteConfigPayload(key: string, callback: (payload: unknown) => void): void {
    const person = host.identityKey()
    void host
      .requestFlag(key)
      .then(({ json }) => {
        // The reply is for the former person. See D-553.
        if (host.identityKey() !== person) return getRemoteConfigPayload(key, callback)
        const { flags } = (json ?? {}) as FlagsReply
        callback(parsePayload(toPayloadText(flags?.[key]?.metadata?.payload)))
      })
      .catch(host.onThrow)
  }

  return {
    store: flagStore,
    /** Methods of the client. */
    methods: {
      getFeatureFlag: readFlag,
      isFeatureEnabled(key: string, options?: (FlagReadOptions & { defaultValue?: boolean }) | null) {
        const value = readFlag(key, options)
        return value === undefined
          ? (readableCopy(options).defaultValue as boolean | undefined)
          : value !== false
      },
      getFeatureFlagPayload: reloading((key: string) => parsePayload(flagStore.payloadText(key))),
      getFeatureFlagResult: readResult,
      getAllFeatureFlags: reloading(() =>
        flagStore.keys().flatMap(key => readResult(key, { send_event: false }) ?? []),
      ),
      onFeatureFlags: reloading(flagStore.on),
      reloadFeatureFlags: loader.reload,
      updateFlags: (
        flags: Record<string, FlagValue>,
        payloads?: Record<string, unknown>,
        options?: { merge?: boolean },
      ) => flagStore.update(flags, payloads, readableCopy(options).merge),
      ...createEarlyAccess({
        ...host,
        updateFlags: flags => flagStore.update(flags, {}, true),
      }),
    },
    /** Members of `client.featureFlags`. */
    featureFlagsApi: {
      get hasLoadedFlags() {
        return flagStore.isAnswered() || flagStore.hasValues()
      },
      getFlags: reloading(() => Object.keys(flagStore.enabled())),
      getFlagVariants: reloading(flagStore.enabled),
      getFlagPayloads: reloading(flagStore.payloads),
      getFlagsWithDetails: reloading(flagStore.entries),
      /** Returns the entry of a flag with the origin of the values, and why the latest request brought none. See D-466. */
      getFlagDetails: flagStore.details,
      ensureFlagsLoaded: () => {
        if (!flagStore.isAnswered()) loader.reload()
      },
      setReloadingPaused: loader.setPaused,
      overrideFeatureFlags: (input: OverrideInput) => flagStore.override(parseOverrides(input)),
      getRemoteConfigPayload,
    },
  }
}

/** The feature flags of the client. */
export type Flags = ReturnType<typeof createFlags>

function parseOverrides(input: OverrideInput): FlagOverrides {
  const record: { flags?: unknown; payloads?: unknown } = readableCopy(input)
  // A flag may be named `flags` or `payloads`. Its value is then text or `true`.
  const hasBoth =
    !Array.isArray(input) &&
    [record.flags, record.payloads].some(part => typeof part === 'object' || part === false)
  const { flags, payloads } = (hasBoth ? record : { flags: input, payloads: undefined }) as {
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
