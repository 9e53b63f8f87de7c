import { yieldToRequests } from '../../lib/yieldToRequests'
import type { SurveyEventRow } from '../../store/rows'
import type { Store, StoreReader } from '../../store/store'
import { type IdentifiedQuestion, parseSubmission, type Submission } from './parseSubmission'
import { type SentQuery, withEvents } from './readSent'
import { filterSubmissions, type SubmissionFilter } from './submissionFilter'

/** The submissions to read. */
export interface NewestQuery extends SentQuery {
  questions: readonly IdentifiedQuestion[]
  filter: SubmissionFilter
}

/** Some rows, and the submissions among them that meet the filter. */
interface Step {
  rows: SurveyEventRow[]
  submissions: Submission[]
}

/** Rows that are read at once. Other requests are answered between two steps. */
const STEP = 200

/**
 * Yields the submissions of a survey, newest first, from the one after `filter.cursor`. Submissions that arrive meanwhile
 * are not among them.
 */
export async function* readNewest(store: Store, query: NewestQuery): AsyncIterable<Step> {
  const { projectId: project_id, surveyId: survey_id, range, questions, filter } = query
  const isOfSurvey = (row: SurveyEventRow) => row.survey_id === survey_id && row.kind === 'sent'
  const where =
    filter.person_id === undefined
      ? { project_id, survey_id, kind: 'sent' as const }
      : { project_id, respondent: filter.person_id }
  let cursor = parseCursor(filter.cursor)
  for (;;) {
    const { rows, isLast } = await readBelow(store, { where, ...range }, cursor)
    const sent = await withEvents(store, rows.filter(isOfSurvey))
    const submissions = sent.map(event => parseSubmission(questions, event))
    yield { rows, submissions: await filterSubmissions(store, submissions, { filter, questions }) }
    if (isLast) return
    cursor = rows.at(-1)
    await yieldToRequests()
  }
}

/** Returns the cursor of the page that follows a row. */
export function cursorAfter({ at, dedupe_key }: SurveyEventRow): string {
  return `${at}~${dedupe_key}`
}

type Position = Pick<SurveyEventRow, 'at' | 'dedupe_key'>

/** A cursor that cannot be read counts as missing. */
function parseCursor(text = ''): Position | undefined {
  const [, at, dedupe_key] = /^(-?\d{1,17})~(.*)$/s.exec(text) ?? []
  return at === undefined || dedupe_key === undefined ? undefined : { at: Number(at), dedupe_key }
}

interface RowQuery {
  where: Partial<SurveyEventRow>
  from?: number
  to?: number
}

/** Reads the next older rows. Reads more at once while all of them have the time of the cursor and stand above it. */
async function readBelow(
  store: StoreReader,
  { where, from, to = Number.MAX_SAFE_INTEGER }: RowQuery,
  cursor: Position | undefined,
): Promise<{ rows: SurveyEventRow[]; isLast: boolean }> {
  const bounds = { from, to: Math.min(to, cursor?.at ?? to) }
  for (let limit = STEP; ; limit *= 4) {
    const found = await store.find('surveyEvents', { where, ...bounds, order: 'newest', limit })
    const rows = cursor ? rowsBelow(found, cursor) : found
    const isLast = found.length < limit
    if (rows.length > 0 || isLast) return { rows, isLast }
  }
}

/** The row of a cursor may be gone: a later event of its submission has moved it to the top. */
function rowsBelow(rows: SurveyEventRow[], { at, dedupe_key }: Position): SurveyEventRow[] {
  const index = rows.findIndex(row => row.at === at && row.dedupe_key === dedupe_key)
  return index < 0 ? rows.filter(row => row.at < at) : rows.slice(index + 1)
}
