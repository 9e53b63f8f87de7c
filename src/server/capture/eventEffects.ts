import {
  ALIAS,
  GROUP_IDENTIFY,
  GROUP_MAX_LENGTH,
  IDENTIFY,
  type Properties,
  SURVEY_DISMISSED,
  SURVEY_ID,
  SURVEY_SENT,
  SURVEY_SHOWN,
} from '../../wire/event'
import { isInfinite, isObject, own } from '../lib/values'
import type { MarkKind, StoredEvent } from '../store/rows'

/** What an event changes of its person's properties. */
export interface PersonChange {
  set: Properties
  setOnce: Properties
  unset: string[]
}

/** What an event changes beside being stored and changing its person's properties. */
export type Effect =
  /** `from` joins the person of `into`; `force` merges identified persons too. */
  | { kind: 'merge'; into: string; from: string; main: string; force: boolean }
  | { kind: 'group'; type: string; key: string; set: Properties }
  | { kind: 'mark'; surveyId: string; mark: MarkKind; submission: string }

type Dropped = { dropped: { type: string; detail: string } }

/** The effects of an event, then its change of the person's properties, if any; or the warning with which it is dropped. */
type Effects = { effects: Effect[]; change: PersonChange | undefined } | Dropped

type Rule = (event: StoredEvent) => { effects: Effect[] } | Dropped

const none: Rule = () => ({ effects: [] })

/** Every event name with an effect of its own. Interface section 6. */
const RULES: Record<string, Rule> = {
  [IDENTIFY]: event =>
    merge(event, event.distinct_id, event.properties['$anon_distinct_id'], event.distinct_id),
  // The interface's direction: the event's id is merged into the alias, which becomes the main one.
  [ALIAS]: event => aliased(event),
  $merge_dangerously: event =>
    merge(event, event.distinct_id, event.properties['alias'], event.distinct_id, true),
  [GROUP_IDENTIFY]: identifiedGroup,
  [SURVEY_SHOWN]: event => marked(event, 'shown'),
  [SURVEY_DISMISSED]: event =>
    event.properties['$survey_partially_completed'] === true ? none(event) : marked(event, 'dismissed'),
  [SURVEY_SENT]: event => marked(event, 'sent'),
}

/** Decides what one event does to persons, groups and survey statistics. Interface section 6. */
export function effectsOf(event: StoredEvent): Effects {
  const rule = Object.hasOwn(RULES, event.event) ? RULES[event.event]! : none
  const special = rule(event)
  if ('dropped' in special) return special
  return { effects: special.effects, change: personChange(event.properties) }
}

/** An anonymous event has lost these properties before. */
function personChange(properties: Properties): PersonChange | undefined {
  const { $set, $set_once, $unset } = properties
  const set = isObject($set) ? $set : {}
  const setOnce = isObject($set_once) ? $set_once : {}
  const unset = Array.isArray($unset) ? $unset.filter(name => typeof name === 'string') : []
  return [set, setOnce, unset].some(part => Object.keys(part).length > 0)
    ? { set, setOnce, unset }
    : undefined
}

function objectAt(properties: Properties, name: string): Properties {
  const value = own(properties, name)
  return isObject(value) ? value : {}
}

function merge(
  _event: StoredEvent,
  into: string,
  from: unknown,
  main: string,
  force = false,
): ReturnType<Rule> {
  if (typeof from !== 'string' || from === '' || from === into) return { effects: [] }
  return { effects: [{ kind: 'merge', into, from, main, force }] }
}

function aliased(event: StoredEvent): ReturnType<Rule> {
  const alias = event.properties['alias']
  return typeof alias === 'string' ? merge(event, alias, event.distinct_id, alias) : { effects: [] }
}

/** Lengths count as JavaScript counts them. Interface section 8. */
function identifiedGroup(event: StoredEvent): ReturnType<Rule> {
  const type = event.properties['$group_type']
  const key = textKey(event.properties['$group_key'])
  if (typeof type !== 'string' || type === '' || key === undefined) return { effects: [] }
  if (type.length > GROUP_MAX_LENGTH)
    return { dropped: { type: 'group_type_too_long', detail: 'the group type is too long' } }
  if (key.length > GROUP_MAX_LENGTH)
    return { dropped: { type: 'group_key_too_long', detail: 'the group key is too long' } }
  return { effects: [{ kind: 'group', type, key, set: objectAt(event.properties, '$group_set') }] }
}

function textKey(key: unknown): string | undefined {
  if (typeof key === 'number') return isInfinite(key) ? undefined : String(key)
  return typeof key === 'string' && key !== '' ? key : undefined
}

function marked(event: StoredEvent, mark: MarkKind): ReturnType<Rule> {
  const surveyId = event.properties[SURVEY_ID]
  if (typeof surveyId !== 'string') return { effects: [] }
  const submission = event.properties['$survey_submission_id']
  const isOne = mark === 'sent' && typeof submission === 'string' && submission !== ''
  return { effects: [{ kind: 'mark', surveyId, mark, submission: isOne ? submission : event.uuid }] }
}
