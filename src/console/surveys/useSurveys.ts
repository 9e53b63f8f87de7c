import { useEffect, useState } from 'preact/hooks'
import type { Page } from '../../wire/console'
import type { ReadSurvey } from '../../wire/managedSurvey'
import { MANAGED_SURVEYS_PATH } from '../../wire/paths'
import type { SurveyStats } from '../../wire/surveyStats'
import type { Api } from '../api/createApi'
import { useConsole } from '../ui/consoleContext'
import { useGet } from '../ui/useData'

/** As many surveys as nobody has, in one request. */
export const SURVEY_LIMIT = 1000

/** Requests for statistics at the same time: browsers open six connections to an HTTP/1.1 service, and one stays free. */
const PARALLEL = 5

/** Returns all surveys, and the statistics of those that are loaded already, by id. */
export function useSurveys() {
  const { api } = useConsole()
  const surveys = useGet<Page<ReadSurvey>>(MANAGED_SURVEYS_PATH, { limit: SURVEY_LIMIT })
  const [stats, setStats] = useState(() => latestStats(api, surveys.value?.results ?? []))
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

const statsPath = (id: string) => `${MANAGED_SURVEYS_PATH}/${id}/stats`

/** Returns the statistics that an earlier visit of the page has loaded. */
const latestStats = (api: Api, surveys: readonly ReadSurvey[]): ReadonlyMap<string, SurveyStats> =>
  new Map(
    surveys.flatMap(({ id }) => {
      const stats = api.latest<SurveyStats>(statsPath(id))
      return stats ? [[id, stats]] : []
    }),
  )

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
      const result = await api.get<SurveyStats>(statsPath(id), { signal })
      if (result.ok && !signal.aborted) onStats(id, result.value)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
}
