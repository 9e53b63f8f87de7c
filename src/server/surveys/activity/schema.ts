import { z } from '@hono/zod-openapi'

/** Answer of both activity endpoints. */
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

/** How activity is paged. */
export const activityQuery = z.object({
  limit: z.string().optional().openapi({ type: 'integer' }),
  page: z.string().optional().openapi({ type: 'integer' }),
})
