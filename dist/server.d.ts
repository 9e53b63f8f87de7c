import { S as Store } from './service-service.js';
export { F as Failure, a as FlagRow, b as FlagSeed, G as GroupRow, c as GroupSeed, K as Key, d as KnownPerson, L as LoggedRequest, M as Mail, P as PersonRow, e as PersonSeed, f as PersonalKeySeed, g as ProjectOptions, Q as Query, h as Quota, R as Reads, i as Row, j as Service, k as ServiceOptions, l as ServiceState, m as StoredEvent, n as SurveyRow, o as SurveySeed, T as TableName, p as Throttle, q as Transaction, U as UserRow, r as UserSeed, W as WarningRow, s as createService } from './service-service.js';

/**
 * A `Store` in memory, gone with the process.
 *
 * Rows are frozen when they are written, so that handing them out needs no copy.
 * A query that no index answers throws: a database would have to read everything.
 */
declare function createMemoryStore(): Store;

export { Store, createMemoryStore };
