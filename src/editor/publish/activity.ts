import type { Survey } from 'earshot'
import type { ActivityEntry } from './api'
import { describeChanges } from './describeChanges'
import {
  editorSurvey,
  type Fields,
  isSame,
  LIFECYCLE_FIELDS,
  type ServiceSurvey,
  withChoiceLists,
} from './surveyFields'

/** Fields that a restored version brings back. Launching and stopping are not undone by it. */
const isRestored = (field: string) => !(LIFECYCLE_FIELDS as readonly string[]).includes(field)

/** Names of fields in words, where the name itself does not read well. */
const LABELS: Record<string, string> = {
  start_date: 'Start',
  end_date: 'End',
  archived: 'Archived',
  responses_limit: 'Limit of responses',
  linked_flag_id: 'Feature flag',
  enable_partial_responses: 'Partial responses',
}

/** Returns the field's name as people say it. */
export const labelOf = (field: string): string =>
  LABELS[field] ?? `${field[0]?.toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`

/** Whether a sentence is about visitors who were on the site at the change. */
const isAboutNow = (sentence: string) => sentence.startsWith('Visitors who have the survey open')

const MAX_VALUE_LENGTH = 80

/** Returns a value of a field in words. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text
}

/** Returns what a change of one field means: sentences for fields that have several parts, else its values before and after. */
export function describeFieldChange({
  field,
  before,
  after,
}: {
  field: string
  before: unknown
  after: unknown
}): string[] {
  const surveyWith = (value: unknown): Survey => ({
    id: '',
    type: 'popover',
    questions: [],
    ...(value !== null && { [field]: field === 'questions' ? withChoiceLists(value) : value }),
  })
  const isStructured = ['questions', 'conditions', 'appearance', 'translations'].includes(field)
  const sentences = isStructured
    ? describeChanges(surveyWith(before), surveyWith(after)).filter(sentence => !isAboutNow(sentence))
    : []
  return sentences.length > 0
    ? sentences
    : [`${labelOf(field)}: from ${valueInWords(before)} to ${valueInWords(after)}.`]
}

/**
 * Returns the survey as it was right after an entry of the activity log, with the dates of today.
 *
 * @param entries Newest first, without gaps, from the newest entry of the survey on.
 * @param index Position of the entry.
 * @returns `undefined` when the log does not lead from the current state back to that one.
 */
export function surveyAfterEntry(
  current: ServiceSurvey,
  entries: readonly ActivityEntry[],
  index: number,
): Survey | undefined {
  const fields: Fields = { ...current }
  for (const { detail } of entries.slice(0, index))
    for (const { field, before, after } of (detail.changes ?? []).filter(change =>
      isRestored(change.field),
    )) {
      // Without this check, a gap in the log would bring back a state that never was.
      if (field in fields && !isSame(fields[field], after)) return undefined
      fields[field] = before
    }
  // The flag's key belongs to the flag of today.
  if (!isSame(fields.linked_flag_id, current.linked_flag_id)) return undefined
  return editorSurvey(fields as unknown as ServiceSurvey)
}
