import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import { requireSurvey } from '../findSurvey'
import { parseSurveyBody } from '../parseSurveyBody'
import { surveyPatch } from '../schema'
import { readOverallStats, readSurveyStats } from './readStats'
import type { StatsCache } from './statsCache'
import { requireRange } from './statsRange'
import { surveyRates } from './surveyStats'
import { emptyTotals } from './totals'

/** Replies with the statistics of one survey. Interface section 4.2, rule 5. */
export async function getSurveyStats(
  { service, project, params, query }: ManagementContext,
  statsCache: StatsCache,
): Promise<Reply> {
  const { id, start_date, end_date } = await requireSurvey(service.store, project.id, params['id'])
  const stats = await readSurveyStats(
    { store: service.store, statsCache },
    { projectId: project.id, surveyId: id, range: requireRange(query) },
  )
  return { status: 200, body: { survey_id: id, start_date, end_date, ...stats } }
}

/** Replies with the statistics of all surveys that are not archived. Interface section 4.2, rule 5. */
export async function getOverallStats(
  { service, project, query }: ManagementContext,
  statsCache: StatsCache,
): Promise<Reply> {
  const range = requireRange(query)
  const surveys = await service.store.find('surveys', { where: { project_id: project.id, archived: false } })
  if (surveys.length === 0)
    return { status: 200, body: { stats: {}, rates: surveyRates(emptyTotals(project.id, '')) } }
  const surveyIds = surveys.map(survey => survey.id)
  const stats = await readOverallStats(
    { store: service.store, statsCache },
    { projectId: project.id, surveyIds, range },
  )
  return { status: 200, body: stats }
}

/** Replies with the number of responses of each survey: the same number that its statistics have. See D-403. */
export async function countResponses({ service, project, query }: ManagementContext): Promise<Reply> {
  const surveys = await service.store.find('surveys', { where: { project_id: project.id } })
  const ids = query.get('survey_ids')
  const requestedIds = ids === null ? undefined : new Set(ids.split(','))
  const selected = surveys.filter(
    survey =>
      (!requestedIds || requestedIds.has(survey.id)) &&
      !(query.get('exclude_archived') === 'true' && survey.archived),
  )
  const counts = await Promise.all(
    selected.map(async ({ id }) => {
      const totals = await service.store.get('surveyTotals', { project_id: project.id, survey_id: id })
      return [id, totals?.sent ?? 0] as const
    }),
  )
  return { status: 200, body: Object.fromEntries(counts.filter(([, count]) => count > 0)) }
}

/** Checks the request and replies without a body: the service has no model that could summarize. Interface section 4.2. */
export async function summarizeResponses(context: ManagementContext): Promise<Reply> {
  await requireSurvey(context.service.store, context.project.id, context.params['id'])
  parseSurveyBody(surveyPatch, context)
  return { status: 200 }
}
