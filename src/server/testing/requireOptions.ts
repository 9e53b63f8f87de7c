import { isTextList } from '../lib/values'
import { DEFAULT_USER, type ProjectOptions, type ServiceOptions } from '../options'
import { flagEntries } from './flagEntries'

/** The projects of the options, with their ids and keys. */
type ResolvedProject = ProjectOptions & { id: number; projectKey: string }

/** Returns the position of the first key whose owner is none of the users, or -1. See D-733. */
export function keyWithoutOwner({ users = [DEFAULT_USER], personalKeys = [] }: KeyOwners): number {
  return personalKeys.findIndex(
    ({ user }) => user !== undefined && !users.some(({ email }) => email === user),
  )
}

/** The users and the keys of the options. */
type KeyOwners = Pick<ServiceOptions, 'personalKeys'> & { users?: { email: string }[] | undefined }

/** @throws Error for a flag that has none of the values of a seed: it would be on for everyone. See D-757, D-811. */
export function requireFlagSeeds({ flags }: Pick<ProjectOptions, 'flags'>): void {
  for (const [key, flag] of flagEntries(flags)) requireFlagSeed(key, flag)
}

/** Whether a text is a boolean, as environment variables are: a flag would be on for everyone, with it as variant. */
export const isSwitchText = (value: unknown): boolean =>
  typeof value === 'string' && /^\s*(true|false)\s*$/i.test(value)

/** @throws Error for a flag that has none of the values of a seed. */
export function requireFlagSeed(key: string, seed: unknown): void {
  if (isSwitchText(seed))
    throw new Error(
      `The flag "${key}" is the text "${seed}". Expected true or false. A variant of that name needs filters.multivariate.`,
    )
  const isValue = typeof seed === 'boolean' || (typeof seed === 'string' && seed !== '')
  if (isValue || (typeof seed === 'object' && seed !== null && !Array.isArray(seed))) return
  throw new Error(`The flag "${key}" is ${String(seed)}. Expected true, false, a variant or an object.`)
}

/**
 * @throws Error for `is_staff` and the like with another value than a boolean, since the text "false" would count as true, and for
 *   distinct ids of a person that are no list of texts. See D-762, D-812.
 */
export function requireTypes(options: ServiceOptions): void {
  requireIn(options, BOOLEAN_SETTINGS, '')
  requireInEach(options.users, ['is_staff', 'is_email_verified'], 'users')
  if (!options.projects) return requireProjectTypes(options, '')
  for (const [index, project] of options.projects.entries())
    requireProjectTypes(project, `projects[${index}].`)
}

/** The position of a value in the options. */
type Path = (string | number)[]

/** Returns the paths of an id and of the first entry with the same one, of which one would be lost. See D-839. */
export function repeatedId(
  { users, personalKeys, projects }: Pick<ServiceOptions, 'users' | 'personalKeys' | 'projects'>,
  resolved: ResolvedProject[],
): [path: Path, first: Path] | undefined {
  return (
    repeatedIn(['users'], users, 'email') ??
    repeatedIn(['personalKeys'], personalKeys, 'key') ??
    repeatedIn(['projects'], resolved, 'id') ??
    repeatedIn(['projects'], resolved, 'projectKey') ??
    resolved
      .map((project, index) => repeatedInProject(project, projects ? ['projects', index] : []))
      .find(Boolean)
  )
}

function repeatedInProject(
  { flags, surveys, cohorts, persons }: ResolvedProject,
  path: Path,
): [Path, Path] | undefined {
  const entries = flagEntries(flags).map(([key, flag]) => ({
    key,
    seed: typeof flag === 'object' ? flag : undefined,
  }))
  const ofPerson = (ids: string[], index: number): Located[] =>
    [...new Set(ids)].map(id => ({ id, path: [...path, 'persons', index, 'distinct_ids'] }))
  return (
    // The key of a deleted flag is free again.
    repeated(
      entries.map(({ key, seed }, index) => ({
        id: seed?.deleted ? undefined : key,
        path: [...path, 'flags', index, 'key'],
      })),
    ) ??
    repeated(entries.map(({ key, seed }) => ({ id: seed?.id, path: [...path, 'flags', key, 'id'] }))) ??
    repeatedIn([...path, 'surveys'], surveys, 'id') ??
    repeatedIn([...path, 'cohorts'], cohorts, 'id') ??
    repeated((persons ?? []).flatMap(({ distinct_ids }, index) => ofPerson(distinct_ids, index)))
  )
}

/** An id, which may be missing, and its position. */
interface Located {
  id: unknown
  path: Path
}

const repeatedIn = <E>(path: Path, entries: E[] | null | undefined, name: keyof E & string) =>
  repeated((entries ?? []).map((entry, index) => ({ id: entry[name], path: [...path, index, name] })))

function repeated(entries: Located[]): [path: Path, first: Path] | undefined {
  const firstAt = new Map<unknown, Path>()
  for (const { id, path } of entries) {
    const first = firstAt.get(id)
    if (first) return [path, first]
    if (id !== undefined) firstAt.set(id, path)
  }
  return undefined
}

/** Flags and cohorts of a wrong shape are off and reported when they are read. See D-493, D-731. */
function requireProjectTypes(
  { quota, surveys, persons }: Pick<ProjectOptions, 'quota' | 'surveys' | 'persons'>,
  path: string,
): void {
  requireIn(quota ?? {}, ['flags', 'events', 'recordings'], `${path}quota.`)
  requireInEach(surveys, ['archived', 'enable_partial_responses'], `${path}surveys`)
  requireInEach(persons, ['is_identified'], `${path}persons`)
  for (const [index, { distinct_ids }] of (persons ?? []).entries())
    if (!isTextList(distinct_ids))
      throw new Error(`createService: ${path}persons[${index}].distinct_ids is not a list of texts.`)
}

/** Callers without types pass null for a list that is missing. */
function requireInEach(owners: object[] | null | undefined, names: string[], path: string): void {
  for (const [index, owner] of (owners ?? []).entries()) requireIn(owner, names, `${path}[${index}].`)
}

function requireIn(owner: object, names: string[], path: string): void {
  for (const name of names) {
    const value: unknown = (owner as Record<string, unknown>)[name] ?? false
    if (typeof value !== 'boolean')
      throw new Error(`createService: ${path}${name} is not a boolean. Expected true or false.`)
  }
}

const BOOLEAN_SETTINGS = [
  'strictTags',
  'strictTokens',
  'userBodies',
  'requireUserScopes',
  'publicGet',
  'legacyRoutes',
] satisfies (keyof ServiceOptions)[]
