import type { FlagDefinition } from '../../wire/flagDefinition'
import { isTextList } from '../lib/values'
import {
  DEFAULT_PERSONAL_KEY,
  DEFAULT_PROJECT_KEY,
  DEFAULT_USER,
  type FlagSeed,
  type ProjectOptions,
  type ServiceOptions,
  type SurveySeed,
  type UserSeed,
} from '../options'
import { flagRow } from '../store/flagRows'
import { hashAndMask, personalKeyRow } from '../store/personalKeys'
import type { FlagRow, SurveyRow, UserRow } from '../store/rows'
import type { Transaction } from '../store/store'
import { flagEntries } from './flagEntries'
import { requireFlagSeed } from './requireOptions'

/** Everything that seeding needs besides the options. */
export interface SeedDeps {
  /** ISO 8601. */
  now: string
  uuid: () => string
}

/** Returns the projects of the options, with their ids and keys. */
export function resolveProjects(
  options: ServiceOptions,
): (ProjectOptions & { id: number; projectKey: string })[] {
  const projects = options.projects ?? [options]
  return projects.map((project, index) => ({
    ...project,
    id: project.id ?? index + 1,
    projectKey:
      project.projectKey ?? (index === 0 ? DEFAULT_PROJECT_KEY : `${DEFAULT_PROJECT_KEY}_${index + 1}`),
  }))
}

/** Writes the initial data. Projects, accounts and keys that are already in the store stay as they are. */
export async function seed(transaction: Transaction, options: ServiceOptions, deps: SeedDeps): Promise<void> {
  const copy = structuredClone({ users: options.users, personalKeys: options.personalKeys })
  const users = copy.users ?? [DEFAULT_USER]
  const rows = users.map((user, index) => seedUserRow(user, index + 1, deps))
  for (const row of rows) await transaction.insert('users', row)
  for (const key of copy.personalKeys ?? [{ key: DEFAULT_PERSONAL_KEY }]) {
    const owner = key.user === undefined ? rows[0] : rows.find(row => row.email === key.user)
    const row = personalKeyRow({
      ...hashAndMask(key.key),
      label: key.label ?? '',
      user_id: owner?.id ?? 0,
      scopes: key.scopes ?? ['*'],
      project_ids: key.projects ?? null,
      created_at: deps.now,
    })
    await transaction.insert('personalKeys', row)
  }
  for (const project of resolveProjects(options)) await seedProject(transaction, project, deps)
}

async function seedProject(
  transaction: Transaction,
  project: ProjectOptions & { id: number; projectKey: string },
  deps: SeedDeps,
): Promise<void> {
  const { id } = project
  const isNew = await transaction.insert('projects', {
    id,
    name: project.name ?? 'Demo',
    token: project.projectKey,
    organization_id: 'demo',
    time_zone: project.timeZone ?? 'UTC',
  })
  if (!isNew) return
  for (const [index, type] of (project.groupTypes ?? []).entries()) {
    await transaction.put('groupTypes', { project_id: id, type, index })
  }
  for (const row of seedFlagRows(id, flagEntries(project.flags))) await transaction.put('flags', row)
  for (const cohort of structuredClone(project.cohorts ?? [])) {
    await transaction.put('cohorts', { ...cohort, project_id: id })
    // A list of a wrong shape fails the flags that need it. See D-731.
    for (const distinct_id of isTextList(cohort.distinct_ids) ? cohort.distinct_ids : []) {
      await transaction.put('cohortMembers', { project_id: id, cohort_id: cohort.id, distinct_id })
    }
  }
  for (const survey of project.surveys ?? [])
    await transaction.put('surveys', seedSurveyRow(id, survey, deps))
  await seedPersons(transaction, project, deps)
  await seedGroups(transaction, project, deps)
}

async function seedPersons(
  transaction: Transaction,
  { id: project_id, persons }: ProjectOptions & { id: number },
  deps: SeedDeps,
): Promise<void> {
  for (const person of structuredClone(persons ?? [])) {
    const id = deps.uuid()
    await transaction.put('persons', {
      project_id,
      id,
      properties: person.properties ?? {},
      is_identified: person.is_identified ?? false,
      main_distinct_id: person.distinct_ids[0] ?? id,
      created_at: deps.now,
    })
    for (const distinct_id of person.distinct_ids) {
      await transaction.put('distinctIds', { project_id, distinct_id, person_id: id })
    }
  }
}

async function seedGroups(
  transaction: Transaction,
  { id: project_id, groups }: ProjectOptions & { id: number },
  deps: SeedDeps,
): Promise<void> {
  for (const { type, key, properties = {} } of structuredClone(groups ?? [])) {
    await transaction.put('groups', { project_id, type, key, properties, created_at: deps.now })
  }
}

