import { z } from '@hono/zod-openapi'
import { PROJECTS_PATH } from '../../wire/paths'
import { pageLinks, parsePage } from '../http/paging'
import type { Reply } from '../http/reply'
import type { UserContext } from '../http/requestContext'
import type { UserRoute } from '../http/route'

/** The route that returns project ids. Interface section 4.2 names its path alone. */
export const projectRoutes: UserRoute[] = [
  {
    method: 'GET',
    path: PROJECTS_PATH,
    access: 'user',
    needsNoScope: true,
    summary: 'Lists projects.',
    replies: {
      200: {
        description: 'The projects.',
        schema: z.looseObject({ count: z.int(), results: z.array(z.looseObject({ id: z.int() })) }),
      },
    },
    handle: listProjects,
  },
]

/** Lists the projects that the key has access to. */
async function listProjects({ service, request, query, key }: UserContext): Promise<Reply> {
  const page = parsePage(query)
  const all = await service.store.find('projects', { where: {} })
  const accessible = all.filter(({ id }) => key?.project_ids?.includes(id) ?? true)
  const count = accessible.length
  const rows = accessible.slice(page.offset, page.offset + page.limit)
  const results = rows.map(({ id, name, token, organization_id, time_zone }) => ({
    id,
    name,
    api_token: token,
    organization: organization_id,
    timezone: time_zone,
  }))
  return { status: 200, body: { count, ...pageLinks(request.url, page, count), results } }
}
