export { F as Failure, a as FlagSeed, G as GroupSeed, K as KnownPerson, L as LoggedRequest, M as Mail, P as PersonSeed, b as PersonalKeySeed, c as ProjectOptions, Q as Quota, S as Service, d as ServiceOptions, e as ServiceState, f as SurveySeed, T as Throttle, U as UserSeed, g as createService } from './chunk-service.js';
import { E as ExportableStore } from './chunk-store.js';
export { A as Announce, a as Announced, F as FlagRow, G as GroupRow, K as Key, b as KnownRows, P as PageQuery, c as PersonMove, d as PersonRow, Q as Query, R as Row, e as RowHead, f as RowLimits, S as Store, g as StoreReader, h as StoreUnavailableError, i as StoredEvent, j as SurveyRow, T as TableName, k as Transaction, l as TransactionEnd, m as TransactionOptions, U as UserRow, W as WarningRow } from './chunk-store.js';
import './chunk-survey.js';
import './chunk-flag.js';

/** Creates a `Store` in memory. Its rows are gone when the process ends. */
declare function createMemoryStore(): ExportableStore;

export { createMemoryStore };
