import type { Bootstrap, EarshotClient, earshot, FlagKey, FlagValue, FlagValueOf, PayloadOf } from 'earshot'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import { readableCopy } from '../lib/json'
import { EarshotContext } from './context'
import { keepEqual } from './keepEqual'

type FlagResult<K extends FlagKey = string> = ReturnType<typeof earshot.getFeatureFlagResult<K>>

/**
 * The methods that hooks read by: those of `@posthog/react`, since tests of a site provide a client that has these alone.
 * See D-517.
 */
type FlagReader = Pick<EarshotClient, 'isFeatureEnabled' | 'getFeatureFlag' | 'getFeatureFlagResult'> & {
  featureFlags: Pick<EarshotClient['featureFlags'], 'getFlags'>
}

/** Returns a reader that answers as a client with the same `bootstrap` does. */
function bootstrapReader(bootstrap?: Bootstrap): FlagReader {
  const { featureFlags, featureFlagPayloads }: Bootstrap = readableCopy(bootstrap)
  const values = readableCopy(featureFlags) as Record<string, FlagValue>
  const payloads = readableCopy(featureFlagPayloads)
  const reader = {
    getFeatureFlag: (key: string) => values[key],
    isFeatureEnabled: (key: string) => reader.getFeatureFlagResult(key)?.enabled,
    getFeatureFlagResult(key: string): FlagResult | undefined {
      const value = values[key]
      if (value === undefined) return value
      const enabled = value !== false
      return {
        key,
        enabled,
        variant: (value !== true && value) || undefined,
        payload: enabled ? payloads[key] : undefined,
      }
    },
    featureFlags: { getFlags: () => Object.keys(values).filter(reader.isFeatureEnabled) },
  }
  // The types of values and payloads are declared by the page.
  return reader as FlagReader
}

/**
 * Reads the client and renders again when the value differs. A server, hydration and a client that has not started read the
 * bootstrapped values. Rendering has no side effects: the exposure is reported by the subscription. See D-461.
 *
 * @param exposedKey Flag whose exposure is reported once the component is on the page.
 */
function useFlags<T>(read: (reader: FlagReader) => T, key?: string, exposedKey = key): T {
  const { client, bootstrap } = useContext(EarshotContext)
  // `read` depends on `key` alone.
  const store = useMemo(() => {
    const keep = keepEqual<T>()
    const bootstrapped = () => keep(read(bootstrapReader(bootstrap ?? client.config?.bootstrap)))
    return [
      (onChange: () => void) =>
        client.onFeatureFlags(() => {
          if (exposedKey) client.getFeatureFlag(exposedKey)
          onChange()
        }),
      () => (client.__loaded === false ? bootstrapped() : keep(read(client))),
      bootstrapped,
    ] as const
  }, [client, bootstrap, key])
  return useSyncExternalStore(...store)
}

const SILENT = { send_event: false }

/**
 * Returns whether a flag is enabled; `defaultValue` while that is unknown.
 *
 * ```ts
 * const isNew = useFeatureFlagEnabled('new-checkout', false)
 * ```
 */
export function useFeatureFlagEnabled(flag: FlagKey): boolean | undefined
export function useFeatureFlagEnabled(flag: FlagKey, defaultValue: boolean): boolean
export function useFeatureFlagEnabled(flag: FlagKey, defaultValue?: boolean): boolean | undefined {
  return useFlags(reader => reader.isFeatureEnabled(flag, SILENT), flag) ?? defaultValue
}

/** Returns the variant of a flag, or whether it is enabled; `undefined` while that is unknown. */
export const useFeatureFlagVariantKey = <K extends FlagKey>(flag: K): FlagValueOf<K> | undefined =>
  useFlags(reader => reader.getFeatureFlag(flag, SILENT), flag)

/** Returns the payload of a flag. Does not report the exposure. */
export const useFeatureFlagPayload = <K extends FlagKey>(flag: K): PayloadOf<K> | undefined =>
  useFlags(reader => reader.getFeatureFlagResult(flag, SILENT)?.payload, flag, '')

/** Returns value and payload of a flag; `undefined` while they are unknown. */
export const useFeatureFlagResult = <K extends FlagKey>(flag: K): FlagResult<K> | undefined =>
  useFlags(reader => reader.getFeatureFlagResult(flag, SILENT), flag)

/** Returns the keys of the enabled flags. */
export const useActiveFeatureFlags = (): string[] => useFlags(reader => reader.featureFlags.getFlags())
