import type { Page } from '../page/page'
import type { Config } from './api'
import type { ChunkLoader } from './chunkLoader'
import type { Chunks } from './chunkRegistry'

export type SurveyLoader = ReturnType<typeof createSurveyLoader>

/**
 * Creates the functions that load the lazy half of surveys and their words. Concurrent calls share a promise; a call after a
 * failure tries again.
 *
 * @param expectsSurveys Whether the last configuration had surveys: then the file is requested beside the flags, so that the
 *   first survey saves a round trip.
 */
export function createSurveyLoader(
  chunkLoader: ChunkLoader,
  config: () => Config,
  page: Page,
  expectsSurveys: boolean,
) {
  const loaderOf =
    <K extends keyof Chunks>(name: K) =>
    () =>
      chunkLoader.load(name, config(), page)
  const loadRuntime = loaderOf('surveys')
  const { surveys, preload_surveys: preload, disable_surveys: isDisabled } = config()
  // A failure is reported by the call that needs the file.
  if (!isDisabled && (preload || expectsSurveys || Array.isArray(surveys))) void loadRuntime().catch(() => {})
  return { loadRuntime, loadWords: loaderOf('words') }
}
