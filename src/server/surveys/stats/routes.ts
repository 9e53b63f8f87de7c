import { parseJsonBody } from '../../http/parseJsonBody'
import { invalidInput, type Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/route'
import { validate } from '../../http/validate'
import { surveyPatch } from '../schema'
import { existingSurvey } from '../writeSurvey'
import { statsOfAll, statsOfSurvey } from './readStats'
import { type StatsRange, statsRange } from './statsRange'
import { surveyRates } from './surveyStats'
import { emptyTotals } from './totals'

/** @throws HttpError 400 for dates that make no sense. */
function rangeOf(query: URLSearchParams): StatsRange {
  const range = statsRange(query)
  if ('fault' in range) throw invalidInput(range.fault)
  return range
}

/** Of one survey. Interface section 4.2, rule 5. */
export async function oneStats({ service, project, params, query }: ManagementContext): Promise<Reply> {
  const survey = await existingSurvey(service.store, project.id, params['id'] ?? '')
  const stats = await statsOfSurvey(service, project.id, survey.id, rangeOf(query))
  const { id, start_date, end_date } = survey
  return { status: 200, body: { survey_id: id, start_date, end_date, ...stats } }
}

/** Over all surveys that are not archived. Interface section 4.2, rule 5. */
export async function allStats({ service, project, query }: ManagementContext): Promise<Reply> {
  const range = rangeOf(query)
  const surveys = await service.store.find('surveys', { where: { project_id: project.id, archived: false } })
  if (surveys.length === 0)
    return { status: 200, body: { stats: {}, rates: surveyRates(emptyTotals(project.id, '')) } }
  const ids = surveys.map(survey => survey.id)
  return { status: 200, body: await statsOfAll(service, project.id, ids, range) }
}

/** Answers of each survey since the first one of the project started. */
export async function responsesCount({ service, project, query }: ManagementContext): Promise<Reply> {
  const surveys = await service.store.find('surveys', { where: { project_id: project.id } })
  const starts = surveys.flatMap(survey =>
    survey.start_date === null ? [] : [Date.parse(survey.start_date)],
  )
  if (starts.length === 0) return { status: 200, body: {} }
  const ids = query.get('survey_ids')
  const asked = ids === null ? undefined : new Set(ids.split(','))
  const wanted = surveys.filter(
    survey =>
      (!asked || asked.has(survey.id)) && !(query.get('exclude_archived') === 'true' && survey.archived),
  )
  const from = Math.min(...starts)
  const counts = await Promise.all(
    wanted.map(async ({ id }) => {
      const where = { project_id: project.id, survey_id: id, kind: 'sent' as const }
      return [id, await service.store.count('surveyEvents', { where, from })] as const
    }),
  )
  return { status: 200, body: Object.fromEntries(counts.filter(([, count]) => count > 0)) }
}

/** Checks the request; there is nobody here who could summarise. Interface section 4.2: 200, no body. */
export async function summarize(exchange: ManagementContext): Promise<Reply> {
  await existingSurvey(exchange.service.store, exchange.project.id, exchange.params['id'] ?? '')
  validate(surveyPatch, parseJsonBody(exchange))
  return { status: 200 }
}
