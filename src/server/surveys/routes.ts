import { MANAGED_SURVEYS_PATH as SURVEYS } from '../../wire/paths'
import { pageLinks, parsePage } from '../http/paging'
import { parseJsonBody } from '../http/parseJsonBody'
import type { Reply } from '../http/reply'
import type { ManagementContext, ManagementRoute } from '../http/route'
import { validate } from '../http/validate'
import type { SurveyRow } from '../store/rows'
import { allActivity, surveyActivity } from './activity/routes'
import {
  activityBody,
  activityQuery,
  allStatsBody,
  listQuery,
  responsesCountBody,
  statsQuery,
  surveyStatsBody,
} from './replySchema'
import { keepTime } from './schedule/advanceSchedules'
import { readSurveyBody, surveyListBody, surveyPatch, surveyWrite, writtenSurveyBody } from './schema'
import { searchTerms } from './searchTerms'
import { readSurvey, writtenSurvey } from './serializeSurvey'
import { allStats, oneStats, responsesCount, summarize } from './stats/routes'
import { changeSurvey, createSurvey, deleteSurvey, existingSurvey, relationsOf } from './writeSurvey'

const ONE = `${SURVEYS}/:id`

/** Interface section 4.2. */
export const surveyRoutes: ManagementRoute[] = [
  {
    method: 'GET',
    path: SURVEYS,
    access: 'management',
    scope: 'survey:read',
    summary: 'Lists surveys.',
    query: listQuery,
    replies: { 200: { description: 'A page of surveys.', schema: surveyListBody } },
    handle: list,
  },
  {
    method: 'POST',
    path: SURVEYS,
    access: 'management',
    scope: 'survey:write',
    summary: 'Creates a survey.',
    body: surveyWrite,
    replies: { 201: { description: 'The survey.', schema: writtenSurveyBody } },
    handle: create,
  },
  {
    method: 'GET',
    path: `${SURVEYS}/activity`,
    access: 'management',
    scope: 'activity_log:read',
    summary: 'Tells what was done to the surveys of a project.',
    query: activityQuery,
    replies: { 200: { description: 'Newest first.', schema: activityBody } },
    handle: allActivity,
  },
  {
    method: 'GET',
    path: `${SURVEYS}/responses_count`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Counts the answers of every survey.',
    replies: { 200: { description: 'Survey id -> answers.', schema: responsesCountBody } },
    handle: responsesCount,
  },
  {
    method: 'GET',
    path: `${SURVEYS}/stats`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Totals and rates over all surveys.',
    query: statsQuery,
    replies: { 200: { description: 'Statistics.', schema: allStatsBody } },
    handle: allStats,
  },
  {
    method: 'GET',
    path: ONE,
    access: 'management',
    scope: 'survey:read',
    summary: 'Retrieves a survey.',
    replies: { 200: { description: 'The survey.', schema: readSurveyBody } },
    handle: retrieve,
  },
  {
    method: 'PATCH',
    path: ONE,
    access: 'management',
    scope: 'survey:write',
    summary: 'Changes a survey.',
    body: surveyPatch,
    replies: { 200: { description: 'The survey.', schema: writtenSurveyBody } },
    handle: change,
  },
  {
    method: 'DELETE',
    path: ONE,
    access: 'management',
    scope: 'survey:write',
    summary: 'Deletes a survey.',
    replies: { 204: { description: 'Deleted.' } },
    handle: remove,
  },
  {
    method: 'GET',
    path: `${ONE}/activity`,
    access: 'management',
    scope: 'activity_log:read',
    summary: 'Tells what was done to a survey.',
    query: activityQuery,
    replies: { 200: { description: 'Newest first.', schema: activityBody } },
    handle: surveyActivity,
  },
  {
    method: 'GET',
    path: `${ONE}/stats`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Event counts, unique respondents and conversion rates of a survey.',
    query: statsQuery,
    replies: { 200: { description: 'Statistics.', schema: surveyStatsBody } },
    handle: oneStats,
  },
  {
    method: 'POST',
    path: `${ONE}/summarize_responses`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Asks for a summary of the answers.',
    body: surveyPatch,
    replies: { 200: { description: 'No body.' } },
    handle: summarize,
  },
]

async function list({ service, project, request, query }: ManagementContext): Promise<Reply> {
  await keepTime(service, project.id)
  const page = parsePage(query)
  const wanted = { where: { project_id: project.id }, words: searchTerms(query.get('search')) }
  const count = await service.store.count('surveys', wanted)
  const rows = await service.store.find('surveys', { ...wanted, ...page })
  const results = await Promise.all(
    rows.map(async row => readSurvey(row, await relationsOf(service.store, row))),
  )
  return { status: 200, body: { count, ...pageLinks(request.url, page, count), results } }
}

async function retrieve({ service, project, params }: ManagementContext): Promise<Reply> {
  await keepTime(service, project.id)
  const row = await existingSurvey(service.store, project.id, params['id'] ?? '')
  return { status: 200, body: readSurvey(row, await relationsOf(service.store, row)) }
}

async function written({ service }: ManagementContext, status: number, row: SurveyRow): Promise<Reply> {
  return { status, body: writtenSurvey(row, await relationsOf(service.store, row)) }
}

async function create(exchange: ManagementContext): Promise<Reply> {
  const input = validate(surveyWrite, parseJsonBody(exchange))
  const writer = { projectId: exchange.project.id, user: exchange.user }
  return written(exchange, 201, await createSurvey(exchange.service, writer, input))
}

async function change(exchange: ManagementContext): Promise<Reply> {
  const { service, project, user, params } = exchange
  await existingSurvey(service.store, project.id, params['id'] ?? '')
  const input = validate(surveyPatch, parseJsonBody(exchange))
  const row = await changeSurvey(service, { projectId: project.id, user }, params['id'] ?? '', input)
  return written(exchange, 200, row)
}

async function remove({ service, project, user, params }: ManagementContext): Promise<Reply> {
  await deleteSurvey(service, { projectId: project.id, user }, params['id'] ?? '')
  return { status: 204 }
}
