import {
  ALIAS,
  DISTINCT_ID_MAX_LENGTH,
  GROUP_IDENTIFY,
  IDENTIFY,
  PROCESS_PERSON_PROFILE,
  type Properties,
} from '../../wire/event'
import { cutText } from '../lib/truncate'
import { isInfinite, isObject, own, textOf } from '../lib/values'
import type { StoredEvent } from '../store/rows'
import { eventTime, momentOf } from './eventTime'

/** What is known about a request when its events are read. */
interface EventContext {
  projectId: number
  /** Epoch ms. */
  now: number
  /** The same as ISO 8601. */
  receivedAt: string
  /** Epoch ms, of the query; the body's `sent_at` wins. */
  queryClock: number | undefined
  sentAt: unknown
  historicalMigration: boolean
  /** The name of an event that has none, on the routes that imply one. */
  impliedName: string | undefined
  uuid: () => string
}

/** Something that was answered with 200 and yet went wrong. */
export interface EventWarning {
  type: string
  detail: string
}

/** An event as it is to be stored; or why it is dropped without an error, or refused with one. */
export type NormalisedEvent =
  | { kind: 'event'; event: StoredEvent; warnings: EventWarning[] }
  | { kind: 'dropped'; warning: EventWarning }
  | { kind: 'refused'; detail: string; attr: string | null }

const NAME_MAX_LENGTH = 200
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** Events about persons themselves make no sense without a person. */
const NEEDS_PERSON = new Set([IDENTIFY, ALIAS, '$merge_dangerously', GROUP_IDENTIFY])

/** Accepted and thrown away: nobody reads it. */
const DISCARDED = new Set(['$performance_event'])

/** Reads one event of a body. Interface sections 4.4 and 7. */
export function normaliseEvent(item: unknown, context: EventContext): NormalisedEvent {
  if (!isObject(item)) return refused('failed to parse request: an event must be an object', null)
  const given = item['properties'] ?? {}
  if (!isObject(given)) return refused('failed to parse request: properties must be an object', 'properties')
  const uuid = item['uuid'] || undefined
  if (uuid !== undefined && (typeof uuid !== 'string' || !UUID.test(uuid)))
    return refused('failed to parse request: invalid uuid', 'uuid')

  const name = nameOf(item, context)
  if (name === undefined) return dropped('event_without_name', 'the event has no name')
  const distinctId = distinctIdOf(item, given)
  if (distinctId === undefined) return dropped('event_without_distinct_id', `${name} has no distinct_id`)
  if (DISCARDED.has(name)) return dropped('event_discarded', `${name} is not kept`)

  const warnings: EventWarning[] = []
  const isAnonymous = given[PROCESS_PERSON_PROFILE] === false
  if (isAnonymous && NEEDS_PERSON.has(name)) {
    return dropped('invalid_event_when_process_person_profile_is_false', `${name} needs a person`)
  }
  if (!['boolean', 'undefined'].includes(typeof given[PROCESS_PERSON_PROFILE])) {
    warnings.push({
      type: 'invalid_process_person_profile',
      detail: `${PROCESS_PERSON_PROFILE} must be a boolean`,
    })
  }
  const time = eventTime({
    timestamp: item['timestamp'],
    offset: item['offset'],
    sentAt: momentOf(context.sentAt ?? item['sent_at']) ?? context.queryClock,
    ignoreSentAt: given['$ignore_sent_at'] === true,
    now: context.now,
  })
  if (!time.isReadable)
    warnings.push({ type: 'invalid_timestamp', detail: `${name} has an unreadable timestamp` })

  const event: StoredEvent = {
    project_id: context.projectId,
    uuid: (uuid ?? context.uuid()).toLowerCase(),
    event: name,
    distinct_id: distinctId,
    properties: isAnonymous ? withoutPersonChanges(given) : withPersonChanges(item, given),
    timestamp: time.at === context.now ? context.receivedAt : new Date(time.at).toISOString(),
    received_at: context.receivedAt,
    person_id: null,
    person_mode: isAnonymous ? 'anonymous' : 'full',
    historical_migration: context.historicalMigration,
    groups: groupsOf(given),
  }
  return { kind: 'event', event, warnings }
}

function dropped(type: string, detail: string): NormalisedEvent {
  return { kind: 'dropped', warning: { type, detail } }
}

function refused(detail: string, attr: string | null): NormalisedEvent {
  return { kind: 'refused', detail, attr }
}

function nameOf(item: Properties, context: EventContext): string | undefined {
  const name = item['event'] ?? context.impliedName
  return typeof name === 'string' && name.trim() !== '' ? cutText(name, NAME_MAX_LENGTH) : undefined
}

/** The id stands in the event or in its properties; an id that is there and blank is no id. */
function distinctIdOf(item: Properties, properties: Properties): string | undefined {
  const places = [
    item['distinct_id'],
    item['$distinct_id'],
    properties['distinct_id'],
    properties['$distinct_id'],
  ]
  const found = places.find(place => place !== undefined && place !== null && !isInfinite(place))
  if (found === undefined) return undefined
  const text = textOf(found)
  return text.trim() === '' ? undefined : cutText(text.replaceAll('\0', '\ufffd'), DISTINCT_ID_MAX_LENGTH)
}

/** `$set` and its like may stand beside the properties; there they win. */
function withPersonChanges(item: Properties, properties: Properties): Properties {
  const changes: Properties = {}
  for (const name of ['$set', '$set_once']) {
    const beside = item[name]
    const inside = own(properties, name)
    if (isObject(beside)) changes[name] = isObject(inside) ? { ...inside, ...beside } : beside
  }
  if (Array.isArray(item['$unset'])) changes['$unset'] = item['$unset']
  return Object.keys(changes).length === 0 ? properties : { ...properties, ...changes }
}

function withoutPersonChanges(properties: Properties): Properties {
  const { $set, $set_once, $unset, ...rest } = properties
  return rest
}

/** Shared, as most events have none and all of them are kept. */
const NO_GROUPS = Object.freeze({})

function groupsOf(properties: Properties): Record<string, string> {
  const groups = properties['$groups']
  if (!isObject(groups)) return NO_GROUPS
  const usable = Object.entries(groups).filter(
    ([, key]) => (typeof key === 'string' && key !== '') || (typeof key === 'number' && !isInfinite(key)),
  )
  return Object.fromEntries(usable.map(([type, key]) => [type, String(key)]))
}
