import { isInnerBatch, LazyBatch } from '../http/decode/splitBatch'
import { isObject, ownProperty } from '../lib/values'
import { isUnreadableTime } from './eventTime'
import { type EventWarning, INVALID_SENT_AT, unknownField } from './normalizeEvent'

/** The body of a capture request, whichever of its three shapes it had. */
export interface ParsedBatch {
  /** The events as sent; each is validated by itself. */
  items: Iterable<unknown>
  /** The distinct project keys, in the order of the body. */
  tokens: string[]
  historicalMigration: boolean
  /** The field of the body: ISO 8601 or milliseconds. */
  sentAt: unknown
  /** Whether the body is one event. If it is invalid, the request is refused. */
  isSingle: boolean
  /** Problems of the body itself. */
  warnings: EventWarning[]
}

/** The reason why a body is refused as a whole. */
interface BatchError {
  detail: string
  attr: string | null
}

const MIGRATION = 'historical_migration'

const EMPTY_BATCH: BatchError = { detail: 'request holds no event', attr: null }

const NO_BATCH: BatchError = { detail: 'failed to parse request: batch is missing', attr: 'batch' }

const NESTED: BatchError = {
  detail: 'failed to parse request: batch must be a list of events',
  attr: 'batch',
}

const TWO_SHAPES: BatchError = {
  detail: 'failed to parse request: expected either event or batch',
  attr: 'event',
}

const NO_BOOLEAN: BatchError = {
  detail: 'failed to parse request: historical_migration must be a boolean',
  attr: 'historical_migration',
}

/**
 * Reads the events of a body: a batch object, a list, or one event.
 * Every capture route accepts all three. See D-238.
 *
 * @param options `requiresBatch` refuses an object that is neither a batch nor an event. See D-377.
 * @returns The reason why a body is refused: a batch without events, of batches alone, or beside an event. See D-494, D-708.
 */
export function parseBatch(
  json: unknown,
  { requiresBatch }: { requiresBatch: boolean },
): ParsedBatch | BatchError {
  if (Array.isArray(json)) return toListBatch(json, {})
  if (!isObject(json)) return { detail: 'failed to parse request: expected an object or a list', attr: null }
  const { historical_migration } = json
  if (
    historical_migration !== undefined &&
    historical_migration !== null &&
    typeof historical_migration !== 'boolean'
  )
    return NO_BOOLEAN
  if (requiresBatch && !('batch' in json) && !('event' in json)) return NO_BATCH
  // The event has its own `sent_at`, which is that of the body.
  if (!('batch' in json)) return { ...toBatch([json], json), isSingle: true, warnings: misspeltFields(json) }
  const { batch, event } = json
  if (event !== undefined && event !== null) return TWO_SHAPES
  if (batch instanceof LazyBatch) return batch.isNested ? NESTED : toBatch(batch, json)
  if (!Array.isArray(batch)) return { detail: 'failed to parse request: batch must be a list', attr: 'batch' }
  return toListBatch(batch, json)
}

function toListBatch(items: unknown[], body: Record<string, unknown>): ParsedBatch | BatchError {
  if (items.length === 0) return EMPTY_BATCH
  return items.every(isInnerBatch) ? NESTED : toBatch(items, body)
}

/** The key of the body counts for all events. Without one, each event must have its own. */
function toBatch(items: Iterable<unknown>, body: Record<string, unknown>): ParsedBatch {
  const bodyToken = findToken(body)
  const tokens = bodyToken === undefined ? [...items].flatMap(item => findToken(item) ?? []) : [bodyToken]
  return {
    items,
    tokens: [...new Set(tokens)],
    historicalMigration: body['historical_migration'] === true,
    sentAt: body['sent_at'],
    isSingle: false,
    warnings: [...misspeltFields(body), ...(isUnreadableTime(body['sent_at']) ? [INVALID_SENT_AT] : [])],
  }
}

/** Warns of a migration whose field has another spelling, and whose events are then taken for new ones. See D-708. */
function misspeltFields(body: Record<string, unknown>): EventWarning[] {
  const isMisspelt = (name: string) =>
    name !== MIGRATION && name.length <= MIGRATION.length && /^historical[-_]?migration$/i.test(name)
  return Object.keys(body)
    .filter(isMisspelt)
    .map(name => unknownField(name, MIGRATION))
}

/** Returns the project key of a body or an event. The most explicit field wins. */
function findToken(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const { properties } = item
  const propertyToken = isObject(properties) ? ownProperty(properties, 'token') : undefined
  const candidates = [item['api_key'], item['token'], item['$token'], propertyToken]
  return candidates.find(token => typeof token === 'string')?.trim()
}
