import { parseJsonBody } from '../../http/parseJsonBody'
import { invalidInput, type Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import { validate } from '../../http/validate'
import { surveyPatch } from '../schema'
import { requireSurvey } from '../writeSurvey'
import { readOverallStats, readSurveyStats } from './readStats'
import type { StatsCache } from './statsCache'
import { type StatsRange, statsRange } from './statsRange'
import { surveyRates } from './surveyStats'
import { emptyTotals } from './totals'

/** @throws HttpError 400 for dates that make no sense. */
function requireRange(query: URLSearchParams): StatsRange {
  const range = statsRange(query)
  if ('error' in range) throw invalidInput(range.error)
  return range
}

/** Of one survey. Interface section 4.2, rule 5. */
export async function getSurveyStats(
  { service, project, params, query }: ManagementContext,
  statsCache: StatsCache,
): Promise<Reply> {
  const survey = await requireSurvey(service.store, project.id, params['id'] ?? '')
  const stats = await readSurveyStats(
    { store: service.store, statsCache },
    project.id,
    survey.id,
    requireRange(query),
  )
  const { id, start_date, end_date } = survey
  return { status: 200, body: { survey_id: id, start_date, end_date, ...stats } }
}

/** Over all surveys that are not archived. Interface section 4.2, rule 5. */
export async function getOverallStats(
  { service, project, query }: ManagementContext,
  statsCache: StatsCache,
): Promise<Reply> {
  const range = requireRange(query)
  const surveys = await service.store.find('surveys', { where: { project_id: project.id, archived: false } })
  if (surveys.length === 0)
    return { status: 200, body: { stats: {}, rates: surveyRates(emptyTotals(project.id, '')) } }
  const ids = surveys.map(survey => survey.id)
  return {
    status: 200,
    body: await readOverallStats({ store: service.store, statsCache }, project.id, ids, range),
  }
}

/** Answers of each survey since the first one of the project started. */
export async function countResponses({ service, project, query }: ManagementContext): Promise<Reply> {
  const surveys = await service.store.find('surveys', { where: { project_id: project.id } })
  const starts = surveys.flatMap(survey =>
    survey.start_date === null ? [] : [Date.parse(survey.start_date)],
  )
  if (starts.length === 0) return { status: 200, body: {} }
  const ids = query.get('survey_ids')
  const requestedIds = ids === null ? undefined : new Set(ids.split(','))
  const selected = surveys.filter(
    survey =>
      (!requestedIds || requestedIds.has(survey.id)) &&
      !(query.get('exclude_archived') === 'true' && survey.archived),
  )
  const from = Math.min(...starts)
  const counts = await Promise.all(
    selected.map(async ({ id }) => {
      const where = { project_id: project.id, survey_id: id, kind: 'sent' as const }
      return [id, await service.store.count('surveyEvents', { where, from })] as const
    }),
  )
  return { status: 200, body: Object.fromEntries(counts.filter(([, count]) => count > 0)) }
}

/** Checks the request; there is nobody here who could summarise. Interface section 4.2: 200, no body. */
export async function summarizeResponses(context: ManagementContext): Promise<Reply> {
  await requireSurvey(context.service.store, context.project.id, context.params['id'] ?? '')
  validate(surveyPatch, parseJsonBody(context))
  return { status: 200 }
}
