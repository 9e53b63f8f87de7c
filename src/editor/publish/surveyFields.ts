import type { Question, Survey } from 'earshot'
import type { ReadSurvey, SurveyFields, WrittenSurvey } from '../../wire/managedSurvey'
import { managementSurvey } from '../export/managementJson'

/** A survey as the service has it. */
export type ServiceSurvey = ReadSurvey | WrittenSurvey

/** Names and values of a survey's fields. */
export type Fields = Record<string, unknown>

/** Fields that the service computes, or that are instructions rather than values. */
const NOT_COMPARED = [
  'remove_targeting_flag',
  '_create_in_folder',
  'targeting_flag_id',
  'targeting_flag_filters',
  'iteration_start_dates',
  'current_iteration',
  'current_iteration_start_date',
  'response_sampling_daily_limits',
]

/** Fields with a control in the editor. Only these are cleared when the edited survey lacks them. See D-618. */
const CLEARABLE = [
  'schedule',
  'questions',
  'conditions',
  'appearance',
  'start_date',
  'end_date',
  'iteration_count',
  'iteration_frequency_days',
  'enable_partial_responses',
  'translations',
]

/** Fields that decide whether visitors see a survey. Launch, stop and archive write them. */
export const LIFECYCLE_FIELDS = ['start_date', 'end_date', 'archived'] as const

/** Names of the fields, other than the linked flag, that a survey of the service and the editor have in common. */
const comparedFields = (survey: object): Fields => {
  const fields = managementSurvey(survey as Survey)
  for (const name of NOT_COMPARED) delete fields[name]
  return fields
}

/** Whether two JSON values are equal. A missing value equals null. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Returns questions whose choices are lists. Those that another client has stored may lack them, and rows of another version may
 * have questions of any shape: one that is no object is an open question without a text. See D-752, D-753.
 */
export const withChoiceLists = (questions: unknown): Question[] =>
  (Array.isArray(questions) ? questions : []).map((question: Question | null) => {
    if (typeof question !== 'object' || question === null) return { type: 'open', question: '' }
    const isChoice = question.type === 'single_choice' || question.type === 'multiple_choice'
    return isChoice && !Array.isArray(question.choices) ? { ...question, choices: [] } : question
  })

/** Returns the survey that the editor edits. Fields without a value, and those that the service alone writes, are left out. */
export function editorSurvey(survey: ServiceSurvey): Survey {
  const fields = Object.entries(managementSurvey(survey as unknown as Survey)).filter(
    ([name, value]) => value !== null && !NOT_COMPARED.includes(name) && name !== 'linked_flag_id',
  )
  return {
    id: survey.id,
    ...Object.fromEntries(fields),
    type: survey.type,
    questions: withChoiceLists(survey.questions),
    ...(survey.linked_flag && { linked_flag_key: survey.linked_flag.key }),
  }
}

/**
 * Returns the fields that differ between two states of the edited survey, with their new values, for a `PATCH`. A field that the
 * editor does not know, and that the new state lacks, is left as it is. The linked flag is not among them: see `linkedFlag`.
 */
export function changedFields(before: Survey, after: Survey): Partial<SurveyFields> {
  const [old, current] = [comparedFields(before), comparedFields(after)]
  const cleared = CLEARABLE.filter(name => !(name in current) && (old[name] ?? null) !== null)
  const changed = Object.keys(current).filter(name => !isSame(old[name], current[name]))
  return Object.fromEntries([
    ...changed.map(name => [name, current[name]]),
    ...cleared.map(name => [name, null]),
  ])
}

/** Returns the names of the fields that somebody else has changed between two replies of the service. */
export function fieldsChangedBetween(before: ServiceSurvey, after: ServiceSurvey): string[] {
  const [old, current] = [comparedFields(before), comparedFields(after)]
  return Object.keys({ ...old, ...current }).filter(name => !isSame(old[name], current[name]))
}

/** Returns a survey whose questions all have an id. The service would give them others at each save. */
export function withQuestionIds(survey: Survey, newId: () => string): Survey {
  if (survey.questions.every(question => question.id)) return survey
  return {
    ...survey,
    questions: survey.questions.map(question => (question.id ? question : { ...question, id: newId() })),
  }
}
