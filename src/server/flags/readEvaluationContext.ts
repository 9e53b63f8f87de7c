import { DISTINCT_ID_MAX_LENGTH, GROUP_MAX_LENGTH, type Properties } from '../../wire/event'
import { clientAddress } from '../http/clientAddress'
import type { RequestContext } from '../http/requestContext'
import { groupKey } from '../lib/groupKey'
import { truncate } from '../lib/truncate'
import { ownProperty } from '../lib/values'
import { findPerson } from '../store/findPerson'
import type { CohortRow, ProjectRow } from '../store/rows'
import type { StoreReader } from '../store/store'
import type { CohortCompiler } from './evaluation/compileCohort'
import type { CompiledFlag } from './evaluation/compileFlag'
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
}

/** Reads the person, groups and cohorts of a request. Values of the request win. Interface section 4.3, rule 5. */
export async function readEvaluationContext(
  { service, request }: RequestContext,
  { project, flagsRequest, distinctId, flags, compileCohort }: ContextInput,
): Promise<EvaluationContext> {
  const { store } = service
  const person = await findPerson(store, project.id, distinctId)
  const hashOverride =
    person && (await store.get('hashOverrides', { project_id: project.id, person_id: person.id }))
  const cohortRows = usesCohorts(flags)
    ? await store.find('cohorts', { where: { project_id: project.id } })
    : []
  const { ip, fromHeader } = clientAddress(request.header, request.ip)
  const location = flagsRequest.isGeoDisabled || ip === undefined ? undefined : service.options.geoip?.(ip)
  const deviceId =
    flagsRequest.deviceId ??
    nonEmptyText(flagsRequest.personProperties, '$device_id') ??
    nonEmptyText(person?.properties ?? {}, '$device_id')
  return {
    now: service.now(),
    timeZone: project.time_zone,
    distinctId,
    continuityId: truncate(
      hashOverride?.hash_id ?? flagsRequest.anonDistinctId ?? distinctId,
      DISTINCT_ID_MAX_LENGTH,
    ),
    deviceId: deviceId === undefined ? undefined : truncate(deviceId, DISTINCT_ID_MAX_LENGTH),
    person: personProperties({
      distinctId,
      stored: person?.properties ?? {},
      requested: flagsRequest.personProperties,
      geo: geoProperties(location ?? {}),
      geoWins: fromHeader,
    }),
    groups: await readGroups(store, project.id, flagsRequest),
    cohorts: new Map(cohortRows.map(row => [row.id, compileCohort(row)])),
    staticMemberships: await readStaticMemberships(store, distinctId, cohortRows),
  }
}

function nonEmptyText(properties: Properties, key: string): string | undefined {
  const value = ownProperty(properties, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads the groups of a request, by the index of their type. Unknown types and unusable keys are left out. */
async function readGroups(
  store: StoreReader,
  projectId: number,
  { groups, groupProperties }: ParsedFlagsRequest,
): Promise<Map<number, GroupContext>> {
  const types = await store.find('groupTypes', { where: { project_id: projectId } })
  const contexts = new Map<number, GroupContext>()
  for (const { type, index } of types) {
    const key = groupKey(ownProperty(groups, type))
    // A longer key names no group: `$groupidentify` refuses it.
    if (key === undefined || key.length > GROUP_MAX_LENGTH) continue
    const stored = await store.get('groups', { project_id: projectId, type, key })
    const requested = ownProperty(groupProperties, type)
    const overrides = typeof requested === 'object' && requested !== null ? requested : {}
    contexts.set(index, { key, properties: { ...stored?.properties, ...overrides, $group_key: key } })
  }
  return contexts
}

function usesCohorts(flags: CompiledFlag[]): boolean {
  return flags.some(flag =>
    [...flag.conditions, flag.superCondition].some(condition =>
      condition?.filters.some(filter => filter.on === 'cohort'),
    ),
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
