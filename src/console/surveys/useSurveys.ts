import { useEffect, useState } from 'preact/hooks'
import type { Page } from '../../wire/console'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { MANAGED_SURVEYS_PATH } from '../../wire/paths'
import type { SurveyStats } from '../../wire/surveyStats'
import type { Api } from '../api/createApi'
import { useConsole } from '../ui/consoleContext'
import { useData } from '../ui/useData'

/** As many surveys as nobody has, in one request. */
export const SURVEY_LIMIT = 1000

/** Requests for statistics at the same time: browsers open six connections to an HTTP/1.1 service, and one stays free. */
const PARALLEL = 5

/** Returns all surveys, and the statistics of those that are loaded already, by id. */
export function useSurveys() {
  const { api } = useConsole()
  const surveys = useData<Page<ReadSurvey>>(
    (api, signal) => api.get(MANAGED_SURVEYS_PATH, { query: { limit: SURVEY_LIMIT }, signal }),
    [],
  )
  const [stats, setStats] = useState<ReadonlyMap<string, SurveyStats>>(new Map())
  const list = surveys.value?.results
  const ids = list?.map(({ id }) => id).join()
  useEffect(() => {
    if (!list) return
    const controller = new AbortController()
    loadStats(api, list, controller.signal, (id, value) => setStats(stats => new Map(stats).set(id, value)))
    return () => controller.abort()
  }, [api, ids])
  return { surveys, stats }
}

/** Loads the statistics of each survey. One that fails is left out. */
async function loadStats(
  api: Api,
  surveys: readonly ReadSurvey[],
  signal: AbortSignal,
  onStats: (id: string, stats: SurveyStats) => void,
): Promise<void> {
  const queue = surveys.map(({ id }) => id)
  const work = async () => {
    for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
      const result = await api.get<SurveyStats>(`${MANAGED_SURVEYS_PATH}/${id}/stats`, { signal })
      if (result.ok && !signal.aborted) onStats(id, result.value)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
}
