import { payloadTooLarge } from '../reply'
import type { RequestContext } from '../requestContext'
import { type DecodeOptions, decodePayload } from './decodePayload'

/** Longer bodies are not remembered: a thousand of them would not fit. */
const MAX_LOGGED_LENGTH = 1_000_000

/**
 * Unpacks the body of a public request, and notes in the log how it came.
 *
 * @throws HttpError 400 or 413. Interface sections 7 and 8.
 */
export async function decodeBody(
  context: RequestContext,
  options: Omit<DecodeOptions, 'maxBytes'>,
): Promise<unknown> {
  const { request, service, query, log } = context
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
  })
  log.encoding = encoding
  if (length <= MAX_LOGGED_LENGTH) log.body = json
  return json
}
