import { NO_VALUE, sixBits } from './sixBits'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/**
 * Decodes base64, with or without padding, in the standard or the URL-safe alphabet.
 *
 * A space counts as `+`, which forms decode to a space. `atob` needs copies of the text: of ten million spaces that become `+`,
 * each was an object. See D-720.
 *
 * @returns `undefined` for a text that is not base64.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  const padding = trimmed.endsWith('==') ? 2 : Number(trimmed.endsWith('='))
  const end = trimmed.length - padding
  const bytes = new Uint8Array(Math.floor((end * 3) / 4))
  let length = 0
  let digits = 0
  let bits = 0
  for (let index = 0; index < end; index++) {
    const code = trimmed.charCodeAt(index)
    if (code === LINE_FEED || code === CARRIAGE_RETURN) continue
    const value = sixBits(code)
    if (value === NO_VALUE) return undefined
    digits++
    bits = ((bits << 6) | value) & 0xfff
    // The first of four digits completes no byte, and the others leave four, two and no bits.
    if (digits % 4 !== 1) bytes[length++] = bits >> ((-digits & 3) * 2)
  }
  const isComplete = digits % 4 !== 1 && (padding === 0 || (digits + padding) % 4 === 0)
  return isComplete ? bytes.subarray(0, length) : undefined
}
