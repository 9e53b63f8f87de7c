import type { LoggedRequest } from './http/loggedRequest'
import type { FlagSeed, Quota, SurveySeed } from './options'
import type { ProjectSettings } from './projectSettings'
import type { Mail } from './serviceContext'
import { nextFlagId } from './store/flagRows'
import type { FlagRow, GroupRow, PersonRow, StoredEvent, SurveyRow, UserRow, WarningRow } from './store/rows'
import type { Store } from './store/store'
import type { Row } from './store/tables'
import { type SeedDeps, seedFlagRow, seedSurveyRow } from './testing/seed'

/**
 * A person with all their distinct ids.
 *
 * @example
 * ```ts
 * const [{ distinct_ids, properties }] = await service.state.persons()
 * ```
 */
export type KnownPerson = PersonRow & { distinct_ids: string[] }

/**
 * Access to the data of a service, for tests. The default project is the first one.
 * Rows are frozen: change them by these methods.
 *
 * @example
 * ```ts
 * const service = createService()
 * await service.state.setFlag('new-nav', true)
 * await page.goto('/')
 * expect(await service.state.events()).toMatchObject([{ event: '$pageview' }])
 * await service.state.reset()
 * ```
 */
export interface ServiceState {
  /** Returns the stored events, oldest first. */
  events(projectId?: number): Promise<StoredEvent[]>
  persons(projectId?: number): Promise<KnownPerson[]>
  groups(projectId?: number): Promise<GroupRow[]>
  surveys(projectId?: number): Promise<SurveyRow[]>
  flags(projectId?: number): Promise<FlagRow[]>
  users(): Promise<UserRow[]>
  /** Returns the reasons for which data was dropped or changed although the request was answered 200. */
  warnings(projectId?: number): Promise<WarningRow[]>
  /** Returns the latest requests, oldest first. Refused requests are included. */
  requests(): LoggedRequest[]
  /** Returns the emails that would have been sent. */
  mails(): Mail[]
  /** Creates or replaces a flag, by its value for everyone or by its definition. */
  setFlag(key: string, flag: FlagSeed, projectId?: number): Promise<FlagRow>
  /** Creates a survey, or replaces the survey with the same id. */
  addSurvey(survey: SurveySeed, projectId?: number): Promise<SurveyRow>
  /** Changes the given quotas. */
  setQuota(quota: Quota, projectId?: number): void
  /** Replaces the given fields of the remote configuration. */
  setConfig(config: Record<string, unknown>, projectId?: number): void
  /** Restores the data of the options. Deletes failures, requests and emails. */
  reset(): Promise<void>
}

/** Everything that the state needs of its service. */
interface StateDeps extends Pick<ServiceState, 'requests' | 'mails' | 'reset'> {
  store: Store
  /** Resolves when the data of the options is stored. */
  ready: () => Promise<void>
  seedDeps: () => SeedDeps
  firstProject: number
  settings: ProjectSettings
}

/** Creates the access to the data of a service. */
export function createServiceState({
  store,
  ready,
  seedDeps,
  firstProject,
  settings,
  requests,
  mails,
  reset,
}: StateDeps): ServiceState {
  const find = async <T extends ProjectTable>(table: T, projectId = firstProject): Promise<Row<T>[]> => {
    await ready()
    return store.find(table, { where: whereProject<T>(projectId) })
  }

  return {
    events: projectId => find('events', projectId),
    groups: projectId => find('groups', projectId),
    surveys: projectId => find('surveys', projectId),
    flags: projectId => find('flags', projectId),
    warnings: projectId => find('warnings', projectId),
    persons: async projectId => {
      const persons = await find('persons', projectId)
      return Promise.all(persons.map(person => withDistinctIds(store, person)))
    },
    users: async () => {
      await ready()
      return store.find('users', { where: {} })
    },
    requests,
    mails,
    setFlag: async (key, flag, projectId = firstProject) => {
      await ready()
      return store.transaction(async transaction => {
        const [previous] = await transaction.find('flags', { where: { project_id: projectId, key } })
        const id = previous?.id ?? (await nextFlagId(transaction, projectId))
        const seeded = seedFlagRow({ projectId, key, id }, flag)
        const row = { ...seeded, id, version: previous ? (previous.version ?? 0) + 1 : seeded.version }
        await transaction.put('flags', row)
        return row
      })
    },
    addSurvey: async (survey, projectId = firstProject) => {
      await ready()
      const row = seedSurveyRow(projectId, survey, seedDeps())
      await store.transaction(transaction => transaction.put('surveys', row))
      return row
    },
    setQuota: (quota, projectId = firstProject) => settings.setQuota(projectId, quota),
    setConfig: (config, projectId = firstProject) => settings.setConfig(projectId, config),
    reset,
  }
}

type ProjectTable = 'events' | 'persons' | 'groups' | 'surveys' | 'flags' | 'warnings'

/** Each of these tables has the column, which the compiler cannot see while the table is a parameter. */
function whereProject<T extends ProjectTable>(project_id: number): Partial<Row<T>> {
  return { project_id } as Partial<Row<T>>
}

async function withDistinctIds(store: Store, person: PersonRow): Promise<KnownPerson> {
  const where = { project_id: person.project_id, person_id: person.id }
  const ids = await store.find('distinctIds', { where })
  return { ...person, distinct_ids: ids.map(row => row.distinct_id) }
}
