import {
  ALIAS,
  DISTINCT_ID_MAX_LENGTH,
  GROUP_IDENTIFY,
  IDENTIFY,
  PROCESS_PERSON_PROFILE,
  type Properties,
} from '../../wire/event'
import { MAX_EVENT_VALUES, OVERSIZED_EVENT } from '../http/decode/splitBatch'
import { countValues } from '../lib/countValues'
import { groupKey } from '../lib/groupKey'
import { truncate } from '../lib/truncate'
import { isEmptyList, isInfinite, isObject, ownProperty, toText } from '../lib/values'
import type { StoredEvent } from '../store/rows'
import { eventTime, isUnreadableTime, parseTimestamp } from './eventTime'
import { invalidProperties, misplacedProperties } from './invalidProperties'

/** The request that an event belongs to. */
interface NormalizeContext {
  projectId: number
  /** Epoch ms. */
  now: number
  /** The same as ISO 8601. */
  receivedAt: string
  /** Epoch ms, from the query; `sentAt` wins. */
  queryClock: number | undefined
  /** Epoch ms, from the body. */
  sentAt: number | undefined
  historicalMigration: boolean
  /** The name of an event without one, on the routes that imply it. */
  impliedName: string | undefined
  uuid: () => string
}

/** A problem with an event of a request that is answered with 200. */
export interface EventWarning {
  type: string
  detail: string
}

/** The warning about the clock of a sender that cannot be read. See D-708. */
export const INVALID_SENT_AT: EventWarning = {
  type: 'invalid_sent_at',
  detail: 'sent_at must be a date in ISO 8601, or milliseconds since 1970',
}

/** The reason why an event cannot be read, and the field. */
export interface RefusedEvent {
  kind: 'refused'
  detail: string
  attr: string | null
}

/** An event that can be stored, or the reason why it is dropped (answered with 200) or refused (400 when none is stored). */
export type NormalizedEvent =
  | { kind: 'event'; event: StoredEvent; warnings: EventWarning[] }
  | { kind: 'dropped'; warning: EventWarning }
  /** A problem of the request, which has its events all the same. */
  | { kind: 'request'; warning: EventWarning }
  | RefusedEvent

const NAME_MAX_LENGTH = 200

/** Unlike `isUuid` of `lib/`, this accepts a UUID without hyphens, as some clients send it. */
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** Returns a UUID in lower case and with hyphens, so that all its forms are one event. See D-252. */
const canonicalUuid = (uuid: string): string =>
  uuid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Events about persons or groups. An anonymous event cannot change either. */
const NEEDS_PERSON = new Set([IDENTIFY, ALIAS, '$merge_dangerously', GROUP_IDENTIFY])

/** Events that clients send and nothing reads. */
const DISCARDED_EVENTS = new Set(['$performance_event'])

const OVERSIZED: NormalizedEvent = refused(
  `failed to parse request: an event has more than ${MAX_EVENT_VALUES} values`,
  'properties',
)

