import type { RatingResults } from '../../wire/console'
import { RATING_BUCKETS } from '../../wire/ratingBuckets'
import { Bar } from '../ui/charts/Bar'
import { ChartFrame } from '../ui/charts/ChartFrame'
import { ColumnChart } from '../ui/charts/ColumnChart'
import { LineChart } from '../ui/charts/LineChart'
import { formatCount, formatDate, formatDecimal } from '../ui/format'
import { share, wholePercent } from './shares'

/** Average, median and distribution of ratings; for a scale of 0 to 10 the Net Promoter Score first. */
export function RatingCharts({ results }: { results: RatingResults }) {
  const { nps } = results
  return (
    <div class={nps ? 'rating is-nps' : 'rating'}>
      <div class="rating-summary">
        {nps && <NpsScore nps={nps} />}
        <dl class="figures">
          <Figure label="Average" value={results.average} />
          <Figure label="Median" value={results.median} />
        </dl>
      </div>
      <Distribution results={results} />
      {nps && nps.over_time.length > 1 && <ScoreOverTime points={nps.over_time} />}
    </div>
  )
}

type Nps = NonNullable<RatingResults['nps']>

const signed = (score: number) => (score > 0 ? `+${formatDecimal(score)}` : formatDecimal(score))

function NpsScore({ nps: { score, promoters, passives, detractors } }: { nps: Nps }) {
  const total = promoters + passives + detractors
  const groups = [
    ['Detractors', '0–6', detractors, 'detractors'],
    ['Passives', '7–8', passives, 'passives'],
    ['Promoters', '9–10', promoters, 'promoters'],
  ] as const
  return (
    <div class="nps">
      <p class="nps-score">
        <span class="muted">Net Promoter Score</span>
        <strong class="tabular">
          <bdi>{score === null ? '–' : signed(score)}</bdi>
        </strong>
      </p>
      <Bar
        height={12}
        parts={groups.map(([, , count, group]) => ({ percent: share(count, total), group }))}
      />
      <dl class="nps-groups">
        {groups.map(([label, range, count, group]) => (
          <div key={group} class={group}>
            <dt>
              {label} <span class="muted">{range}</span>
            </dt>
            <dd class="tabular">
              <strong>{formatCount(count)}</strong> <span class="muted">{wholePercent(count, total)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Figure({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt class="muted">{label}</dt>
      <dd class="tabular">{value === null ? '–' : formatDecimal(value)}</dd>
    </div>
  )
}

function Distribution({ results: { counts, nps, scale, display } }: { results: RatingResults }) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const top = counts.reduce((best, row) => (row.count > best.count ? row : best), counts[0]!)
  return (
    <ChartFrame
      title="Distribution"
      columns={['Rating', 'Answers', 'Share']}
      rows={counts.map(({ value, count }) => [
        labelOf(value, { scale, display }),
        formatCount(count),
        wholePercent(count, total),
      ])}
    >
      <ColumnChart
        summary={`Distribution of ${formatCount(total)} ratings. Most frequent: ${labelOf(top.value, { scale, display })}, ${formatCount(top.count)} answers.`}
        values={counts.map(({ value, count }) => ({
          label: labelOf(value, { scale, display }),
          count,
          ...(nps && { group: npsGroup(value) }),
        }))}
      />
    </ChartFrame>
  )
}

const npsGroup = (value: number): string => RATING_BUCKETS[10]!.find(([, upTo]) => value <= upTo)![0]

/** A scale of two is a thumb up or down: 1 is up, as the survey card sends it. */
const labelOf = (value: number, { scale, display }: Pick<RatingResults, 'scale' | 'display'>): string =>
  scale === 2 && display === 'emoji' ? (value === 1 ? 'Up' : 'Down') : String(value)

function ScoreOverTime({ points }: { points: Nps['over_time'] }) {
  const [first, last] = [points[0]!, points.at(-1)!]
  return (
    <ChartFrame
      title="Score over time"
      columns={['Date', 'Score', 'Answers']}
      rows={points.map(({ date, score, count }) => [date, signed(score), formatCount(count)])}
    >
      <LineChart
        summary={`Score over time, from ${signed(first.score)} on ${formatDate(first.date)} to ${signed(last.score)} on ${formatDate(last.date)}.`}
        points={points.map(({ date, score, count }) => ({ label: formatDate(date), value: score, count }))}
        min={-100}
        max={100}
        ticks={[-100, -50, 0, 50, 100]}
      />
    </ChartFrame>
  )
}
