import { forbidden, notFound, unauthenticated } from '../http/reply'
import type { UserRow } from '../store/rows'
import type { StoreReader } from '../store/store'

/** A user by the id that the wire knows. */
export async function findUserByUuid(store: StoreReader, uuid: string): Promise<UserRow | undefined> {
  return (await store.find('users', { where: { uuid: uuid.toLowerCase() }, limit: 1 }))[0]
}

/**
 * The user whom a path names, by id or as `@me`.
 *
 * @throws HttpError 403 when it is somebody else and the caller is no staff, 404 when there is nobody.
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

/** @throws HttpError 401 when nobody has shown a key. */
export function requireCaller(caller: UserRow | undefined): UserRow {
  if (!caller) throw unauthenticated('not_authenticated', 'Authentication credentials were not provided.')
  return caller
}
