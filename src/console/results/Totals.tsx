import type { ComponentChildren } from 'preact'
import type { SurveyResults } from '../../wire/console'
import type { SurveyRates } from '../../wire/surveyStats'
import { formatCount, formatPercent } from '../ui/format'
import { wholePercent } from './shares'

interface TotalsProps {
  results: SurveyResults
  /** Of the statistics endpoint; `undefined` while they load. */
  rates: SurveyRates | undefined
  /** Whether started and completed are those of a part of the answers. */
  isFiltered: boolean
}

/** Shown, started and completed, and the response rate of the statistics. */
export function Totals({ results: { totals, started, completed }, rates, isFiltered }: TotalsProps) {
  return (
    <dl class="totals">
      <Total label="Shown" value={formatCount(totals.shown)}>
        to {formatCount(totals.shown_persons)} {totals.shown_persons === 1 ? 'person' : 'people'}
      </Total>
      <Total label="Started" value={formatCount(started)}>
        {isFiltered ? 'match the filters' : `${wholePercent(started, totals.shown)} of shown`}
      </Total>
      <Total label="Completed" value={formatCount(completed)}>
        {wholePercent(completed, started)} of started
      </Total>
      <Total label="Response rate" value={rates ? formatPercent(rates.response_rate) : '–'}>
        {rates ? `${formatPercent(rates.unique_users_response_rate)} of people` : ' '}
      </Total>
      <Total label="Closed" value={formatCount(totals.dismissed)}>
        {rates ? `${formatPercent(rates.dismissal_rate)} of shown` : ' '}
      </Total>
    </dl>
  )
}

function Total({ label, value, children }: { label: string; value: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="total">{value}</dd>
      <dd class="muted">{children}</dd>
    </div>
  )
}
