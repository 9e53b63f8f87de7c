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
export type { Query, Reads, Store, Transaction } from './store/store'
export type {
  FlagRow,
  GroupRow,
  Key,
  PersonRow,
  Row,
  StoredEvent,
  SurveyRow,
  TableName,
  UserRow,
  WarningRow,
} from './store/tables'
