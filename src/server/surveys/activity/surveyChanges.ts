import type { ActivityChange, SurveyRow } from '../../store/rows'
import { fieldsWith } from '../fields'

const UNLOGGED = fieldsWith('isUnlogged')

/** Returns the fields that an update changed. See D-318. */
export function surveyChanges(before: SurveyRow, after: SurveyRow): ActivityChange[] {
  const oldValues: Record<string, unknown> = { ...before }
  return Object.entries(after)
    .filter(([field, value]) => JSON.stringify(oldValues[field]) !== JSON.stringify(value))
    .filter(([field]) => !(field in UNLOGGED))
    .map(([field, value]) => change(field, oldValues[field], value))
}

function change(field: string, before: unknown, after: unknown): ActivityChange {
  const action = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  return { type: 'Survey', action, field, before, after }
}
