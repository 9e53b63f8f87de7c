import { jsonLength } from '../../lib/jsonLength'
import type { SurveyEventKind, SurveyEventRow } from '../../store/rows'
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
  /** Approximate size of the events as JSON. */
  bytes: number
}

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
  const start = await startBelow(store, project_id, filter.cursor)
  const to = Math.min(start.to ?? Number.MAX_SAFE_INTEGER, range.to ?? Number.MAX_SAFE_INTEGER)
  for await (const rows of store.pages('surveyEvents', { where, ...range, ...start, to, order: 'newest' })) {
    const sent = rows.filter(isOfSurvey)
    if (sent.length === 0) yield { rows, submissions: [], bytes: 0 }
    for await (const events of withEvents(store, sent)) {
      let bytes = 0
      const submissions = events.map(({ row, event }) => {
        // A copy has the value of a column that is otherwise parsed at each reading (D-746).
        const parsed = { ...event }
        bytes += jsonLength(parsed)
        return { ...parseSubmission(questions, { row, event: parsed }), event }
      })
      yield {
        rows: events.map(({ row }) => row),
        submissions: await filterSubmissions(store, submissions, { filter, questions }),
        bytes,
      }
    }
  }
}

/** Returns the cursor of the page that follows a row: its time and its key. */
export function cursorAfter({ at, kind, survey_id, dedupe_key }: SurveyEventRow): string {
  return [at, kind, survey_id.length, survey_id + dedupe_key].join('~')
}

/** Returns where the rows below a cursor begin. A cursor that cannot be read counts as missing. */
async function startBelow(
  store: StoreReader,
  project_id: number,
  cursor = '',
): Promise<{ after?: SurveyEventRow; to?: number }> {
  const [, time, kind, length, ids] =
    /^(-?\d{1,17})~(shown|dismissed|sent)~(\d{1,9})~(.*)$/s.exec(cursor) ?? []
  if (ids === undefined) return {}
  const at = Number(time)
  const row = await store.get('surveyEvents', {
    project_id,
    survey_id: ids.slice(0, Number(length)),
    // The expression matches kinds alone.
    kind: kind as SurveyEventKind,
    dedupe_key: ids.slice(Number(length)),
  })
  // The row may be gone: a later event of its submission has moved it to the top.
  return row?.at === at ? { after: row } : { to: at - 1 }
}
