export type { LoggedRequest } from './http/loggedRequest'
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
export { createService, type Service } from './service'
export type { Mail } from './serviceContext'
export type { KnownPerson, ServiceState } from './serviceState'
export { createMemoryStore } from './store/memoryStore'
export type { FlagRow, GroupRow, PersonRow, StoredEvent, SurveyRow, UserRow, WarningRow } from './store/rows'
export {
  type Announce,
  type Announced,
  type KnownRows,
  type PageQuery,
  type PersonMove,
  type Query,
  type RowHead,
  type RowLimits,
  type Store,
  type StoreReader,
  StoreUnavailableError,
  type Transaction,
  type TransactionEnd,
  type TransactionOptions,
} from './store/store'
export type { Key, Row, TableName } from './store/tables'
export type { Failure } from './testing/failures'
