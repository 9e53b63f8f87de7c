import type { z } from '@hono/zod-openapi'
import { parseJsonBody } from '../http/parseJsonBody'
import { invalidInput } from '../http/reply'
import type { ManagementContext } from '../http/requestContext'
import { validate } from '../http/validate'
import { namedFlags, type SurveyBody } from './flags/namedFlags'
import { readSurveyBody, type SurveyPatch, writtenSurveyBody } from './schema'

const KNOWN_FIELDS = new Set(Object.keys({ ...readSurveyBody.shape, ...writtenSurveyBody.shape }))

/**
 * Parses the body of a create, update or summarize request.
 *
 * Read-only fields are ignored, because a client may send back the whole survey that it has read. Those that name flags are
 * returned. See D-410, D-758.
 *
 * @throws HttpError 400 for an invalid field, and for one that no survey has.
 */
export function parseSurveyBody<T extends z.ZodType<SurveyPatch>>(
  schema: T,
  context: ManagementContext,
): SurveyBody {
  const body = parseJsonBody(context)
  const patch = validate(schema, body)
  const unknown = Object.keys(body as object).find(name => !KNOWN_FIELDS.has(name))
  if (unknown !== undefined) throw invalidInput('A survey has no field of this name.', unknown)
  return { patch, flags: validate(namedFlags, body) }
}
