import {
  type FlagMetadata,
  FlagNotFoundError,
  type JsonValue,
  ProviderNotReadyError,
  type ResolutionDetails,
  TypeMismatchError,
} from '@openfeature/web-sdk'
import type { EarshotClient } from 'earshot'

/** Codes of the service -> reasons of OpenFeature. Any other code is `UNKNOWN`. */
const REASONS: Record<string, string> = {
  condition_match: 'TARGETING_MATCH',
  super_condition_value: 'TARGETING_MATCH',
  holdout_condition_value: 'SPLIT',
  out_of_rollout_bound: 'SPLIT',
  no_condition_match: 'DEFAULT',
  no_group_type: 'DEFAULT',
  flag_disabled: 'DISABLED',
}

/**
 * Resolves a flag from memory. A payload of the requested type wins over the value. A flag that is off has its default value,
 * unless a boolean is requested. See D-466.
 *
 * @throws FlagNotFoundError, TypeMismatchError, or ProviderNotReadyError while no flags are known.
 */
export function resolveFlag<T extends JsonValue>(
  client: EarshotClient,
  key: string,
  defaultValue: T,
  type: 'boolean' | 'string' | 'number' | 'object',
  send_event: boolean,
): ResolutionDetails<T> {
  const result = client.getFeatureFlagResult(key, { send_event })
  if (!result) {
    if (client.featureFlags.hasLoadedFlags) throw new FlagNotFoundError(`no flag "${key}"`)
    throw new ProviderNotReadyError('no flags are known')
  }
  const { enabled, variant, payload } = result
  const { entry, overrides, requestId, source } = client.featureFlags.getFlagDetails(key)
  const code = entry?.code
  const fromVariant: Record<typeof type, unknown> = {
    boolean: enabled,
    string: variant,
    number: variant && Number(variant),
    object: undefined,
  }
  const value = typeof payload === type && payload !== null ? payload : fromVariant[type]
  const isDefault = code === 'flag_disabled' || (!enabled && type !== 'boolean')
  if (!isDefault && (typeof value !== type || Number.isNaN(value)))
    throw new TypeMismatchError(`flag "${key}" has no ${type}`)
  const isBootstrapped = source === 'bootstrap' && key in { ...client.config.bootstrap?.featureFlags }
  const isStatic = isBootstrapped || overrides.flags?.[key] !== undefined
  return {
    value: isDefault ? defaultValue : (value as T),
    variant,
    reason: isStatic ? 'STATIC' : source === 'loaded' ? (REASONS[code ?? ''] ?? 'UNKNOWN') : 'CACHED',
    // Members that the service has not sent are undefined.
    flagMetadata: { id: entry?.id, version: entry?.version, reason: code, requestId } as FlagMetadata,
  }
}
