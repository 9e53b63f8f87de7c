import { Secret, TOTP } from 'otpauth/slim'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns random bytes as a base32 secret. */
export function totpSecret(bytes: Uint8Array): string {
  return new Secret({ buffer: bytes.slice().buffer }).base32
}

/**
 * Whether a code of six digits is the one at `now`, or 30 seconds before or after it.
 *
 * @param now Epoch ms.
 */
export function isTotpValid(secret: string, token: unknown, now: number): boolean {
  const digits = typeof token === 'number' ? String(token).padStart(6, '0') : token
  if (typeof digits !== 'string' || !/^\d{6}$/.test(digits)) return false
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  return totp.validate({ token: digits, timestamp: now, window: 1 }) !== null
}

/** Returns random bytes as codes of eight characters, one byte a character. */
export function backupCodes(bytes: Uint8Array): string[] {
  const characters = Array.from(bytes, byte => BASE32[byte % 32]!)
  return Array.from({ length: Math.floor(characters.length / 8) }, (_, index) =>
    characters.slice(index * 8, index * 8 + 8).join(''),
  )
}
