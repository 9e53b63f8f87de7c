import type { DailyLimit } from '../../../wire/managedSurvey'
import { formatIsoDate } from '../../lib/isoDate'
import { isObject } from '../../lib/values'
import type { SurveyRow } from '../../store/rows'

const DAY_MS = 86_400_000
const MAX_ITERATIONS = 500
/** Ten years. An interval may be any integer, and the list of limits has an entry for each day. */
const MAX_SAMPLING_DAYS = 3650
/** Characters of limits that are given as text: three times those of ten years. Each flags request parses them. See D-688. */
const MAX_LIMITS_LENGTH = 1_000_000
/** Later dates have no four-digit year, and the latest are beyond the range of `Date`. */
const LAST_DATE = Date.UTC(9999, 11, 31)
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
 * Returns the percentage of persons that sampling admits on the day of `now` (epoch ms): that of the latest limit which
 * has begun, and 100 before the first one.
 *
 * @returns Null for limits that cannot be read. See D-313.
 */
export function samplingRollout(
  { response_sampling_daily_limits: value }: SurveyRow,
  now: number,
): number | null {
  const today = new Date(now).toISOString().slice(0, 10)
  const limits = readDailyLimits(value)
  if (!limits) return null
  const begun = limits.filter(limit => limit.date <= today)
  return begun.sort((a, b) => a.date.localeCompare(b.date)).at(-1)?.rollout_percentage ?? 100
}

/** Whether a survey has daily limits, be they readable or not. */
export function isSampled({ response_sampling_daily_limits: value }: SurveyRow): boolean {
  return readDailyLimits(value)?.length !== 0
}

/** Returns the limits of a list, or of its JSON text: none for null, undefined for another shape. See D-313, D-688. */
function readDailyLimits(value: unknown): Pick<DailyLimit, 'date' | 'rollout_percentage'>[] | undefined {
  const list = (typeof value === 'string' ? parseJson(value) : value) ?? []
  return Array.isArray(list) && list.every(isDailyLimit) ? list : undefined
}

/** Returns `false`, which is no list, for a text that is too long or no JSON. */
function parseJson(text: string): unknown {
  if (text.length > MAX_LIMITS_LENGTH) return false
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON.
    return false
  }
}

/** Dates are compared as texts, so that another form would begin never, or at once. */
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

function isDailyLimit(value: unknown): value is DailyLimit {
  if (!isObject(value)) return false
  const { date, rollout_percentage: percentage } = value
  if (typeof date !== 'string' || typeof percentage !== 'number') return false
  return DATE.test(date) && percentage >= 0 && percentage <= 100
}

/** The interface allows any 32-bit integer. Zero, negative and missing numbers limit nothing. See D-400. */
export function isPositive(value: number | null): value is number {
  return value !== null && value > 0
}
