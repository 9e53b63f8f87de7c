import { formatIsoDate } from '../../lib/isoDate'
import type { SurveyEventKind, SurveyEventRow, SurveyTotalsRow } from '../../store/rows'
import type { StoreReader } from '../../store/store'
import type { StatsCache } from './statsCache'
import type { StatsRange } from './statsRange'
import { ALL_SURVEYS } from './surveyEvents'
import { countsByRespondent, type SeenDates, type SurveyStats, surveyStats } from './surveyStats'
import { emptyTotals, NO_EVENTS, updatedTotals } from './totals'

const KINDS: SurveyEventKind[] = ['shown', 'dismissed', 'sent']

/** What reading statistics needs. */
export interface StatsDeps {
  store: StoreReader
  statsCache: StatsCache
}

/** Statistics of one survey. */
export function readSurveyStats(
  deps: StatsDeps,
  projectId: number,
  surveyId: string,
  range: StatsRange,
): Promise<SurveyStats> {
  return readStats(deps, projectId, surveyId, [surveyId], range)
}

/** The same over all surveys that are not archived; a person counts once. */
export function readOverallStats(
  deps: StatsDeps,
  projectId: number,
  surveyIds: string[],
  range: StatsRange,
): Promise<SurveyStats> {
  return readStats(deps, projectId, ALL_SURVEYS, surveyIds, range)
}

/**
 * Without bounds, statistics come from running totals. With bounds, the events
 * between them are looked at. Either is done once until something changes.
 */
async function readStats(
  { store, statsCache }: StatsDeps,
  project_id: number,
  survey_id: string,
  surveyIds: string[],
  range: StatsRange,
): Promise<SurveyStats> {
  const stored =
    (await store.get('surveyTotals', { project_id, survey_id })) ?? emptyTotals(project_id, survey_id)
  const { from, to } = range
  const key = JSON.stringify([project_id, survey_id, from, to])
  const cached = statsCache.get(key, stored.changes)
  if (cached) return cached
  const isUnbounded = from === undefined && to === undefined
  const totals = isUnbounded
    ? stored
    : sumTotals(project_id, survey_id, await findSurveyEvents(store, project_id, surveyIds, range))
  const stats = surveyStats(totals, await findSeenDates(store, project_id, surveyIds, range))
  statsCache.set(key, stored.changes, stats)
  return stats
}

async function findSurveyEvents(
  store: StoreReader,
  project_id: number,
  surveyIds: string[],
  range: StatsRange,
): Promise<SurveyEventRow[]> {
  const found: SurveyEventRow[][] = []
  for (const survey_id of surveyIds) {
    for (const kind of KINDS) {
      found.push(await store.find('surveyEvents', { where: { project_id, survey_id, kind }, ...range }))
    }
  }
  return found.flat()
}

function sumTotals(projectId: number, surveyId: string, events: SurveyEventRow[]): SurveyTotalsRow {
  let totals = emptyTotals(projectId, surveyId)
  for (const counts of countsByRespondent(events).values()) totals = updatedTotals(totals, NO_EVENTS, counts)
  return totals
}

/** First and last moments, each by one look at the end of an index. */
async function findSeenDates(
  store: StoreReader,
  project_id: number,
  surveyIds: string[],
  range: StatsRange,
): Promise<SeenDates> {
  const seen: SeenDates = { shown: NEVER_SEEN, dismissed: NEVER_SEEN, sent: NEVER_SEEN }
  for (const kind of KINDS) {
    const times: number[] = []
    for (const survey_id of surveyIds) {
      for (const order of ['oldest', 'newest'] as const) {
        const query = { where: { project_id, survey_id, kind }, ...range, order, limit: 1 }
        for (const event of await store.find('surveyEvents', query)) times.push(event.at)
      }
    }
    if (times.length > 0)
      seen[kind] = { first: formatIsoDate(Math.min(...times)), last: formatIsoDate(Math.max(...times)) }
  }
  return seen
}

const NEVER_SEEN = { first: null, last: null }
