import { payloadTooLarge } from '../reply'
import type { RequestContext } from '../requestContext'
import { type DecodeOptions, decodePayload } from './decodePayload'
import { isSplit } from './splitBatch'

/** Longer bodies are not logged: a thousand of them would fill the memory. */
const MAX_LOGGED_LENGTH = 1_000_000

/**
 * Decodes the body of a public request and logs it. Interface sections 7 and 8.
 *
 * @throws HttpError 400 for an invalid body, 413 for one above the limit.
 */
export async function decodeBody(
  context: RequestContext,
  options: Omit<DecodeOptions, 'maxBytes' | 'reserve' | 'turn'>,
): Promise<unknown> {
  const { request, service, query, log, turn } = context
  if (request.isBodyTooLarge) throw payloadTooLarge(service.maxBodyBytes)
  const encodedBody = {
    bytes: request.body,
    contentType: request.header('content-type') ?? '',
    contentEncoding: request.header('content-encoding') ?? '',
    compression: query.get('compression') ?? '',
  }
  const { json, encoding, length } = await decodePayload(encodedBody, {
    ...options,
    maxBytes: service.maxBodyBytes,
    reserve: request.reserve,
    turn,
  })
  log.encoding = encoding
  if (length <= MAX_LOGGED_LENGTH && !isSplit(json)) log.body = json
  return json
}
