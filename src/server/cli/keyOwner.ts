import type { UserRow } from '../store/rows'
import type { StoreReader } from '../store/store'

/**
 * Returns the user with an email address in any case, or the first user.
 *
 * @param field Names the email address in the error.
 * @throws Error without such a user.
 */
export async function requireOwner(
  store: StoreReader,
  email: string | undefined,
  field: string,
): Promise<UserRow> {
  const users = await store.find('users', { where: {} })
  const [first] = users
  if (!first) throw new Error('the database has no users. Run earshot serve with it first')
  const owner = email === undefined ? first : findByEmail(users, email)
  if (owner) return owner
  throw new Error(
    `${field}: no user has this email address. Expected ${users.map(user => user.email).join(', ')}`,
  )
}

/** Returns the user with an email address in any case, if there is one. */
export function findByEmail(users: UserRow[], email: string): UserRow | undefined {
  return users.find(user => user.email.toLowerCase() === email.toLowerCase())
}

/**
 * Checks that projects exist.
 *
 * @throws Error with `field` and the id of a missing project.
 */
export async function requireProjects(store: StoreReader, ids: number[], field: string): Promise<void> {
  for (const id of ids)
    if (!(await store.get('projects', { id }))) throw new Error(`${field}: there is no project ${id}`)
}
