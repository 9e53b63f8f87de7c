import type { Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { CohortDefinition, FlagDefinition } from '../wire/flagDefinition'
import type { ReadSurvey } from '../wire/managedSurvey'
import type { Survey } from '../wire/survey'
import type { Store } from './store/store'

/**
 * A flag to start with: its value for everyone, or a part of its definition.
 *
 * @example
 * ```ts
 * createService({
 *   flags: { 'new-nav': true, color: 'green', beta: { filters: { groups: [{ rollout_percentage: 50 }] } } },
 * })
 * ```
 */
export type FlagSeed = FlagValue | (Partial<FlagDefinition> & { payload?: unknown })

/**
 * A survey to start with, in the form for browsers or in that of the management interface.
 *
 * @example
 * ```ts
 * createService({ surveys: [{ id: 'nps', questions: [{ type: 'open', question: 'Why?' }] }] })
 * ```
 */
export type SurveySeed = Partial<Omit<ReadSurvey, keyof Survey | FlagField>> &
  Partial<Survey> & { id?: string }

/** Fields that would need flags of their own, which a seed does not create. See D-733. */
type FlagField =
  | 'linked_flag_id'
  | 'response_sampling_start_date'
  | 'response_sampling_interval'
  | 'response_sampling_limit'
  | 'response_sampling_daily_limits'

/**
 * A person to start with.
 *
 * @example
 * ```ts
 * createService({ persons: [{ distinct_ids: ['ann'], properties: { plan: 'pro' } }] })
 * ```
 */
export interface PersonSeed {
  distinct_ids: string[]
  properties?: Properties
  is_identified?: boolean
}

/**
 * A group to start with.
 *
 * @example
 * ```ts
 * createService({ groupTypes: ['company'], groups: [{ type: 'company', key: 'acme', properties: { size: 40 } }] })
 * ```
 */
export interface GroupSeed {
  type: string
  key: string
  properties?: Properties
}

/**
 * Exhausted quotas of a project. `state.setQuota` changes them while the service runs. Interface section 7.
 *
 * @example
 * ```ts
 * createService({ quota: { events: true } })
 * ```
 */
export interface Quota {
  /** Flags are not evaluated. */
  flags?: boolean
  /** Events are accepted and dropped. */
  events?: boolean
  /** Replies say that recordings are limited, and the configuration has no session recording. */
  recordings?: boolean
}

/**
 * A project and its initial data.
 *
 * @example
 * ```ts
 * createService({ projects: [{ projectKey: 'phc_a' }, { projectKey: 'phc_b', flags: { 'new-nav': true } }] })
 * ```
 */
export interface ProjectOptions {
  /** Default: 1, and the position in a list of projects. */
  id?: number
  name?: string
  /** The public key that browsers send as `api_key`. Default: `phc_demo`. */
  projectKey?: string
  /** IANA name of the time zone of dates without an offset. Default: UTC. */
  timeZone?: string
  flags?: Record<string, FlagSeed> | (Partial<FlagDefinition> & { key: string; payload?: unknown })[]
  cohorts?: CohortDefinition[]
  surveys?: SurveySeed[]
  persons?: PersonSeed[]
  groups?: GroupSeed[]
  /** In the order of their index. At most five. */
  groupTypes?: string[]
  /** Fields of the remote configuration to replace. */
  config?: Record<string, unknown>
  quota?: Quota
}

/**
 * A user account to start with.
 *
 * @example
 * ```ts
 * createService({ users: [{ email: 'ann@example.com', first_name: 'Ann', is_staff: true }] })
 * ```
 */
export interface UserSeed {
  /** Default: a new id. */
  uuid?: string
  email: string
  first_name?: string
  last_name?: string
  is_email_verified?: boolean
  is_staff?: boolean
  role_at_organization?: string | null
  hedgehog_config?: Properties | null
  /** A new email address that is not verified yet. */
  pending_email?: string | null
}

/**
 * A personal key, for the management interface. Interface section 5.
 *
 * @example
 * ```ts
 * createService({ personalKeys: [{ key: 'phx_reader', scopes: ['survey:read'] }] })
 * ```
 */
export interface PersonalKeySeed {
  /** The text after `Bearer `. */
  key: string
  /** A name for lists of keys. */
  label?: string
  /** Default: `['*']`, every scope. */
  scopes?: string[]
  /** Ids of the accessible projects. Default: all projects. */
  projects?: number[]
  /** Email address of the owner. Default: the first user. */
  user?: string
}

/** A group of endpoints with one throttle. */
export type ThrottleGroup = 'flags' | 'capture' | 'management' | 'users'

/**
 * The requests that a caller may send to a group of endpoints. Further requests get 429.
 *
 * @example
 * ```ts
 * createService({ throttles: { capture: { requests: 100, perMs: 60_000 } } })
 * ```
 */
export interface Throttle {
  requests: number
  perMs: number
}

/** The requests that are limited by address: events, and requests with a wrong personal key. */
export type AddressLimit = 'capture' | 'failedAuthentication'

/**
 * The options of `createService`. Each one has a default: without options the service
 * has one project, `phc_demo`, and one personal key, `phx_demo`.
 *
 * @example
 * ```ts
 * createService({ projectKey: 'phc_test', flags: { 'new-nav': true }, now: () => Date.UTC(2025, 9, 1) })
 * ```
 */
export interface ServiceOptions extends ProjectOptions {
  /** Several projects. They replace the fields of the single project. */
  projects?: ProjectOptions[]
  users?: UserSeed[]
  personalKeys?: PersonalKeySeed[]
  /** Returns the time in epoch ms. Default: `Date.now`. */
  now?: () => number
  /** Returns a new id. Default: a random UUID. */
  uuid?: () => string
  /** Returns a number of random bytes, for secrets and the names of survey flags. */
  randomBytes?: (count: number) => Uint8Array
  /** Returns person properties for an IP address, if any are known. Interface section 4.3. */
  geoip?: (ip: string) => Properties | null | undefined
  /** Default: a store in memory. `openStore` of `earshot/store` opens one on disk. */
  store?: Store
  /** Serves tagged flags only to requests that name their tag. See D-281. */
  strictTags?: boolean
  /** Refuses events with an unknown project key. Otherwise they get 200 and are dropped. See D-228. */
  strictTokens?: boolean
  /** Gives the replies of the user endpoints a body. See D-323. */
  userBodies?: boolean
  /** Makes the user endpoints require `user:read` and `user:write`. See D-325. */
  requireUserScopes?: boolean
  /** Answers GET on the public endpoints. See D-231. */
  publicGet?: boolean
  /** `false` disables the routes for older clients. See D-232. */
  legacyRoutes?: boolean
  /** Limit of a body in bytes, as sent and again as decoded. Default: 1 byte less than 20 MB. Interface section 8. */
  maxBodyBytes?: number
  /** Limit of events, and of warnings, per project. The oldest are deleted. Default: a million in memory, none on disk. See D-481. */
  maxEvents?: number
  /** Approximate limit of the bytes of events, persons, groups and warnings of a project. Default: 64 MB in memory, none on disk. See D-374, D-481. */
  maxBytes?: number
  /** Milliseconds after which events, survey answers and warnings are deleted. Default: never. See D-544. */
  keepMs?: number
  /** Throttles by group of endpoints. Default: none. */
  throttles?: Partial<Record<ThrottleGroup, Throttle>>
  /** Throttles by the address of the client, which a server passes to `fetch`. Default: none. See D-542. */
  addressLimits?: Partial<Record<AddressLimit, Throttle>>
  /** Number of requests that `state.requests()` returns. Default: 1000. */
  requestLogSize?: number
}

/** Less than 20 MB. Interface section 8. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024 - 1

/** Events of a project; their bytes are usually the lower limit. */
export const MAX_EVENTS = 1_000_000

/** The process then stays below 256 MB, with the memory that requests in progress take. See D-475. */
export const MAX_BYTES = 64 * 1024 * 1024

/** The key of a project without one. */
export const DEFAULT_PROJECT_KEY = 'phc_demo'
/** The user of a service without one. */
export const DEFAULT_USER: UserSeed = { email: 'owner@example.com', first_name: 'Owner', is_staff: true }
/** The personal key of a service without one. */
export const DEFAULT_PERSONAL_KEY = 'phx_demo'
