import type { Question, QuestionType } from '../../wire/survey'
import { type Definition, isQuestion, readDefinition } from '../definitions'
import type { LintFinding, Note } from './finding'
import { lintAppearance } from './lintAppearance'
import { lintConditions } from './lintConditions'
import { lintFlow } from './lintFlow'
import { lintIds, lintQuestion } from './lintQuestion'

const TYPES: readonly string[] = [
  'popover',
  'widget',
  'api',
  'external_survey',
] satisfies Definition['type'][]

/** What a question of a known type may lack, so that it cannot be asked. */
const LACKS: Record<QuestionType, string> = {
  open: '',
  link: '',
  rating: 'Its scale is no whole number from 2 to 10',
  single_choice: 'It has no choices',
  multiple_choice: 'It has no choices',
}

/** Why nothing more can be said about a survey: it is not even read. */
function lintShape(survey: unknown, fault: string, note: Note) {
  const { questions } = (survey ?? {}) as { questions?: unknown }
  const list: unknown[] = Array.isArray(questions) ? questions : []
  if (fault === 'id') return note('error', 'malformed', 'id', 'It has no id: the survey is left out.')
  if (!fault.startsWith('questions'))
    return note('error', 'malformed', '', 'It cannot be read: the survey is left out.')
  if (list.length === 0)
    return note('error', 'no_questions', 'questions', 'There is no question yet: the survey is not shown.')
  list.forEach((question, index) => {
    if (isQuestion(question)) return
    const type = String((question as Partial<Question> | null)?.type)
    const lack = Object.entries(LACKS).find(([name]) => name === type)?.[1]
    const what = lack ?? `"${type}" is no type of question; there are ${Object.keys(LACKS).join(', ')}`
    note('error', 'malformed', `questions[${index}]`, `${what}: the whole survey is left out.`)
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
  const note: Note = (severity, code, path, message) => findings.push({ code, path, message, severity })
  const definition = readDefinition(survey)
  if (typeof definition === 'string') {
    lintShape(survey, definition, note)
    return findings
  }
  if (!TYPES.includes(definition.type))
    note(
      'error',
      'unknown_type',
      'type',
      `"${definition.type}" is no type of survey, so it is never shown; there are ${TYPES.join(', ')}.`,
    )
  const { questions } = definition
  /** A part with a field of a kind that nobody foresaw is a finding as well. */
  const look = (path: string, run: () => void) => {
    try {
      run()
    } catch {
      note(
        'error',
        'malformed',
        path,
        'Something in it is not of the form that is expected, so it could not be checked.',
      )
    }
  }
  lintIds(questions, note)
  questions.forEach((question, index) => {
    const path = `questions[${index}]`
    look(path, () => lintQuestion(question, path, note))
  })
  look('questions', () => lintFlow(definition, note))
  look('conditions', () => lintConditions(definition, note))
  look('appearance', () => lintAppearance(definition, note))
  return findings
}
