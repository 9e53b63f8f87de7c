import { z } from '@hono/zod-openapi'
import type { CurrentKey } from '../../wire/console'
import { CURRENT_KEY_PATH } from '../../wire/paths'
import { type Reply, unauthenticated } from '../http/reply'
import type { UserContext } from '../http/requestContext'
import type { UserRoute } from '../http/route'

/** The endpoint with which a program learns what its personal key may do. See D-586. */
export const currentKeyRoute: UserRoute = {
  method: 'GET',
  path: CURRENT_KEY_PATH,
  access: 'user',
  needsNoScope: true,
  summary: 'Returns the personal key of the request.',
  replies: {
    200: {
      description: 'The key, without its secret.',
      schema: z.looseObject({
        id: z.string(),
        label: z.string(),
        mask_value: z.string().nullable(),
        scopes: z.array(z.string()),
        scoped_teams: z.array(z.int()).nullable(),
      }),
    },
  },
  isHidden: true,
  handle: getCurrentKey,
}

async function getCurrentKey({ key }: UserContext): Promise<Reply> {
  if (!key) throw unauthenticated('not_authenticated', 'Authentication credentials were not provided.')
  const { id, label, mask, scopes, project_ids } = key
  const body: CurrentKey = { id, label, mask_value: mask, scopes, scoped_teams: project_ids }
  return { status: 200, body }
}
