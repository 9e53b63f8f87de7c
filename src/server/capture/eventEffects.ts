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
import { groupKey } from '../lib/groupKey'
import { idText } from '../lib/idText'
import { isObject, ownProperty } from '../lib/values'
import type { StoredEvent, SurveyEventKind } from '../store/rows'
import { type EventWarning, storedDistinctId } from './normalizeEvent'

/** The changes that an event makes to the properties of its person. */
export interface PersonChange {
  set: Properties
  setOnce: Properties
  unset: string[]
}

/** The change that an event of a special name makes to persons, groups or statistics. */
export type Effect =
  /** Merges the person of `from` into the person of `into`. `mergeIdentified` allows both to be identified. */
  | { kind: 'merge'; into: string; from: string; mergeIdentified: boolean }
  | { kind: 'group'; type: string; key: string; set: Properties }
  | { kind: 'survey_event'; surveyId: string; eventKind: SurveyEventKind; dedupeKey: string }

type RuleOutcome = Effect | { kind: 'dropped'; warning: EventWarning } | undefined

/** The consequences of a stored event, or the warning with which the event is dropped. */
type EventEffects =
  | { effect: Effect | undefined; change: PersonChange | undefined }
  | { dropped: EventWarning }

/** Merges persons whoever they are. Interface section 6. */
export const MERGE_DANGEROUSLY = '$merge_dangerously'

/** The event names with an effect. Interface section 6. */
const RULES = new Map<string, (event: StoredEvent) => RuleOutcome>([
  [
    IDENTIFY,
    ({ distinct_id, properties }) =>
      mergeEffect({ into: distinct_id, from: properties['$anon_distinct_id'], mergeIdentified: false }),
  ],
  // The direction of the interface: the event's id is merged into the alias, which becomes the main id.
  [
    ALIAS,
    ({ distinct_id, properties }) =>
      mergeEffect({ into: properties['alias'], from: distinct_id, mergeIdentified: false }),
  ],
  [
    MERGE_DANGEROUSLY,
    ({ distinct_id, properties }) =>
      mergeEffect({ into: distinct_id, from: properties['alias'], mergeIdentified: true }),
  ],
  [GROUP_IDENTIFY, groupEffect],
  [SURVEY_SHOWN, event => surveyEffect(event, 'shown')],
  [
    SURVEY_DISMISSED,
    event =>
      event.properties['$survey_partially_completed'] === true ? undefined : surveyEffect(event, 'dismissed'),
  ],
  [SURVEY_SENT, event => surveyEffect(event, 'sent')],
])

/** Returns the changes that one event makes to persons, groups and survey statistics. Interface section 6. */
export function eventEffects(event: StoredEvent): EventEffects {
  const outcome = RULES.get(event.event)?.(event)
  if (outcome?.kind === 'dropped') return { dropped: outcome.warning }
  return { effect: outcome, change: personChange(event.properties) }
}

/** Anonymous events arrive here without these properties: `normalizeEvent` removes them. */
function personChange(properties: Properties): PersonChange | undefined {
  const set = objectProperty(properties, '$set')
  const setOnce = objectProperty(properties, '$set_once')
  const unsetList = properties['$unset']
  const unset = Array.isArray(unsetList) ? unsetList.filter(name => typeof name === 'string') : []
  return [set, setOnce, unset].some(operation => Object.keys(operation).length > 0)
    ? { set, setOnce, unset }
    : undefined
}

function objectProperty(properties: Properties, name: string): Properties {
  const value = ownProperty(properties, name)
  return isObject(value) ? value : {}
}

function mergeEffect(merge: { into: unknown; from: unknown; mergeIdentified: boolean }): Effect | undefined {
  const { mergeIdentified } = merge
  const [into, from] = [idText(merge.into), idText(merge.from)]
  if (into === undefined || !from) return undefined
  const ids = { into: storedDistinctId(into), from: storedDistinctId(from) }
  return ids.from === ids.into ? undefined : { kind: 'merge', ...ids, mergeIdentified }
}

/** Lengths are counted in UTF-16 code units. Interface section 8. */
function groupEffect({ properties }: StoredEvent): RuleOutcome {
  const type = properties['$group_type']
  const key = groupKey(properties['$group_key'])
  if (typeof type !== 'string' || type === '' || key === undefined) return undefined
  if (type.length > GROUP_MAX_LENGTH) return dropped('group_type_too_long', 'the group type is too long')
  if (key.length > GROUP_MAX_LENGTH) return dropped('group_key_too_long', 'the group key is too long')
  return { kind: 'group', type, key, set: objectProperty(properties, '$group_set') }
}

function dropped(type: string, detail: string): RuleOutcome {
  return { kind: 'dropped', warning: { type, detail } }
}

/** The ids of a survey and of a submission are in the key of a row, and may be no longer than a distinct id. See D-729. */
const SURVEY_KEY_MAX_LENGTH = 200

function surveyEffect({ properties, uuid }: StoredEvent, eventKind: SurveyEventKind): Effect | undefined {
  const surveyId = properties[SURVEY_ID]
  if (typeof surveyId !== 'string' || surveyId.length > SURVEY_KEY_MAX_LENGTH) return undefined
  const submissionId = properties[SURVEY_SUBMISSION_ID]
  const hasSubmission =
    eventKind === 'sent' &&
    typeof submissionId === 'string' &&
    submissionId !== '' &&
    submissionId.length <= SURVEY_KEY_MAX_LENGTH
  return { kind: 'survey_event', surveyId, eventKind, dedupeKey: hasSubmission ? submissionId : uuid }
}
