import type { Question, QuestionType, Survey } from '../../../wire/survey'
import { parseQuestion } from '../../questions/parsers'
import { type ParsedSurvey, parseSurvey } from '../../targeting/parseSurvey'
import type { AddFinding, LintFinding } from './finding'
import { lintAppearance } from './lintAppearance'
import { lintConditions } from './lintConditions'
import { lintFlow } from './lintFlow'
import { lintIds, lintQuestion } from './lintQuestion'

const TYPES: readonly string[] = [
  'popover',
  'widget',
  'api',
  'external_survey',
] satisfies ParsedSurvey['type'][]

/** What a question of a known type may lack, so that it cannot be asked. */
const MISSING: Record<QuestionType, string> = {
  open: '',
  link: '',
  rating: 'Its scale is no whole number from 2 to 10',
  single_choice: 'It has no choices',
  multiple_choice: 'It has no choices',
}

/** Why nothing more can be said about a survey: it is not even read. */
function lintShape(survey: unknown, problem: string, add: AddFinding) {
  const { questions } = (survey ?? {}) as { questions?: unknown }
  const list: unknown[] = Array.isArray(questions) ? questions : []
  if (problem === 'id') return add('error', 'malformed', 'id', 'It has no id: the survey is left out.')
  if (!problem.startsWith('questions'))
    return add('error', 'malformed', '', 'It cannot be read: the survey is left out.')
  if (list.length === 0)
    return add('error', 'no_questions', 'questions', 'There is no question yet: the survey is not shown.')
  list.forEach((question, index) => {
    if (parseQuestion(question)) return
    const type = String((question as Partial<Question> | null)?.type)
    const missing = Object.entries(MISSING).find(([name]) => name === type)?.[1]
    const what = missing ?? `"${type}" is no type of question; there are ${Object.keys(MISSING).join(', ')}`
    add('error', 'malformed', `questions[${index}]`, `${what}: the whole survey is left out.`)
  })
}

/**
 * Looks for mistakes in a survey, for its author: questions that no way leads to, branches to nowhere, circles, ids that are
 * missing, choices without text, refused links, colours that cannot be told apart, conditions that never hold.
 *
 * @param survey In either form; anything else is a finding, too.
 * @returns Findings in the order of the survey's fields; empty when all is well. Never throws.
 *
 * ```ts
 * for (const { path, message } of lintSurvey(survey)) console.warn(path, message)
 * ```
 */
export function lintSurvey(survey: unknown): LintFinding[] {
  const findings: LintFinding[] = []
  const add: AddFinding = (severity, code, path, message) => findings.push({ code, path, message, severity })
  const definition = parseSurvey(survey)
  if (typeof definition === 'string') {
    lintShape(survey, definition, add)
    return findings
  }
  if (!TYPES.includes(definition.type))
    add(
      'error',
      'unknown_type',
      'type',
      `"${definition.type}" is no type of survey, so it is never shown; there are ${TYPES.join(', ')}.`,
    )
  const { questions } = survey as Survey
  /** A part with a field of a kind that nobody foresaw is a finding as well. */
  const attempt = (path: string, run: () => void) => {
    try {
      run()
    } catch {
      add(
        'error',
        'malformed',
        path,
        'Something in it is not of the form that is expected, so it could not be checked.',
      )
    }
  }
  lintIds(questions, add)
  questions.forEach((question, index) => {
    const path = `questions[${index}]`
    attempt(path, () => lintQuestion(question, path, add))
  })
  attempt('questions', () => lintFlow(definition, add))
  attempt('conditions', () => lintConditions(definition, add))
  attempt('appearance', () => lintAppearance(definition, add))
  return findings
}
