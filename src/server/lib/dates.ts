const RELATIVE = /^-?(\d+)([hdwmy])$/
const ABSOLUTE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})([.,]\d+)?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i

/** Larger counts are invalid. */
const MAX_COUNT = 10_000

const HOUR_MS = 3_600_000
const UNIT_MS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS }

/**
 * Resolves a relative date such as `-7d`: a number of hours, days, weeks, months or years
 * before `now`. The sign is optional and ignored.
 *
 * @returns Epoch ms. Undefined for an invalid text, or for a date before the year 1.
 */
export function relativeDate(text: string, now: number): number | undefined {
  const match = RELATIVE.exec(text)
  const count = Number(match?.[1])
  if (!match || count >= MAX_COUNT) return undefined
  const unit = match[2]!
  const unitMs = UNIT_MS[unit]
  if (unitMs !== undefined) return now - count * unitMs
  return monthsBefore(now, unit === 'y' ? count * 12 : count)
}

/** Returns the same day and time some months earlier, or the last day of a shorter month. */
function monthsBefore(now: number, months: number): number | undefined {
  const date = new Date(now)
  const target = date.getUTCFullYear() * 12 + date.getUTCMonth() - months
  const year = Math.floor(target / 12)
  if (year < 1) return undefined
  const month = target - year * 12
  const time = new Date(now)
  time.setUTCFullYear(year, month, Math.min(date.getUTCDate(), daysInMonth(year, month)))
  return time.getTime()
}

function daysInMonth(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month + 1, 0)
  return date.getUTCDate()
}

/**
 * Parses a date in RFC 3339 or in the extended format of ISO 8601, with or without a time. See D-705.
 *
 * @param timeZone Zone of a date without an offset. An IANA name.
 * @returns Epoch ms, or undefined for an invalid date.
 */
export function absoluteDate(text: string, timeZone: string): number | undefined {
  const match = ABSOLUTE.exec(text.trim())
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month - 1)) return undefined
  const fraction = Number(match[7]?.replace(',', '.') ?? 0)
  // The end of a day may be 24:00, and a leap second is 60.
  if (hour > 24 || (hour === 24 && minute + second + fraction > 0) || minute > 59 || second > 60)
    return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const localMs = date.getTime() + fraction * 1000
  return localMs - offsetMs(match[8], localMs, timeZone)
}

/** Parses a date of a query, where a plus sign that was not encoded has become a blank. Without an offset it is UTC. */
export function queryDate(text: string): number | undefined {
  return absoluteDate(text.replace(/(:\d{2}(?:[.,]\d+)?) (\d{2}(?::?\d{2})?)$/, '$1+$2'), 'UTC')
}

function offsetMs(offset: string | undefined, localMs: number, timeZone: string): number {
  if (offset === undefined) return zoneOffsetMs(localMs, timeZone)
  if (offset.toUpperCase() === 'Z') return 0
  const sign = offset.startsWith('-') ? -1 : 1
  // ISO 8601 has offsets of whole hours too.
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).slice(-2))) * 60_000
}

/** Returns the milliseconds that a zone is ahead of UTC at a local time. 0 for an unknown zone. */
function zoneOffsetMs(localMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const guess = zoneOffsetAt(localMs, timeZone)
  // The guess took the local time for UTC, so the offset is read again at about the right time.
  return zoneOffsetAt(localMs - guess, timeZone)
}

function zoneOffsetAt(time: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(time)
    const part = (type: string) => Number(parts.find(candidate => candidate.type === type)?.value)
    const localTime = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return localTime - Math.floor(time / 1000) * 1000
  } catch {
    // The zone is unknown and counts as UTC.
    return 0
  }
}
