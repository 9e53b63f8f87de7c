import { z } from '@hono/zod-openapi'

const eventStats = z.object({
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

/** Query of both statistics endpoints. Interface section 4.2, rule 4. */
export const statsQuery = z.object({
  date_from: z
    .string()
    .optional()
    .openapi({ format: 'date-time', description: 'Time of the first event to count, ISO 8601.' }),
  date_to: z
    .string()
    .optional()
    .openapi({ format: 'date-time', description: 'Time of the last event to count, ISO 8601.' }),
})

/** Reply with the statistics of all surveys. Interface section 4.2, rule 5. */
export const allStatsBody = z
  .object({ stats: z.record(z.string(), eventStats), rates })
  .openapi('SurveyStats')

/** Reply with the statistics of one survey. Interface section 4.2, rule 5. */
export const surveyStatsBody = z
  .object({
    survey_id: z.string(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    stats: z.record(z.string(), eventStats),
    rates,
  })
  .openapi('OneSurveyStats')

/** Reply of responses_count: survey id -> number of responses. */
export const responsesCountBody = z.record(z.string(), z.int()).openapi('ResponsesCount')
