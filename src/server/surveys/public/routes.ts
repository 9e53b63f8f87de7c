import { z } from '@hono/zod-openapi'
import { SURVEY_LIST_PATH } from '../../../wire/paths'
import { requireQueryProject } from '../../http/auth'
import type { Reply } from '../../http/reply'
import type { RequestContext } from '../../http/requestContext'
import type { PublicRoute } from '../../http/route'
import { anyObject, tokenQuery } from '../../http/schema'
import { listPublicSurveys } from './publicSurveys'

/** The endpoint from which browsers read surveys. Not part of the interface. See D-232. */
export const publicSurveyRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: SURVEY_LIST_PATH,
    access: 'public',
    summary: 'Lists the surveys of a project in the form that browsers receive.',
    query: tokenQuery,
    replies: {
      200: { description: 'The surveys.', schema: z.object({ surveys: z.array(anyObject) }).loose() },
    },
    handle: listForBrowsers,
  },
]

async function listForBrowsers(context: RequestContext): Promise<Reply> {
  const project = await requireQueryProject(context)
  const surveys = await listPublicSurveys(context.service.store, project.id)
  const overrides = context.service.config(project.id)
  return { status: 200, body: { surveys, survey_config: overrides['survey_config'] ?? null } }
}
