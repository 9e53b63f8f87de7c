import type { DailyLimit } from '../../../wire/managedSurvey'
import { formatIsoDate } from '../../lib/isoDate'
import { isObject, toNumber } from '../../lib/values'
import type { SurveyRow } from '../../store/rows'

const DAY_MS = 86_400_000
const MAX_ITERATIONS = 500
/** Ten years. An interval may be any integer, and the list of limits has an entry for each day. */
const MAX_SAMPLING_DAYS = 3650
/** Characters of limits that are given as text: three times those of ten years. Each flags request parses them. See D-688. */
const MAX_LIMITS_LENGTH = 1_000_000
/** Later dates have no four-digit year, and the latest are beyond the range of `Date`. */
const LAST_DATE = Date.UTC(9999, 11, 31)
/** The day of a date, with which a date and time begins. Parsing each date of ten years would slow down every flags request. */
const DAY = /^\d{4}-\d{2}-\d{2}(?!\d)/
const DAY_LENGTH = 10
const INTERVAL_DAYS = { day: 1, week: 7, month: 30 }

type IterationFields = Pick<
  SurveyRow,
  'iteration_start_dates' | 'current_iteration' | 'current_iteration_start_date'
>

/**
 * Returns the iterations that follow from start, count and frequency of a survey. Iterations that
 * would begin after the year 9999 are left out. Interface section 2.1, iterations.
 */
export function iterationFields(survey: SurveyRow): IterationFields {
  const { iteration_count: count, iteration_frequency_days: days, start_date } = survey
  if (!isPositive(count) || !isPositive(days))
    return { iteration_start_dates: [], current_iteration: null, current_iteration_start_date: null }
  if (start_date === null) {
    return { iteration_start_dates: null, current_iteration: null, current_iteration_start_date: null }
  }
  const start = Date.parse(start_date)
  const starts = Array.from(
    { length: Math.min(count, MAX_ITERATIONS) },
    (_, index) => start + index * days * DAY_MS,
  )
  const dates = starts.filter((time, index) => index === 0 || time <= LAST_DATE).map(formatIsoDate)
  return {
    iteration_start_dates: dates,
    current_iteration: survey.current_iteration ?? 1,
    current_iteration_start_date: dates[(survey.current_iteration ?? 1) - 1] ?? dates[0]!,
  }
}

/**
 * Returns the fields that change because another iteration is current at `now` (epoch ms).
 *
 * @returns `ended` when the last iteration is over, undefined when nothing changes.
 */
export function iterationChange(
  survey: SurveyRow,
  now: number,
): Partial<IterationFields> | 'ended' | undefined {
  const { iteration_start_dates: dates, iteration_frequency_days: days } = survey
  if (
    !dates ||
    dates.length === 0 ||
    !isPositive(days) ||
    survey.end_date !== null ||
    survey.start_date === null
  )
    return undefined
  if (now >= Date.parse(dates.at(-1)!) + days * DAY_MS) return 'ended'
  const current = dates.filter(date => Date.parse(date) <= now).length
  if (current === 0 || current === survey.current_iteration) return undefined
  return { current_iteration: current, current_iteration_start_date: dates[current - 1]! }
}

/**
 * Returns one limit for each day of sampling, at most ten years. The percentage of admitted
 * persons rises evenly to 100 on the last day. Interface section 2.1, sampling.
 */
export function dailySamplingLimits(survey: SurveyRow): DailyLimit[] | null {
  const {
    response_sampling_start_date: start,
    response_sampling_interval: interval,
    response_sampling_limit: limit,
  } = survey
  if (start === null || !isPositive(interval) || !isPositive(limit)) return null
  const days = interval * INTERVAL_DAYS[survey.response_sampling_interval_type ?? 'week']
  const daysLeft = Math.ceil((LAST_DATE - Date.parse(start)) / DAY_MS)
  return Array.from({ length: Math.max(1, Math.min(days, MAX_SAMPLING_DAYS, daysLeft)) }, (_, index) => ({
    date: new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10),
    daily_response_limit: Math.ceil(limit / days),
    rollout_percentage: index === days - 1 ? 100 : Math.round((10_000 * (index + 1)) / days) / 100,
  }))
}

/**
 * Returns the percentage of persons that sampling admits on the day of `now` (epoch ms), or
 * undefined before the first day. Limits written by a client may lack a date or a percentage and
 * are then ignored.
 */
export function samplingRollout(
  { response_sampling_daily_limits: limits }: SurveyRow,
  now: number,
): number | undefined {
  const today = new Date(now).toISOString().slice(0, 10)
  const current = readDailyLimits(limits).findLast(limit => limit.date.slice(0, DAY_LENGTH) <= today)
  return toNumber(current?.rollout_percentage)
}

/** Limits of a client. Their dates may have a time, and percentages may be text. */
interface ReadableLimit {
  date: string
  rollout_percentage: unknown
}

/** Returns the limits of a list, or of its JSON text, that have a date and a percentage. See D-313, D-688. */
export function readDailyLimits(value: unknown): ReadableLimit[] {
  const list = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(list) ? list.filter(isReadableLimit) : []
}

function parseJson(text: string): unknown {
  if (text.length > MAX_LIMITS_LENGTH) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON.
    return undefined
  }
}

function isReadableLimit(value: unknown): value is ReadableLimit {
  if (!isObject(value)) return false
  const { date, rollout_percentage } = value
  return typeof date === 'string' && DAY.test(date) && Number.isFinite(toNumber(rollout_percentage))
}

/** The interface allows any 32-bit integer. Zero, negative and missing numbers limit nothing. See D-400. */
export function isPositive(value: number | null): value is number {
  return value !== null && value > 0
}
