import { z } from '@hono/zod-openapi'

/** Query of both activity endpoints. Pages are numbered from 1. */
export const activityQuery = z.object({
  limit: z.string().optional().openapi({ type: 'integer' }),
  page: z.string().optional().openapi({ type: 'integer' }),
})

/** Reply of both activity endpoints. */
export const activityBody = z
  .object({
    results: z.array(
      z.object({
        id: z.string(),
        user: z.object({ first_name: z.string(), email: z.string() }).nullable(),
        activity: z.enum(['created', 'updated', 'deleted']),
        scope: z.literal('Survey'),
        item_id: z.string(),
        detail: z.looseObject({ name: z.string() }),
        created_at: z.string(),
      }),
    ),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total_count: z.int(),
  })
  .openapi('Activity')
