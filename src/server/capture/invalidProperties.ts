import {
  ALIAS,
  GROUP_IDENTIFY,
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
import { isEmptyList, isObject, isTextList, ownProperty } from '../lib/values'

type Check = (value: unknown) => boolean

/** A property that the service reads: its name, and the values that have an effect. */
interface PropertyRule {
  property: string
  isValid: Check
  expected: string
}

const optional =
  (isValid: Check): Check =>
  value =>
    value === undefined || value === null || isValid(value)

/** PHP writes an empty object as an empty list. */
const orEmptyList =
  (isValid: Check): Check =>
  value =>
    isEmptyList(value) || isValid(value)

const isNonEmpty: Check = value => typeof value === 'string' && value !== ''
const isString: Check = value => typeof value === 'string'
const isBoolean: Check = value => typeof value === 'boolean'
const isId: Check = value => idText(value) !== undefined
const isGroups: Check = value =>
  isObject(value) && Object.values(value).every(optional(key => groupKey(key) !== undefined))

const optionalObject = (property: string): PropertyRule => ({
  property,
  isValid: optional(orEmptyList(isObject)),
  expected: 'an object',
})

/** The changes of the person, which may also be fields of the event, and the groups of any event. */
const CHANGES: PropertyRule[] = [
  ...['$set', '$set_once'].map(optionalObject),
  {
    property: '$groups',
    isValid: optional(orEmptyList(isGroups)),
    expected: 'an object of texts or numbers',
  },
  { property: '$unset', isValid: optional(isTextList), expected: 'a list of names' },
]

const alias: PropertyRule = { property: 'alias', isValid: isId, expected: 'a text or a number' }
const surveyId: PropertyRule = { property: SURVEY_ID, isValid: isNonEmpty, expected: 'the id of a survey' }

/** The properties that an event of a special name needs. Interface section 6. */
const EVENT_RULES = new Map<string, PropertyRule[]>([
  [IDENTIFY, [{ property: '$anon_distinct_id', isValid: optional(isId), expected: 'a text or a number' }]],
  [ALIAS, [alias]],
  ['$merge_dangerously', [{ ...alias, isValid: value => Boolean(idText(value)) }]],
  [
    GROUP_IDENTIFY,
    [
      { property: '$group_type', isValid: isNonEmpty, expected: 'a text' },
      {
        property: '$group_key',
        isValid: value => groupKey(value) !== undefined,
        expected: 'a text or a number',
      },
      optionalObject('$group_set'),
    ],
  ],
  [SURVEY_SHOWN, [surveyId]],
  [
    SURVEY_DISMISSED,
    [
      surveyId,
      { property: '$survey_partially_completed', isValid: optional(isBoolean), expected: 'a boolean' },
    ],
  ],
  [
    SURVEY_SENT,
    [surveyId, { property: SURVEY_SUBMISSION_ID, isValid: optional(isString), expected: 'a text' }],
  ],
])

/** Fields of an event that are read without being an object. Ids may be one, see D-409. */
const OTHER_FIELDS = new Set(['distinct_id', 'timestamp', 'offset', 'sent_at'])

/** Returns the field in which an event without `properties` has an object, such as `property`. Clients send `properties`. */
export function misplacedProperties(item: Properties): string | undefined {
  if (item['properties'] !== undefined) return undefined
  return Object.keys(item).find(
    name => isObject(item[name]) && !name.startsWith('$') && !OTHER_FIELDS.has(name),
  )
}

/**
 * Returns a sentence for each property that would have an effect if it had another shape. The event is stored as it is.
 *
 * @param item The event as sent.
 */
export function invalidProperties(name: string, item: Properties, properties: Properties): string[] {
  const isWrong = (source: Properties) => (rule: PropertyRule) =>
    !rule.isValid(ownProperty(source, rule.property))
  const changes = CHANGES.filter(rule => isWrong(item)(rule) || isWrong(properties)(rule))
  const needed = (EVENT_RULES.get(name) ?? []).filter(isWrong(properties))
  return [...changes, ...needed].map(({ property, expected }) => `${name}: ${property} must be ${expected}`)
}
