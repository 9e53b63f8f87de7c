import type { ActivityChange, SurveyRow } from '../../store/rows'

/** Bookkeeping that nobody calls a change. */
const UNTOLD = new Set(['project_id', 'id', 'created_at', 'created_by_id', 'written', 'browser'])

/** What an update changed, field by field. DECISIONS, "Activity". */
export function surveyChanges(before: SurveyRow, after: SurveyRow): ActivityChange[] {
  const was: Record<string, unknown> = { ...before }
  const is: Record<string, unknown> = { ...after }
  const changes = Object.keys(is)
    .filter(field => !UNTOLD.has(field) && JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map(field => change(field, was[field], is[field]))
  const [wasAimed, isAimed] = [before, after].map(({ written }) => written.targeting_flag_filters)
  const [wasSaid, isSaid] = [before, after].map(({ browser }) => browser.translations ?? null)
  if (wasAimed !== isAimed) changes.push(change('targeting_flag_filters', wasAimed, isAimed))
  if (JSON.stringify(wasSaid) !== JSON.stringify(isSaid))
    changes.push(change('translations', wasSaid, isSaid))
  return changes
}

function change(field: string, before: unknown, after: unknown): ActivityChange {
  const action = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  return { type: 'Survey', action, field, before, after }
}
