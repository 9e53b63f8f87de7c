import { DISTINCT_ID_MAX_LENGTH, GROUP_MAX_LENGTH, type Properties } from '../../wire/event'
import { clientAddress } from '../http/clientAddress'
import type { RequestContext } from '../http/requestContext'
import { groupKey } from '../lib/groupKey'
import { lookUpIn } from '../lib/propertyLookup'
import { truncate } from '../lib/truncate'
import { isObject, ownProperty } from '../lib/values'
import { findPerson, findPersonId } from '../store/findPerson'
import type { CohortRow, GroupTypeRow, ProjectRow } from '../store/rows'
import type { StoreReader } from '../store/store'
import type { RowLimit } from './createRowLimit'
import type { CohortCompiler } from './evaluation/compileCohort'
import type { CompiledFilter, CompiledFlag } from './evaluation/compileFlag'
import type { EvaluationContext, GroupContext } from './evaluation/evaluationContext'
import { geoProperties, personProperties } from './personProperties'
import type { ParsedFlagsRequest } from './schema'

/** The request that the context belongs to, and the flags that it is for. */
interface ContextInput {
  project: ProjectRow
  flagsRequest: ParsedFlagsRequest
  /** Truncated to its maximum length. */
  distinctId: string
  flags: CompiledFlag[]
  compileCohort: CohortCompiler
  limitRows: RowLimit
}

/**
 * Calls `evaluate` with the person, groups and cohorts of a request, whose values win. Interface section 4.3, rule 5.
 *
 * Person and groups may have half a megabyte each, so they are read last, for a limited number of requests. See D-794.
 */
export async function withEvaluationContext<R>(
  requestContext: RequestContext,
  { project, flagsRequest, distinctId, flags, compileCohort, limitRows }: ContextInput,
  evaluate: (context: EvaluationContext) => R,
): Promise<R> {
  const { service, request } = requestContext
  const { store } = service
  const project_id = project.id
  const personId = await findPersonId(store, project_id, distinctId)
  const hashOverride =
    personId === undefined ? undefined : await store.get('hashOverrides', { project_id, person_id: personId })
  const cohortRows = hasFilter(flags, filter => filter.on === 'cohort')
    ? await store.find('cohorts', { where: { project_id } })
    : []
  const { ip, fromHeader } = clientAddress(request.header, request.ip)
  const location = flagsRequest.isGeoDisabled || ip === undefined ? undefined : service.options.geoip?.(ip)
  const context = {
    now: service.now(),
    timeZone: project.time_zone,
    distinctId,
    continuityId: truncate(
      hashOverride?.hash_id ?? flagsRequest.anonDistinctId ?? distinctId,
      DISTINCT_ID_MAX_LENGTH,
    ),
    cohorts: new Map(cohortRows.map(row => [row.id, compileCohort(row)])),
    staticMemberships: await readStaticMemberships(store, distinctId, cohortRows),
  }
  const groupTypes = await store.find('groupTypes', { where: { project_id } })
  const rows = 1 + Object.keys(flagsRequest.groups).length
  return limitRows(requestContext, rows, async () => {
    const person =
      personId === undefined
        ? undefined
        : ((await store.get('persons', { project_id, id: personId })) ??
          // A merge has removed the row meanwhile, and the distinct id belongs to another person. See D-809.
          (await findPerson(store, project_id, distinctId)))
    const stored = person?.properties ?? {}
    const deviceId =
      flagsRequest.deviceId ??
      nonEmptyText(flagsRequest.personProperties, '$device_id') ??
      nonEmptyText(stored, '$device_id')
    return evaluate({
      ...context,
      deviceId: deviceId === undefined ? undefined : truncate(deviceId, DISTINCT_ID_MAX_LENGTH),
      person: personProperties({
        distinctId,
        stored,
        requested: flagsRequest.personProperties,
        geo: geoProperties(location ?? {}),
        geoWins: fromHeader,
      }),
      groups: await readGroups(store, { types: groupTypes, flags, flagsRequest }),
    })
  })
}

function nonEmptyText(properties: Properties, key: string): string | undefined {
  const value = ownProperty(properties, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface GroupsInput {
  types: GroupTypeRow[]
  flags: CompiledFlag[]
  flagsRequest: ParsedFlagsRequest
}

/**
 * Returns the groups of a request, by the index of their type, and reads those of which a flag has a filter. Unknown types and
 * unusable keys are left out.
 */
async function readGroups(
  store: StoreReader,
  { types, flags, flagsRequest: { groups, groupProperties } }: GroupsInput,
): Promise<Map<number, GroupContext>> {
  const contexts = new Map<number, GroupContext>()
  for (const { project_id, type, index } of types) {
    const key = groupKey(ownProperty(groups, type))
    // A longer key names no group: `$groupidentify` refuses it.
    if (key === undefined || key.length > GROUP_MAX_LENGTH) continue
    const isRead = hasFilter(flags, filter => filter.on === 'group' && filter.groupIndex === index)
    const stored = isRead ? await store.get('groups', { project_id, type, key }) : undefined
    const requested = ownProperty(groupProperties, type)
    const overrides = isObject(requested) ? requested : {}
    contexts.set(index, {
      key,
      properties: lookUpIn({ $group_key: key }, overrides, stored?.properties ?? {}),
    })
  }
  return contexts
}

function hasFilter(flags: CompiledFlag[], test: (filter: CompiledFilter) => boolean): boolean {
  return flags.some(flag =>
    [...flag.conditions, flag.superCondition].some(condition => condition?.filters.some(test)),
  )
}

async function readStaticMemberships(
  store: StoreReader,
  distinctId: string,
  cohorts: CohortRow[],
): Promise<Set<number>> {
  const memberships = new Set<number>()
  for (const { project_id, id, is_static } of cohorts) {
    const key = { project_id, cohort_id: id, distinct_id: distinctId }
    if (is_static && (await store.get('cohortMembers', key))) memberships.add(id)
  }
  return memberships
}
