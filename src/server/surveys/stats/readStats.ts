import type { SurveyStats } from '../../../wire/surveyStats'
import { formatIsoDate } from '../../lib/isoDate'
import type { SurveyEventRow } from '../../store/rows'
import type { Store } from '../../store/store'
import { countEvents } from './countEvents'
import type { StatsCache } from './statsCache'
import type { StatsRange } from './statsRange'
import { ALL_SURVEYS, EVENT_KINDS } from './surveyEvents'
import { type SeenDates, surveyStats } from './surveyStats'
import { emptyTotals } from './totals'

/** Dependencies of reading statistics. */
export interface StatsDeps {
  store: Pick<Store, 'get' | 'find' | 'pages'>
  statsCache: StatsCache
}

/** The events to count. */
interface StatsQuery {
  projectId: number
  /** Id of the row of running totals. */
  totalsId: string
  surveyIds: string[]
  range: StatsRange
}

/** Returns the statistics of one survey. */
export function readSurveyStats(
  deps: StatsDeps,
  { surveyId, ...query }: { projectId: number; surveyId: string; range: StatsRange },
): Promise<SurveyStats> {
  return readStats(deps, { ...query, totalsId: surveyId, surveyIds: [surveyId] })
}

/** Returns the statistics of several surveys together: all that are not archived. A person counts once. */
export function readOverallStats(
  deps: StatsDeps,
  query: { projectId: number; surveyIds: string[]; range: StatsRange },
): Promise<SurveyStats> {
  return readStats(deps, { ...query, totalsId: ALL_SURVEYS })
}

/**
 * Without bounds, statistics come from running totals. With bounds, the events between them are
 * counted. Both are cached until an event is added.
 */
async function readStats({ store, statsCache }: StatsDeps, query: StatsQuery): Promise<SurveyStats> {
  const { projectId: project_id, totalsId: survey_id, range } = query
  const stored =
    (await store.get('surveyTotals', { project_id, survey_id })) ?? emptyTotals(project_id, survey_id)
  const { from, to } = range
  const key = JSON.stringify([project_id, survey_id, from, to])
  const cached = statsCache.get(key, stored.changes)
  if (cached) return cached
  const isUnbounded = from === undefined && to === undefined
  const totals = isUnbounded
    ? stored
    : await countEvents(emptyTotals(project_id, survey_id), surveyEventPages(store, query))
  const stats = surveyStats(totals, await findSeenDates(store, query))
  statsCache.set(key, stored.changes, stats)
  return stats
}

async function* surveyEventPages(
  store: StatsDeps['store'],
  { projectId: project_id, surveyIds, range }: StatsQuery,
): AsyncIterable<SurveyEventRow[]> {
  for (const survey_id of surveyIds)
    for (const kind of EVENT_KINDS)
      yield* store.pages('surveyEvents', { where: { project_id, survey_id, kind }, ...range })
}

/** First and last event of each kind. Reads one row at either end of an index. */
async function findSeenDates(
  store: StatsDeps['store'],
  { projectId: project_id, surveyIds, range }: StatsQuery,
): Promise<SeenDates> {
  const seen: SeenDates = { shown: NEVER_SEEN, dismissed: NEVER_SEEN, sent: NEVER_SEEN }
  for (const kind of EVENT_KINDS) {
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
