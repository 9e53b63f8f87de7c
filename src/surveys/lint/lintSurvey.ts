import { type Definition, readDefinition } from '../definitions'
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
    note(
      'error',
      'malformed',
      definition,
      'It is missing, of an unknown type, or lacks what its type needs: the survey is left out.',
    )
    return findings
  }
  if (!TYPES.includes(definition.type))
    note('error', 'unknown_type', 'type', `It is never shown; types are ${TYPES.join(', ')}.`)
  const { questions } = definition
  /** A part with a field of a kind that nobody foresaw is a finding as well. */
  const look = (path: string, run: () => void) => {
    try {
      run()
    } catch {
      note('error', 'malformed', path, 'Something in it cannot be read.')
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
