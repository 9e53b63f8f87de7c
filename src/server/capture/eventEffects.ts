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
  SURVEY_SUBMISSION_ID,
} from '../../wire/event'
import { isInfinite, isObject, ownProperty } from '../lib/values'
import type { StoredEvent, SurveyEventKind } from '../store/rows'

/** What an event changes of its person's properties. */
export interface PersonChange {
  set: Properties
  setOnce: Properties
  unset: string[]
}

/** What an event changes beside being stored and changing its person's properties. */
export type Effect =
  /** `from` joins the person of `into`; `mergeIdentified` merges identified persons too. */
  | { kind: 'merge'; into: string; from: string; main: string; mergeIdentified: boolean }
  | { kind: 'group'; type: string; key: string; set: Properties }
  | { kind: 'survey_event'; surveyId: string; eventKind: SurveyEventKind; dedupeKey: string }

type Dropped = { dropped: { type: string; detail: string } }

/** The effects of an event, then its change of the person's properties, if any; or the warning with which it is dropped. */
type Effects = { effects: Effect[]; change: PersonChange | undefined } | Dropped

type Rule = (event: StoredEvent) => { effects: Effect[] } | Dropped

const noEffects: Rule = () => ({ effects: [] })

/** Every event name with an effect of its own. Interface section 6. */
const RULES: Record<string, Rule> = {
  [IDENTIFY]: event =>
    mergeEffects(event, event.distinct_id, event.properties['$anon_distinct_id'], event.distinct_id),
  // The interface's direction: the event's id is merged into the alias, which becomes the main one.
  [ALIAS]: event => aliasEffects(event),
  $merge_dangerously: event =>
    mergeEffects(event, event.distinct_id, event.properties['alias'], event.distinct_id, true),
  [GROUP_IDENTIFY]: groupEffects,
  [SURVEY_SHOWN]: event => surveyEffects(event, 'shown'),
  [SURVEY_DISMISSED]: event =>
    event.properties['$survey_partially_completed'] === true
      ? noEffects(event)
      : surveyEffects(event, 'dismissed'),
  [SURVEY_SENT]: event => surveyEffects(event, 'sent'),
}

/** Decides what one event does to persons, groups and survey statistics. Interface section 6. */
export function eventEffects(event: StoredEvent): Effects {
  const rule = Object.hasOwn(RULES, event.event) ? RULES[event.event]! : noEffects
  const outcome = rule(event)
  if ('dropped' in outcome) return outcome
  return { effects: outcome.effects, change: personChange(event.properties) }
}

/** An anonymous event has lost these properties before. */
function personChange(properties: Properties): PersonChange | undefined {
  const { $set, $set_once, $unset } = properties
  const set = isObject($set) ? $set : {}
  const setOnce = isObject($set_once) ? $set_once : {}
  const unset = Array.isArray($unset) ? $unset.filter(name => typeof name === 'string') : []
  return [set, setOnce, unset].some(operation => Object.keys(operation).length > 0)
    ? { set, setOnce, unset }
    : undefined
}

function objectProperty(properties: Properties, name: string): Properties {
  const value = ownProperty(properties, name)
  return isObject(value) ? value : {}
}

function mergeEffects(
  _event: StoredEvent,
  into: string,
  from: unknown,
  main: string,
  mergeIdentified = false,
): ReturnType<Rule> {
  if (typeof from !== 'string' || from === '' || from === into) return { effects: [] }
  return { effects: [{ kind: 'merge', into, from, main, mergeIdentified }] }
}

function aliasEffects(event: StoredEvent): ReturnType<Rule> {
  const alias = event.properties['alias']
  return typeof alias === 'string' ? mergeEffects(event, alias, event.distinct_id, alias) : { effects: [] }
}

/** Lengths count as JavaScript counts them. Interface section 8. */
function groupEffects(event: StoredEvent): ReturnType<Rule> {
  const type = event.properties['$group_type']
  const key = groupKey(event.properties['$group_key'])
  if (typeof type !== 'string' || type === '' || key === undefined) return { effects: [] }
  if (type.length > GROUP_MAX_LENGTH)
    return { dropped: { type: 'group_type_too_long', detail: 'the group type is too long' } }
  if (key.length > GROUP_MAX_LENGTH)
    return { dropped: { type: 'group_key_too_long', detail: 'the group key is too long' } }
  return { effects: [{ kind: 'group', type, key, set: objectProperty(event.properties, '$group_set') }] }
}

function groupKey(key: unknown): string | undefined {
  if (typeof key === 'number') return isInfinite(key) ? undefined : String(key)
  return typeof key === 'string' && key !== '' ? key : undefined
}

function surveyEffects(event: StoredEvent, eventKind: SurveyEventKind): ReturnType<Rule> {
  const surveyId = event.properties[SURVEY_ID]
  if (typeof surveyId !== 'string') return { effects: [] }
  const submissionId = event.properties[SURVEY_SUBMISSION_ID]
  const hasSubmission = eventKind === 'sent' && typeof submissionId === 'string' && submissionId !== ''
  return {
    effects: [
      { kind: 'survey_event', surveyId, eventKind, dedupeKey: hasSubmission ? submissionId : event.uuid },
    ],
  }
}
