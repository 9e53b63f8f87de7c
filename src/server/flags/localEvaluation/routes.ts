import { authenticateWithinLimit } from '../../http/addressLimits'
import { findProjectByToken, requireProjectAccess, requireScope } from '../../http/auth'
import { quotaExceeded, type Reply, unauthenticated } from '../../http/reply'
import type { RequestContext } from '../../http/requestContext'
import type { PublicRoute } from '../../http/route'
import { anyObject } from '../../http/schema'
import type { FlagsDeps } from '../evaluateRequest'
import { hash01 } from '../evaluation/bucketing'
import { localEvaluation } from './localEvaluation'

/** Newer and older server SDKs use different paths. */
const PATHS = ['/flags/definitions', '/api/feature_flag/local_evaluation']

/** Creates the endpoints for server SDKs that evaluate flags locally. They need a personal key of the project with `feature_flag:read`. See D-291, D-370, D-730. */
export function createLocalEvaluationRoutes(deps: FlagsDeps): PublicRoute[] {
  return PATHS.map(path => ({
    method: 'GET',
    path,
    access: 'public',
    summary: 'Returns flag definitions for SDKs that evaluate locally.',
    replies: { 200: { description: 'The flags, group types and cohorts of a project.', schema: anyObject } },
    isHidden: true,
    isLegacy: true,
    handle: context => replyWithDefinitions(context, deps),
  }))
}

async function replyWithDefinitions(context: RequestContext, deps: FlagsDeps): Promise<Reply> {
  const { service, request, query } = context
  const { key } = await authenticateWithinLimit(service, request)
  requireScope(key, 'feature_flag:read')
  const project = await findProjectByToken(service, query.get('token') ?? '')
  if (!project) throw unauthenticated('invalid_api_key', 'Project API key invalid.')
  requireProjectAccess(key, project)
  if (service.quota(project.id).flags) throw quotaExceeded()
  await deps.advanceSchedules(service, project.id)
  const where = { project_id: project.id }
  const input = {
    flags: await service.store.find('flags', { where }),
    groupTypes: await service.store.find('groupTypes', { where }),
    cohorts: await service.store.find('cohorts', { where }),
    strictTags: service.options.strictTags ?? false,
  }
  const body = localEvaluation(input, deps)
  const text = JSON.stringify(body)
  const etag = `"${hash01(text)}"`
  if (request.header('if-none-match') === etag) return { status: 304, headers: { ETag: etag } }
  return { status: 200, body: text, headers: { ETag: etag } }
}
