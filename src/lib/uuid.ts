import { isText } from './typeGuards'

/** A clock that jumps back by less than this does not affect new ids, so that ids stay in order. */
const ROLLBACK_MS = 10_000

const hex = (value: number, digits: number) => Math.floor(value).toString(16).padStart(digits, '0')

/**
 * Creates a generator of UUIDv7s whose text sorts by creation order. RFC 9562: 48 bits of milliseconds, a 12-bit counter and
 * 62 random bits.
 *
 * @param now Returns milliseconds since 1970.
 * @param random Returns a number from 0 (inclusive) to 1 (exclusive).
 */
export function createUuid(now: () => number, random: () => number): () => string {
  let time = 0
  let counter = 0
  return () => {
    const current = Math.floor(now())
    if (current > time || current < time - ROLLBACK_MS) {
      time = current
      counter = random() * 0x400
    } else if (++counter >= 0x1000) {
      time++
      counter = 0
    }
    const timestamp = hex(time, 12)
    return `${timestamp.slice(0, 8)}-${timestamp.slice(8)}-7${hex(counter, 3)}-${hex(0x8000 + random() * 0x4000, 4)}-${hex(random() * 0x10000, 4)}${hex(random() * 0x100000000, 8)}`
  }
}

/** Returns the time of a UUIDv7, in milliseconds since 1970. */
export const uuidTime = (uuid: string): number => parseInt(uuid.slice(0, 13).replace('-', ''), 16)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a value is a UUID of any version. */
export const isUuid = (text: unknown): text is string => isText(text) && UUID.test(text)
