import { tooLarge } from '../reply'
import type { Exchange } from '../route'
import { type DecodeRules, unpack } from './decodePayload'

/** Longer bodies are not remembered: a thousand of them would not fit. */
const MAX_LOGGED_LENGTH = 1_000_000

/**
 * Unpacks the body of a public request, and notes in the log how it came.
 *
 * @throws HttpError 400 or 413. Interface sections 7 and 8.
 */
export function decodeBody(exchange: Exchange, rules: Omit<DecodeRules, 'maxBytes'>): unknown {
  const { incoming, parts, query, log } = exchange
  if (incoming.isTooLarge) throw tooLarge(parts.maxBodyBytes)
  const packed = {
    bytes: incoming.body,
    contentType: incoming.header('content-type') ?? '',
    contentEncoding: incoming.header('content-encoding') ?? '',
    compression: query.get('compression') ?? '',
  }
  const { json, encoding, length } = unpack(packed, { ...rules, maxBytes: parts.maxBodyBytes })
  log.encoding = encoding
  if (length <= MAX_LOGGED_LENGTH) log.body = json
  return json
}