/** Turns one item of a body into an event that can be stored. Interface sections 4.4 and 7. */
export function normalizeEvent(item: unknown, context: NormalizeContext): NormalizedEvent {
  if (item === OVERSIZED_EVENT) return OVERSIZED
  if (!isObject(item)) return refused('failed to parse request: an event must be an object', null)
  const sent = item['properties'] ?? {}
  // PHP writes an empty object as an empty list.
  const properties = isEmptyList(sent) ? {} : sent
  if (!isObject(properties))
    return refused('failed to parse request: properties must be an object', 'properties')
  if (countValues(item, MAX_EVENT_VALUES) > MAX_EVENT_VALUES) return OVERSIZED
  const uuid = item['uuid'] || undefined
  if (uuid !== undefined && (typeof uuid !== 'string' || !UUID.test(uuid)))
    return refused('failed to parse request: invalid uuid', 'uuid')

  const name = eventName(item, context)
  if (name === undefined) return dropped('event_without_name', 'the event has no name')
  const distinctId = eventDistinctId(item, properties)
  if (distinctId === undefined) return dropped('event_without_distinct_id', `${name} has no distinct_id`)
  if (DISCARDED_EVENTS.has(name)) return dropped('event_discarded', `${name} is not stored`)
  const isAnonymous = properties[PROCESS_PERSON_PROFILE] === false
  if (isAnonymous && NEEDS_PERSON.has(name))
    return dropped('invalid_event_when_process_person_profile_is_false', `${name} needs a person`)

  const { time, unreadable } = eventTime({
    timestamp: item['timestamp'],
    offset: item['offset'],
    sentAt: context.sentAt ?? parseTimestamp(item['sent_at']) ?? context.queryClock,
    // The times of a migration are from another system, not from the clock of the sender.
    ignoreSentAt: context.historicalMigration || properties['$ignore_sent_at'] === true,
    now: context.now,
  })
  const event: StoredEvent = {
    project_id: context.projectId,
    uuid: uuid === undefined ? context.uuid() : canonicalUuid(uuid),
    event: name,
    distinct_id: distinctId,
    properties: isAnonymous ? withoutPersonChanges(properties) : withPersonChanges(item, properties),
    timestamp: time === context.now ? context.receivedAt : new Date(time).toISOString(),
    received_at: context.receivedAt,
    person_id: null,
    person_mode: isAnonymous ? 'anonymous' : 'full',
    historical_migration: context.historicalMigration,
    groups: eventGroups(properties),
  }
  const warnings: EventWarning[] = invalidProperties(name, item, event.properties).map(detail => ({
    type: 'invalid_property',
    detail,
  }))
  if (!['boolean', 'undefined'].includes(typeof properties[PROCESS_PERSON_PROFILE]))
    warnings.push({
      type: 'invalid_process_person_profile',
      detail: `${PROCESS_PERSON_PROFILE} must be a boolean`,
    })
  if (unreadable)
    warnings.push({ type: 'invalid_timestamp', detail: `${name} has an unreadable ${unreadable}` })
  if (isUnreadableTime(item['sent_at'])) warnings.push(INVALID_SENT_AT)
  const misplaced = misplacedProperties(item)
  if (misplaced !== undefined) warnings.push(unknownField(misplaced, 'properties'))
  return { kind: 'event', event, warnings }
}

/** The warning about a field in another spelling. See D-708. */
export const unknownField = (name: string, expected: string): EventWarning => ({
  type: 'unknown_field',
  detail: `${truncate(name, NAME_MAX_LENGTH)} has no effect. Expected ${expected}`,
})

function dropped(type: string, detail: string): NormalizedEvent {
  return { kind: 'dropped', warning: { type, detail } }
}

function refused(detail: string, attr: string | null): RefusedEvent {
  return { kind: 'refused', detail, attr }
}

function eventName(item: Properties, context: NormalizeContext): string | undefined {
  const name = item['event'] ?? context.impliedName
  return typeof name === 'string' && name.trim() !== '' ? truncate(name, NAME_MAX_LENGTH) : undefined
}

/** The first id of the event or its properties counts. If it is blank, the event has no id. */
function eventDistinctId(item: Properties, properties: Properties): string | undefined {
  const candidates = [
    item['distinct_id'],
    item['$distinct_id'],
    properties['distinct_id'],
    properties['$distinct_id'],
  ]
  const id = candidates.find(
    candidate => candidate !== undefined && candidate !== null && !isInfinite(candidate),
  )
  if (id === undefined) return undefined
  const text = toText(id)
  return text.trim() === '' ? undefined : storedDistinctId(text)
}

/** Returns a distinct id in the form in which it is stored. The ids of a merge take it too, or they name others. */
export function storedDistinctId(text: string): string {
  return truncate(text, DISTINCT_ID_MAX_LENGTH).replaceAll('\0', '\ufffd')
}

/** `$set`, `$set_once` and `$unset` may also be fields of the event, which then win over the properties. */
function withPersonChanges(item: Properties, properties: Properties): Properties {
  const changes: Properties = {}
  for (const name of ['$set', '$set_once']) {
    const topLevel = item[name]
    const nested = ownProperty(properties, name)
    if (isObject(topLevel)) changes[name] = isObject(nested) ? { ...nested, ...topLevel } : topLevel
  }
  if (Array.isArray(item['$unset'])) changes['$unset'] = item['$unset']
  return Object.keys(changes).length === 0 ? properties : { ...properties, ...changes }
}

function withoutPersonChanges(properties: Properties): Properties {
  const { $set, $set_once, $unset, ...rest } = properties
  return rest
}

/** One object for all events without groups: most events have none, and all of them stay in memory. */
const NO_GROUPS = Object.freeze({})

function eventGroups(properties: Properties): Record<string, string> {
  const groups = properties['$groups']
  if (!isObject(groups)) return NO_GROUPS
  return Object.fromEntries(
    Object.entries(groups).flatMap(([type, value]) => {
      const key = groupKey(value)
      return key === undefined ? [] : [[type, key]]
    }),
  )
}
