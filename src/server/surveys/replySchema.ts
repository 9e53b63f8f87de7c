import { z } from '@hono/zod-openapi'

const kindStats = z.object({
  total_count: z.int(),
  unique_persons: z.int(),
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
  unique_persons_only_seen: z.int(),
  total_count_only_seen: z.int(),
})

const rates = z.object({
  response_rate: z.number(),
  dismissal_rate: z.number(),
  unique_users_response_rate: z.number(),
  unique_users_dismissal_rate: z.number(),
})

/** Answer of the statistics over all surveys. Interface section 4.2, rule 5. */
export const allStatsBody = z.object({ stats: z.record(z.string(), kindStats), rates }).openapi('SurveyStats')

/** Answer of the statistics of one survey. */
export const surveyStatsBody = z
  .object({
    survey_id: z.string(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    stats: z.record(z.string(), kindStats),
    rates,
  })
  .openapi('OneSurveyStats')

/** Answer of responses_count: survey id -> answers. */
export const responsesCountBody = z.record(z.string(), z.int()).openapi('ResponsesCount')

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

/** Interface section 4.2, list. */
export const listQuery = z.object({
  limit: z
    .string()
    .optional()
    .openapi({ type: 'integer', description: 'Number of results to return per page.' }),
  offset: z
    .string()
    .optional()
    .openapi({ type: 'integer', description: 'The initial index of the results.' }),
  search: z.string().optional().openapi({ description: 'Words that must occur in name or description.' }),
})

/** Interface section 4.2, rule 4. */
export const statsQuery = z.object({
  date_from: z.string().optional().openapi({ format: 'date-time', description: 'ISO timestamp.' }),
  date_to: z.string().optional().openapi({ format: 'date-time', description: 'ISO timestamp.' }),
})

/** How activity is paged. */
export const activityQuery = z.object({
  limit: z.string().optional().openapi({ type: 'integer' }),
  page: z.string().optional().openapi({ type: 'integer' }),
})
