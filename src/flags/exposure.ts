import { nullProtoRecord } from '../lib/nullProtoRecord'
import { type CapturedEvent, FLAG_CALLED, type Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { FlagStore } from './flagStore'

/** Maximum number of flags whose reported values are stored. */
const MAX_REPORTED = 200

/** Dependencies of `createExposureTracker`. */
export interface ExposureDeps {
  flagStore: FlagStore
  /** Captures an event. Returns `undefined` when it was not captured. */
  capture(event: string, properties: Properties): CapturedEvent | undefined
  /** Returns the values that were reported for this person, by flag key. */
  reportedValues(): Record<string, string[]> | undefined
  setReportedValues(reportedValues: Record<string, string[]>): void
}

/**
 * Creates a function that reports each exposure once per person, flag and value. An exposure that cannot be captured is reported
 * at the next read. Interface 6, `$feature_flag_called`; D-090, D-091.
 */
export function createExposureTracker({
  flagStore,
  capture,
  reportedValues,
  setReportedValues,
}: ExposureDeps) {
  return (key: string, value: FlagValue | undefined): void => {
    const before = nullProtoRecord(reportedValues())
    const values = before[key] ?? []
    if (values.includes(String(value))) return
    // Before the event: its hooks and listeners may read flags, or log another person in. See D-434.
    const reported = { ...before, [key]: [...values, String(value)] }
    setReportedValues(Object.fromEntries(Object.entries(reported).slice(-MAX_REPORTED)))
    const { entry, overrides, error, requestId, evaluatedAt, source } = flagStore.details(key)
    const errors = [error, value === undefined && 'flag_missing'].filter(Boolean)
    const { defaultFeatureFlags, featureFlags, featureFlagPayloads } = flagStore.bootstrap()
    // Copies without a prototype would take all flags for each of them. See D-800.
    const has = (values: unknown) => Object.getOwnPropertyDescriptor(Object(values), key)
    const bootstrapped = [featureFlags, defaultFeatureFlags].find(has)
    const captured = capture(FLAG_CALLED, {
      $feature_flag: key,
      $feature_flag_response: value,
      $feature_flag_payload: flagStore.payloadText(key) ?? null,
      $feature_flag_request_id: requestId,
      $feature_flag_evaluated_at: evaluatedAt || undefined,
      $feature_flag_id: entry?.id,
      $feature_flag_version: entry?.version,
      $feature_flag_reason: entry?.reason,
      $feature_flag_has_experiment: entry?.experiment,
      ...(bootstrapped && {
        $feature_flag_bootstrapped_response: bootstrapped[key],
        $feature_flag_bootstrapped_payload: (has(featureFlagPayloads) && featureFlagPayloads![key]) ?? null,
      }),
      $used_bootstrap_value: source === 'bootstrap' && !!bootstrapped,
      ...(overrides.flags?.[key] !== undefined && { $feature_flag_original_response: entry?.value ?? null }),
      ...(overrides.payloads && { $feature_flag_original_payload: entry?.payload ?? null }),
      $feature_flag_error: errors.join() || undefined,
    })
    if (!captured) setReportedValues(before)
  }
}
