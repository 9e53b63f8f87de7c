import type { Properties } from '../../wire/event'
import { isObject, ownProperty } from '../lib/values'

/** The body of a capture request, whichever of its shapes it had. */
export interface ParsedBatch {
  /** Events as they came; what they are is judged one by one. */
  items: unknown[]
  /** Every key that was found, in order, without repeats. */
  tokens: string[]
  historicalMigration: boolean
  /** Of the body; ISO 8601 or ms. */
  sentAt: unknown
  /** True: one event by itself, so that what is wrong with it is the answer. */
  isSingle: boolean
}

/** Why a body is refused as a whole. */
interface BatchError {
  detail: string
  attr: string | null
}

/**
 * Finds the events in a body: a batch object, a bare list, or one event.
 * Every capture route takes all three. DECISIONS, "Capture bodies".
 */
export function parseBatch(json: unknown): ParsedBatch | BatchError {
  if (Array.isArray(json)) return json.length === 0 ? EMPTY_BATCH : toBatch(json, [], {})
  if (!isObject(json)) return { detail: 'failed to parse request: expected an object or a list', attr: null }
  const tokens = findTokens(json)
  if (!('batch' in json)) return { ...toBatch([json], tokens, json), isSingle: true }
  const { batch } = json
  if (!Array.isArray(batch)) return { detail: 'failed to parse request: batch must be a list', attr: 'batch' }
  return batch.length === 0 ? EMPTY_BATCH : toBatch(batch, tokens, json)
}

const EMPTY_BATCH: BatchError = { detail: 'request holds no event', attr: null }

/** The body's own key counts for all; without one each event must bring it. */
function toBatch(items: unknown[], bodyTokens: string[], body: Properties): ParsedBatch {
  const tokens =
    bodyTokens.length > 0 ? bodyTokens.slice(0, 1) : items.flatMap(item => findTokens(item).slice(0, 1))
  return {
    items,
    tokens: [...new Set(tokens)],
    historicalMigration: body['historical_migration'] === true,
    sentAt: body['sent_at'],
    isSingle: false,
  }
}

/** The places a key may stand in, the most explicit first. */
function findTokens(item: unknown): string[] {
  if (!isObject(item)) return []
  const { properties } = item
  const propertyToken = isObject(properties) ? ownProperty(properties, 'token') : undefined
  const candidates = [item['api_key'], item['token'], item['$token'], propertyToken]
  return candidates.filter(token => typeof token === 'string').map(token => token.trim())
}
