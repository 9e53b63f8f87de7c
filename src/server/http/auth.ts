import type { Parts } from '../serviceContext'
import type { PersonalKeyRow, ProjectRow, UserRow } from '../store/rows'
import type { Incoming } from './parseRequest'
import { denied, notFound, unauthenticated } from './reply'

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
export async function authenticate(parts: Parts, incoming: Incoming): Promise<Caller> {
  const header = incoming.header('authorization')
  if (!header) {
    throw unauthenticated('not_authenticated', 'Authentication credentials were not provided.', CHALLENGE)
  }
  const token = /^Bearer\s+(\S+)\s*$/i.exec(header)?.[1]
  const key = token === undefined ? undefined : await parts.store.get('personalKeys', { key: token })
  const user = key && (await parts.store.get('users', { id: key.user_id }))
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
  const writing = scope.replace(/:read$/, ':write')
  const has = key.scopes.some(owned => owned === '*' || owned === scope || owned === writing)
  if (!has) throw denied(`API key missing required scope '${scope}'`)
}

/**
 * The project that a path names, by its id or as `@current`.
 *
 * @throws HttpError 404 when there is none, 403 when the key is limited to others.
 */
export async function projectOf(parts: Parts, key: PersonalKeyRow, id: string): Promise<ProjectRow> {
  const project = id === '@current' ? await firstProject(parts, key) : await numberedProject(parts, id)
  if (!project) throw notFound('Project not found.')
  if (key.project_ids && !key.project_ids.includes(project.id)) {
    throw denied(`API key does not have access to the requested project: ID ${project.id}.`)
  }
  return project
}

async function firstProject(parts: Parts, key: PersonalKeyRow): Promise<ProjectRow | undefined> {
  const [first] = key.project_ids ?? []
  if (first !== undefined) return parts.store.get('projects', { id: first })
  return (await parts.store.find('projects', { where: {}, limit: 1 }))[0]
}

async function numberedProject(parts: Parts, id: string): Promise<ProjectRow | undefined> {
  return /^\d{1,15}$/.test(id) ? parts.store.get('projects', { id: Number(id) }) : undefined
}

/** The project of a public key; undefined when no project has it. */
export async function projectByToken(parts: Parts, token: string): Promise<ProjectRow | undefined> {
  return (await parts.store.find('projects', { where: { token }, limit: 1 }))[0]
}
