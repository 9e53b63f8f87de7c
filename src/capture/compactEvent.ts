import { serialize, stringifyStored } from '../lib/json'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { isObject } from '../lib/typeGuards'
import { isUuid } from '../lib/uuid'
import type { CapturedEvent, Properties } from '../wire/event'

/** Properties that the events of a page share. They are stored once, and an event stores only what differs from them. */
export interface SharedProperties {
  properties: Properties
  /** The JSON of the values that are objects or arrays, by name. */
  texts: Record<string, string>
  /** The JSON of all properties. */
  text: string
}

/** Writes a value that may come from the page as JSON. */
export type ToJson = (value: unknown) => string

/** With more differences than this, events are smaller with shared properties of their own. */
const MAX_DIFFERENCES = 3

type StoredEvent = [
  uuid: string,
  event: string,
  timestamp: string,
  properties: Properties,
  /** Everything else of the event, and the names of shared properties that it does not have. */
  rest?: Partial<CapturedEvent> & { omitted?: string[] },
]

/**
 * Returns the shared properties of an event: those that every event of the page has.
 *
 * @param common Has the names of these properties.
 */
export function sharedPropertiesOf(
  event: CapturedEvent,
  common: Properties,
  toJson: ToJson = serialize,
): SharedProperties {
  // As the hooks of the page have left them: what a hook removes must not be stored either.
  const names = Object.keys(common).filter(name => name in event.properties)
  const shared = Object.fromEntries(names.map(name => [name, event.properties[name]]))
  return parseShared(toJson(shared))
}

/** Reads shared properties from their JSON. Throws on a text that is no object. */
export function parseShared(text: string): SharedProperties {
  const properties: Properties = nullProtoRecord(JSON.parse(text))
  const texts = nullProtoRecord<string>()
  for (const [name, value] of Object.entries(properties))
    if (typeof value === 'object') texts[name] = stringifyStored(value)
  return { properties, texts, text }
}

const isShared = ({ properties, texts }: SharedProperties, name: string, value: unknown): boolean =>
  isObject(value) ? texts[name] !== undefined && texts[name] === serialize(value) : value === properties[name]

/** Whether an event differs so much that it should have shared properties of its own. */
export function needsNewShare(
  shared: SharedProperties,
  { properties }: CapturedEvent,
  common: Properties,
): boolean {
  const differences = Object.keys(common).filter(name => !isShared(shared, name, properties[name]))
  return differences.length > MAX_DIFFERENCES
}

/** Returns the JSON of what an event does not share. */
export function compactEvent(
  shared: SharedProperties,
  event: CapturedEvent,
  toJson: ToJson = serialize,
): string {
  const { uuid, event: name, timestamp, properties, distinct_id, ...rest } = event
  const own = nullProtoRecord<unknown>()
  for (const key of Object.keys(properties))
    if (!isShared(shared, key, properties[key])) own[key] = properties[key]
  const omitted = Object.keys(shared.properties).filter(key => properties[key] === undefined)
  const more: NonNullable<StoredEvent[4]> = nullProtoRecord<unknown>(rest)
  if (distinct_id !== properties.distinct_id) more.distinct_id = distinct_id
  if (omitted[0]) more.omitted = omitted
  const stored: StoredEvent = [uuid, name, timestamp, own]
  if (Object.keys(more)[0]) stored.push(more)
  return toJson(stored)
}

/** Returns the whole event again. Throws on a text that `compactEvent` has not written. */
export function expandEvent(shared: SharedProperties, text: string): CapturedEvent {
  const [uuid, event, timestamp, own, more] = JSON.parse(text) as StoredEvent
  const { omitted = [], ...rest }: NonNullable<StoredEvent[4]> = nullProtoRecord<unknown>(more)
  const properties: Properties = { ...shared.properties, ...own }
  for (const key of omitted) delete properties[key]
  return { uuid, event, distinct_id: properties.distinct_id as string, properties, timestamp, ...rest }
}

/** Whether an event that was read from storage has all that the service requires: text or shared properties may be damaged. */
export const isIntact = ({ uuid, event, distinct_id, properties, timestamp }: CapturedEvent): boolean =>
  isUuid(uuid) && !!(event && distinct_id && properties.token && timestamp)
