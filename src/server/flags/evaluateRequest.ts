import { DISTINCT_ID_MAX_LENGTH, type Properties } from '../../wire/event'
import type { FlagResult } from '../../wire/flag'
import { findPerson } from '../capture/persons'
import { clientAddress } from '../http/clientAddress'
import type { ParsedRequest } from '../http/parseRequest'
import { truncate } from '../lib/truncate'
import { isInfinite, ownProperty } from '../lib/values'
import type { ServiceContext } from '../serviceContext'
import type { CohortRow, PersonRow, ProjectRow } from '../store/rows'
import { keepTime } from '../surveys/schedule/advanceSchedules'
import type { CompiledFlag } from './evaluation/compileFlag'
import { type EvaluationContext, evaluateFlags, type GroupContext } from './evaluation/evaluateFlags'
import { type FlagSelection, isFlagServed } from './isFlagServed'
import { geoProperties, personProperties } from './personProperties'
import { requestRuntime } from './requestRuntime'
import type { FlagsAsk } from './schema'

/** Evaluates a project's flags for one request, and keeps those that the request may see. */
export async function evaluateRequest(
  parts: ServiceContext,
  project: ProjectRow,
  incoming: ParsedRequest,
  ask: FlagsAsk & { distinctId: string },
  surveysOnly: boolean,
): Promise<FlagResult[]> {
  await keepTime(parts, project.id)
  const rows = await parts.store.find('flags', { where: { project_id: project.id } })
  const flags = rows.filter(row => row.active && !row.deleted).map(parts.compileFlag)
  const selection: FlagSelection = {
    runtime: requestRuntime(incoming.header, ask.runtime),
    environments: new Set(ask.environments),
    strictTags: parts.options.strictTags ?? false,
    keys: ask.keys && new Set(ask.keys),
    surveysOnly,
  }
  const served = flags.filter(flag => isFlagServed(flag.definition, selection))
  if (served.length === 0) return []
  const needed = withDependencies(served, flags)
  // What exists and is off, or may not be seen, is false for those that depend on it.
  const unseen = { ...selection, keys: undefined, surveysOnly: false }
  const isOn = (flag: CompiledFlag) => isFlagServed(flag.definition, unseen)
  const known = new Set(needed.filter(isOn).map(flag => flag.definition.id))
  const inactive = new Set(rows.filter(row => !known.has(row.id)).map(row => row.id))
  const context = await contextOf(parts, project, incoming, ask, needed)
  const results = evaluateFlags(needed.filter(isOn), inactive, context)
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

async function contextOf(
  parts: ServiceContext,
  project: ProjectRow,
  incoming: ParsedRequest,
  ask: FlagsAsk & { distinctId: string },
  flags: CompiledFlag[],
): Promise<EvaluationContext> {
  const distinctId = truncate(ask.distinctId, DISTINCT_ID_MAX_LENGTH)
  const person = await findPerson(parts.store, project.id, distinctId)
  const cohorts = await cohortsFor(parts, project.id, flags)
  const address = clientAddress(incoming.header, incoming.ip)
  const found = ask.isGeoDisabled || address.ip === undefined ? undefined : parts.options.geoip?.(address.ip)
  return {
    now: parts.now(),
    timeZone: project.time_zone,
    distinctId,
    stableId: await stableId(parts, project.id, person, ask, distinctId),
    deviceId:
      ask.deviceId ?? textAt(ask.personProperties, '$device_id') ?? textAt(person?.properties, '$device_id'),
    person: personProperties({
      distinctId,
      stored: person?.properties ?? {},
      requested: ask.personProperties,
      geo: geoProperties(found ?? {}),
      geoWins: address.fromHeader,
    }),
    groups: await groupsOf(parts, project.id, ask),
    cohorts,
    staticCohorts: await staticCohorts(parts, project.id, distinctId, cohorts),
  }
}

function textAt(properties: Properties | undefined, key: string): string | undefined {
  const value = properties && ownProperty(properties, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function stableId(
  parts: ServiceContext,
  projectId: number,
  person: PersonRow | undefined,
  ask: FlagsAsk,
  distinctId: string,
): Promise<string> {
  const kept =
    person && (await parts.store.get('hashOverrides', { project_id: projectId, person_id: person.id }))
  return truncate(kept?.hash_id ?? ask.anonDistinctId ?? distinctId, DISTINCT_ID_MAX_LENGTH)
}

/** The groups of a request that can be used: a known type, and text or a number as key. */
async function groupsOf(
  parts: ServiceContext,
  projectId: number,
  ask: FlagsAsk,
): Promise<Map<number, GroupContext>> {
  const types = await parts.store.find('groupTypes', { where: { project_id: projectId } })
  const groups = new Map<number, GroupContext>()
  for (const { type, index } of types) {
    const key = ownProperty(ask.groups, type)
    if ((typeof key !== 'string' || key === '') && (typeof key !== 'number' || isInfinite(key))) continue
    const stored = await parts.store.get('groups', { project_id: projectId, type, key: String(key) })
    const requested = ownProperty(ask.groupProperties, type)
    const given = typeof requested === 'object' && requested !== null ? requested : {}
    groups.set(index, {
      key: String(key),
      properties: { ...stored?.properties, ...given, $group_key: String(key) },
    })
  }
  return groups
}

async function cohortsFor(
  parts: ServiceContext,
  projectId: number,
  flags: CompiledFlag[],
): Promise<Map<number, CohortRow>> {
  const asksForCohorts = flags.some(flag =>
    [...flag.conditions, flag.superCondition].some(one =>
      one?.filters.some(filter => filter.on === 'cohort'),
    ),
  )
  if (!asksForCohorts) return new Map()
  const rows = await parts.store.find('cohorts', { where: { project_id: projectId } })
  return new Map(rows.map(row => [row.id, row]))
}

async function staticCohorts(
  parts: ServiceContext,
  projectId: number,
  distinctId: string,
  cohorts: Map<number, CohortRow>,
): Promise<Set<number>> {
  const memberships = new Set<number>()
  for (const { id, is_static } of cohorts.values()) {
    const key = { project_id: projectId, cohort_id: id, distinct_id: distinctId }
    if (is_static && (await parts.store.get('cohortMembers', key))) memberships.add(id)
  }
  return memberships
}
