import type { Survey } from 'earshot'
import { describeAudience } from './describeAudience'
import { describeQuestions } from './describeQuestions'
import { isSame } from './surveyFields'

const SCHEDULES: Record<string, string> = {
  once: 'Visitors who have answered or closed the survey do not see it again.',
  recurring: 'Visitors who have answered see the survey again in each later iteration.',
  always: 'Visitors who have answered see the survey again whenever its conditions match.',
}

/**
 * Returns what a change of a survey that was launched means, a sentence each: first for answers and for visitors who are in the
 * middle of it, then for the audience, then for everybody.
 */
export function describeChanges(before: Survey, after: Survey): string[] {
  return [
    ...describeQuestions(before.questions, after.questions),
    ...describeAudience(before, after),
    ...describeSchedule(before, after),
    ...describeLooks(before, after),
  ]
}

function describeSchedule(before: Survey, after: Survey): string[] {
  const sentences: string[] = []
  if (!isSame(before.schedule, after.schedule)) sentences.push(SCHEDULES[after.schedule ?? 'once'] ?? '')
  const [old, current] = [before, after] as unknown as Record<string, unknown>[]
  for (const name of ['iteration_count', 'iteration_frequency_days'])
    if (!isSame(old![name], current![name]))
      sentences.push(
        'The iterations are computed again. Visitors may see the survey sooner or later than planned.',
      )
  if (!isSame(before.start_date, after.start_date))
    sentences.push(
      after.start_date
        ? `The survey starts at ${after.start_date}.`
        : 'The survey becomes a draft again: visitors no longer see it.',
    )
  if (!isSame(before.end_date, after.end_date))
    sentences.push(after.end_date ? `The survey ends at ${after.end_date}.` : 'The survey no longer ends.')
  if (!isSame(before.enable_partial_responses ?? false, after.enable_partial_responses ?? false))
    sentences.push(
      after.enable_partial_responses
        ? 'Answers are sent one by one, so that visitors who leave early count as well.'
        : 'Answers are sent at the end only: those of visitors who leave early are lost.',
    )
  return [...new Set(sentences)].filter(Boolean)
}

function describeLooks(before: Survey, after: Survey): string[] {
  const sentences: string[] = []
  if (!isSame(before.name, after.name))
    sentences.push(
      `The survey is called "${after.name ?? ''}" in lists and in new events. Visitors do not see the name.`,
    )
  if (!isSame(before.appearance, after.appearance))
    sentences.push('The card looks or reads different, from the next page that a visitor opens.')
  const languages = (survey: Survey) => [
    ...new Set([survey, ...survey.questions].flatMap(({ translations }) => Object.keys(translations ?? {}))),
  ]
  const [old, current] = [languages(before), languages(after)]
  for (const language of current.filter(other => !old.includes(other)))
    sentences.push(`Visitors with the language "${language}" see their own texts.`)
  for (const language of old.filter(other => !current.includes(other)))
    sentences.push(`Visitors with the language "${language}" see the texts of the base language.`)
  if (!isSame(before.translations, after.translations) && isSame(old, current))
    sentences.push('Translated texts change.')
  return sentences
}
