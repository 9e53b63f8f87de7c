import type { Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { CohortDefinition, FlagDefinition } from '../wire/flagDefinition'
import type { ReadSurvey } from '../wire/managedSurvey'
import type { Survey } from '../wire/survey'
import type { Store } from './store/store'

/** A flag to begin with: its value for everyone, or as much of a definition as is needed. */
export type FlagSeed = FlagValue | (Partial<FlagDefinition> & { payload?: unknown })

/** A survey to begin with, as browsers or as the management interface have it. */
export type SurveySeed = Partial<Omit<ReadSurvey, keyof Survey>> & Partial<Survey> & { id?: string }

/** A person to begin with. */
export interface PersonSeed {
  distinct_ids: string[]
  properties?: Properties
  is_identified?: boolean
}

/** A group to begin with. */
export interface GroupSeed {
  type: string
  key: string
  properties?: Properties
}

/** What is used up; each may be switched while the service runs, by `state.setQuota`. Interface section 7. */
export interface Quota {
  /** No flag is evaluated. */
  flags?: boolean
  /** Events are answered and dropped. */
  events?: boolean
  /** Answers say so; the configuration has no session recording. */
  recordings?: boolean
}

/** One project and what it starts with. */
export interface ProjectOptions {
  /** 1 when missing. */
  id?: number
  name?: string
  /** What browsers send as `api_key`. `phc_demo` when missing. */
  projectKey?: string
  /** IANA name; how dates without an offset are read. UTC when missing. */
  timeZone?: string
  flags?: Record<string, FlagSeed> | (Partial<FlagDefinition> & { key: string; payload?: unknown })[]
  cohorts?: CohortDefinition[]
  surveys?: SurveySeed[]
  persons?: PersonSeed[]
  groups?: GroupSeed[]
  /** In the order of their index, at most five. */
  groupTypes?: string[]
  /** Fields of the configuration answer to replace. */
  config?: Record<string, unknown>
  quota?: Quota
}

/** An account to begin with; a uuid is made where there is none. */
export interface UserSeed {
  uuid?: string
  email: string
  first_name?: string
  last_name?: string
  is_email_verified?: boolean
  is_staff?: boolean
  role_at_organization?: string | null
  hedgehog_config?: Properties | null
  password?: string
  /** An address that waits for its verification. */
  pending_email?: string | null
}

/** A key of the management interface. Interface section 5. */
export interface PersonalKeySeed {
  /** What goes behind `Bearer `. */
  key: string
  /** `*` when missing: everything. */
  scopes?: string[]
  /** Ids of projects; missing: all. */
  projects?: number[]
  /** E-mail address of its user; the first user when missing. */
  user?: string
}

/** What is throttled together. */
export type ThrottleGroup = 'flags' | 'capture' | 'management' | 'users'

/** How often a family of endpoints may be asked; beyond it the answer is 429. Off when missing. */
export interface Throttle {
  requests: number
  perMs: number
}

/**
 * How `createService` starts. Everything may be left out: then one project,
 * `phc_demo`, and one personal key, `phx_demo`, exist and nothing else.
 */
export interface ServiceOptions extends ProjectOptions {
  /** Several projects; the fields of a single one are then ignored. */
  projects?: ProjectOptions[]
  users?: UserSeed[]
  personalKeys?: PersonalKeySeed[]
  /** Epoch ms; the machine's clock when missing. */
  now?: () => number
  /** Ids of everything that gets one; UUIDv4 when missing. */
  uuid?: () => string
  /** So many random bytes: for secrets and the names of survey flags. */
  randomBytes?: (count: number) => Uint8Array
  /** What is known about an address; nothing when missing. Interface section 4.3. */
  geoip?: (ip: string) => Properties | null | undefined
  /** Where everything is kept; memory when missing. */
  store?: Store
  /** A tagged flag is served only to requests that name its tag. DECISIONS, "Tags". */
  strictTags?: boolean
  /** Capture refuses a key that no project has; otherwise it answers 200 and drops. DECISIONS, "Keys". */
  strictTokens?: boolean
  /** The users' endpoints answer with bodies. DECISIONS, "User bodies". */
  userBodies?: boolean
  /** The users' endpoints ask for `user:read` and `user:write`. DECISIONS, "User scopes". */
  requireUserScopes?: boolean
  /** GET is answered on the public endpoints. DECISIONS, "GET on public endpoints". */
  publicGet?: boolean
  /** False switches off the routes that older clients call. DECISIONS, "Legacy routes". */
  legacyRoutes?: boolean
  /** Longest body, in bytes, as sent and again as unpacked; 20 MB less one. Interface section 8. */
  maxBodyBytes?: number
  /** How many events each project keeps, and how many warnings; the oldest are forgotten. A million when missing. */
  maxEvents?: number
  /** By family of endpoints. */
  throttles?: Partial<Record<ThrottleGroup, Throttle>>
  /** How many requests `state.requests()` remembers; 1000 when missing. */
  requestLogSize?: number
}

/** Interface section 8: less than 20 MB. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024 - 1

/** Small events then take about 0.6 GB: less than what a process may. */
export const MAX_EVENTS = 1_000_000

/** The project key where none is given. */
export const DEFAULT_PROJECT_KEY = 'phc_demo'
/** The personal key where none is given. */
export const DEFAULT_PERSONAL_KEY = 'phx_demo'
