import type { ServiceContext } from '../serviceContext'
import type { PersonalKeyRow, ProjectRow, UserRow } from '../store/rows'
import type { Turn } from './createTurns'
import type { LoggedRequest } from './loggedRequest'
import type { ParsedRequest } from './parseRequest'

/** A request with everything that its route needs. */
export interface RequestContext {
  service: ServiceContext
  request: ParsedRequest
  /** Path parameters by name. */
  params: Record<string, string>
  query: URLSearchParams
  log: LoggedRequest
  turn: Turn
}

/** The context of a request with a personal key. */
export interface ManagementContext extends RequestContext {
  project: ProjectRow
  user: UserRow
  key: PersonalKeyRow
}

/** The context of a request that may have a personal key. */
export interface UserContext extends RequestContext {
  user: UserRow | undefined
  key: PersonalKeyRow | undefined
}
