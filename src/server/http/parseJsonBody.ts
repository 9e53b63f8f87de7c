import { parseJson } from './decode/parseJson'
import { HttpError, payloadTooLarge } from './reply'
import type { RequestContext } from './requestContext'

/**
 * Parses the JSON body of a management request. A missing body counts as an empty object.
 *
 * @throws HttpError 400 for invalid JSON, 413 for a body above the limit.
 */
export function parseJsonBody({ request, log, service }: RequestContext): unknown {
  if (request.isBodyTooLarge) throw payloadTooLarge(service.maxBodyBytes)
  if (request.body.length === 0) return {}
  try {
    const json = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(request.body))
    log.encoding = 'plain'
    log.body = json
    return json
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw error
    const detail = 'JSON parse error - the body is not valid JSON'
    throw new HttpError(400, { type: 'invalid_request', code: 'parse_error', detail })
  }
}
