import { z } from '@hono/zod-openapi'
import { anyObject } from '../../http/schema'

/** Reply of results. `wire/console.ts` has the whole shape. */
export const resultsBody = z.looseObject({
  survey_id: z.string(),
  totals: z.record(z.string(), z.int()),
  started: z.int(),
  completed: z.int(),
  funnel: z.array(anyObject),
  questions: z.array(anyObject),
})

/** Reply of responses. `wire/console.ts` has the whole shape. */
export const responsesBody = z.looseObject({ results: z.array(anyObject), next: z.string().nullable() })
