import type { SurveyEventRow, SurveyTotalsRow } from '../../store/rows'
import { NO_EVENTS, updatedTotals } from './totals'

/** The bit of each kind in the set of kinds of a respondent. */
const KIND_BITS = { shown: 1, dismissed: 2, sent: 4 } as const

/**
 * Returns the totals of survey events that are read a page at a time. Holds one small number for each respondent, and no
 * event: a year of them may be a million.
 *
 * @param empty The totals of no events.
 */
export async function countEvents(
  empty: SurveyTotalsRow,
  pages: AsyncIterable<Pick<SurveyEventRow, 'kind' | 'respondent'>[]>,
): Promise<SurveyTotalsRow> {
  const events = { ...NO_EVENTS }
  const kindsByRespondent = new Map<string, number>()
  for await (const page of pages) {
    for (const { kind, respondent } of page) {
      events[kind]++
      kindsByRespondent.set(respondent, (kindsByRespondent.get(respondent) ?? 0) | KIND_BITS[kind])
    }
  }
  let totals = empty
  for (const kinds of kindsByRespondent.values()) {
    const seen = {
      shown: kinds & KIND_BITS.shown,
      dismissed: kinds & KIND_BITS.dismissed,
      sent: kinds & KIND_BITS.sent,
    }
    totals = updatedTotals(totals, NO_EVENTS, seen)
  }
  // The sums of all kinds are of events, not of respondents.
  return { ...totals, ...events }
}
