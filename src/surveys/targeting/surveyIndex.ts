import { attempt } from '../../lib/attempt'
import type { SurveyConfig } from '../../wire/survey'
import { matchNothing } from './match'
import type { ParsedSurvey } from './parseSurvey'
import { type PreparedSurvey, prepareSurvey } from './prepareSurvey'

/** What evaluations need of a list of surveys. See D-107 to D-109. */
export interface SurveyIndex {
  surveys: readonly PreparedSurvey[]
  /** Names of the events that can start a survey; `ANY_EVENT` stands for all. */
  startEvents: ReadonlySet<string>
  /** Names of the events that can cancel a survey. */
  cancelEvents: ReadonlySet<string>
}

/**
 * Prepares a list of surveys.
 *
 * @param config Project-wide defaults.
 * @param onInvalid Called with the id of a survey that has a condition that cannot be compiled, or that is left out because a
 *   field has an unexpected type. See D-096, D-097, D-363.
 */
export function surveyIndex(
  parsed: readonly ParsedSurvey[],
  config: SurveyConfig,
  onInvalid: (id: string) => void,
): SurveyIndex {
  const surveys = parsed.flatMap(survey => {
    const prepare = () => {
      const prepared = prepareSurvey(survey, config)
      if ([prepared.url, prepared.device].includes(matchNothing) || !prepared.hasValidConditions)
        onInvalid(survey.id)
      return prepared
    }
    return attempt(prepare, [], () => onInvalid(survey.id))
  })
  return {
    surveys,
    startEvents: new Set(surveys.flatMap(({ startEvents }) => startEvents)),
    cancelEvents: new Set(surveys.flatMap(({ cancelEvents }) => cancelEvents)),
  }
}

/** Returns when the next survey starts or ends, in milliseconds since 1970; infinity if none does. See D-107 to D-109. */
export const nextTransition = (surveys: readonly PreparedSurvey[], now: number): number =>
  surveys
    .flatMap(({ start, end }) => [start, end])
    .filter(timestamp => timestamp > now)
    .sort((a, b) => a - b)[0] ?? Infinity
