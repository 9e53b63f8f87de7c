import { isObject } from '../lib/values'
import { parseJson } from './decode/parseJson'
import { takeText } from './decode/takeText'
import { HttpError, invalidInput, payloadTooLarge } from './reply'
import type { RequestContext } from './requestContext'

/** The service keeps what it is sent, and changes it to clean HTML, rows and replies. See D-723. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Reading the values of a body takes many times their memory. The largest surveys have some thousands. See D-723. */
const MAX_BODY_VALUES = 100_000

/** Schemas report each wrong member of an object. See D-724. */
const MAX_MEMBERS = 10_000

/**
 * Parses the JSON body of a management request. See `parseAnyJsonBody`.
 *
 * @throws HttpError 400 also for an object with too many members, and for a member `__proto__`, which schemas drop. See D-724.
 */
export function parseJsonBody(context: RequestContext): unknown {
  const body = parseAnyJsonBody(context)
  requireFewMembers(body, null)
  if (isObject(body)) for (const name of Object.keys(body)) requireReadable(body[name], name)
  return body
}

function requireReadable(value: unknown, field: string): void {
  if (typeof value !== 'object' || value === null) return
  requireFewMembers(value, field)
  for (const item of Object.values(value)) requireReadable(item, field)
}

function requireFewMembers(value: unknown, field: string | null): void {
  if (!isObject(value)) return
  if (Object.hasOwn(value, '__proto__')) throw invalidInput('A member may not be named __proto__.', field)
  if (Object.keys(value).length > MAX_MEMBERS)
    throw invalidInput(`Ensure this field has no more than ${MAX_MEMBERS} elements.`, field)
}

/**
 * Parses a JSON body of which any value is accepted. A missing body counts as an empty object.
 *
 * @throws HttpError 400 for invalid JSON, 413 for a body above the limit, or with too many values.
 */
export function parseAnyJsonBody({ request, log, service }: RequestContext): unknown {
  const maxBytes = Math.min(service.maxBodyBytes, MAX_BODY_BYTES)
  if (request.isBodyTooLarge || request.body.length > maxBytes) throw payloadTooLarge(maxBytes)
  if (request.body.length === 0) return {}
  try {
    const json = parseJson(takeText(request.body), { maxValues: MAX_BODY_VALUES })
    log.encoding = 'plain'
    log.body = json
    return json
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw error
    const detail = 'JSON parse error - the body is not valid JSON'
    throw new HttpError(400, { type: 'invalid_request', code: 'parse_error', detail })
  }
}
