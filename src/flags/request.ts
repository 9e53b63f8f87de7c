import type { Properties } from '../wire/event'
import type { FlagsRequest } from '../wire/flag'

/** What the flags of a person depend on. */
export interface FlagInputs {
  distinctId: string
  /** The id before `identify`; `undefined` when it needs not be told any more. */
  anonymousId?: string | undefined
  deviceId?: string | undefined
  groups: Record<string, string>
  personProperties: Properties
  groupProperties: Record<string, Properties>
  timezone?: string | undefined
  environments: readonly string[]
  keys?: readonly string[] | undefined
}

/** Body of `POST /flags`. Interface 4.3: what is empty is left out. */
export function flagsBody(token: string, inputs: FlagInputs): FlagsRequest {
  const body: FlagsRequest = { api_key: token, distinct_id: inputs.distinctId }
  const { groups, personProperties, groupProperties, environments, keys } = inputs
  if (Object.keys(groups).length > 0) body.groups = groups
  if (Object.keys(personProperties).length > 0) body.person_properties = personProperties
  if (Object.keys(groupProperties).length > 0) body.group_properties = groupProperties
  if (environments.length > 0) body.evaluation_environments = [...environments]
  if (inputs.anonymousId) body.$anon_distinct_id = inputs.anonymousId
  if (inputs.deviceId) body.$device_id = inputs.deviceId
  if (inputs.timezone) body.timezone = inputs.timezone
  if (keys) body.flag_keys = [...keys]
  return body
}
