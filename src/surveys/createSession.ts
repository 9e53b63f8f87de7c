import { createEmitter } from '../lib/emitter'
import type { Question, Survey } from '../wire/survey'
import type { Answer, Draft, Problem } from './answer'
import type { SurveyHost } from './host'
import { createJournal } from './journal'
import { answersFromCode, answersInUrl, type GivenAnswers } from './prefill'
import { readProgress } from './progress'
import { rulesOf } from './questions'
import { readQuestions } from './readQuestions'
import { mostQuestionsAfter } from './remaining'
import { afterAnswer, afterBack, afterGiven, answerAt, freshRun, type Run, resumedRun } from './run'
import type { SessionEnd, SessionOptions, SessionState, SurveySession } from './session'
import { orderOfChoices, orderOfQuestions } from './shuffle'
import { inVisitorsLanguage } from './translate'

/** Answers from code win; those of the address are for a run that begins, or a reload would throw the visitor back. */
function givenAnswers(
  survey: Survey,
  host: SurveyHost,
  options: SessionOptions,
  resumed: boolean,
): GivenAnswers {
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
  const survey: Survey = { ...definition, questions: readQuestions(definition.questions) }
  const { page } = host
  const clock = { now: page.now(), ttlMinutes: host.settings().survey_progress_ttl_minutes }
  const record = readProgress(host.store, survey, clock)
  const journal = createJournal(survey, host, options, record)
  const order = orderOfQuestions(survey, page.random, record?.questionOrder)
  const choiceOrders = new Map<string, readonly number[]>()
  const changed = createEmitter<void>(error => host.report('survey_callback_failed', error))

  let run = record ? resumedRun(survey, order, record) : freshRun(survey, order)
  let language = inVisitorsLanguage(survey, host)
  let visible = false
  let state = stateOf(run)

  const stopListening = page.on('language', () => go(run))

  function stateOf({ page, index, path, answers, end }: Run): SessionState {
    const { submissionId } = journal
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

  function go(next: Run) {
    const closes = next.page === 'closed' && run.page !== 'closed'
    run = next
    // Nobody tells when the person's language changes: it counts from the next page on.
    language = inVisitorsLanguage(survey, host)
    state = stateOf(run)
    if (closes) {
      stopListening()
      journal.closed(run)
    }
    changed.emit()
  }

  /** Goes on from an answered question; what a page that closes now would lose is kept and sent first. */
  function goOn(next: Run) {
    if (!next.end) journal.keep(next, language)
    if (next.end || survey.enable_partial_responses) journal.sent(next, language)
    go(next)
  }

  function close(end: SessionEnd) {
    if (run.page !== 'closed') go({ ...run, page: 'closed', end: run.end ?? end })
  }

  /** The question on display as it was defined: answers and branching are of no language. */
  const asked = (): Question | null => (run.page === 'question' ? survey.questions[run.index]! : null)

  function submit(draft: Draft): Problem | null {
    const question = asked()
    if (!question) return null
    const rules = rulesOf(question)
    let answer: Answer
    try {
      const problem = rules.problem(question, draft)
      if (problem) return problem
      answer = rules.answer(question, draft)
    } catch {
      // What a page that draws its own controls has handed over is no draft of this question.
      return { word: 'required' }
    }
    if (!host.canCapture()) return { word: 'unsent' }
    const next = afterAnswer(survey, run, answer, language.survey)
    journal.answered(next, run.index)
    goOn(next)
    return null
  }

  const given = givenAnswers(survey, host, options, record !== null)
  if (given.size > 0) {
    const begun = afterGiven(survey, run, given, language.survey)
    if (begun.path.length > 0 || begun.end) goOn(begun)
    else go(begun)
  }

  return {
    state: () => state,
    subscribe: changed.on,
    question: () => (run.page === 'question' ? language.survey.questions[run.index]! : null),
    draft() {
      const question = asked()
      return question && rulesOf(question).restore(question, answerAt(survey, run, run.index))
    },
    choiceOrder() {
      const question = asked()
      if (!question) return []
      const found = choiceOrders.get(question.id!) ?? orderOfChoices(question, page.random)
      choiceOrders.set(question.id!, found)
      return found
    },
    progress() {
      const step = run.path.length + 1
      if (run.order) return { step, of: run.order.length }
      return {
        step,
        of: step + mostQuestionsAfter(survey, run.index, run.path, at => answerAt(survey, run, at)),
      }
    },
    canGoBack: () =>
      run.page === 'question' && run.path.length > 0 && survey.appearance?.allowGoBack === true,
    shown() {
      if (visible || run.page === 'closed') return
      visible = true
      journal.shown(language)
    },
    begin() {
      if (run.page === 'intro') go({ ...run, page: 'question' })
    },
    submit,
    answer(answer) {
      const question = asked()
      if (!question) return null
      const rules = rulesOf(question)
      const draft = rules.restore(question, answer)
      // What does not fit the question must not pass for a skip.
      if (!isBlank(answer) && rules.answer(question, draft) === null) return { word: 'required' }
      return submit(draft)
    },
    back() {
      if (!asked() || run.path.length === 0) return
      go(afterBack(run))
      journal.keep(run, language)
    },
    dismiss() {
      if (run.page === 'closed') return
      if (!run.end) journal.dismissed(run, language)
      close('dismissed')
    },
    hide: () => close('hidden'),
  }
}
