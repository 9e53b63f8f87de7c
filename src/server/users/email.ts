import { parseJsonBody } from '../http/parseJsonBody'
import { invalidInput } from '../http/reply'
import type { UserContext } from '../http/route'
import { validate } from '../http/validate'
import type { UserRow } from '../store/rows'
import type { StoreReader } from '../store/store'
import { callerOf, userByUuid } from './findUser'
import { type UserInput, userWrite } from './schema'

const TOKEN_BYTES = 20
const VERIFICATION_MS = 86_400_000

/** Whom a request means: the `uuid` of the body, else the caller. */
async function meantUser(
  store: StoreReader,
  { user }: UserContext,
  input: UserInput,
): Promise<UserRow | undefined> {
  if (input.uuid) return userByUuid(store, input.uuid)
  return user && store.get('users', { id: user.id })
}

/**
 * Mails a token to the address that waits for it, else to the user's own.
 * The answer does not tell whether there is such a user.
 */
export async function requestVerification(exchange: UserContext): Promise<unknown> {
  const { service } = exchange
  const input = validate(userWrite, parseJsonBody(exchange))
  const token = Array.from(service.randomBytes(TOKEN_BYTES), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  const at = service.now()
  const user = await service.store.transaction(async transaction => {
    const meant = await meantUser(transaction, exchange, input)
    const verification = { token, expires_at: at + VERIFICATION_MS }
    if (meant) await transaction.put('users', { ...meant, verification })
    return meant
  })
  if (user)
    service.mailer.send({ to: user.pending_email ?? user.email, kind: 'email_verification', token, at })
  return { success: true }
}

/**
 * Takes the token of a mail: the address is verified, and the one that waited is the user's from now on.
 *
 * @throws HttpError 400 without a token, and for a wrong, used or old one.
 */
export async function verifyEmail(exchange: UserContext): Promise<unknown> {
  const { service } = exchange
  const input = validate(userWrite, parseJsonBody(exchange))
  const token = input.token === null || input.token === undefined ? '' : String(input.token)
  if (token === '') throw invalidInput('This field is required.', 'token', 'required')
  await service.store.transaction(async transaction => {
    const user = await meantUser(transaction, exchange, input)
    const kept = user?.verification
    if (!user || !kept || kept.token !== token || kept.expires_at < service.now()) {
      throw invalidInput('This verification token is invalid or has expired.', 'token', 'invalid_token')
    }
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

/** @throws HttpError 400 when no change is pending. */
export async function cancelEmailChange(exchange: UserContext): Promise<unknown> {
  validate(userWrite, parseJsonBody(exchange))
  const { id } = callerOf(exchange.user)
  const user = await exchange.service.store.transaction(async transaction => {
    const caller = await transaction.get('users', { id })
    if (!caller || caller.pending_email === null) {
      const detail = 'No active email change requests found.'
      throw invalidInput(detail, null, 'email_change_request_not_found')
    }
    await transaction.put('users', { ...caller, pending_email: null, verification: null })
    return caller
  })
  return {
    uuid: user.uuid,
    email: user.email,
    pending_email: null,
    is_email_verified: user.is_email_verified,
  }
}
