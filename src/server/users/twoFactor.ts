import { invalidInput } from '../http/reply'
import type { UserContext } from '../http/requestContext'
import type { UserRow } from '../store/rows'
import { requireUser } from './findUser'
import { isMissing, parseUserBody } from './schema'
import { backupCodes, isTotpValid, totpSecret } from './totp'

const SECRET_BYTES = 20
const SETUP_MS = 600_000
const BACKUP_CODES = 5
const BACKUP_CODE_LENGTH = 8

/** Stores a new secret for ten minutes. Validating it enables two-factor authentication. */
export async function startSetup(context: UserContext): Promise<unknown> {
  const { service } = context
  const secret = totpSecret(service.randomBytes(SECRET_BYTES))
  const two_factor_setup = { secret, expires_at: service.now() + SETUP_MS }
  await updateUser(context, user => ({ ...user, two_factor_setup }))
  return { success: true, secret }
}

/**
 * Enables two-factor authentication with the secret of the setup. Changes nothing without a code: see D-378.
 *
 * @throws HttpError 400 without a setup, after it has expired, or for a wrong code.
 */
export async function validateSetup(context: UserContext): Promise<unknown> {
  const { token } = parseUserBody(context)
  const now = context.service.now()
  await updateUser(context, user => {
    if (isMissing(token)) return user
    const setup = user.two_factor_setup
    if (!setup || setup.expires_at < now) {
      throw invalidInput('2FA setup session expired. Please start setup again.', null, 'setup_expired')
    }
    if (!isTotpValid(setup.secret, token, now))
      throw invalidInput('Token is not valid', 'token', 'token_invalid')
    return { ...user, two_factor_secret: setup.secret, two_factor_setup: null }
  })
  return { success: !isMissing(token) }
}

/** Returns whether two-factor authentication is enabled, and the unused backup codes. */
export async function twoFactorStatus({ service, params, user }: UserContext): Promise<unknown> {
  const target = await requireUser(service.store, user, params['uuid'] ?? '')
  const is_enabled = target.two_factor_secret !== null
  return {
    is_enabled,
    backup_codes: is_enabled ? target.backup_codes : [],
    method: is_enabled ? 'TOTP' : null,
  }
}

/** Disables two-factor authentication: deletes secret, setup and backup codes. */
export async function disableTwoFactor(context: UserContext): Promise<unknown> {
  parseUserBody(context)
  await updateUser(context, user => ({
    ...user,
    two_factor_secret: null,
    two_factor_setup: null,
    backup_codes: [],
  }))
  return { success: true }
}

/**
 * Creates new backup codes, which replace the old ones.
 *
 * @throws HttpError 400 while two-factor authentication is disabled.
 */
export async function createBackupCodes(context: UserContext): Promise<unknown> {
  parseUserBody(context)
  const backup_codes = backupCodes(context.service.randomBytes(BACKUP_CODES * BACKUP_CODE_LENGTH))
  await updateUser(context, user => {
    if (user.two_factor_secret === null)
      throw invalidInput('2FA must be enabled first', null, '2fa_not_enabled')
    return { ...user, backup_codes }
  })
  return { backup_codes }
}

/** Updates the user that the path names. */
async function updateUser(
  { service, params, user }: UserContext,
  update: (user: UserRow) => UserRow,
): Promise<void> {
  await service.store.transaction(async transaction => {
    const target = await requireUser(transaction, user, params['uuid'] ?? '')
    await transaction.put('users', update((await transaction.get('users', { id: target.id })) ?? target))
  })
}
