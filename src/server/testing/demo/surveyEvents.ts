import {
  type Properties,
  SURVEY_COMPLETED,
  SURVEY_DISMISSED,
  SURVEY_DISMISSED_PREFIX,
  SURVEY_ID,
  SURVEY_ITERATION,
  SURVEY_LAST_SEEN_DATE,
  SURVEY_QUESTIONS,
  SURVEY_RESPONDED_PREFIX,
  SURVEY_RESPONSE_PREFIX,
  SURVEY_SENT,
  SURVEY_SHOWN,
  SURVEY_SUBMISSION_ID,
} from '../../../wire/event'
import type { Answer } from '../../../wire/survey'
import type { SurveySeed } from '../../options'
import type { Outcome } from './demoAnswers'

/** An event of a survey session, in seconds after the survey was shown. */
export interface SessionEvent {
  afterSeconds: number
  event: string
  properties: Properties
}

/** The survey as a person sees it. */
interface Session {
  survey: SurveySeed
  language: 'en' | 'de'
  submissionId: string
  /** ISO 8601. */
  shownAt: string
}

/** Returns the events that a client sends in a survey session. Interface section 6. */
export function surveyEvents(session: Session, { answers, end }: Outcome): SessionEvent[] {
  const { survey, shownAt } = session
  const shown = {
    ...surveyProperties(session),
    $set: { [SURVEY_LAST_SEEN_DATE]: shownAt },
  }
  const events: SessionEvent[] = [{ afterSeconds: 0, event: SURVEY_SHOWN, properties: shown }]
  const isComplete = (count: number) => end === 'sent' && count === answers.length
  for (const count of answers.map((_, index) => index + 1)) {
    if (!survey.enable_partial_responses && !isComplete(count)) continue
    const properties = answerProperties(session, answers.slice(0, count))
    const $set = { [`${SURVEY_RESPONDED_PREFIX}${survey.id}`]: true }
    events.push({
      afterSeconds: count * 9,
      event: SURVEY_SENT,
      properties: { ...properties, [SURVEY_COMPLETED]: isComplete(count), $set },
    })
  }
  if (end === 'dismissed') {
    const properties = {
      ...answerProperties(session, answers),
      $survey_partially_completed: answers.some(([, answer]) => answer !== null),
      $set: { [`${SURVEY_DISMISSED_PREFIX}${survey.id}`]: true },
    }
    events.push({ afterSeconds: answers.length * 9 + 6, event: SURVEY_DISMISSED, properties })
  }
  return events
}

/** The translation on display: only surveys with translations have one. */
function translation({ survey, language }: Session): 'de' | undefined {
  return language === 'de' && survey.translations?.['de'] ? 'de' : undefined
}

function surveyProperties(session: Session): Properties {
  const { survey } = session
  const language = translation(session)
  return {
    [SURVEY_ID]: survey.id,
    $survey_name: survey.name,
    [SURVEY_ITERATION]: null,
    $survey_iteration_start_date: null,
    ...(language ? { $survey_language: language } : {}),
  }
}

function answerProperties(session: Session, answers: [questionId: string, answer: Answer][]): Properties {
  const byId = new Map(answers)
  const language = translation(session)
  const questions = (session.survey.questions ?? []).map(({ id = '', question, translations }) => ({
    id,
    question: (language && translations?.[language]?.question) ?? question,
    ...(byId.has(id) ? { response: byId.get(id) } : {}),
  }))
  return {
    ...surveyProperties(session),
    [SURVEY_SUBMISSION_ID]: session.submissionId,
    [SURVEY_QUESTIONS]: questions,
    ...Object.fromEntries(answers.map(([id, answer]) => [`${SURVEY_RESPONSE_PREFIX}${id}`, answer])),
  }
}
