import type { ActivityChange, SurveyRow } from '../../store/rows'

/** Bookkeeping that nobody calls a change. */
const UNTRACKED_FIELDS = new Set(['project_id', 'id', 'created_at', 'created_by_id', 'written', 'browser'])

/** What an update changed, field by field. DECISIONS, "Activity". */
export function surveyChanges(before: SurveyRow, after: SurveyRow): ActivityChange[] {
  const oldFields: Record<string, unknown> = { ...before }
  const newFields: Record<string, unknown> = { ...after }
  const changes = Object.keys(newFields)
    .filter(
      field =>
        !UNTRACKED_FIELDS.has(field) && JSON.stringify(oldFields[field]) !== JSON.stringify(newFields[field]),
    )
    .map(field => change(field, oldFields[field], newFields[field]))
  const [oldFilters, newFilters] = [before, after].map(({ written }) => written.targeting_flag_filters)
  const [oldTranslations, newTranslations] = [before, after].map(
    ({ browser }) => browser.translations ?? null,
  )
  if (oldFilters !== newFilters) changes.push(change('targeting_flag_filters', oldFilters, newFilters))
  if (JSON.stringify(oldTranslations) !== JSON.stringify(newTranslations))
    changes.push(change('translations', oldTranslations, newTranslations))
  return changes
}

function change(field: string, before: unknown, after: unknown): ActivityChange {
  const action = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  return { type: 'Survey', action, field, before, after }
}
