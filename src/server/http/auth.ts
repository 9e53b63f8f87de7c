import type { ServiceContext } from '../serviceContext'
import { findPersonalKey } from '../store/personalKeys'
import type { PersonalKeyRow, ProjectRow, UserRow } from '../store/rows'
import type { ParsedRequest } from './parseRequest'
import { forbidden, notFound, unauthenticated } from './reply'
import type { RequestContext } from './requestContext'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' }

/** The owner of a personal key. */
export interface Caller {
  key: PersonalKeyRow
  user: UserRow
}

/**
 * Returns the caller whose personal key is in `Authorization`. Interface section 5.
 *
 * @throws HttpError 401 without a key, or with an unknown one.
 */
export async function authenticate(service: ServiceContext, request: ParsedRequest): Promise<Caller> {
  const header = request.header('authorization')
  if (!header) {
    throw unauthenticated('not_authenticated', 'Authentication credentials were not provided.', CHALLENGE)
  }
  const token = /^Bearer\s+(\S+)\s*$/i.exec(header)?.[1]
  const key = token === undefined ? undefined : await findPersonalKey(service.store, token)
  const user = key && (await service.store.get('users', { id: key.user_id }))
  if (!key || !user) {
    const detail = 'Personal API key found in request Authorization header is invalid.'
    throw unauthenticated('authentication_failed', detail, CHALLENGE)
  }
  return { key, user }
}

/**
 * Checks that a key has a scope. A write scope covers reading.
 *
 * @throws HttpError 403 when it has not.
 */
export function requireScope(key: PersonalKeyRow, scope: string): void {
  if (!hasScope(key, scope)) throw forbidden(`API key missing required scope '${scope}'`)
}

/** Whether a key has a scope, be it through the write scope or `*`. */
export function hasScope(key: PersonalKeyRow, scope: string): boolean {
  const writeScope = scope.replace(/:read$/, ':write')
  return key.scopes.some(granted => ['*', scope, writeScope].includes(granted))
}

/**
 * Returns the project that a path names by its id or as `@current`.
 *
 * @throws HttpError 404 for an unknown project, 403 when the key is limited to other projects.
 */
export async function requireProject(
  service: ServiceContext,
  key: PersonalKeyRow,
  id: string,
): Promise<ProjectRow> {
  const project =
    id === '@current' ? await findFirstProject(service, key) : await findProjectById(service, id)
  if (!project) throw notFound('Project not found.')
  requireProjectAccess(key, project)
  return project
}

/**
 * Checks that a key may access a project.
 *
 * @throws HttpError 403 when the key is limited to other projects.
 */
export function requireProjectAccess({ project_ids }: PersonalKeyRow, { id }: ProjectRow): void {
  if (project_ids === null || project_ids.includes(id)) return
  throw forbidden(`API key does not have access to the requested project: ID ${id}.`)
}

async function findFirstProject(
  service: ServiceContext,
  key: PersonalKeyRow,
): Promise<ProjectRow | undefined> {
  const [first] = key.project_ids ?? []
  if (first !== undefined) return service.store.get('projects', { id: first })
  return (await service.store.find('projects', { where: {}, limit: 1 }))[0]
}

async function findProjectById(service: ServiceContext, id: string): Promise<ProjectRow | undefined> {
  return /^\d{1,15}$/.test(id) ? service.store.get('projects', { id: Number(id) }) : undefined
}

/** No public key is longer. One in a body may have the size of the body, and is not looked for. */
const MAX_TOKEN_LENGTH = 1000

/** Returns the project with a public key, if there is one. */
export async function findProjectByToken(
  service: ServiceContext,
  token: string,
): Promise<ProjectRow | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  return (await service.store.find('projects', { where: { token }, limit: 1 }))[0]
}

/**
 * Returns the project whose public key is in the query.
 *
 * @throws HttpError 401 without a key, or with an unknown one.
 */
export async function requireQueryProject({ service, query }: RequestContext): Promise<ProjectRow> {
  const token = query.get('token') ?? query.get('api_key')
  if (!token) {
    const detail = 'API key not provided. You can find your project API key in your project settings.'
    throw unauthenticated('missing_api_key', detail)
  }
  const project = await findProjectByToken(service, token)
  if (!project)
    throw unauthenticated('invalid_api_key', 'Project API key invalid. Please check your project settings.')
  return project
}
