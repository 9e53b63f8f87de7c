import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isEqualInConstantTime } from '../../lib/isEqualInConstantTime'

/** The survey that a token shows, and its end in epoch ms. */
export interface PreviewGrant {
  surveyId: string
  expiresAt: number
}

/** `<expiresAt>-<signature>-<survey id>`: readable in a URL without encoding. */
const TOKEN = /^([1-9]\d{0,14})-([0-9a-f]{64})-(.+)$/s

/**
 * Returns a signed token.
 *
 * @param secret Random bytes in hex. Each project has its own, so that a token is worth nothing in another one. See D-616.
 */
export const signPreview = ({ surveyId, expiresAt }: PreviewGrant, secret: string): string =>
  `${expiresAt}-${signature({ surveyId, expiresAt }, secret)}-${surveyId}`

/** Returns what a token grants, expired or not; `undefined` when it was not signed with the secret. */
export function verifyPreview(token: string, secret: string): PreviewGrant | undefined {
  const [, expiresAt, signed, surveyId] = TOKEN.exec(token) ?? []
  if (!expiresAt || !signed || !surveyId) return undefined
  const grant = { surveyId, expiresAt: Number(expiresAt) }
  return isEqualInConstantTime(signature(grant, secret), signed) ? grant : undefined
}

function signature({ surveyId, expiresAt }: PreviewGrant, secret: string): string {
  return bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(`survey preview ${expiresAt} ${surveyId}`)))
}
