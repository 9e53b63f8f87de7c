import type { SurveyState } from './surveyState'

const LABELS: Record<SurveyState, string> = {
  running: 'Running',
  scheduled: 'Scheduled',
  draft: 'Draft',
  ended: 'Ended',
  archived: 'Archived',
}

export const stateLabel = (state: SurveyState): string => LABELS[state]

/** The state of a survey: a word, and a dot whose colour repeats it. */
export function StateBadge({ state }: { state: SurveyState }) {
  return <span class={`state-badge ${state}`}>{LABELS[state]}</span>
}
