import type { Question } from '../../../wire/survey'
import { lintOf } from '../../questions/lint'
import { rulesOf } from '../../questions/rules'
import { nextStep } from '../../session/branching'
import { firstFailedCheck } from '../../targeting/checks'
import type { ParsedSurvey } from '../../targeting/parseSurvey'
import { type PreparedSurvey, prepareSurvey } from '../../targeting/prepareSurvey'
import { CHECK_FIELDS } from '../checkFields'
import type { AddFinding } from './finding'
import { DEVICE_TYPES } from './lintConditions'

/** Returns the name of the check that a visitor fails who meets every condition that somebody can meet. */
function failedCheck({ survey, ...prepared }: PreparedSurvey): string | undefined {
  const { url, urlMatchType, linkedFlagVariant: variant } = survey.conditions
  const urls = [String(url ?? '').trim(), 'https://example.com/', 'https://example.org/']
  // A URL that a pattern matches cannot be derived from it, and trying one may take forever. See D-775.
  const matchesUrl = /regex/.test(urlMatchType ?? '') ? undefined : prepared.url
  const isVariant = (key: string) => key === survey.linked_flag_key && !!variant && variant !== 'any'
  return firstFailedCheck(
    { survey, ...prepared, url: matchesUrl },
    {
      now: prepared.start,
      url: urls.find(candidate => matchesUrl?.(candidate)) ?? 'https://example.com/',
      device: DEVICE_TYPES.find(candidate => prepared.device?.(candidate)) ?? 'Desktop',
      flag: key => (isVariant(key) ? variant! : true),
      flagsLoaded: true,
      lastSeen: () => NaN,
      isSeen: () => false,
      isInProgress: () => false,
      isTriggered: () => true,
      matchesSelector: () => true,
    },
  )
}

/** Answers that are tried for a question. Each is looked up among its choices, which may be many. */
const MAX_ANSWERS = 200

/** Returns answers that the question accepts, one for each of its branches. `null` skips it. */
function acceptedAnswers(question: Question) {
  const rules = rulesOf(question)
  return [null, ...lintOf(question.type).answers(question)]
    .slice(0, MAX_ANSWERS)
    .filter(answer => rules.problem(question, rules.restore(question, answer)) === null)
}

/**
 * Simulates a visitor who meets every condition and takes every path: somebody must be able to see the survey and to answer each
 * question on the way. A path through answered questions ends by itself (D-167), so nothing else keeps it from its end. See D-610.
 */
export function lintVisit(survey: ParsedSurvey, add: AddFinding): void {
  // A draft is checked as if it were launched.
  const launched = { ...survey, start_date: survey.start_date || new Date(0).toISOString() }
  const check = failedCheck(prepareSurvey(launched, {}))
  if (check) add('never_shown', CHECK_FIELDS[check] ?? '', check)
  const reached = new Set([0])
  // A set iterates over what is added on the way.
  for (const index of reached) {
    const question = survey.questions[index]!
    const answers = acceptedAnswers(question)
    if (answers.length === 0) add('unanswerable', `questions[${index}]`)
    for (const answer of answers) {
      const step = nextStep(survey, index, answer)
      if (step !== 'end') reached.add(step)
    }
  }
}
