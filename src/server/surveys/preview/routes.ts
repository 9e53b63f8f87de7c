import { z } from '@hono/zod-openapi'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { PreviewToken } from '../../../wire/console'
import { MANAGED_SURVEYS_PATH, SURVEY_PREVIEW_PATH } from '../../../wire/paths'
import { requireQueryProject } from '../../http/auth'
import { HttpError, type Reply, unauthenticated } from '../../http/reply'
import type { ManagementContext, RequestContext } from '../../http/requestContext'
import type { Route } from '../../http/route'
import { anyObject, dateTime, tokenQuery } from '../../http/schema'
import { formatIsoDate } from '../../lib/isoDate'
import { requireSurvey } from '../findSurvey'
import { publicSurvey } from '../public/publicSurveys'
import { signPreview, verifyPreview } from './previewToken'

const HOUR_MS = 3_600_000
const SECRET_BYTES = 32

/** The endpoints that show a survey to its author on a page, before anybody else sees it. Not part of the interface. See D-616. */
export const previewRoutes: Route[] = [
  {
    method: 'POST',
    path: `${MANAGED_SURVEYS_PATH}/:id/preview_token`,
    access: 'management',
    // The bearer of a token sees no more than the key that asked for it.
    scope: 'survey:read',
    summary: 'Signs a token that shows a survey on a page for one hour, as it is then.',
    replies: {
      200: {
        description: 'The value of the URL parameter `earshot_preview`.',
        schema: z.object({ token: z.string(), expires_at: dateTime }),
      },
    },
    handle: createToken,
  },
  {
    method: 'GET',
    path: SURVEY_PREVIEW_PATH,
    access: 'public',
    summary: 'Returns the survey of a preview token in the form that browsers receive.',
    query: tokenQuery.extend({ preview: z.string().openapi({ description: 'Preview token.' }) }),
    replies: {
      200: { description: 'The survey.', schema: z.object({ surveys: z.array(anyObject) }).loose() },
    },
    handle: showPreview,
  },
]

async function createToken({ service, project, params }: ManagementContext): Promise<Reply> {
  const survey = await requireSurvey(service.store, project.id, params['id'])
  const secret = await service.store.transaction(async transaction => {
    const row = (await transaction.get('projects', { id: project.id })) ?? project
    if (row.preview_secret) return row.preview_secret
    const preview_secret = bytesToHex(service.randomBytes(SECRET_BYTES))
    await transaction.put('projects', { ...row, preview_secret })
    return preview_secret
  })
  const expiresAt = service.now() + HOUR_MS
  const body: PreviewToken = {
    token: signPreview({ surveyId: survey.id, expiresAt }, secret),
    expires_at: formatIsoDate(expiresAt),
  }
  return { status: 200, body, headers: NO_STORE }
}

const NO_STORE = { 'Cache-Control': 'no-store' }

async function showPreview(context: RequestContext): Promise<Reply> {
  const { service, query } = context
  const project = await requireQueryProject(context)
  const token = query.get('preview') ?? ''
  const grant = project.preview_secret ? verifyPreview(token, project.preview_secret) : undefined
  if (!grant)
    throw unauthenticated(
      'invalid_preview_token',
      'The preview link is not valid for this project.',
      NO_STORE,
    )
  if (grant.expiresAt <= service.now()) {
    const detail = 'The preview link has expired. Open the survey in the editor for a new one.'
    throw new HttpError(
      403,
      { type: 'authentication_error', code: 'preview_token_expired', detail },
      NO_STORE,
    )
  }
  const survey = await publicSurvey(
    service.store,
    await requireSurvey(service.store, project.id, grant.surveyId),
  )
  const survey_config = service.config(project.id)['survey_config'] ?? null
  return { status: 200, body: { surveys: [survey], survey_config }, headers: NO_STORE }
}
