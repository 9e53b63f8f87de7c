import { SESSION_PROPERTIES } from '../capture/eventContext'
import { nullProtoRecord } from '../lib/nullProtoRecord'
import { objectOrEmpty } from '../lib/objectOrEmpty'
import { isText } from '../lib/typeGuards'
import { normalizeDistinctId } from './identity'

type Check = (value: unknown) => boolean

const isObject: Check = value => objectOrEmpty(value) === value
// The id of no person, such as that of the cookieless mode, would be merged with the next one who logs in. See D-805.
const isId: Check = value => value === normalizeDistinctId(value)
const isObjectOf =
  (fits: Check): Check =>
  value =>
    // What has been removed stays as `undefined`, which has no JSON. See D-455.
    isObject(value) && Object.values(value as object).every(one => one === undefined || fits(one))

/** Field of a record -> what its value must be. Fields that the page has registered may be any JSON. */
const CHECKS = nullProtoRecord<Check>({
  distinct_id: isId,
  $device_id: isId,
  $user_id: isId,
  // posthog-js stores numbers as they are.
  $groups: isObjectOf(value => isText(value) || typeof value === 'number'),
  $stored_person_properties: isObject,
  $stored_group_properties: isObjectOf(isObject),
  $flag_call_reported: isObjectOf(Array.isArray),
  $initial_person_info: isObjectOf(isText),
  $sesid: value =>
    Array.isArray(value) &&
    (value[1] === null || isText(value[1])) &&
    [value[0], value[2]].every(Number.isFinite),
  $session_entry: value => {
    const { id, properties } = objectOrEmpty(value)
    return isText(id) && isObject(properties)
  },
  [SESSION_PROPERTIES]: isObject,
})

/**
 * Whether a value of a record has the type that the client expects. Another version, posthog-js, an extension or the page may
 * have stored another one, which counts as missing. See D-351.
 */
export const isStoredField = (name: string, value: unknown): boolean => CHECKS[name]?.(value) ?? true
