import type { Bootstrap, EarshotClient, earshot, FlagKey, FlagValueOf, PayloadOf } from 'earshot'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import { isEqual } from '../lib/isEqual'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { EarshotContext } from './context'

type FlagResult<K extends FlagKey = string> = ReturnType<typeof earshot.getFeatureFlagResult<K>>

/** Returns the result of a bootstrapped flag, as a client with the same `bootstrap` does. */
function bootstrappedResult(
  key: string,
  { featureFlags, featureFlagPayloads }: Bootstrap = {},
): FlagResult | undefined {
  const value = nullProtoRecord(featureFlags)[key]
  return value === undefined
    ? value
    : {
        key,
        enabled: value !== false,
        variant: (value !== true && value) || undefined,
        payload: value === false ? undefined : nullProtoRecord(featureFlagPayloads)[key],
      }
}

/**
 * Reads the client and renders again when the value differs. A server, hydration and a client that has not started read the
 * bootstrapped values. Rendering has no side effects: the exposure is reported by the subscription. See D-461.
 *
 * @param exposedKey Flag whose exposure is reported once the component is on the page.
 */
function useClientValue<T>(
  readClient: (client: EarshotClient) => T,
  readBootstrap: (bootstrap: Bootstrap | undefined) => T,
  key?: string,
  exposedKey?: string,
): T {
  const { client, bootstrap } = useContext(EarshotContext)
  // The functions depend on `key` alone.
  const store = useMemo(() => {
    let kept: T
    const keep = (value: T): T => {
      if (!isEqual(kept, value)) kept = value
      return kept
    }
    const bootstrapped = () => keep(readBootstrap(bootstrap ?? client.config?.bootstrap))
    return [
      (onChange: () => void) =>
        client.onFeatureFlags(() => {
          if (exposedKey !== undefined) client.getFeatureFlag(exposedKey)
          onChange()
        }),
      () => (client.__loaded === false ? bootstrapped() : keep(readClient(client))),
      bootstrapped,
    ] as const
  }, [client, bootstrap, key])
  return useSyncExternalStore(...store)
}

/** Selects a part of the result of a flag. The component renders again when that part differs. */
function useFlag<K extends FlagKey, T>(
  key: K,
  select: (result: FlagResult<K> | undefined) => T,
  isExposed = true,
): T {
  return useClientValue(
    client => select(client.getFeatureFlagResult(key, { send_event: false })),
    bootstrap => select(bootstrappedResult(key, bootstrap) as FlagResult<K>),
    key,
    isExposed ? key : undefined,
  )
}

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
  return useFlag(flag, result => result?.enabled) ?? defaultValue
}

/** Returns the variant of a flag, or whether it is enabled; `undefined` while that is unknown. */
export const useFeatureFlagVariantKey = <K extends FlagKey>(flag: K): FlagValueOf<K> | undefined =>
  useFlag(flag, result => result?.variant ?? result?.enabled) as FlagValueOf<K> | undefined

/** Returns the payload of a flag. Does not report the exposure. */
export const useFeatureFlagPayload = <K extends FlagKey>(flag: K): PayloadOf<K> | undefined =>
  useFlag(flag, result => result?.payload, false)

/** Returns value and payload of a flag; `undefined` while they are unknown. */
export const useFeatureFlagResult = <K extends FlagKey>(flag: K): FlagResult<K> | undefined =>
  useFlag(flag, result => result)

/** Returns the keys of the enabled flags. */
export const useActiveFeatureFlags = (): string[] =>
  useClientValue(
    client => client.featureFlags.getFlags(),
    bootstrap =>
      Object.entries({ ...bootstrap?.featureFlags }).flatMap(([key, value]) => (value === false ? [] : key)),
  )
