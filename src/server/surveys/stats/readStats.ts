import { formatIsoDate } from '../../lib/isoDate'
import type { ServiceContext } from '../../serviceContext'
import type { SurveyEventKind, SurveyEventRow, SurveyTotalsRow } from '../../store/rows'
import type { StoreReader } from '../../store/store'
import type { StatsRange } from './statsRange'
import { ALL_SURVEYS } from './surveyEvents'
import { meetingsIn, type Seen, type SurveyStats, surveyStats } from './surveyStats'
import { emptyTotals, movedTotals, NO_MEETINGS } from './totals'

const KINDS: SurveyEventKind[] = ['shown', 'dismissed', 'sent']

/** Statistics of one survey. */
export function statsOfSurvey(
  parts: ServiceContext,
  projectId: number,
  surveyId: string,
  range: StatsRange,
): Promise<SurveyStats> {
  return statsOf(parts, projectId, surveyId, [surveyId], range)
}

/** The same over all surveys that are not archived; a person counts once. */
export function statsOfAll(
  parts: ServiceContext,
  projectId: number,
  surveyIds: string[],
  range: StatsRange,
): Promise<SurveyStats> {
  return statsOf(parts, projectId, ALL_SURVEYS, surveyIds, range)
}

/**
 * Without bounds, statistics come from running totals. With bounds, the events
 * between them are looked at. Either is done once until something changes.
 */
async function statsOf(
  { store, statsCache }: ServiceContext,
  project_id: number,
  survey_id: string,
  surveyIds: string[],
  range: StatsRange,
): Promise<SurveyStats> {
  const stored =
    (await store.get('surveyTotals', { project_id, survey_id })) ?? emptyTotals(project_id, survey_id)
  const { from, to } = range
  const key = JSON.stringify([project_id, survey_id, from, to])
  const known = statsCache.get(key, stored.changes)
  if (known) return known
  const isWhole = from === undefined && to === undefined
  const totals = isWhole
    ? stored
    : totalsOf(project_id, survey_id, await marksIn(store, project_id, surveyIds, range))
  const stats = surveyStats(totals, await seenIn(store, project_id, surveyIds, range))
  statsCache.set(key, stored.changes, stats)
  return stats
}

async function marksIn(
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

function totalsOf(projectId: number, surveyId: string, marks: SurveyEventRow[]): SurveyTotalsRow {
  let totals = emptyTotals(projectId, surveyId)
  for (const meetings of meetingsIn(marks).values()) totals = movedTotals(totals, NO_MEETINGS, meetings)
  return totals
}

/** First and last moments, each by one look at the end of an index. */
async function seenIn(
  store: StoreReader,
  project_id: number,
  surveyIds: string[],
  range: StatsRange,
): Promise<Seen> {
  const seen: Seen = { shown: NEVER, dismissed: NEVER, sent: NEVER }
  for (const kind of KINDS) {
    const moments: number[] = []
    for (const survey_id of surveyIds) {
      for (const order of ['oldest', 'newest'] as const) {
        const query = { where: { project_id, survey_id, kind }, ...range, order, limit: 1 }
        for (const mark of await store.find('surveyEvents', query)) moments.push(mark.at)
      }
    }
    if (moments.length > 0)
      seen[kind] = { first: formatIsoDate(Math.min(...moments)), last: formatIsoDate(Math.max(...moments)) }
  }
  return seen
}

const NEVER = { first: null, last: null }
