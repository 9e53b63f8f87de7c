import { nullProtoRecord } from '../lib/nullProtoRecord'
import { FLAG_CALLED, type Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'

import type { FlagSettings } from './settings'
import type { FlagValues } from './values'

/** Flags whose reported values are remembered. */
const MAX_REPORTED = 200

export interface CallParts {
  values: FlagValues
  settings(): FlagSettings
  capture(event: string, properties: Properties): boolean
  /** Calls that were reported for this person: flag -> values. */
  reported(): Record<string, string[]>
  setReported(reported: Record<string, string[]>): void
}

/**
 * Reports that the page has used a flag: once per person, flag and value. Interface 6, `$feature_flag_called`.
 * One that cannot be captured now is not taken for reported.
 */
export function createCallReport({ values, settings, capture, reported, setReported }: CallParts) {
  return (name: string, value: FlagValue | undefined): void => {
    const calls = nullProtoRecord(reported())
    const said = calls[name] ?? []
    if (said.includes(String(value))) return
    const { entry, overrides, error, requestId, evaluatedAt, source } = values.about(name)
    const faults = [error, value === undefined && 'flag_missing'].filter(Boolean)
    const { featureFlags, featureFlagPayloads } = settings().bootstrap ?? {}
    const given = nullProtoRecord(featureFlags)
    const captured = capture(FLAG_CALLED, {
      $feature_flag: name,
      $feature_flag_response: value,
      $feature_flag_payload: values.payloadText(name) ?? null,
      $feature_flag_request_id: requestId,
      $feature_flag_evaluated_at: evaluatedAt || undefined,
      $feature_flag_id: entry?.id,
      $feature_flag_version: entry?.version,
      $feature_flag_reason: entry?.reason,
      $feature_flag_has_experiment: entry?.experiment,
      ...(name in given && {
        $feature_flag_bootstrapped_response: given[name],
        $feature_flag_bootstrapped_payload: nullProtoRecord(featureFlagPayloads)[name] ?? null,
      }),
      $used_bootstrap_value: source === 'bootstrap',
      ...(overrides.flags?.[name] !== undefined && { $feature_flag_original_response: entry?.value ?? null }),
      ...(overrides.payloads && { $feature_flag_original_payload: entry?.payload ?? null }),
      ...(faults[0] && { $feature_flag_error: faults.join() }),
    })
    if (!captured) return
    calls[name] = [...said, String(value)]
    setReported(Object.fromEntries(Object.entries(calls).slice(-MAX_REPORTED)))
  }
}
