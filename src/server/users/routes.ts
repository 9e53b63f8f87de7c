import { USERS_PATH as USERS } from '../../wire/paths'
import type { Reply } from '../http/reply'
import type { UserContext } from '../http/requestContext'
import type { UserRoute } from '../http/route'
import { cancelEmailChange, requestVerification, verifyEmail } from './email'
import { userWrite } from './schema'
import { createBackupCodes, disableTwoFactor, startSetup, twoFactorStatus, validateSetup } from './twoFactor'

const replies = { 200: { description: 'Done. No body.' } }
const USER = `${USERS}/:uuid`

/** Routes of interface section 4.1, and one that creates backup codes: the interface has none. */
export const userRoutes: UserRoute[] = [
  {
    method: 'PATCH',
    path: `${USERS}/cancel_email_change_request`,
    access: 'user',
    summary: 'Cancels a pending change of the email address.',
    body: userWrite,
    replies,
    handle: withOptionalBody(cancelEmailChange),
  },
  {
    method: 'POST',
    path: `${USERS}/request_email_verification`,
    access: 'user',
    allowsAnonymous: true,
    summary: 'Sends an email that verifies an address.',
    body: userWrite,
    replies,
    handle: withOptionalBody(requestVerification),
  },
  {
    method: 'POST',
    path: `${USERS}/verify_email`,
    access: 'user',
    allowsAnonymous: true,
    summary: 'Verifies an email address by the token of the email.',
    body: userWrite,
    replies,
    handle: withOptionalBody(verifyEmail),
  },
  {
    method: 'POST',
    path: `${USER}/two_factor_disable`,
    access: 'user',
    summary: 'Disables two-factor authentication and removes all its devices.',
    body: userWrite,
    replies,
    handle: withOptionalBody(disableTwoFactor),
  },
  {
    method: 'GET',
    path: `${USER}/two_factor_start_setup`,
    access: 'user',
    summary: 'Starts two-factor setup.',
    replies,
    handle: withOptionalBody(startSetup),
  },
  {
    method: 'GET',
    path: `${USER}/two_factor_status`,
    access: 'user',
    summary: 'Returns whether two-factor authentication is enabled, and the backup codes.',
    replies,
    handle: withOptionalBody(twoFactorStatus),
  },
  {
    method: 'POST',
    path: `${USER}/two_factor_validate`,
    access: 'user',
    summary: 'Validates two-factor setup.',
    body: userWrite,
    replies,
    handle: withOptionalBody(validateSetup),
  },
  {
    method: 'POST',
    path: `${USER}/validate_2fa`,
    access: 'user',
    summary: 'Validates two-factor setup (second path).',
    body: userWrite,
    replies,
    handle: withOptionalBody(validateSetup),
  },
  {
    method: 'POST',
    path: `${USER}/two_factor_backup_codes`,
    access: 'user',
    summary: 'Creates new backup codes.',
    body: userWrite,
    replies,
    isHidden: true,
    handle: withOptionalBody(createBackupCodes),
  },
]

/** Removes the body of a reply unless `userBodies` is set. See D-323. */
function withOptionalBody(operation: (context: UserContext) => Promise<unknown>) {
  return async (context: UserContext): Promise<Reply> => {
    const body = await operation(context)
    return context.service.options.userBodies ? { status: 200, body } : { status: 200 }
  }
}
