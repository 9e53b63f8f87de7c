import { z } from '@hono/zod-openapi'
import { MANAGED_FLAGS_PATH } from '../../../wire/paths'
import { pageLinks, parsePage } from '../../http/paging'
import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import type { ManagementRoute } from '../../http/route'
import { anyObject } from '../../http/schema'

/** The list of flags, for tools that read definitions. It has the path and the shape of the hosted service. See D-513. */
export const flagListRoutes: ManagementRoute[] = [
  {
    method: 'GET',
    path: MANAGED_FLAGS_PATH,
    access: 'management',
    scope: 'feature_flag:read',
    summary: 'Lists feature flags.',
    replies: {
      200: {
        description: 'A page of flags.',
        schema: z.looseObject({ count: z.int(), results: z.array(anyObject) }),
      },
    },
    isHidden: true,
    handle: listFlags,
  },
]

async function listFlags({ service, project, request, query }: ManagementContext): Promise<Reply> {
  const page = parsePage(query)
  const rows = await service.store.find('flags', { where: { project_id: project.id } })
  const flags = rows.filter(({ deleted }) => !deleted)
  const results = flags
    .slice(page.offset, page.offset + page.limit)
    .map(({ project_id, ...definition }) => definition)
  return {
    status: 200,
    body: { count: flags.length, ...pageLinks(request.url, page, flags.length), results },
  }
}
