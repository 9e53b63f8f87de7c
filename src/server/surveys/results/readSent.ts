import { SURVEY_SUBMISSION_ID } from '../../../wire/event'
import type { StoredEvent, SurveyEventRow } from '../../store/rows'
import type { Store, StoreReader } from '../../store/store'
import type { StatsRange } from '../stats/statsRange'
import type { SentEvent } from './parseSubmission'

/** The survey whose submissions are read. */
export interface SentQuery {
  projectId: number
  surveyId: string
  range: StatsRange
}

/** Yields the submissions of a survey, oldest first: one event each, found by the rows that statistics count. See D-587. */
export async function* readSent(
  store: Store,
  { projectId: project_id, surveyId: survey_id, range }: SentQuery,
): AsyncIterable<SentEvent[]> {
  const where = { project_id, survey_id, kind: 'sent' as const }
  for await (const rows of store.pages('surveyEvents', { where, ...range })) yield* withEvents(store, rows)
}

/** Yields each row with its event, some at a time. A row whose event was deleted is left out. */
export async function* withEvents(store: Store, rows: SurveyEventRow[]): AsyncIterable<SentEvent[]> {
  const keys = rows.map(({ project_id, event_uuid, dedupe_key }) => ({
    project_id,
    uuid: event_uuid ?? dedupe_key,
  }))
  let index = 0
  for await (const events of store.getPages('events', keys)) {
    const sent: SentEvent[] = []
    for (const found of events) {
      const row = rows[index++]!
      const event = found ?? (row.event_uuid ? undefined : await findBySubmission(store, row))
      if (event) sent.push({ row, event })
    }
    yield sent
  }
}

/** Events of a person that are searched for the one of a row without its uuid. */
const MAX_SEARCHED = 1000

/** Rows of earlier versions name the submission alone, whose newest event is among those of the person. */
async function findBySubmission(
  store: StoreReader,
  { project_id, respondent, dedupe_key, at }: SurveyEventRow,
): Promise<StoredEvent | undefined> {
  const where = { project_id, person_id: respondent }
  for await (const events of store.pages('events', { where, order: 'newest', limit: MAX_SEARCHED }))
    for (const event of events)
      if (event.properties[SURVEY_SUBMISSION_ID] === dedupe_key && Date.parse(event.timestamp) === at)
        return event
  return undefined
}
