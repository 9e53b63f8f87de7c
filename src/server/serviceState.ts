import type { LoggedRequest } from './http/loggedRequest'
import type { FlagSeed, Quota, SurveySeed } from './options'
import type { Mail } from './serviceContext'
import { nextFlagId } from './store/flagRows'
import type { FlagRow, GroupRow, PersonRow, StoredEvent, SurveyRow, UserRow, WarningRow } from './store/rows'
import type { Store } from './store/store'
import type { Row } from './store/tables'
import { type SeedDeps, seedFlagRow, seedSurveyRow } from './testing/seed'
import type { TestMailer } from './testing/testMailer'

/** A person, with the ids that are theirs. */
export type KnownPerson = PersonRow & { distinct_ids: string[] }

/**
 * What tests read and change behind the wire. Where a project is not named it
 * is the first one. Rows are frozen: change them by the methods here.
 */
export interface ServiceState {
  /** Stored events, oldest first. */
  events(projectId?: number): Promise<StoredEvent[]>
  persons(projectId?: number): Promise<KnownPerson[]>
  groups(projectId?: number): Promise<GroupRow[]>
  surveys(projectId?: number): Promise<SurveyRow[]>
  flags(projectId?: number): Promise<FlagRow[]>
  users(): Promise<UserRow[]>
  /** Why something was dropped or changed although the answer was 200. */
  warnings(projectId?: number): Promise<WarningRow[]>
  /** The latest requests, oldest first, refused ones included. */
  requests(): LoggedRequest[]
  /** Mails that would have been sent. */
  mails(): Mail[]
  /** Sets a flag to a value for everyone, or to a definition; makes it when there is none. */
  setFlag(key: string, flag: FlagSeed, projectId?: number): Promise<FlagRow>
  /** Adds a survey, or replaces the one of the same id. */
  addSurvey(survey: SurveySeed, projectId?: number): Promise<SurveyRow>
  setQuota(quota: Quota, projectId?: number): void
  /** Replaces fields of the configuration answer. */
  setConfig(config: Record<string, unknown>, projectId?: number): void
  /** Back to what the options say; failures, requests and mails are forgotten. */
  reset(): Promise<void>
}

/** What the state works with. */
interface StateDeps {
  store: Store
  /** Settles when the options have been written. */
  ready: () => Promise<void>
  seedDeps: () => SeedDeps
  firstProject: number
  quotas: Map<number, Quota>
  configs: Map<number, Record<string, unknown>>
  requests: () => LoggedRequest[]
  mailer: TestMailer
  reset: () => Promise<void>
}

type ProjectTable = 'events' | 'persons' | 'groups' | 'surveys' | 'flags' | 'warnings'

/** Each of these tables has the column, which the compiler cannot see of a table not yet chosen. */
function whereProject<T extends ProjectTable>(project_id: number): Partial<Row<T>> {
  return { project_id } as Partial<Row<T>>
}

/** Makes what tests see behind the wire; the methods are described in `ServiceState`. */
export function createServiceState({
  store,
  ready,
  seedDeps,
  firstProject,
  quotas,
  configs,
  ...rest
}: StateDeps): ServiceState {
  const all = async <T extends ProjectTable>(table: T, projectId = firstProject): Promise<Row<T>[]> => {
    await ready()
    return store.find(table, { where: whereProject<T>(projectId) })
  }

  const withDistinctIds = async (person: PersonRow): Promise<KnownPerson> => {
    const ids = await store.find('distinctIds', {
      where: { project_id: person.project_id, person_id: person.id },
    })
    return { ...person, distinct_ids: ids.map(row => row.distinct_id) }
  }

  return {
    events: projectId => all('events', projectId),
    groups: projectId => all('groups', projectId),
    surveys: projectId => all('surveys', projectId),
    flags: projectId => all('flags', projectId),
    warnings: projectId => all('warnings', projectId),
    persons: async projectId => Promise.all((await all('persons', projectId)).map(withDistinctIds)),
    users: async () => {
      await ready()
      return store.find('users', { where: {} })
    },
    requests: rest.requests,
    mails: rest.mailer.all,
    setFlag: async (key, flag, projectId = firstProject) => {
      await ready()
      return store.transaction(async transaction => {
        const [before] = await transaction.find('flags', { where: { project_id: projectId, key } })
        const id = before?.id ?? (await nextFlagId(transaction, projectId))
        const seeded = seedFlagRow(projectId, key, flag, id)
        const row = { ...seeded, id, version: before ? (before.version ?? 0) + 1 : seeded.version }
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
    setQuota: (quota, projectId = firstProject) => {
      quotas.set(projectId, { ...quotas.get(projectId), ...quota })
    },
    setConfig: (config, projectId = firstProject) => {
      configs.set(projectId, { ...configs.get(projectId), ...config })
    },
    reset: rest.reset,
  }
}