/** Returns rows of flags. Flags without an id get the lowest free ids. */
function seedFlagRows(projectId: number, entries: [key: string, seed: FlagSeed][]): FlagRow[] {
  const ownId = (flag: FlagSeed) => (typeof flag === 'object' ? flag.id : undefined)
  const taken = new Set(entries.map(([, flag]) => ownId(flag)))
  let next = 1
  const nextFreeId = (): number => {
    while (taken.has(next)) next++
    return next++
  }
  return entries.map(([key, flag]) => seedFlagRow({ projectId, key, id: ownId(flag) ?? nextFreeId() }, flag))
}

/**
 * Returns the row of a flag.
 *
 * @param seed `true`, `false` or a variant: the value for everyone. An object: a part of the
 *   definition. Without filters the flag is on for everyone.
 * @throws Error for any other value.
 */
export function seedFlagRow(
  { projectId, key, id }: { projectId: number; key: string; id: number },
  seed: FlagSeed,
): FlagRow {
  requireFlagSeed(key, seed)
  const { payload, ...definition } = typeof seed === 'object' ? structuredClone(seed) : {}
  return flagRow(projectId, key, { filters: seedFilters(seed, payload), ...definition }, id)
}

function seedFilters(seed: FlagSeed, payload: unknown): FlagDefinition['filters'] {
  if (seed === false) return { groups: [{ properties: [], rollout_percentage: 0 }] }
  const groups = [{ properties: [], rollout_percentage: 100 }]
  if (typeof seed === 'string')
    return { groups, multivariate: { variants: [{ key: seed, rollout_percentage: 100 }] } }
  return payload === undefined ? { groups } : { groups, payloads: { true: JSON.stringify(payload) } }
}

/** Returns the row of a survey, from the form for browsers or that of the management interface. */
export function seedSurveyRow(projectId: number, seed: SurveySeed, deps: SeedDeps): SurveyRow {
  const copy = structuredClone(seed)
  return {
    project_id: projectId,
    id: copy.id ?? deps.uuid(),
    name: copy.name ?? 'Survey',
    description: copy.description ?? '',
    type: copy.type ?? 'popover',
    schedule: copy.schedule ?? 'once',
    linked_flag_id: null,
    targeting_flag_id: null,
    internal_targeting_flag_id: null,
    sampling_flag_id: null,
    questions: copy.questions ?? [],
    conditions: copy.conditions ?? null,
    appearance: copy.appearance ?? null,
    created_at: copy.created_at ?? deps.now,
    created_by_id: null,
    // A seeded survey runs at once, unless its start date is null.
    start_date: copy.start_date === undefined ? deps.now : copy.start_date,
    end_date: copy.end_date ?? null,
    archived: copy.archived ?? false,
    responses_limit: copy.responses_limit ?? null,
    iteration_count: copy.iteration_count ?? null,
    iteration_frequency_days: copy.iteration_frequency_days ?? null,
    iteration_start_dates: copy.iteration_start_dates ?? null,
    current_iteration: copy.current_iteration ?? null,
    current_iteration_start_date: copy.current_iteration_start_date ?? null,
    response_sampling_start_date: null,
    response_sampling_interval_type: copy.response_sampling_interval_type ?? null,
    response_sampling_interval: null,
    response_sampling_limit: null,
    response_sampling_daily_limits: null,
    enable_partial_responses: copy.enable_partial_responses ?? false,
    targeting_flag_filters: null,
    _create_in_folder: null,
    linked_flag_key: copy.linked_flag_key ?? copy.linked_flag?.key ?? null,
    targeting_flag_key: copy.targeting_flag_key ?? copy.targeting_flag?.key ?? null,
    internal_targeting_flag_key:
      copy.internal_targeting_flag_key ?? copy.internal_targeting_flag?.key ?? null,
    feature_flag_keys: copy.feature_flag_keys ?? null,
    base_language: copy.base_language || null,
    translations: copy.translations ?? null,
  }
}

/** Returns the row of a user. */
export function seedUserRow(user: UserSeed, id: number, deps: SeedDeps): UserRow {
  const uuid = (user.uuid ?? deps.uuid()).toLowerCase()
  return {
    id,
    uuid,
    distinct_id: uuid,
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    email: user.email,
    is_email_verified: user.is_email_verified ?? false,
    is_staff: user.is_staff ?? false,
    hedgehog_config: user.hedgehog_config ?? null,
    role_at_organization: user.role_at_organization ?? null,
    pending_email: user.pending_email ?? null,
    verification: null,
    two_factor_setup: null,
    two_factor_secret: null,
    backup_codes: [],
  }
}
