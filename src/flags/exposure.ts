import { nullProtoRecord } from '../lib/nullProtoRecord'
import { FLAG_CALLED, type Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { FlagStore } from './flagStore'
import type { FlagsConfig } from './flagsConfig'

/** Flags whose reported values are remembered. */
const MAX_REPORTED = 200

export interface ExposureDeps {
  flagStore: FlagStore
  config(): FlagsConfig
  capture(event: string, properties: Properties): boolean
  /** Calls that were reported for this person: flag -> values. */
  reportedValues(): Record<string, string[]>
  setReportedValues(reportedValues: Record<string, string[]>): void
}

/**
 * Reports that the page has used a flag: once per person, flag and value. Interface 6, `$feature_flag_called`.
 * One that cannot be captured now is not taken for reported.
 */
export function createExposureTracker({
  flagStore,
  config,
  capture,
  reportedValues,
  setReportedValues,
}: ExposureDeps) {
  return (name: string, value: FlagValue | undefined): void => {
    const reports = nullProtoRecord(reportedValues())
    const known = reports[name] ?? []
    if (known.includes(String(value))) return
    const { entry, overrides, error, requestId, evaluatedAt, source } = flagStore.details(name)
    const errors = [error, value === undefined && 'flag_missing'].filter(Boolean)
    const { featureFlags, featureFlagPayloads } = config().bootstrap ?? {}
    const bootstrapped = nullProtoRecord(featureFlags)
    const captured = capture(FLAG_CALLED, {
      $feature_flag: name,
      $feature_flag_response: value,
      $feature_flag_payload: flagStore.payloadText(name) ?? null,
      $feature_flag_request_id: requestId,
      $feature_flag_evaluated_at: evaluatedAt || undefined,
      $feature_flag_id: entry?.id,
      $feature_flag_version: entry?.version,
      $feature_flag_reason: entry?.reason,
      $feature_flag_has_experiment: entry?.experiment,
      ...(name in bootstrapped && {
        $feature_flag_bootstrapped_response: bootstrapped[name],
        $feature_flag_bootstrapped_payload: nullProtoRecord(featureFlagPayloads)[name] ?? null,
      }),
      $used_bootstrap_value: source === 'bootstrap',
      ...(overrides.flags?.[name] !== undefined && { $feature_flag_original_response: entry?.value ?? null }),
      ...(overrides.payloads && { $feature_flag_original_payload: entry?.payload ?? null }),
      ...(errors[0] && { $feature_flag_error: errors.join() }),
    })
    if (!captured) return
    reports[name] = [...known, String(value)]
    setReportedValues(Object.fromEntries(Object.entries(reports).slice(-MAX_REPORTED)))
  }
}
