import type { FlagDefinition } from '../../wire/flagDefinition'
import type { Survey } from '../../wire/survey'
import {
  DEFAULT_PERSONAL_KEY,
  DEFAULT_PROJECT_KEY,
  type FlagSeed,
  type ProjectOptions,
  type ServiceOptions,
  type SurveySeed,
  type UserSeed,
} from '../options'
import type { FlagRow, SurveyRow, UserRow } from '../store/rows'
import type { Transaction } from '../store/store'

/** What seeding needs besides the options. */
export interface SeedTools {
  /** ISO 8601. */
  now: string
  uuid: () => string
}

/** The projects that options speak of: the list, or the single one. */
export function projectsOf(options: ServiceOptions): (ProjectOptions & { id: number; projectKey: string })[] {
  const projects = options.projects ?? [options]
  return projects.map((project, index) => ({
    ...project,
    id: project.id ?? index + 1,
    projectKey:
      project.projectKey ?? (index === 0 ? DEFAULT_PROJECT_KEY : `${DEFAULT_PROJECT_KEY}_${index + 1}`),
  }))
}

/** Writes what the options start with. A store that already knows a project, an account or a key keeps what it has. */
export async function seed(
  transaction: Transaction,
  options: ServiceOptions,
  tools: SeedTools,
): Promise<void> {
  const given = structuredClone({ users: options.users, personalKeys: options.personalKeys })
  const users = given.users ?? [{ email: 'owner@example.com', first_name: 'Owner', is_staff: true }]
  const rows = users.map((user, index) => userRow(user, index + 1, tools))
  for (const row of rows) await transaction.insert('users', row)
  for (const key of given.personalKeys ?? [{ key: DEFAULT_PERSONAL_KEY }]) {
    const owner = rows.find(row => row.email === key.user) ?? rows[0]
    await transaction.insert('personalKeys', {
      key: key.key,
      user_id: owner?.id ?? 0,
      scopes: key.scopes ?? ['*'],
      project_ids: key.projects ?? null,
    })
  }
  for (const project of projectsOf(options)) await seedProject(transaction, project, tools)
}

async function seedProject(
  transaction: Transaction,
  project: ProjectOptions & { id: number; projectKey: string },
  tools: SeedTools,
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
  for (const row of flagRows(id, flagSeeds(project.flags))) await transaction.put('flags', row)
  for (const cohort of structuredClone(project.cohorts ?? [])) {
    await transaction.put('cohorts', { ...cohort, project_id: id })
    for (const distinct_id of cohort.distinct_ids ?? []) {
      await transaction.put('cohortMembers', { project_id: id, cohort_id: cohort.id, distinct_id })
    }
  }
  for (const survey of project.surveys ?? []) await transaction.put('surveys', surveyRow(id, survey, tools))
  await seedPersons(transaction, id, project, tools)
}

async function seedPersons(
  transaction: Transaction,
  projectId: number,
  project: ProjectOptions,
  tools: SeedTools,
): Promise<void> {
  for (const person of structuredClone(project.persons ?? [])) {
    const id = tools.uuid()
    await transaction.put('persons', {
      project_id: projectId,
      id,
      properties: person.properties ?? {},
      is_identified: person.is_identified ?? false,
      main_distinct_id: person.distinct_ids[0] ?? id,
      created_at: tools.now,
    })
    for (const distinct_id of person.distinct_ids) {
      await transaction.put('distinctIds', { project_id: projectId, distinct_id, person_id: id })
    }
  }
  for (const group of structuredClone(project.groups ?? [])) {
    await transaction.put('groups', {
      project_id: projectId,
      type: group.type,
      key: group.key,
      properties: group.properties ?? {},
      created_at: tools.now,
    })
  }
}

function flagSeeds(flags: ProjectOptions['flags']): [key: string, seed: FlagSeed][] {
  if (Array.isArray(flags)) return flags.map(flag => [flag.key, flag])
  return Object.entries(flags ?? {})
}

/** Flags that bring no id get the first ones that are free. */
function flagRows(projectId: number, seeds: [key: string, seed: FlagSeed][]): FlagRow[] {
  const taken = new Set(seeds.map(([, flag]) => (typeof flag === 'object' ? flag.id : undefined)))
  let next = 1
  const freeId = (): number => {
    while (taken.has(next)) next++
    return next++
  }
  return seeds.map(([key, flag]) =>
    flagRow(projectId, key, flag, (typeof flag === 'object' ? flag.id : undefined) ?? freeId()),
  )
}

