import type { z } from '@hono/zod-openapi'
import { parseJsonBody } from '../http/parseJsonBody'
import { invalidInput } from '../http/reply'
import type { ManagementContext } from '../http/requestContext'
import { validate } from '../http/validate'
import { readSurveyBody, writtenSurveyBody } from './schema'

const KNOWN_FIELDS = new Set(Object.keys({ ...readSurveyBody.shape, ...writtenSurveyBody.shape }))

/**
 * Parses the body of a create, update or summarize request.
 *
 * Read-only fields are ignored: a client may send back the whole survey that it has read.
 *
 * @throws HttpError 400 for an invalid field, and for one that no survey has. See D-410.
 */
export function parseSurveyBody<T extends z.ZodType>(schema: T, context: ManagementContext): z.output<T> {
  const body = parseJsonBody(context)
  const input = validate(schema, body)
  const unknown = Object.keys(body as object).find(name => !KNOWN_FIELDS.has(name))
  if (unknown !== undefined) throw invalidInput('A survey has no field of this name.', unknown)
  return input
}
