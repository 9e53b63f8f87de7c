import type { SurveyResults } from '../../../wire/console'
import { MANAGED_SURVEYS_PATH as SURVEYS } from '../../../wire/paths'
import type { SurveyStats } from '../../../wire/surveyStats'
import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import type { ManagementRoute } from '../../http/route'
import { dateIn } from '../../lib/dateIn'
import { requireSurvey } from '../findSurvey'
import { readSurveyStats } from '../stats/readStats'
import type { StatsCache } from '../stats/statsCache'
import { requireRange } from '../stats/statsRange'
import { createResults } from './createResults'
import { identifiedQuestions, parseSubmission } from './parseSubmission'
import { readSent } from './readSent'
import { listResponses } from './responses'
import { responsesBody, resultsBody } from './schema'
import { filterSubmissions, parseFilter, responsesQuery, resultsQuery } from './submissionFilter'

/** Creates the endpoints with the answers to a survey. See D-586, D-587. */
export const createResultRoutes = (statsCache: StatsCache): ManagementRoute[] => [
  {
    method: 'GET',
    path: `${SURVEYS}/:id/results`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Returns the funnel of a survey, and the answers to each question in numbers.',
    query: resultsQuery,
    replies: { 200: { description: 'The results.', schema: resultsBody } },
    isHidden: true,
    handle: context => getResults(context, statsCache),
  },
  {
    method: 'GET',
    path: `${SURVEYS}/:id/responses`,
    access: 'management',
    scope: 'survey:read',
    summary: 'Lists the responses to a survey, newest first, as JSON or CSV.',
    query: responsesQuery,
    replies: { 200: { description: 'A page of responses, or all of them as CSV.', schema: responsesBody } },
    isHidden: true,
    handle: listResponses,
  },
]

async function getResults(context: ManagementContext, statsCache: StatsCache): Promise<Reply> {
  const { service, project, params, query } = context
  const { store, limitSteps } = service
  const survey = await requireSurvey(store, project.id, params['id'])
  const filter = parseFilter(context)
  const sent = { projectId: project.id, surveyId: survey.id, range: requireRange(query) }
  const stats = await readSurveyStats({ store, statsCache }, sent)
  const questions = identifiedQuestions(survey.questions)
  const results = createResults(questions, dateIn(project.time_zone))
  for await (const step of limitSteps(readSent(store, sent))) {
    const submissions = step.map(event => parseSubmission(questions, event))
    for (const submission of await filterSubmissions(store, submissions, { filter, questions }))
      results.add(submission)
  }
  const body: SurveyResults = { survey_id: survey.id, totals: totalsOf(stats), ...results.results() }
  return { status: 200, body }
}

function totalsOf({ stats }: SurveyStats): SurveyResults['totals'] {
  const { 'survey shown': shown, 'survey dismissed': dismissed, 'survey sent': sent } = stats
  return {
    shown: shown.total_count,
    dismissed: dismissed.total_count,
    sent: sent.total_count,
    shown_persons: shown.unique_persons,
    sent_persons: sent.unique_persons,
  }
}
