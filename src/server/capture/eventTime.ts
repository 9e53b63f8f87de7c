import { absoluteDate } from '../lib/dates'
import { toNumber } from '../lib/values'

/** Everything that says when an event happened. Milliseconds since 1970 where they are numbers. */
interface EventTimeInput {
  /** As the event has it. */
  timestamp: unknown
  /** How long before now, in ms. */
  offset: unknown
  /** When the client believes that it sent the request. */
  sentAt: number | undefined
  ignoreSentAt: boolean
  now: number
}

/** Further ahead than a time zone can be off: the clock is wrong. */
const MAX_AHEAD_MS = 23 * 3_600_000

/** Below this, a number of a timestamp counts seconds. */
const SECONDS_BELOW = 100_000_000_000

const LAST_YEAR = 9999

/** Five digits and more need a sign and six digits to be read at all. */
const LONG_YEAR = /^(\d{5,6})-/

/**
 * When an event happened, by the service's clock: the client's time, moved by
 * how far its clock was off when it sent. DECISIONS, "Time of an event".
 *
 * @returns Epoch ms, and false when the event's own time could not be read.
 */
export function eventTime(input: EventTimeInput): { time: number; isReadable: boolean } {
  const { now } = input
  if (input.timestamp === undefined || input.timestamp === null || input.timestamp === '') {
    const offset = toNumber(input.offset)
    const isUsable = offset !== undefined && Number.isFinite(offset)
    return { time: isUsable ? clampToCalendar(now - offset, now) : now, isReadable: true }
  }
  const clientTime = parseTimestamp(input.timestamp)
  if (clientTime === undefined) return { time: now, isReadable: false }
  const skew = input.sentAt === undefined || input.ignoreSentAt ? 0 : input.sentAt - now
  const isBeyondCalendar = new Date(clientTime).getUTCFullYear() > LAST_YEAR
  return { time: isBeyondCalendar ? 0 : clampToCalendar(clientTime - skew, now), isReadable: true }
}

/** A moment no further ahead than clocks may be; 1970 for one whose year cannot be written, or that no date can hold. */
function clampToCalendar(time: number, now: number): number {
  const year = new Date(time).getUTCFullYear()
  if (!(year >= 0 && year <= LAST_YEAR)) return 0
  return time > now + MAX_AHEAD_MS ? now : time
}

/** Reads ISO 8601 and its relatives, and seconds or milliseconds since 1970; undefined for anything else. */
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

/** The query's `_`, when it can be a clock: ms, later than 2020. */
export function parseQueryClock(value: string | null): number | undefined {
  const ms = value !== null && /^\d{10,16}$/.test(value) ? Number(value) : undefined
  return ms !== undefined && ms >= Date.UTC(2021, 0, 1) ? ms : undefined
}
