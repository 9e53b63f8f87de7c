import type { ReadSurvey } from '../../wire/managedSurvey'
import type { SurveyStats } from '../../wire/surveyStats'
import type { Sort } from '../ui/Table'
import { SURVEY_STATES, type SurveyState } from './surveyState'

/** A survey, and what is known of its answers. */
export interface SurveyRow {
  survey: ReadSurvey
  state: SurveyState
  /** `undefined` while it is loading. */
  stats: SurveyStats | undefined
}

/** Column -> the value that orders the rows. Whatever is unknown comes last in both directions. */
const VALUES: Record<string, (row: SurveyRow) => number | string | undefined> = {
  name: ({ survey }) => survey.name.toLocaleLowerCase(),
  state: ({ state }) => SURVEY_STATES.indexOf(state),
  shown: ({ stats }) => stats?.stats['survey shown'].total_count,
  answered: ({ stats }) => stats?.stats['survey sent'].total_count,
  rate: ({ stats }) => stats?.rates.response_rate,
  last: ({ stats }) => stats?.stats['survey sent'].last_seen ?? undefined,
}

/** Returns the rows in the order of a column. Rows with the same value keep their order. */
export function sortRows(rows: readonly SurveyRow[], { column, isDescending }: Sort): SurveyRow[] {
  const read = VALUES[column]
  if (!read) return [...rows]
  return [...rows].sort((a, b) => {
    const [x, y] = [read(a), read(b)]
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
    const order = typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y)
    return isDescending ? -order : order
  })
}

/** Whether the name, the description or a question of a survey contains each word. Case is ignored. */
export function matchesSearch({ name, description, questions }: ReadSurvey, search: string): boolean {
  const text = [name, description, ...(questions ?? []).map(({ question }) => question)]
    .join(' ')
    .toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
