import { createEmitter } from '../../lib/emitter'
import type { Answer, Question, Survey } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { rulesOf } from '../questions/rules'
import { readProgress } from '../storage/savedProgress'
import type { Draft, Problem } from './answer'
import { maxRemainingQuestions } from './maxRemainingQuestions'
import { normalizeQuestions } from './normalizeQuestions'
import { answersFromCode, answersInUrl, type PrefilledAnswers } from './prefill'
import {
  afterAnswer,
  afterBack,
  answerAt,
  applyPrefill,
  newSession,
  resumedSession,
  type SessionData,
} from './sessionReducer'
import { createSessionReporter } from './sessionReporter'
import { orderOfChoices, orderOfQuestions } from './shuffle'
import type { SessionEnd, SessionOptions, SessionState, SurveySession } from './surveySession'
import { translateForVisitor } from './translate'

/** Answers from code win; those of the address are for a run that begins, or a reload would throw the visitor back. */
function prefilledAnswers(
  survey: Survey,
  host: SurveyHost,
  options: SessionOptions,
  resumed: boolean,
): PrefilledAnswers {
  if (options.initialResponses) return answersFromCode(survey, options.initialResponses)
  return options.prefillFromUrl && !resumed ? answersInUrl(survey, host.page.url()) : new Map()
}

const isBlank = (answer: Answer): boolean =>
  (answer ?? '') === '' || (Array.isArray(answer) && answer.length === 0)

/**
 * Takes one person through one survey. Continues an unfinished run of this device.
 *
 * @param definition As the service sent it or as `readDefinition` made it; it is not changed.
 *
 * Answers given beforehand are taken, and reported where they complete something, before this returns: such a session can
 * begin at a later question, on the thank-you page, or closed. Never throws. Interface 6; DECISIONS, "Survey sessions".
 */
export function createSession(
  definition: Survey,
  host: SurveyHost,
  options: SessionOptions = {},
): SurveySession {
  const survey: Survey = { ...definition, questions: normalizeQuestions(definition.questions) }
  const { page } = host
  const clock = { now: page.now(), ttlMinutes: host.config().survey_progress_ttl_minutes }
  const record = readProgress(host.store, survey, clock)
  const reporter = createSessionReporter(survey, host, options, record)
  const order = orderOfQuestions(survey, page.random, record?.questionOrder)
  const choiceOrders = new Map<string, readonly number[]>()
  const changed = createEmitter<void>(error => host.emitError('survey_callback_failed', error))

  let data = record ? resumedSession(survey, order, record) : newSession(survey, order)
  let language = translateForVisitor(survey, host)
  let isShown = false
  let state = stateOf(data)

  const stopListening = page.on('language', () => setData(data))

  function stateOf({ page, index, path, answers, end }: SessionData): SessionState {
    const { submissionId } = reporter
    return {
      survey: language.survey,
      page,
      index,
      path,
      answers,
      submissionId,
      language: language.language,
      end,
    }
  }

  function setData(next: SessionData) {
    const closes = next.page === 'closed' && data.page !== 'closed'
    data = next
    // Nobody tells when the person's language changes: it counts from the next page on.
    language = translateForVisitor(survey, host)
    state = stateOf(data)
    if (closes) {
      stopListening()
      reporter.closed(data)
    }
    changed.emit()
  }

  /** Goes on from an answered question; what a page that closes now would lose is kept and sent first. */
  function advance(next: SessionData) {
    if (!next.end) reporter.saveProgress(next, language)
    if (next.end || survey.enable_partial_responses) reporter.sent(next, language)
    setData(next)
  }

  function close(end: SessionEnd) {
    if (data.page !== 'closed') setData({ ...data, page: 'closed', end: data.end ?? end })
  }

  /** The question on display as it was defined: answers and branching are of no language. */
  const currentQuestion = (): Question | null =>
    data.page === 'question' ? survey.questions[data.index]! : null

  function submit(draft: Draft): Problem | null {
    const question = currentQuestion()
    if (!question) return null
    const rules = rulesOf(question)
    let answer: Answer
    try {
      const problem = rules.problem(question, draft)
      if (problem) return problem
      answer = rules.answer(question, draft)
    } catch {
      // What a page that draws its own controls has handed over is no draft of this question.
      return { code: 'required' }
    }
    if (!host.canCapture()) return { code: 'unsent' }
    const next = afterAnswer(survey, data, answer, language.survey)
    reporter.answered(next, data.index)
    advance(next)
    return null
  }

  const prefilled = prefilledAnswers(survey, host, options, record !== null)
  if (prefilled.size > 0) {
    const begun = applyPrefill(survey, data, prefilled, language.survey)
    if (begun.path.length > 0 || begun.end) advance(begun)
    else setData(begun)
  }

  return {
    state: () => state,
    subscribe: changed.on,
    question: () => (data.page === 'question' ? language.survey.questions[data.index]! : null),
    draft() {
      const question = currentQuestion()
      return question && rulesOf(question).restore(question, answerAt(survey, data, data.index))
    },
    choiceOrder() {
      const question = currentQuestion()
      if (!question) return []
      const found = choiceOrders.get(question.id!) ?? orderOfChoices(question, page.random)
      choiceOrders.set(question.id!, found)
      return found
    },
    progress() {
      const step = data.path.length + 1
      if (data.order) return { step, of: data.order.length }
      return {
        step,
        of: step + maxRemainingQuestions(survey, data.index, data.path, at => answerAt(survey, data, at)),
      }
    },
    canGoBack: () =>
      data.page === 'question' && data.path.length > 0 && survey.appearance?.allowGoBack === true,
    shown() {
      if (isShown || data.page === 'closed') return
      isShown = true
      reporter.shown(language)
    },
    begin() {
      if (data.page === 'intro') setData({ ...data, page: 'question' })
    },
    submit,
    answer(answer) {
      const question = currentQuestion()
      if (!question) return null
      const rules = rulesOf(question)
      const draft = rules.restore(question, answer)
      // What does not fit the question must not pass for a skip.
      if (!isBlank(answer) && rules.answer(question, draft) === null) return { code: 'required' }
      return submit(draft)
    },
    back() {
      if (!currentQuestion() || data.path.length === 0) return
      setData(afterBack(data))
      reporter.saveProgress(data, language)
    },
    dismiss() {
      if (data.page === 'closed') return
      if (!data.end) reporter.dismissed(data, language)
      close('dismissed')
    },
    hide: () => close('hidden'),
  }
}
