import type { Page, SurveyResponse } from '../../../wire/console'
import { hasScope } from '../../http/auth'
import { cursorLink, parseCursorLimit } from '../../http/paging'
import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import { streamText } from '../../lib/streamText'
import { approximateBytes } from '../../store/approximateBytes'
import type { PersonRow, SurveyEventRow } from '../../store/rows'
import type { Store } from '../../store/store'
import { requireSurvey } from '../findSurvey'
import { requireRange } from '../stats/statsRange'
import { responsesCsv } from './csv'
import { type IdentifiedQuestion, identifiedQuestions, type Submission } from './parseSubmission'
import { cursorAfter, type NewestQuery, readNewest } from './readNewest'
import { parseFilter, withRespondents } from './submissionFilter'

/** Rows that a page reads at most, so that a filter that matches nothing ends. See D-589. */
const MAX_READ = 2000
/** Bytes of the events that a page reads, after which it ends. See D-793. */
const MAX_READ_BYTES = 16_000_000
/** Bytes of the responses of a page, after which no other is added. See D-725. */
const MAX_BYTES = 4_000_000

/** Replies with a page of responses, or with all of them in CSV. @throws HttpError 404, or 400 for an invalid filter. */
export async function listResponses(context: ManagementContext): Promise<Reply> {
  const { service, project, params, query, request, key } = context
  const { store, limitSteps } = service
  const survey = await requireSurvey(store, project.id, params['id'])
  const questions = identifiedQuestions(survey.questions)
  const selection: NewestQuery = {
    projectId: project.id,
    surveyId: survey.id,
    range: requireRange(query),
    questions,
    filter: parseFilter(context),
  }
  const steps = limitSteps(readNewest(store, selection))
  if (selection.filter.format === 'csv')
    return {
      status: 200,
      body: streamText(responsesCsv(steps, questions)),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="responses-${survey.id.replace(/[^\w-]/g, '_')}.csv"`,
      },
    }
  const { results, last } = await readPage(store, steps, {
    questions,
    limit: parseCursorLimit(query),
    mayReadPersons: hasScope(key, 'person:read'),
  })
  const body: Page<SurveyResponse> = { results, next: cursorLink(request.url, last && cursorAfter(last)) }
  return { status: 200, body }
}

interface PageOptions {
  questions: readonly IdentifiedQuestion[]
  limit: number
  /** Whether the key may read properties of persons. See D-734. */
  mayReadPersons: boolean
}

/** Reads responses until a page is full, there are no more, or enough rows are read. `last` is the row above the next page. */
async function readPage(
  store: Store,
  steps: ReturnType<typeof readNewest>,
  { questions, limit, mayReadPersons }: PageOptions,
): Promise<{ results: SurveyResponse[]; last?: SurveyEventRow }> {
  const results: SurveyResponse[] = []
  let last: SurveyEventRow | undefined
  let bytes = 0
  let [read, readBytes] = [0, 0]
  for await (const { rows, submissions, bytes: ofEvents } of steps) {
    for await (const [submission, person] of withRespondents(store, submissions)) {
      // One more than a page tells that there is a next one.
      if (results.length === limit || bytes > MAX_BYTES) return { results, last }
      const response = serializeResponse(submission, { person, questions, mayReadPersons })
      results.push(response)
      bytes += approximateBytes(response)
      last = submission.row
    }
    read += rows.length
    readBytes += ofEvents
    if (read >= MAX_READ || readBytes > MAX_READ_BYTES) return { results, last: rows.at(-1) }
  }
  return { results }
}

/** What a response is serialized with, besides its submission. */
interface ResponseDetails extends Pick<PageOptions, 'questions' | 'mayReadPersons'> {
  person: PersonRow | undefined
}

function serializeResponse(
  { row, event, isCompleted, language, url, answers }: Submission,
  { person, questions, mayReadPersons }: ResponseDetails,
): SurveyResponse {
  return {
    id: row.dedupe_key,
    distinct_id: event.distinct_id,
    person_id: person?.id ?? event.person_id,
    person_properties: (mayReadPersons && person?.properties) || {},
    at: event.timestamp,
    is_completed: isCompleted,
    language,
    url,
    answers: questions.flatMap(({ id, question }, index) => {
      const answer = answers[index]
      return answer === undefined ? [] : [{ question_id: id, question, answer }]
    }),
  }
}
