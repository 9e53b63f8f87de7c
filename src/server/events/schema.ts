import { z } from '@hono/zod-openapi'
import { anyObject } from '../http/schema'

const bound = z.string().openapi({ description: 'The uuid of an event, or the time of arrival in ISO 8601.' })

/** Query of the list of events. See D-591. */
export const eventsQuery = z.object({
  event: z.string().optional(),
  distinct_id: z.string().min(1).optional(),
  person_id: z.string().min(1).optional(),
  search: z.string().optional(),
  after: bound.optional(),
  before: bound.optional(),
  limit: z.string().optional(),
  cursor: z.string().optional().openapi({ description: 'From `next`.' }),
})

/** The conditions that an event must meet. */
export type EventFilter = z.output<typeof eventsQuery>

/** Reply with a page of events. `wire/console.ts` has the whole shape. */
export const eventsBody = z.looseObject({ results: z.array(anyObject), next: z.string().nullable() })
