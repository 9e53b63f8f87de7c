import type { Reply } from '../transport/transport'
import type { Properties } from '../wire/event'
import type { EarlyAccessFeature, FlagValue } from '../wire/flag'

export interface EarlyAccessDeps {
  /** `GET` of the list, with the stages as further query parameters. */
  requestFeatures(stages: readonly string[]): Promise<Reply>
  capture(event: string, properties: Properties): void
  updateFlags(flags: Record<string, FlagValue>): void
  /** Receives what a callback of the page has thrown. */
  onThrow(error: unknown): void
}

/** Creates the methods for early-access features: the list, which is requested once, and the enrollment. */
export function createEarlyAccess({ requestFeatures, capture, updateFlags, onThrow }: EarlyAccessDeps) {
  let features: EarlyAccessFeature[] | undefined
  return {
    /**
     * Calls back with the features; with an empty list when they cannot be loaded.
     *
     * @param force Requests the list again.
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
    /** Enrolls the visitor in a feature or takes them out of it: captures the event and sets the flag at once. */
    updateEarlyAccessFeatureEnrollment(key: string, isEnrolled: boolean, stage?: string): void {
      const name = features?.find(feature => feature.flagKey === key)?.name
      capture('$feature_enrollment_update', {
        $feature_flag: key,
        $feature_enrollment: isEnrolled,
        ...(name && { $early_access_feature_name: name }),
        ...(stage && { $feature_enrollment_stage: stage }),
        $set: { [`$feature_enrollment/${key}`]: isEnrolled },
      })
      updateFlags({ [key]: isEnrolled })
    },
  }
}
