import { z } from '@hono/zod-openapi'
import { anyObject } from '../http/schema'

const event = {
  event: z.string().openapi({ description: 'Event name.' }),
  distinct_id: z.string(),
  properties: anyObject.nullish(),
  timestamp: z.string().optional().openapi({ format: 'date-time' }),
  uuid: z.uuid().optional(),
}

/** Body of `POST /i/v0/e/`. Interface section 4.4. */
export const singleEventBody = z
  .looseObject({ api_key: z.string().openapi({ description: 'Project API key.' }), ...event })
  .openapi('SingleEvent')

/** Body of `POST /batch/`. Interface section 4.4. */
export const batchBody = z
  .looseObject({
    api_key: z.string().openapi({ description: 'Project API key.' }),
    historical_migration: z.boolean().optional(),
    batch: z.array(
      z.looseObject({
        ...event,
        distinct_id: z
          .string()
          .optional()
          .openapi({ description: 'May be a property of the event instead.' }),
      }),
    ),
    sent_at: z.string().optional().openapi({ format: 'date-time' }),
  })
  .openapi('Batch')

/** Reply of both. Interface section 7. */
export const captureReplyBody = z
  .object({ status: z.literal('Ok'), quota_limited: z.array(z.string()).optional() })
  .openapi('CaptureReply')
