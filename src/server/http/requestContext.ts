import type { ServiceContext } from '../serviceContext'
import type { PersonalKeyRow, ProjectRow, UserRow } from '../store/rows'
import type { LoggedRequest } from './loggedRequest'
import type { ParsedRequest } from './parseRequest'

/** One request on its way through a route. */
export interface RequestContext {
  service: ServiceContext
  request: ParsedRequest
  /** Parts of the path, by their name in the route. */
  params: Record<string, string>
  query: URLSearchParams
  log: LoggedRequest
}

/** The context of a request whose caller has shown a personal key. */
export interface ManagementContext extends RequestContext {
  project: ProjectRow
  user: UserRow
}

/** The context of a request with the caller and the key that was shown, where one was. */
export interface UserContext extends RequestContext {
  user: UserRow | undefined
  key: PersonalKeyRow | undefined
}
