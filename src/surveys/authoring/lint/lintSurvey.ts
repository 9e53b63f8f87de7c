import { arrayOrEmpty } from '../../../lib/arrayOrEmpty'
import { objectOrEmpty } from '../../../lib/objectOrEmpty'
import type { QuestionType, SurveyType } from '../../../wire/survey'
import { lintOf } from '../../questions/lint'
import { parseQuestion, QUESTION_TYPES } from '../../questions/parsers'
import { type ParsedSurvey, parseSurvey } from '../../targeting/parseSurvey'
import { countTranslations } from './countTranslations'
import type { AddFinding, LintFinding } from './finding'
import { lintAnswers } from './lintAnswers'
import { lintAppearance } from './lintAppearance'
import { lintConditions } from './lintConditions'
import { lintFlow } from './lintFlow'
import { lintIds, lintQuestion } from './lintQuestion'
import { lintVisit } from './lintVisit'
import { ERRORS, WARNINGS } from './messages'

const SURVEY_TYPES: readonly string[] = ['popover', 'widget', 'api', 'external_survey'] satisfies SurveyType[]

/** Finds languages that lack texts. */
function lintTranslations(survey: ParsedSurvey, add: AddFinding) {
  for (const [language, { total, untranslated }] of countTranslations(survey))
    if (untranslated.length > 0)
      add('incomplete_translation', `translations.${language}`, language, total, untranslated)
}

/** Explains why a survey was not parsed. */
function lintUnparsed(questions: readonly unknown[], problem: string, add: AddFinding) {
  if (problem === 'id') return add('malformed', 'id', 'The survey has no id.')
  if (!problem.startsWith('questions'))
    return add('malformed', '', 'The survey has a field that cannot be read.')
  if (questions.length === 0) return add('no_questions', 'questions')
  questions.forEach((question, index) => {
    if (parseQuestion(question)) return
    const type = String(objectOrEmpty(question).type)
    const requirement = QUESTION_TYPES.includes(type)
      ? lintOf(type as QuestionType).requirement
      : `"${type}" is not a question type. Use ${QUESTION_TYPES.join(', ')}.`
    add('malformed', `questions[${index}]`, requirement!)
  })
}

/**
 * Finds mistakes in a survey, for its author: questions that no path leads to, branches to nowhere, cycles, missing ids, choices
 * without text, refused links, colors that cannot be told apart, conditions that never hold, languages that lack texts. Without
 * an error, somebody can see the survey and finish it on every path.
 *
 * @param survey In either form. Anything else is a finding, too.
 * @returns Findings in the order of the survey's fields; empty when there are none. Never throws.
 *
 * ```ts
 * for (const { path, message } of lintSurvey(survey)) console.warn(path, message)
 * ```
 */
export function lintSurvey(survey: unknown): LintFinding[] {
  const findings: LintFinding[] = []
  const add: AddFinding = (code, path, ...values) => {
    // The arguments of `add` are those of the text; TypeScript cannot follow that from a lookup.
    const text = { ...ERRORS, ...WARNINGS }[code] as (...values: unknown[]) => string
    findings.push({ code, path, message: text(...values), severity: code in ERRORS ? 'error' : 'warning' })
  }
  /** Adds a finding for fields of types that no check expects. */
  const attempt = (path: string, check: () => void) => {
    try {
      check()
    } catch {
      add('malformed', path, 'A value here has an unexpected type.', 'It was not checked. Correct it.')
    }
  }
  const written = arrayOrEmpty(objectOrEmpty(survey).questions as { id?: unknown }[])
  const parsed = parseSurvey(survey)
  if (typeof parsed === 'string') {
    lintUnparsed(written, parsed, add)
    return findings
  }
  if (!SURVEY_TYPES.includes(parsed.type)) add('unknown_type', 'type', parsed.type, SURVEY_TYPES)
  lintIds(written, parsed.questions, add)
  parsed.questions.forEach((question, index) => {
    const path = `questions[${index}]`
    attempt(path, () => lintQuestion(question, path, add))
  })
  attempt('questions', () => lintFlow(parsed, add))
  attempt('questions', () => lintAnswers(parsed, add))
  attempt('conditions', () => lintConditions(parsed, add))
  attempt('appearance', () => lintAppearance(parsed, add))
  attempt('translations', () => lintTranslations(parsed, add))
  // An error explains itself better than the check or the answer that fails because of it.
  if (findings.every(({ severity }) => severity === 'warning')) attempt('', () => lintVisit(parsed, add))
  return findings
}
