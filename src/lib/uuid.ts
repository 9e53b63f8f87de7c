/** How far back the clock may jump before ids follow it; smaller jumps keep the order of ids. */
const ROLLBACK_MS = 10_000

const hex = (value: number, digits: number) => Math.floor(value).toString(16).padStart(digits, '0')

/**
 * Makes UUIDv7s whose text sorts in the order of their making: 48 bits of milliseconds, a 12-bit counter, 62 random bits.
 *
 * @param now Milliseconds since 1970.
 * @param random 0 <= n < 1.
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
    const stamp = hex(time, 12)
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(counter, 3)}-${hex(0x8000 + random() * 0x4000, 4)}-${hex(random() * 0x10000, 4)}${hex(random() * 0x100000000, 8)}`
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text has the form of a UUID, of any version. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)
