import type { RatingResults } from '../../../wire/console'
import type { RatingQuestion } from '../../../wire/survey'
import { ratingOf, scaleValues } from './branching'
import type { QuestionTally } from './tally'

type Nps = NonNullable<RatingResults['nps']>

/** Creates the tally of a rating. Answers outside of the scale, as before a change of it, are in no number of it. */
export function createRatingTally(question: RatingQuestion, dateOf: (ms: number) => string): QuestionTally {
  const values = scaleValues(question.scale)
  const counts = new Map(values.map(value => [value, 0]))
  const isNps = question.scale === 10
  /** Date -> number of answers, by value. */
  const byDate = new Map<string, number[]>()
  return {
    add(answer, { row }) {
      const value = ratingOf(question, answer)
      const count = value === null ? undefined : counts.get(value)
      if (value === null || count === undefined) return
      counts.set(value, count + 1)
      if (!isNps) return
      const date = dateOf(row.at)
      const ofDate = byDate.get(date) ?? values.map(() => 0)
      ofDate[value]!++
      byDate.set(date, ofDate)
    },
    results: (): RatingResults => ({
      type: 'rating',
      scale: question.scale,
      display: question.display,
      counts: values.map(value => ({ value, count: counts.get(value)! })),
      average: average(counts),
      median: median(counts),
      nps: isNps ? npsResults([...counts.values()], byDate) : null,
    }),
  }
}

function total(counts: Iterable<number>): number {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}

/** With two decimals, as the rates of statistics. */
function average(counts: ReadonlyMap<number, number>): number | null {
  const answers = total(counts.values())
  if (answers === 0) return null
  const sum = total([...counts].map(([value, count]) => value * count))
  return Math.round((100 * sum) / answers) / 100
}

/** The middle of the two middle values when their number is even. */
function median(counts: ReadonlyMap<number, number>): number | null {
  const answers = total(counts.values())
  if (answers === 0) return null
  const valueAt = (position: number): number => {
    let seen = 0
    for (const [value, count] of counts) {
      seen += count
      if (seen > position) return value
    }
    return Number.NaN
  }
  return (valueAt(Math.floor((answers - 1) / 2)) + valueAt(Math.floor(answers / 2))) / 2
}

function npsResults(counts: number[], byDate: ReadonlyMap<string, number[]>): Nps {
  const groups = npsGroups(counts)
  const over_time = [...byPeriod(byDate)].map(([date, ofDate]) => ({
    date,
    score: npsScore(ofDate) ?? 0,
    count: total(ofDate),
  }))
  return { ...groups, score: npsScore(counts), over_time }
}

/** Detractors answer 0 to 6, passives 7 and 8, promoters 9 and 10. */
function npsGroups(counts: number[]): Pick<Nps, 'promoters' | 'passives' | 'detractors'> {
  return {
    promoters: total(counts.slice(9)),
    passives: total(counts.slice(7, 9)),
    detractors: total(counts.slice(0, 7)),
  }
}

/** A whole number, as scores are quoted. */
function npsScore(counts: number[]): number | null {
  const answers = total(counts)
  const { promoters, detractors } = npsGroups(counts)
  return answers === 0 ? null : Math.round((100 * (promoters - detractors)) / answers)
}

const DAY_MS = 86_400_000
const MAX_DAYS = 90

/** Returns the counts by day, or by the Monday of each week when the days span more than 90. Oldest first. */
function byPeriod(byDate: ReadonlyMap<string, number[]>): Map<string, number[]> {
  const days = [...byDate.keys()].sort()
  const span = (Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')) / DAY_MS
  const periodOf = span >= MAX_DAYS ? mondayOf : (date: string) => date
  const periods = new Map<string, number[]>()
  for (const day of days) {
    const period = periodOf(day)
    const counts = byDate.get(day)!
    periods.set(period, periods.get(period)?.map((count, value) => count + counts[value]!) ?? counts)
  }
  return periods
}

function mondayOf(date: string): string {
  const ms = Date.parse(date)
  const daysSinceMonday = (new Date(ms).getUTCDay() + 6) % 7
  return new Date(ms - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}
