import type { Survey } from 'earshot'
import type { ServiceSurvey } from './surveyFields'

/** Edits that the service does not have, with the state that they started from. */
export interface KeptEdit {
  survey: Survey
  saved: Survey
  remote: ServiceSurvey | null
}

/** A survey that was never saved has no id of the service. */
const keyOf = (id: string | undefined) => `earshot_editor_${id ?? 'new'}`

/** Keeps edits in this browser until they are saved. Returns `false` when storage is full or disabled. */
export function keepEdit(storage: Storage, edit: KeptEdit): boolean {
  try {
    storage.setItem(keyOf(edit.remote?.id), JSON.stringify(edit))
    return true
  } catch {
    // Full or disabled: the caller says that the edits are in this page alone.
    return false
  }
}

/** Removes the kept edits of a survey. */
export function removeEdit(storage: Storage, id: string | undefined): void {
  storage.removeItem(keyOf(id))
}

/** Returns the kept edits of a survey, if there are any. */
export function readEdit(storage: Storage, id: string | undefined): KeptEdit | undefined {
  try {
    const edit = JSON.parse(storage.getItem(keyOf(id)) ?? 'null')
    return Array.isArray(edit?.survey?.questions) && edit.saved ? edit : undefined
  } catch {
    // Truncated or overwritten JSON counts as none.
    return undefined
  }
}
