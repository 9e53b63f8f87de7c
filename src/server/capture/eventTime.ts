import { absoluteDate } from '../lib/dates'
import { toNumber } from '../lib/values'

/** The parts of an event and its request that decide its time. Numbers are milliseconds since 1970. */
interface EventTimeInput {
  /** As sent. */
  timestamp: unknown
  /** As sent: milliseconds between the event and the request. */
  offset: unknown
  /** The time of the request by the client's clock. */
  sentAt: number | undefined
  ignoreSentAt: boolean
  now: number
}

/** A time further ahead than any difference of time zones comes from a wrong clock. */
const MAX_AHEAD_MS = 23 * 3_600_000

/** A numeric timestamp below this counts seconds. */
const SECONDS_BELOW = 100_000_000_000

const LAST_YEAR = 9999

/** A year of five digits or more; `Date.parse` reads it only with a sign and six digits. */
const LONG_YEAR = /^(\d{5,6})-/

/**
 * Returns the time of an event by the service's clock: the client's time, corrected by the error of the client's
 * clock at the time of sending. See D-249.
 *
 * @returns Epoch ms. `unreadable` is the field whose value cannot be read, so that the time is that of the request.
 */
export function eventTime(input: EventTimeInput): { time: number; unreadable?: 'timestamp' | 'offset' } {
  const { now } = input
  if (isMissing(input.timestamp)) {
    if (isMissing(input.offset)) return { time: now }
    const offset = toNumber(input.offset)
    if (offset === undefined || !Number.isFinite(offset)) return { time: now, unreadable: 'offset' }
    return { time: clampToCalendar(now - offset, now) }
  }
  const clientTime = parseTimestamp(input.timestamp)
  if (clientTime === undefined) return { time: now, unreadable: 'timestamp' }
  const skew = input.sentAt === undefined || input.ignoreSentAt ? 0 : input.sentAt - now
  const isBeyondCalendar = new Date(clientTime).getUTCFullYear() > LAST_YEAR
  return { time: isBeyondCalendar ? 0 : clampToCalendar(clientTime - skew, now) }
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a field has a value that is no time. */
export const isUnreadableTime = (value: unknown): boolean =>
  !isMissing(value) && parseTimestamp(value) === undefined

/** Replaces a time too far ahead by `now`, and a time outside the years 0 to 9999 by the epoch. */
function clampToCalendar(time: number, now: number): number {
  const year = new Date(time).getUTCFullYear()
  if (!(year >= 0 && year <= LAST_YEAR)) return 0
  return time > now + MAX_AHEAD_MS ? now : time
}

/**
 * Reads ISO 8601, any other text that `Date.parse` reads, and seconds or milliseconds since 1970.
 *
 * @returns Epoch ms, or undefined.
 */
export function parseTimestamp(value: unknown): number | undefined {
  const number = toNumber(value)
  if (number !== undefined) {
    const ms = Math.abs(number) < SECONDS_BELOW ? number * 1000 : number
    return Number.isNaN(new Date(ms).getTime()) ? undefined : ms
  }
  if (typeof value !== 'string') return undefined
  const isoTime = absoluteDate(value, 'UTC')
  if (isoTime !== undefined) return isoTime
  const parsed = Date.parse(value.replace(LONG_YEAR, (_, year: string) => `+${year.padStart(6, '0')}-`))
  return Number.isNaN(parsed) ? undefined : parsed
}

/** Reads the query parameter `_` as the client's clock, in epoch ms. Undefined for a value before 2021. */
export function parseQueryClock(value: string | null): number | undefined {
  const ms = value !== null && /^\d{10,16}$/.test(value) ? Number(value) : undefined
  return ms !== undefined && ms >= Date.UTC(2021, 0, 1) ? ms : undefined
}
