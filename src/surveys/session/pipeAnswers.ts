import { ownOptions } from '../../lib/nullProtoRecord'
import type { Answer, Survey } from '../../wire/survey'

/** `{{answer:1}}`, or `{{answer:1|there}}` with a text for a missing answer. */
export const PLACEHOLDER = /{{answer:(\d+)(?:\|([^{}]*))?}}/g

/**
 * Returns a survey with answers in place of the placeholders in its texts. Anything else in braces stays. In HTML, answers are
 * escaped. See D-650.
 *
 * @param answerAt Returns an answer in the language on display.
 */
export function pipeAnswers<S extends Survey>(survey: S, answerAt: (index: number) => Answer | undefined): S {
  // The card must inherit no setting from the page, and a page that draws the survey expects the methods of objects. See D-357, D-711.
  const pipeIn = <T extends object>(texts: T): T =>
    ownOptions(
      Object.fromEntries(
        Object.entries(texts).map(([key, value]) => [
          key,
          typeof value === 'string' && key !== 'link'
            ? value.replace(PLACEHOLDER, (_, number, missing = '—') => {
                const text = [answerAt(number - 1) ?? []].flat().join(', ') || missing
                return texts[`${key}ContentType` as keyof T] === 'html'
                  ? text.replace(/["'&<]/g, (character: string) => `&#${character.charCodeAt(0)};`)
                  : text
              })
            : value,
        ]),
      ),
    ) as T
  return { ...survey, appearance: pipeIn(survey.appearance!), questions: survey.questions.map(pipeIn) }
}
