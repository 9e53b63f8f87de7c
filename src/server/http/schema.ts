import { z } from '@hono/zod-openapi'
import { absoluteDate } from '../lib/dates'

/** An object with any keys. */
export const anyObject = z.record(z.string(), z.unknown())

/** The body of every error response. */
export const errorBody = z
  .object({
    type: z.string(),
    code: z.string(),
    detail: z.string(),
    attr: z.string().nullable(),
  })
  .openapi('Error')

const INVALID_DATE =
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'

/** A date and time in ISO 8601 or RFC 3339. Without an offset it is UTC. See D-705. */
export const dateTime = z
  .string()
  .refine(text => text.includes(':') && isDateOfFourDigits(text), { error: INVALID_DATE })
  .openapi({ format: 'date-time' })

/** An offset may lead to a year without four digits. */
function isDateOfFourDigits(text: string): boolean {
  const time = absoluteDate(text, 'UTC')
  return time !== undefined && /^\d{4}-/.test(new Date(time).toISOString())
}

/** A 32-bit integer. Interface section 2.1. */
export const integer = z.int().min(-2147483648).max(2147483647)

/** Query of the public endpoints that take a project key. */
export const tokenQuery = z.object({ token: z.string().openapi({ description: 'Project API key.' }) })
