import { sha1 } from '@noble/hashes/legacy.js'
import type { FlagVariant } from '../../../wire/flagDefinition'

const encoder = new TextEncoder()

/** 2^60: what fifteen hexadecimal digits count to, rounded as a double has it. */
const SCALE = 2 ** 60

/**
 * Where a text falls between 0 and 1: the first fifteen hexadecimal digits of its SHA-1.
 * DECISIONS, "Flag hash".
 */
export function hash01(text: string): number {
  const digest = sha1(encoder.encode(text))
  const view = new DataView(digest.buffer, digest.byteOffset)
  // 32 bits and the upper 28 of the next 32; the sum rounds to a double once, as the number would.
  return (view.getUint32(0) * 2 ** 28 + (view.getUint32(4) >>> 4)) / SCALE
}

/** Where an identifier stands in the rollout of a flag. Empty: at 0, inside any rollout. */
export function rolloutHash(flagKey: string, identifier: string): number {
  return identifier === '' ? 0 : hash01(`${flagKey}.${identifier}`)
}

/** Where an identifier stands among the variants of a flag. Empty: at 0, the first variant. */
export function variantHash(flagKey: string, identifier: string): number {
  return identifier === '' ? 0 : hash01(`${flagKey}.${identifier}variant`)
}

/** Where an identifier stands among the holdouts, the same for every flag. */
export function holdoutHash(identifier: string): number {
  return hash01(`holdout-${identifier}`)
}

/** Whether a place is inside a percentage; null means everyone. */
export function isInside(hash: number, percentage: number | null | undefined): boolean {
  if (percentage === null || percentage === undefined || percentage >= 100) return true
  return hash <= percentage / 100
}

/**
 * The variant at a place; null past the last one, when percentages add up to less than 100.
 *
 * The sum is a plain running sum of doubles: clients compute the same one.
 */
export function variantAt(hash: number, variants: FlagVariant[]): string | null {
  let sum = 0
  for (const variant of variants) {
    sum += variant.rollout_percentage / 100
    if (hash < sum) return variant.key
  }
  return null
}
