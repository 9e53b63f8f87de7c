import { DISTINCT_ID_MAX_LENGTH, type Properties } from '../../wire/event'
import type { FlagResult } from '../../wire/flag'
import { clientAddress } from '../http/clientAddress'
import type { ParsedRequest } from '../http/parseRequest'
import type { RequestContext } from '../http/requestContext'
import { truncate } from '../lib/truncate'
import { isInfinite, ownProperty } from '../lib/values'
import type { ServiceContext } from '../serviceContext'
import { findPerson } from '../store/findPerson'
import type { CohortRow, PersonRow, ProjectRow } from '../store/rows'
import type { CompiledFlag } from './evaluation/compileFlag'
import { type EvaluationContext, evaluateFlags, type GroupContext } from './evaluation/evaluateFlags'
import type { FlagCompiler } from './evaluation/flagCompiler'
import type { FlagsHost } from './host'
import { type FlagSelection, isFlagServed } from './isFlagServed'
import { geoProperties, personProperties } from './personProperties'
import { requestRuntime } from './requestRuntime'
import type { ParsedFlagsRequest } from './schema'

/** What evaluating needs beyond the service. */
export interface FlagsDeps extends FlagsHost {
  compileFlag: FlagCompiler
}

/** A request whose flags are to be evaluated, and for whom. */
interface EvaluationRequest {
  project: ProjectRow
  flagsRequest: ParsedFlagsRequest & { distinctId: string }
  /** True: only the flags that surveys have made. */
  surveysOnly: boolean
}

/** Evaluates a project's flags for one request, and keeps those that the request may see. */
export async function evaluateRequest(
  deps: FlagsDeps,
  { service, request }: RequestContext,
  { project, flagsRequest, surveysOnly }: EvaluationRequest,
): Promise<FlagResult[]> {
  await deps.advanceSchedules(service, project.id)
  const rows = await service.store.find('flags', { where: { project_id: project.id } })
  const flags = rows.filter(row => row.active && !row.deleted).map(deps.compileFlag)
  const selection: FlagSelection = {
    runtime: requestRuntime(request.header, flagsRequest.runtime),
    environments: new Set(flagsRequest.environments),
    strictTags: service.options.strictTags ?? false,
    keys: flagsRequest.keys && new Set(flagsRequest.keys),
    surveysOnly,
  }
  const served = flags.filter(flag => isFlagServed(flag.definition, selection))
  if (served.length === 0) return []
  const needed = withDependencies(served, flags)
  // What exists and is off, or may not be seen, is false for those that depend on it.
  const visibility = { ...selection, keys: undefined, surveysOnly: false }
  const isVisible = (flag: CompiledFlag) => isFlagServed(flag.definition, visibility)
  const visibleIds = new Set(needed.filter(isVisible).map(flag => flag.definition.id))
  const inactive = new Set(rows.filter(row => !visibleIds.has(row.id)).map(row => row.id))
  const context = await readEvaluationContext(service, project, request, flagsRequest, needed)
  const results = evaluateFlags(needed.filter(isVisible), inactive, context)
  return served.map(flag => results.get(flag.definition.id)!)
}

/** The flags that are asked for, and those that they depend on. */
function withDependencies(served: CompiledFlag[], all: CompiledFlag[]): CompiledFlag[] {
  if (served.length === all.length || served.every(flag => flag.dependsOn.length === 0)) return served
  const byId = new Map(all.map(flag => [flag.definition.id, flag]))
  const needed = new Set(served)
  for (const flag of needed) {
    for (const id of flag.dependsOn) {
      const dependency = byId.get(id)
      if (dependency) needed.add(dependency)
    }
  }
  return [...needed]
}

async function readEvaluationContext(
  service: ServiceContext,
  project: ProjectRow,
  request: ParsedRequest,
  flagsRequest: ParsedFlagsRequest & { distinctId: string },
  flags: CompiledFlag[],
): Promise<EvaluationContext> {
  const distinctId = truncate(flagsRequest.distinctId, DISTINCT_ID_MAX_LENGTH)
  const person = await findPerson(service.store, project.id, distinctId)
  const cohorts = await readCohorts(service, project.id, flags)
  const address = clientAddress(request.header, request.ip)
  const location =
    flagsRequest.isGeoDisabled || address.ip === undefined ? undefined : service.options.geoip?.(address.ip)
  return {
    now: service.now(),
    timeZone: project.time_zone,
    distinctId,
    continuityId: await continuityId(service, project.id, person, flagsRequest, distinctId),
    deviceId:
      flagsRequest.deviceId ??
      nonEmptyText(flagsRequest.personProperties, '$device_id') ??
      nonEmptyText(person?.properties, '$device_id'),
    person: personProperties({
      distinctId,
      stored: person?.properties ?? {},
      requested: flagsRequest.personProperties,
      geo: geoProperties(location ?? {}),
      geoWins: address.fromHeader,
    }),
    groups: await readGroups(service, project.id, flagsRequest),
    cohorts,
    staticMemberships: await staticMemberships(service, project.id, distinctId, cohorts),
  }
}

function nonEmptyText(properties: Properties | undefined, key: string): string | undefined {
  const value = properties && ownProperty(properties, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function continuityId(
  service: ServiceContext,
  projectId: number,
  person: PersonRow | undefined,
  flagsRequest: ParsedFlagsRequest,
  distinctId: string,
): Promise<string> {
  const override =
    person && (await service.store.get('hashOverrides', { project_id: projectId, person_id: person.id }))
  return truncate(override?.hash_id ?? flagsRequest.anonDistinctId ?? distinctId, DISTINCT_ID_MAX_LENGTH)
}

/** The groups of a request that can be used: a known type, and text or a number as key. */
async function readGroups(
  service: ServiceContext,
  projectId: number,
  flagsRequest: ParsedFlagsRequest,
): Promise<Map<number, GroupContext>> {
  const types = await service.store.find('groupTypes', { where: { project_id: projectId } })
  const groups = new Map<number, GroupContext>()
  for (const { type, index } of types) {
    const key = ownProperty(flagsRequest.groups, type)
    if ((typeof key !== 'string' || key === '') && (typeof key !== 'number' || isInfinite(key))) continue
    const stored = await service.store.get('groups', { project_id: projectId, type, key: String(key) })
    const requested = ownProperty(flagsRequest.groupProperties, type)
    const overrides = typeof requested === 'object' && requested !== null ? requested : {}
    groups.set(index, {
      key: String(key),
      properties: { ...stored?.properties, ...overrides, $group_key: String(key) },
    })
  }
  return groups
}

async function readCohorts(
  service: ServiceContext,
  projectId: number,
  flags: CompiledFlag[],
): Promise<Map<number, CohortRow>> {
  const usesCohorts = flags.some(flag =>
    [...flag.conditions, flag.superCondition].some(condition =>
      condition?.filters.some(filter => filter.on === 'cohort'),
    ),
  )
  if (!usesCohorts) return new Map()
  const rows = await service.store.find('cohorts', { where: { project_id: projectId } })
  return new Map(rows.map(row => [row.id, row]))
}

async function staticMemberships(
  service: ServiceContext,
  projectId: number,
  distinctId: string,
  cohorts: Map<number, CohortRow>,
): Promise<Set<number>> {
  const memberships = new Set<number>()
  for (const { id, is_static } of cohorts.values()) {
    const key = { project_id: projectId, cohort_id: id, distinct_id: distinctId }
    if (is_static && (await service.store.get('cohortMembers', key))) memberships.add(id)
  }
  return memberships
}
