export type { Failure } from './failures'
export type { Mail } from './mailbox'
export type {
  FlagSeed,
  GroupSeed,
  PersonalKeySeed,
  PersonSeed,
  ProjectOptions,
  Quota,
  ServiceOptions,
  SurveySeed,
  Throttle,
  UserSeed,
} from './options'
export type { LoggedRequest } from './requestLog'
export { createService, type Service } from './service'
export type { KnownPerson, ServiceState } from './state'
export { createMemoryStore } from './store/memoryStore'
export type { FlagRow, GroupRow, PersonRow, StoredEvent, SurveyRow, UserRow, WarningRow } from './store/rows'
export type { Query, Reads, Store, Transaction } from './store/store'
export type { Key, Row, TableName } from './store/tables'
