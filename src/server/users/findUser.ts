import { forbidden, notFound, unauthenticated } from '../http/reply'
import type { UserRow } from '../store/rows'
import type { StoreReader } from '../store/store'

/** Returns the user with a public id, in any case. */
export async function findUserByUuid(store: StoreReader, uuid: string): Promise<UserRow | undefined> {
  return (await store.find('users', { where: { uuid: uuid.toLowerCase() }, limit: 1 }))[0]
}

/**
 * Returns the user that a path names by id or as `@me`.
 *
 * @throws HttpError 403 for another user unless the caller is staff, 404 for an unknown user.
 */
export async function requireUser(
  store: StoreReader,
  caller: UserRow | undefined,
  uuid: string,
): Promise<UserRow> {
  const self = requireCaller(caller)
  if (uuid === '@me' || uuid.toLowerCase() === self.uuid) return self
  if (!self.is_staff) {
    throw forbidden("As a non-staff user you're only allowed to access the `@me` user instance.")
  }
  const user = await findUserByUuid(store, uuid)
  if (!user) throw notFound()
  return user
}

/**
 * Returns the caller.
 *
 * @throws HttpError 401 without a personal key.
 */
export function requireCaller(caller: UserRow | undefined): UserRow {
  if (!caller) throw unauthenticated('not_authenticated', 'Authentication credentials were not provided.')
  return caller
}
