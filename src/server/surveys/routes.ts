import { MANAGED_SURVEYS_PATH as SURVEYS } from '../../wire/paths'
import { pageLinks, parsePage } from '../http/paging'
import type { Reply } from '../http/reply'
import type { ManagementContext } from '../http/requestContext'
import type { ManagementRoute, Route } from '../http/route'
import type { SurveyRow } from '../store/rows'
import { listActivity, listSurveyActivity } from './activity/routes'
import { activityBody, activityQuery } from './activity/schema'
import { findRelations, requireSurvey } from './findSurvey'
import { parseSurveyBody } from './parseSurveyBody'
import { previewRoutes } from './preview/routes'
import { publicSurveyRoutes } from './public/routes'
import { createResultRoutes } from './results/routes'
import { advanceSchedules } from './schedule/advanceSchedules'
import {
  listQuery,
  readSurveyBody,
  type SurveyPatch,
  surveyListBody,
  surveyPatch,
  surveyWrite,
  writtenSurveyBody,
} from './schema'
import { searchTerms } from './searchTerms'
import { serializeSurvey, serializeWrittenSurvey } from './serializeSurvey'
import { countResponses, getOverallStats, getSurveyStats, summarizeResponses } from './stats/routes'
import { allStatsBody, responsesCountBody, statsQuery, surveyStatsBody } from './stats/schema'
import type { StatsCache } from './stats/statsCache'
import { createSurvey, deleteSurvey, updateSurvey } from './writeSurvey'

const SURVEY = `${SURVEYS}/:id`

/** Creates the endpoints of surveys: interface section 4.2, and the list that browsers read. */
export const createSurveyRoutes = (statsCache: StatsCache): Route[] => [
  ...createManagementRoutes(statsCache),
  ...createResultRoutes(statsCache),
  ...publicSurveyRoutes,
  ...previewRoutes,
]

const createManagementRoutes = (statsCache: StatsCache): ManagementRoute[] => [
  {
    method: 'GET',
    path: SURVEYS,
    access: 'management',
    scope: 'survey:read',
    summary: 'Lists surveys.',
    query: listQuery,
    replies: { 200: { description: 'A page of surveys.', schema: surveyListBody } },
    handle: listSurveys,
  },
  {
    method: 'POST',
    path: SURVEYS,
    access: 'management',
    scope: 'survey:write',
    summary: 'Creates a survey.',
    body: surveyWrite,
    replies: { 201: { description: 'The survey.', schema: writtenSurveyBody } },
    handle: handleCreate,
  },
  {
    method: 'GET',
    path: `${SURVEYS}/activity`,
    access: 'management',
    scope: 'activity_log:read',
    summary: 'Lists the activity of all surveys of a project.',
    query: activityQuery,
    replies: { 200: { description: 'A page of activity, newest first.', schema: activityBody } },
    handle: listActivity,
  },
  {
    method: 'GET',
    path: `${SURVEYS}/responses_count`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Counts the responses of each survey.',
    replies: { 200: { description: 'Number of responses by survey id.', schema: responsesCountBody } },
    handle: countResponses,
  },
  {
    method: 'GET',
    path: `${SURVEYS}/stats`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Returns event counts, unique respondents and conversion rates of all surveys.',
    query: statsQuery,
    replies: { 200: { description: 'Statistics.', schema: allStatsBody } },
    handle: context => getOverallStats(context, statsCache),
  },
  {
    method: 'GET',
    path: SURVEY,
    access: 'management',
    scope: 'survey:read',
    summary: 'Retrieves a survey.',
    replies: { 200: { description: 'The survey.', schema: readSurveyBody } },
    handle: retrieveSurvey,
  },
  {
    method: 'PATCH',
    path: SURVEY,
    access: 'management',
    scope: 'survey:write',
    summary: 'Updates a survey.',
    body: surveyPatch,
    replies: { 200: { description: 'The survey.', schema: writtenSurveyBody } },
    handle: handleUpdate,
  },
  {
    method: 'DELETE',
    path: SURVEY,
    access: 'management',
    scope: 'survey:write',
    summary: 'Deletes a survey.',
    replies: { 204: { description: 'Deleted.' } },
    handle: handleDelete,
  },
  {
    method: 'GET',
    path: `${SURVEY}/activity`,
    access: 'management',
    scope: 'activity_log:read',
    summary: 'Lists the activity of a survey.',
    query: activityQuery,
    replies: { 200: { description: 'A page of activity, newest first.', schema: activityBody } },
    handle: listSurveyActivity,
  },
  {
    method: 'GET',
    path: `${SURVEY}/stats`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Returns event counts, unique respondents and conversion rates of a survey.',
    query: statsQuery,
    replies: { 200: { description: 'Statistics.', schema: surveyStatsBody } },
    handle: context => getSurveyStats(context, statsCache),
  },
  {
    method: 'POST',
    path: `${SURVEY}/summarize_responses`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Checks a request for a summary of the responses.',
    body: surveyPatch,
    replies: { 200: { description: 'No body.' } },
    handle: summarizeResponses,
  },
]

async function listSurveys({ service, project, request, query }: ManagementContext): Promise<Reply> {
  await advanceSchedules(service, project.id)
  const page = parsePage(query)
  const search = { where: { project_id: project.id }, terms: searchTerms(query.get('search')) }
  const count = await service.store.count('surveys', search)
  const rows = await service.store.find('surveys', { ...search, ...page })
  const results = await Promise.all(
    rows.map(async row => serializeSurvey(row, await findRelations(service.store, row))),
  )
  return { status: 200, body: { count, ...pageLinks(request.url, page, count), results } }
}

async function retrieveSurvey({ service, project, params }: ManagementContext): Promise<Reply> {
  await advanceSchedules(service, project.id)
  const row = await requireSurvey(service.store, project.id, params['id'])
  return { status: 200, body: serializeSurvey(row, await findRelations(service.store, row)) }
}

async function handleCreate(context: ManagementContext): Promise<Reply> {
  const body = parseSurveyBody(surveyWrite, context)
  const row = await createSurvey(context, body)
  return { status: 201, body: await writtenBody(context, row, body.patch) }
}

async function handleUpdate(context: ManagementContext): Promise<Reply> {
  const { service, project, params } = context
  // 404 comes before 400.
  await requireSurvey(service.store, project.id, params['id'])
  const body = parseSurveyBody(surveyPatch, context)
  const row = await updateSurvey(context, params['id'], body)
  return { status: 200, body: await writtenBody(context, row, body.patch) }
}

async function writtenBody({ service }: ManagementContext, row: SurveyRow, patch: SurveyPatch) {
  return serializeWrittenSurvey(row, await findRelations(service.store, row), patch)
}

async function handleDelete(context: ManagementContext): Promise<Reply> {
  await deleteSurvey(context, context.params['id'])
  return { status: 204 }
}
