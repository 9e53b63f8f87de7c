import { S as Store } from './service-service.cjs';
export { F as Failure, a as FlagRow, b as FlagSeed, G as GroupRow, c as GroupSeed, K as Key, d as KnownPerson, L as LoggedRequest, M as Mail, P as PersonRow, e as PersonSeed, f as PersonalKeySeed, g as ProjectOptions, Q as Query, h as Quota, R as Row, i as Service, j as ServiceOptions, k as ServiceState, l as StoreReader, m as StoredEvent, n as SurveyRow, o as SurveySeed, T as TableName, p as Throttle, q as Transaction, U as UserRow, r as UserSeed, W as WarningRow, s as createService } from './service-service.cjs';

/** Creates a `Store` in memory. Its rows are gone when the process ends. */
declare function createMemoryStore(): Store;

export { Store, createMemoryStore };
