import type { SurveyRuntime } from '../surveys/host'
import type { Config } from './api'
import type { ChunkLoader } from './chunkLoader'

export type SurveyLoader = ReturnType<typeof createSurveyLoader>

/**
 * Loads the lazy half of surveys once; a call after a failure tries again.
 *
 * @param expectsSurveys Whether the last configuration had surveys: then the file is requested beside the flags, so that the
 *   first survey saves a round trip.
 */
export function createSurveyLoader(chunkLoader: ChunkLoader, config: () => Config, expectsSurveys: boolean) {
  let runtime: Promise<SurveyRuntime> | undefined
  const load = () => {
    runtime ??= chunkLoader.loadSurveys(config()).catch((error: unknown) => {
      runtime = undefined
      throw error
    })
    return runtime
  }
  const { surveys, preload_surveys: preload, disable_surveys: isDisabled } = config()
  // A failure is reported by the call that needs the file.
  if (!isDisabled && (preload || expectsSurveys || Array.isArray(surveys))) void load().catch(() => {})
  return {
    load,
    /** Settles when a load that has begun is over; at once when none has. Never rejects. */
    settled: () => Promise.resolve(runtime).catch(() => {}),
  }
}
