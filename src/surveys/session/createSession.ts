import { callAll } from '../../lib/callAll'
import { createEmitter } from '../../lib/emitter'
import type { Answer, Question } from '../../wire/survey'
import type { SurveyHost } from '../host'
import type { Problem } from '../questions/answerRules'
import { type Draft, rulesOf } from '../questions/rules'
import { progressKey, readProgress, readRecord } from '../storage/savedProgress'
import type { ParsedSurvey } from '../targeting/parseSurvey'
import { maxRemainingQuestions } from './maxRemainingQuestions'
import { pipeAnswers } from './pipeAnswers'
import { answersFromCode, answersInUrl } from './prefill'
import {
  branchAnswerAt,
  draftAt,
  fittingDraft,
  newSession,
  reduce,
  resumedSession,
  type SessionData,
  type SessionEvent,
} from './sessionReducer'
import { createSessionReporter } from './sessionReporter'
import { choiceOrder, questionOrder } from './shuffle'
import type { SessionOptions, SessionState, SurveySession } from './surveySession'
import { translateForVisitor } from './translate'

/**
 * Creates the session of one person and one survey, or resumes the unfinished one of this device. Prefilled answers are taken,
 * and reported where they complete something, before this returns: the session can start at a later question, on the thank-you
 * page, or closed. Never throws.
 *
 * Interface 6; D-172.
 */
export function createSession(
  survey: ParsedSurvey,
  host: SurveyHost,
  options: SessionOptions = {},
): SurveySession {
  const { page } = host
  const clock = { now: page.now(), ttlMinutes: host.config().survey_progress_ttl_minutes }
  const key = progressKey(survey)
  const saved = readProgress(host.store, key, clock)
  const reporter = createSessionReporter(survey, host, options, saved)
  const order = questionOrder(survey, page.random, saved?.questionOrder)
  const choiceOrders = new Map<string, readonly number[]>()
  const changes = createEmitter<void>(error => host.emitError('survey_callback_failed', error))

  let data = saved ? resumedSession(survey, order, saved) : newSession(survey, order)
  if (saved && saved.lastQuestionIndex !== data.index) host.emitError('survey_not_resumed', { id: survey.id })
  let translated = translateForVisitor(survey, host)
  let state = snapshot()
  let isShown = false

  const unsubscribe = callAll([
    page.on('language', () => setData(data)),
    // A page in the back/forward cache is not told when another page ends the session. See D-433.
    page.on('restore', () => {
      const id = readRecord(host.store, key)?.surveySubmissionId
      if (id ? id !== reporter.submissionId : data.path.length) hide()
    }),
  ])

  function snapshot(): SessionState {
    const { page, index, path, answers, end } = data
    const shown = pipeAnswers(translated.survey, position => {
      const question = translated.survey.questions[position]
      return question && rulesOf(question).answer(question, draftAt(survey, data, position))
    })
    return {
      ...translated,
      survey: shown,
      page,
      index,
      path,
      answers,
      submissionId: reporter.submissionId,
      end,
    }
  }

  function setData(next: SessionData) {
    // A listener may have closed the session while its answers were reported.
    if (data.page === 'closed') return
    const isClosing = next.page === 'closed'
    data = next
    // There is no event for a change of the person's language, so each change of the session reads it again.
    translated = translateForVisitor(survey, host)
    state = snapshot()
    if (isClosing) {
      unsubscribe()
      reporter.closed(data)
    }
    changes.emit()
  }

  /** Applies an event. @returns Whether it changed anything. */
  function dispatch(event: SessionEvent): boolean {
    const next = reduce(survey, data, event)
    if (next === data) return false
    setData(next)
    return true
  }

  function hide() {
    dispatch({ type: 'close', end: 'hidden' })
  }

  /** Moves on from answered questions. Stores and reports them first, so that a page that unloads now loses nothing. */
  function advance(next: SessionData, sendsPartial = survey.enable_partial_responses) {
    if (!next.end) reporter.saveProgress(next, translated)
    if (next.end || sendsPartial) reporter.sent(next, translated)
    setData(next)
  }

  /** Returns the question on display in the base language, which answers and branching refer to. */
  const currentQuestion = (): Question | null =>
    data.page === 'question' ? survey.questions[data.index]! : null

  const answerOf = (index: number): Answer => branchAnswerAt(survey, data, index)

  /** Submits what `read` returns. It may throw, because a page that draws its own controls passes anything. */
  function submit(read: (question: Question) => Draft | undefined): Problem | null {
    host.refresh()
    const question = currentQuestion()
    if (!question) return null
    const rules = rulesOf(question)
    let answer: Answer
    let picked: readonly number[] | undefined
    try {
      const draft = read(question)
      if (draft === undefined) return { code: 'required' }
      const problem = rules.problem(question, draft)
      if (problem) return problem
      answer = rules.answer(question, draft)
      picked = Object(draft).picked
    } catch {
      return { code: 'required' }
    }
    if (host.whyBlocked()) return { code: 'unsent' }
    if (reporter.isFinishedElsewhere()) {
      hide()
      return null
    }
    const next = reduce(survey, data, { type: 'answer', answer, picked, translated })
    reporter.answered(data.index, answer)
    // A listener may have closed the session by a change of person.
    if (data.page !== 'closed') advance(next)
    return null
  }

  // Answers in the URL are for a new session alone, so that a reload does not take the person back.
  const url = options.prefillFromUrl && !saved ? page.url() : ''
  const answers = options.initialResponses
    ? answersFromCode(survey, options.initialResponses)
    : answersInUrl(survey, url)
  const prefilled = reduce(survey, data, { type: 'prefill', answers, translated })
  if (prefilled !== data) {
    const isSubmitted = prefilled.path.length > 0 || prefilled.end !== null
    // An answer given outside the card is sent at once, because the visitor may never look at the card. See D-423.
    if (isSubmitted) advance(prefilled, true)
    else setData(prefilled)
  }

  return {
    state: () => state,
    subscribe: changes.on,
    question: () => (data.page === 'question' ? state.survey.questions[data.index]! : null),
    draft: () => (data.page === 'question' ? draftAt(survey, data, data.index) : null),
    choiceOrder() {
      const question = currentQuestion()
      if (!question) return []
      const order = choiceOrders.get(question.id!) ?? choiceOrder(question, page.random)
      choiceOrders.set(question.id!, order)
      return order
    },
    progress() {
      const { index, path, order } = data
      const step = path.length + 1
      return { step, of: order ? order.length : step + maxRemainingQuestions(survey, index, path, answerOf) }
    },
    canGoBack: () =>
      data.page === 'question' && data.path.length > 0 && survey.appearance.allowGoBack === true,
    shown() {
      if (isShown || data.page === 'closed') return
      isShown = true
      reporter.shown(translated)
    },
    begin() {
      dispatch({ type: 'begin' })
    },
    submit: draft => submit(() => draft),
    // An answer that does not fit the question must not count as a skip.
    answer: answer => submit(question => fittingDraft(question, answer)),
    back() {
      if (dispatch({ type: 'back' }) && !data.end) reporter.saveProgress(data, translated)
    },
    dismiss() {
      host.refresh()
      if (!data.end && reporter.isFinishedElsewhere()) return hide()
      if (!data.end) reporter.dismissed(data, translated)
      dispatch({ type: 'close', end: 'dismissed' })
    },
    hide,
  }
}
