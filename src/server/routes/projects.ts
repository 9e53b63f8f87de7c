import { z } from '@hono/zod-openapi'
import type { Exchange, UserRoute } from '../exchange'
import type { Reply } from '../reply'
import { pageLinks, pageOf } from '../rules/page'

/** Where project ids come from; the interface names the address (section 4.2) and no more. */
export const projectRoutes: UserRoute[] = [
  {
    method: 'GET',
    path: '/api/projects/',
    access: 'user',
    summary: 'Lists projects.',
    replies: {
      200: {
        description: 'The projects.',
        schema: z.looseObject({ count: z.int(), results: z.array(z.looseObject({ id: z.int() })) }),
      },
    },
    handle: list,
  },
]

async function list({ parts, incoming, query }: Exchange): Promise<Reply> {
  const page = pageOf(query)
  const count = await parts.store.count('projects', { where: {} })
  const rows = await parts.store.find('projects', { where: {}, ...page })
  const results = rows.map(({ id, name, token, organization_id, time_zone }) => ({
    id,
    name,
    api_token: token,
    organization: organization_id,
    timezone: time_zone,
  }))
  return { status: 200, body: { count, ...pageLinks(incoming.url, page, count), results } }
}
