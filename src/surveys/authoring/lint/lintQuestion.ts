import type { Question, QuestionTranslation } from '../../../wire/survey'
import { isBlank } from '../../questions/isBlank'
import { lintOf } from '../../questions/lint'
import { toText } from '../../questions/parse'
import type { ParsedQuestion } from '../../targeting/parseSurvey'
import type { AddFinding } from './finding'

function lintTranslations(question: Question, path: string, add: AddFinding) {
  const count = 'choices' in question ? question.choices.length : 0
  const translations = Object.entries<QuestionTranslation>(question.translations ?? {})
  for (const [language, { choices }] of translations) {
    if (choices && choices.length !== count)
      add('translated_choices', `${path}.translations.${language}.choices`, count)
  }
}

/** Checks one question by itself. */
export function lintQuestion(question: Question, path: string, add: AddFinding): void {
  if (isBlank(question.question)) add('no_text', `${path}.question`)
  lintOf(question.type).check(question, path, add)
  lintTranslations(question, path, add)
}

/**
 * Checks the ids that answers are reported by.
 *
 * @param written The questions as their author wrote them, before parsing gave each an id.
 */
export function lintIds(
  written: readonly { id?: unknown }[],
  parsed: readonly ParsedQuestion[],
  add: AddFinding,
): void {
  const ids = written.map(({ id }) => toText(id))
  ids.forEach((id, index) => {
    const path = `questions[${index}].id`
    if (isBlank(id)) add('missing_id', path, parsed[index]!.id)
    else if (ids.indexOf(id) < index) add('duplicate_id', path, id, parsed[index]!.id)
  })
}
