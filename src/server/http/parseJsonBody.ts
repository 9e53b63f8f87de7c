import { parseJson } from './decode/parseJson'
import { HttpError, payloadTooLarge } from './reply'
import type { RequestContext } from './requestContext'

/**
 * The JSON of a management request; no body counts as an empty object.
 *
 * @throws HttpError 400 when it is not JSON, 413 when it is too long.
 */
export function parseJsonBody({ request, log, service }: RequestContext): unknown {
  if (request.isBodyTooLarge) throw payloadTooLarge(service.maxBodyBytes)
  if (request.body.length === 0) return {}
  try {
    const json = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(request.body))
    log.encoding = 'plain'
    log.body = json
    return json
  } catch {
    const detail = 'JSON parse error - the body is not valid JSON'
    throw new HttpError(400, { type: 'invalid_request', code: 'parse_error', detail })
  }
}
