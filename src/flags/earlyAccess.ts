import type { Reply } from '../transport/transport'
import type { Properties } from '../wire/event'
import type { EarlyAccessFeature, FlagValue } from '../wire/flag'

/** Dependencies of `createEarlyAccess`. */
export interface EarlyAccessDeps {
  /** Requests the list of features, with one query parameter per stage. */
  requestFeatures(stages: readonly string[]): Promise<Reply>
  capture(event: string, properties: Properties): void
  /** Returns a key that changes with the person and the groups. */
  identityKey(): string
  updateFlags(flags: Record<string, FlagValue>): void
  /** Called with the error of a callback that threw. */
  onThrow(error: unknown): void
}

/** Creates the methods for early-access features. The list is requested once. See D-292. */
export function createEarlyAccess({
  requestFeatures,
  capture,
  identityKey,
  updateFlags,
  onThrow,
}: EarlyAccessDeps) {
  let features: EarlyAccessFeature[] | undefined
  return {
    /**
     * Calls back with the features, or with an empty list if the request fails.
     *
     * @param force Whether the list is requested again.
     * @param stages Restricts the list to these stages.
     */
    getEarlyAccessFeatures(
      callback: (features: EarlyAccessFeature[]) => void,
      force?: boolean,
      stages: string[] = [],
    ): void {
      if (features && !force) return callback(features)
      void requestFeatures(stages)
        .then(({ json }) => {
          features = (json as { earlyAccessFeatures?: EarlyAccessFeature[] } | undefined)?.earlyAccessFeatures
          callback(features ?? [])
        })
        .catch(onThrow)
    },
    /** Enrolls the visitor in a feature, or removes them from it. Captures an event and sets the flag at once. */
    updateEarlyAccessFeatureEnrollment(key: string, isEnrolled: boolean, stage?: string): void {
      const person = identityKey()
      const name = features?.find(({ flagKey }) => flagKey === key)?.name
      capture('$feature_enrollment_update', {
        $feature_flag: key,
        $feature_enrollment: isEnrolled,
        ...(name && { $early_access_feature_name: name }),
        ...(stage && { $feature_enrollment_stage: stage }),
        $set: { [`$feature_enrollment/${key}`]: isEnrolled },
      })
      // A hook or a listener of the event may have logged somebody else in. See D-613.
      if (identityKey() === person) updateFlags({ [key]: isEnrolled })
    },
  }
}
