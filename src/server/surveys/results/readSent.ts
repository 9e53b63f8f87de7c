import { SURVEY_SUBMISSION_ID } from '../../../wire/event'
import { yieldToRequests } from '../../lib/yieldToRequests'
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

/** Events that are read at once. Other requests are answered between two steps. */
const STEP = 200

/** Yields the submissions of a survey, oldest first: one event each, found by the rows that statistics count. See D-587. */
export async function* readSent(
  store: Store,
  { projectId: project_id, surveyId: survey_id, range }: SentQuery,
): AsyncIterable<SentEvent[]> {
  const where = { project_id, survey_id, kind: 'sent' as const }
  for await (const page of store.pages('surveyEvents', { where, ...range }))
    for (let start = 0; start < page.length; start += STEP) {
      yield withEvents(store, page.slice(start, start + STEP))
      await yieldToRequests()
    }
}

/** Adds its event to each row. A row whose event was deleted is left out. */
export async function withEvents(store: Store, rows: SurveyEventRow[]): Promise<SentEvent[]> {
  const keys = rows.map(({ project_id, event_uuid, dedupe_key }) => ({
    project_id,
    uuid: event_uuid ?? dedupe_key,
  }))
  const events = await store.getMany('events', keys)
  const sent = await Promise.all(
    rows.map(async (row, index) => {
      const event = events[index] ?? (row.event_uuid ? undefined : await findBySubmission(store, row))
      return event ? [{ row, event }] : []
    }),
  )
  return sent.flat()
}

/** Events of a person that are searched for the one of a row without its uuid. */
const MAX_SEARCHED = 1000

/** Rows of earlier versions name the submission alone, whose newest event is among those of the person. */
async function findBySubmission(
  store: StoreReader,
  { project_id, respondent, dedupe_key, at }: SurveyEventRow,
): Promise<StoredEvent | undefined> {
  const where = { project_id, person_id: respondent }
  const events = await store.find('events', { where, order: 'newest', limit: MAX_SEARCHED })
  return events.find(
    ({ properties, timestamp }) =>
      properties[SURVEY_SUBMISSION_ID] === dedupe_key && Date.parse(timestamp) === at,
  )
}
