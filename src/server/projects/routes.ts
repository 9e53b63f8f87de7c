import { z } from '@hono/zod-openapi'
import { pageLinks, pageOf } from '../http/paging'
import type { Reply } from '../http/reply'
import type { UserExchange, UserRoute } from '../http/route'

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

/** Those that the key may see. */
async function list({ parts, incoming, query, key }: UserExchange): Promise<Reply> {
  const page = pageOf(query)
  const all = await parts.store.find('projects', { where: {} })
  const seen = all.filter(({ id }) => key?.project_ids?.includes(id) ?? true)
  const count = seen.length
  const rows = seen.slice(page.offset, page.offset + page.limit)
  const results = rows.map(({ id, name, token, organization_id, time_zone }) => ({
    id,
    name,
    api_token: token,
    organization: organization_id,
    timezone: time_zone,
  }))
  return { status: 200, body: { count, ...pageLinks(incoming.url, page, count), results } }
}