/**
 * A whole flag from as little as its value.
 *
 * @param seed True or false: for everyone; text: that variant for everyone; an
 *   object: a definition, what it lacks filled in, on for everyone when it has no filters.
 */
export function flagRow(projectId: number, key: string, seed: FlagSeed, id: number): FlagRow {
  const given = typeof seed === 'object' ? structuredClone(seed) : {}
  const { payload, ...definition } = given
  return {
    id,
    team_id: projectId,
    name: key,
    deleted: false,
    active: true,
    ensure_experience_continuity: false,
    has_encrypted_payloads: false,
    version: 1,
    evaluation_runtime: 'all',
    evaluation_tags: [],
    filters: filtersFor(seed, payload),
    ...definition,
    key,
    project_id: projectId,
  }
}

function filtersFor(seed: FlagSeed, payload: unknown): FlagDefinition['filters'] {
  if (seed === false) return { groups: [{ properties: [], rollout_percentage: 0 }] }
  const groups = [{ properties: [], rollout_percentage: 100 }]
  if (typeof seed === 'string')
    return { groups, multivariate: { variants: [{ key: seed, rollout_percentage: 100 }] } }
  return payload === undefined ? { groups } : { groups, payloads: { true: JSON.stringify(payload) } }
}

/** A whole survey from either of its forms. */
export function surveyRow(projectId: number, seed: SurveySeed, tools: SeedTools): SurveyRow {
  const given = structuredClone(seed)
  return {
    project_id: projectId,
    id: given.id ?? tools.uuid(),
    name: given.name ?? 'Survey',
    description: given.description ?? '',
    type: given.type ?? 'popover',
    schedule: given.schedule ?? 'once',
    linked_flag_id: null,
    targeting_flag_id: null,
    internal_targeting_flag_id: null,
    sampling_flag_id: null,
    questions: given.questions ?? [],
    conditions: given.conditions ?? null,
    appearance: given.appearance ?? null,
    created_at: given.created_at ?? tools.now,
    created_by_id: null,
    // A survey given at start is there to be seen; null makes it a draft.
    start_date: given.start_date === undefined ? tools.now : given.start_date,
    end_date: given.end_date ?? null,
    archived: given.archived ?? false,
    responses_limit: given.responses_limit ?? null,
    iteration_count: given.iteration_count ?? null,
    iteration_frequency_days: given.iteration_frequency_days ?? null,
    iteration_start_dates: given.iteration_start_dates ?? null,
    current_iteration: given.current_iteration ?? null,
    current_iteration_start_date: given.current_iteration_start_date ?? null,
    response_sampling_start_date: given.response_sampling_start_date ?? null,
    response_sampling_interval_type: given.response_sampling_interval_type ?? null,
    response_sampling_interval: given.response_sampling_interval ?? null,
    response_sampling_limit: given.response_sampling_limit ?? null,
    response_sampling_daily_limits: given.response_sampling_daily_limits ?? null,
    enable_partial_responses: given.enable_partial_responses ?? false,
    written: { targeting_flag_filters: null, remove_targeting_flag: null, _create_in_folder: null },
    browser: browserPart(given),
  }
}

/** The flag keys and texts that only browsers are told. */
function browserPart(seed: SurveySeed): Partial<Survey> {
  return {
    linked_flag_key: seed.linked_flag_key ?? seed.linked_flag?.key ?? null,
    targeting_flag_key: seed.targeting_flag_key ?? seed.targeting_flag?.key ?? null,
    internal_targeting_flag_key:
      seed.internal_targeting_flag_key ?? seed.internal_targeting_flag?.key ?? null,
    ...(seed.feature_flag_keys ? { feature_flag_keys: seed.feature_flag_keys } : {}),
    ...(seed.base_language ? { base_language: seed.base_language } : {}),
    ...(seed.translations ? { translations: seed.translations } : {}),
  }
}

function userRow(user: UserSeed, id: number, tools: SeedTools): UserRow {
  const uuid = (user.uuid ?? tools.uuid()).toLowerCase()
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
    password: user.password ?? null,
    pending_email: user.pending_email ?? null,
    verification: null,
    two_factor_setup: null,
    two_factor_secret: null,
    backup_codes: [],
  }
}
