import { invalidInput } from '../../http/reply'
import { queryDate } from '../../lib/dates'

/** Inclusive bounds of statistics, epoch ms. */
export interface StatsRange {
  from?: number
  to?: number
}

const INVALID_DATE =
  'Invalid date format. Please use ISO 8601 format with timezone info (e.g. 2024-01-01T00:00:00Z or 2024-01-01T00:00:00+00:00)'

/**
 * Parses `date_from` and `date_to`. Without an offset they are UTC. Interface section 4.2, rule 4.
 *
 * @returns The error message when a date cannot be read, or when the start is after the end.
 */
export function statsRange(query: URLSearchParams): StatsRange | { error: string } {
  const range: StatsRange = {}
  for (const [name, bound] of [
    ['date_from', 'from'],
    ['date_to', 'to'],
  ] as const) {
    const text = query.get(name)
    if (!text) continue
    const time = queryDate(text)
    if (time === undefined) return { error: INVALID_DATE }
    range[bound] = time
  }
  const { from, to } = range
  return from !== undefined && to !== undefined && from > to
    ? { error: 'date_from must be before date_to' }
    : range
}

/** @throws HttpError 400 for dates that cannot be read, or a start after the end. */
export function requireRange(query: URLSearchParams): StatsRange {
  const range = statsRange(query)
  if ('error' in range) throw invalidInput(range.error)
  return range
}
