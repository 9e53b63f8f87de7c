import { sha1 } from '@noble/hashes/legacy.js'
import type { FlagVariant } from '../../../wire/flagDefinition'

const encoder = new TextEncoder()

/** 2^60, the number of values that fifteen hexadecimal digits have. */
const SCALE = 2 ** 60

/**
 * Returns a hash of a text, from 0 to 1: the first fifteen hexadecimal digits of its SHA-1, divided by 2^60.
 * See D-270.
 */
export function hash01(text: string): number {
  const digest = sha1(encoder.encode(text))
  const view = new DataView(digest.buffer, digest.byteOffset)
  // 32 bits and the upper 28 of the next 32; the sum rounds to a double once, as the number would.
  return (view.getUint32(0) * 2 ** 28 + (view.getUint32(4) >>> 4)) / SCALE
}

/** Hashes an identifier for the rollout of a flag. An empty identifier is 0: inside any rollout. */
export function rolloutHash(flagKey: string, identifier: string): number {
  return identifier === '' ? 0 : hash01(`${flagKey}.${identifier}`)
}

/** Hashes an identifier for the variants of a flag. An empty identifier is 0: the first variant. */
export function variantHash(flagKey: string, identifier: string): number {
  return identifier === '' ? 0 : hash01(`${flagKey}.${identifier}variant`)
}

/** Hashes an identifier for holdouts. The hash is the same for every flag. */
export function holdoutHash(identifier: string): number {
  return hash01(`holdout-${identifier}`)
}

/** Whether a hash is within a percentage. A missing percentage means everyone. */
export function isWithinPercentage(hash: number, percentage: number | null | undefined): boolean {
  if (percentage === null || percentage === undefined || percentage >= 100) return true
  return hash <= percentage / 100
}

/**
 * Returns the key of the variant that a hash falls into, or null when the percentages add up to less than the hash.
 *
 * The sum is a plain running sum of doubles: SDKs that evaluate locally compute the same one.
 */
export function variantAt(hash: number, variants: FlagVariant[]): string | null {
  let sum = 0
  for (const variant of variants) {
    sum += variant.rollout_percentage / 100
    if (hash < sum) return variant.key
  }
  return null
}
