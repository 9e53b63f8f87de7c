import type { DailyLimit } from '../../../wire/managedSurvey'
import { formatIsoDate } from '../../lib/isoDate'
import type { SurveyRow } from '../../store/rows'

const DAY_MS = 86_400_000
const MAX_ITERATIONS = 500
/** Ten years: an interval may be any integer, and a plan has a row for each day. */
const MAX_SAMPLING_DAYS = 3650
/** Later moments have no four-digit year, and the latest of them are none that a date can hold. */
const LAST_DATE = Date.UTC(9999, 11, 31)
const INTERVAL_DAYS = { day: 1, week: 7, month: 30 }

type IterationFields = Pick<
  SurveyRow,
  'iteration_start_dates' | 'current_iteration' | 'current_iteration_start_date'
>

/** The starts that follow from count, frequency and start of a survey, as far as the calendar goes. Interface section 2.1, iterations. */
export function iterationFields(survey: SurveyRow): IterationFields {
  const { iteration_count: count, iteration_frequency_days: days, start_date } = survey
  if (!count || !days)
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
 * Moves a repeating survey on to the iteration that `now` falls into.
 *
 * @returns `ended` when the last iteration has passed; undefined when nothing changes.
 */
export function iterationChange(
  survey: SurveyRow,
  now: number,
): Partial<IterationFields> | 'ended' | undefined {
  const { iteration_start_dates: dates, iteration_frequency_days: days } = survey
  if (!dates || dates.length === 0 || !days || survey.end_date !== null || survey.start_date === null)
    return undefined
  if (now >= Date.parse(dates.at(-1)!) + days * DAY_MS) return 'ended'
  const current = dates.filter(date => Date.parse(date) <= now).length
  if (current === 0 || current === survey.current_iteration) return undefined
  return { current_iteration: current, current_iteration_start_date: dates[current - 1]! }
}

/** One limit a day for ten years at most, the share of persons rising evenly to all on the last. Interface section 2.1, sampling. */
export function dailySamplingLimits(survey: SurveyRow): DailyLimit[] | null {
  const {
    response_sampling_start_date: start,
    response_sampling_interval: interval,
    response_sampling_limit: limit,
  } = survey
  if (start === null || !interval || !limit) return null
  const days = interval * INTERVAL_DAYS[survey.response_sampling_interval_type ?? 'week']
  const daysLeft = Math.ceil((LAST_DATE - Date.parse(start)) / DAY_MS)
  return Array.from({ length: Math.max(1, Math.min(days, MAX_SAMPLING_DAYS, daysLeft)) }, (_, index) => ({
    date: new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10),
    daily_response_limit: Math.ceil(limit / days),
    rollout_percentage: index === days - 1 ? 100 : Math.round((10_000 * (index + 1)) / days) / 100,
  }))
}

/**
 * The share of persons that sampling lets through on the day of `now`; undefined before its first day.
 *
 * @param limits As a client may have written them: those without a day or a share are passed over.
 */
export function samplingRollout(limits: DailyLimit[], now: number): number | undefined {
  const today = new Date(now).toISOString().slice(0, 10)
  const valid = limits.filter(
    ({ date, rollout_percentage }) => typeof date === 'string' && typeof rollout_percentage === 'number',
  )
  return valid.filter(limit => limit.date <= today).at(-1)?.rollout_percentage
}
