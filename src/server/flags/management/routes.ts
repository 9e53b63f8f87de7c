import { z } from '@hono/zod-openapi'
import { MANAGED_FLAGS_PATH } from '../../../wire/paths'
import { pageLinks, pageQuery, parsePage } from '../../http/paging'
import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import type { ManagementRoute } from '../../http/route'
import { anyObject } from '../../http/schema'
import type { FlagRow } from '../../store/rows'
import type { FlagsDeps } from '../evaluateRequest'
import { evaluationReasons, reasonsQuery } from './evaluationReasons'
import { flagPatch } from './flagPatch'
import { patchFlag } from './patchFlag'

/**
 * Creates the endpoints for tools that read and change flags, with the paths and the shapes of the hosted service. See D-513,
 * D-586, D-593.
 */
export const createFlagManagementRoutes = (deps: FlagsDeps): ManagementRoute[] => [
  {
    method: 'GET',
    path: MANAGED_FLAGS_PATH,
    access: 'management',
    scope: 'feature_flag:read',
    summary: 'Lists feature flags.',
    query: pageQuery,
    replies: {
      200: {
        description: 'A page of flags.',
        schema: z.looseObject({ count: z.int(), results: z.array(anyObject) }),
      },
    },
    isHidden: true,
    handle: listFlags,
  },
  // Before the routes with an id, which match its path too.
  {
    method: 'GET',
    path: `${MANAGED_FLAGS_PATH}evaluation_reasons/`,
    access: 'management',
    scope: 'feature_flag:read',
    summary: 'Evaluates every flag for a distinct id, with reasons.',
    query: reasonsQuery,
    replies: { 200: { description: 'Evaluation by flag key.', schema: z.record(z.string(), anyObject) } },
    isHidden: true,
    handle: async context => ({ status: 200, body: await evaluationReasons(deps, context) }),
  },
  {
    method: 'PATCH',
    path: `${MANAGED_FLAGS_PATH}:id/`,
    access: 'management',
    scope: 'feature_flag:write',
    summary: 'Updates a feature flag.',
    body: flagPatch,
    replies: { 200: { description: 'The flag.', schema: anyObject } },
    isHidden: true,
    handle: async context => ({ status: 200, body: serializeFlag(await patchFlag(deps, context)) }),
  },
]

async function listFlags({ service, project, request, query }: ManagementContext): Promise<Reply> {
  const page = parsePage(query)
  const rows = await service.store.find('flags', { where: { project_id: project.id } })
  const flags = rows.filter(({ deleted }) => !deleted)
  const results = flags.slice(page.offset, page.offset + page.limit).map(serializeFlag)
  return {
    status: 200,
    body: { count: flags.length, ...pageLinks(request.url, page, flags.length), results },
  }
}

function serializeFlag({ project_id, ...definition }: FlagRow): Omit<FlagRow, 'project_id'> {
  return definition
}
