import { parseJson } from './decode/parseJson'
import { HttpError, tooLarge } from './reply'
import type { Exchange } from './route'

/**
 * The JSON of a management request; no body counts as an empty object.
 *
 * @throws HttpError 400 when it is not JSON, 413 when it is too long.
 */
export function managementBody({ incoming, log, parts }: Exchange): unknown {
  if (incoming.isTooLarge) throw tooLarge(parts.maxBodyBytes)
  if (incoming.body.length === 0) return {}
  try {
    const json = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(incoming.body))
    log.encoding = 'plain'
    log.body = json
    return json
  } catch {
    const detail = 'JSON parse error - the body is not valid JSON'
    throw new HttpError(400, { type: 'invalid_request', code: 'parse_error', detail, attr: null })
  }
}
