import { USERS_PATH as USERS } from '../../wire/paths'
import type { Reply } from '../http/reply'
import type { UserContext, UserRoute } from '../http/route'
import { cancelEmailChange, requestVerification, verifyEmail } from './email'
import { userWrite } from './schema'
import { disableTwoFactor, makeBackupCodes, startSetup, twoFactorStatus, validateSetup } from './twoFactor'

const replies = { 200: { description: 'Done; no body.' } }
const ONE = `${USERS}/:uuid`

/** Interface section 4.1, and one operation more: without it nobody would ever have backup codes. */
export const userRoutes: UserRoute[] = [
  {
    method: 'PATCH',
    path: `${USERS}/cancel_email_change_request`,
    access: 'user',
    summary: 'Cancels a pending change of the e-mail address.',
    body: userWrite,
    replies,
    handle: quietly(cancelEmailChange),
  },
  {
    method: 'POST',
    path: `${USERS}/request_email_verification`,
    access: 'user',
    allowsAnonymous: true,
    summary: 'Sends a mail that verifies an address.',
    body: userWrite,
    replies,
    handle: quietly(requestVerification),
  },
  {
    method: 'POST',
    path: `${USERS}/verify_email`,
    access: 'user',
    allowsAnonymous: true,
    summary: 'Verifies an address by what its mail said.',
    body: userWrite,
    replies,
    handle: quietly(verifyEmail),
  },
  {
    method: 'POST',
    path: `${ONE}/two_factor_disable`,
    access: 'user',
    summary: 'Disables two-factor authentication and removes all its devices.',
    body: userWrite,
    replies,
    handle: quietly(disableTwoFactor),
  },
  {
    method: 'GET',
    path: `${ONE}/two_factor_start_setup`,
    access: 'user',
    summary: 'Starts two-factor setup.',
    replies,
    handle: quietly(startSetup),
  },
  {
    method: 'GET',
    path: `${ONE}/two_factor_status`,
    access: 'user',
    summary: 'Tells whether two-factor authentication is on, and the backup codes.',
    replies,
    handle: quietly(twoFactorStatus),
  },
  {
    method: 'POST',
    path: `${ONE}/two_factor_validate`,
    access: 'user',
    summary: 'Validates two-factor setup.',
    body: userWrite,
    replies,
    handle: quietly(validateSetup),
  },
  {
    method: 'POST',
    path: `${ONE}/validate_2fa`,
    access: 'user',
    summary: 'Validates two-factor setup; the second route.',
    body: userWrite,
    replies,
    handle: quietly(validateSetup),
  },
  {
    method: 'POST',
    path: `${ONE}/two_factor_backup_codes`,
    access: 'user',
    summary: 'Makes new backup codes.',
    body: userWrite,
    replies,
    isHidden: true,
    handle: quietly(makeBackupCodes),
  },
]

/** The interface has no bodies here; with `userBodies` there are. DECISIONS, "User bodies". */
function quietly(operation: (exchange: UserContext) => Promise<unknown>) {
  return async (exchange: UserContext): Promise<Reply> => {
    const body = await operation(exchange)
    return exchange.service.options.userBodies ? { status: 200, body } : { status: 200 }
  }
}
