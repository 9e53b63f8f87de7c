import type { ServiceContext } from '../serviceContext'
import type { PersonalKeyRow, ProjectRow, UserRow } from '../store/rows'
import type { ParsedRequest } from './parseRequest'
import { forbidden, notFound, unauthenticated } from './reply'
import type { RequestContext } from './requestContext'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' }

/** Who calls the management interface. */
interface Caller {
  key: PersonalKeyRow
  user: UserRow
}

/**
 * Finds the caller by the key in `Authorization`.
 *
 * @throws HttpError 401. Interface section 5.
 */
export async function authenticate(service: ServiceContext, request: ParsedRequest): Promise<Caller> {
  const header = request.header('authorization')
  if (!header) {
    throw unauthenticated('not_authenticated', 'Authentication credentials were not provided.', CHALLENGE)
  }
  const token = /^Bearer\s+(\S+)\s*$/i.exec(header)?.[1]
  const key = token === undefined ? undefined : await service.store.get('personalKeys', { key: token })
  const user = key && (await service.store.get('users', { id: key.user_id }))
  if (!key || !user) {
    const detail = 'Personal API key found in request Authorization header is invalid.'
    throw unauthenticated('authentication_failed', detail, CHALLENGE)
  }
  return { key, user }
}

/**
 * Whether a key's scopes cover a needed one; writing covers reading.
 *
 * @throws HttpError 403.
 */
export function requireScope(key: PersonalKeyRow, scope: string): void {
  const writeScope = scope.replace(/:read$/, ':write')
  const isGranted = key.scopes.some(granted => granted === '*' || granted === scope || granted === writeScope)
  if (!isGranted) throw forbidden(`API key missing required scope '${scope}'`)
}

/**
 * The project that a path names, by its id or as `@current`.
 *
 * @throws HttpError 404 when there is none, 403 when the key is limited to others.
 */
export async function requireProject(
  service: ServiceContext,
  key: PersonalKeyRow,
  id: string,
): Promise<ProjectRow> {
  const project =
    id === '@current' ? await findFirstProject(service, key) : await findProjectById(service, id)
  if (!project) throw notFound('Project not found.')
  if (key.project_ids && !key.project_ids.includes(project.id)) {
    throw forbidden(`API key does not have access to the requested project: ID ${project.id}.`)
  }
  return project
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

/** The project of a public key; undefined when no project has it. */
export async function findProjectByToken(
  service: ServiceContext,
  token: string,
): Promise<ProjectRow | undefined> {
  return (await service.store.find('projects', { where: { token }, limit: 1 }))[0]
}

/**
 * The project whose key stands in the query.
 *
 * @throws HttpError 401 without a key, and for one that no project has.
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
