import type { EvaluationContext } from '@openfeature/web-sdk'
import type { EarshotClient, Properties } from 'earshot'
import { isEqual } from '../lib/isEqual'

/** An evaluation context by the inputs of a flags request. */
interface Inputs {
  targetingKey: string | undefined
  groups: Record<string, string | number>
  groupProperties: Record<string, Properties>
  properties: Properties
}

function toInputs({ targetingKey, groups, groupProperties, ...properties }: EvaluationContext): Inputs {
  return {
    targetingKey,
    groups: { ...(groups as Inputs['groups']) },
    groupProperties: { ...(groupProperties as Inputs['groupProperties']) },
    properties,
  }
}

const STORED_PROPERTIES = '$stored_person_properties'

/** What flags are evaluated with, as the client has stored it. */
const clientInputs = (client: EarshotClient) => [
  client.get_distinct_id(),
  client.getGroups(),
  client.get_property(STORED_PROPERTIES),
  client.get_property('$stored_group_properties'),
]

const hasNames = (record: object): boolean => !!Object.keys(record)[0]

/** Returns the members of a record whose names are not in another one. */
const without = (record: Properties | undefined, names: object): Properties =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !(name in names)))

/**
 * Creates a function that passes an evaluation context to the client, and takes back what an earlier context has set and this one
 * has not. It returns whether the flags must be evaluated again. See D-465.
 *
 * @param identify Whether the targeting key is the identity of a person.
 */
export function createContextWriter(client: EarshotClient, identify: boolean) {
  let last = toInputs({})
  return (context: EvaluationContext): boolean => {
    const next = toInputs(context)
    const { targetingKey, properties, groups, groupProperties } = next
    const before = clientInputs(client)
    if (identify && targetingKey !== last.targetingKey) {
      if (targetingKey) client.identify(targetingKey)
      else client.reset()
    }
    if (hasNames(without(last.properties, properties))) {
      const stored = client.get_property(STORED_PROPERTIES) as Properties
      client.resetPersonPropertiesForFlags(false)
      client.setPersonPropertiesForFlags(without(stored, last.properties), false)
    }
    if (hasNames(properties)) client.setPersonPropertiesForFlags(properties, false)
    const left = without(last.groups, groups)
    const kept = without(client.getGroups(), left)
    if (hasNames(left)) client.resetGroups()
    // The client ignores a group that it has already.
    for (const [type, key] of Object.entries({ ...kept, ...groups }))
      client.group(type, key as string, groupProperties[type])
    last = next
    return !isEqual(before, clientInputs(client))
  }
}
