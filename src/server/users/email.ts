import { invalidInput } from '../http/reply'
import type { UserContext } from '../http/requestContext'
import { toText } from '../lib/values'
import type { UserRow } from '../store/rows'
import type { StoreReader } from '../store/store'
import { findUserByUuid, requireCaller } from './findUser'
import { isMissing, parseUserBody, type UserInput } from './schema'

const TOKEN_BYTES = 20
const VERIFICATION_MS = 86_400_000

/** Returns the user with the `uuid` of the body, or the caller without one. */
async function findTargetUser(
  store: StoreReader,
  { user }: UserContext,
  input: UserInput,
): Promise<UserRow | undefined> {
  if (!input.uuid) return user && store.get('users', { id: user.id })
  return typeof input.uuid === 'string' ? findUserByUuid(store, input.uuid) : undefined
}

/**
 * Sends a token to the pending email address, or to the current one.
 *
 * The reply does not reveal whether the user exists.
 */
export async function requestVerification(context: UserContext): Promise<unknown> {
  const { service } = context
  const input = parseUserBody(context)
  const token = Array.from(service.randomBytes(TOKEN_BYTES), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  const at = service.now()
  // Anybody may ask for anybody, and most ask for nobody: a transaction would keep others waiting. See D-852.
  if (!(await findTargetUser(service.store, context, input))) return { success: true }
  const user = await service.store.transaction(async transaction => {
    const target = await findTargetUser(transaction, context, input)
    const verification = { token, expires_at: at + VERIFICATION_MS }
    if (target) await transaction.put('users', { ...target, verification })
    return target
  })
  if (user) service.sendMail({ to: user.pending_email ?? user.email, kind: 'email_verification', token, at })
  return { success: true }
}

/**
 * Verifies an email address by the token that was sent to it. A pending address replaces the current one.
 *
 * Changes nothing without a token: see D-378.
 *
 * @throws HttpError 400 for a wrong, used or expired token.
 */
export async function verifyEmail(context: UserContext): Promise<unknown> {
  const { service } = context
  const input = parseUserBody(context)
  if (isMissing(input.token)) return { success: false }
  const token = toText(input.token)
  if (token === '') throw invalidInput('This field is required.', 'token', 'required')
  const invalidToken = () =>
    invalidInput('This verification token is invalid or has expired.', 'token', 'invalid_token')
  // A token for nobody takes no transaction, in which alone the token of a user is up to date. See D-852.
  if (!(await findTargetUser(service.store, context, input))) throw invalidToken()
  await service.store.transaction(async transaction => {
    const user = await findTargetUser(transaction, context, input)
    const verification = user?.verification
    if (!user || !verification || verification.token !== token || verification.expires_at < service.now())
      throw invalidToken()
    await transaction.put('users', {
      ...user,
      email: user.pending_email ?? user.email,
      pending_email: null,
      is_email_verified: true,
      verification: null,
    })
  })
  return { success: true, token }
}

/** Removes the pending email address of the caller, if there is one. See D-378. */
export async function cancelEmailChange(context: UserContext): Promise<unknown> {
  parseUserBody(context)
  const { id } = requireCaller(context.user)
  const user = await context.service.store.transaction(async transaction => {
    const caller = await transaction.get('users', { id })
    if (!caller || caller.pending_email === null) return caller
    await transaction.put('users', { ...caller, pending_email: null, verification: null })
    return caller
  })
  return {
    uuid: user?.uuid,
    email: user?.email,
    pending_email: null,
    is_email_verified: user?.is_email_verified,
  }
}
