import { type Candidate, CHECKS, type Surroundings } from './eligibility'

/** One check with its outcome. */
export interface ExplainedCheck {
  check: string
  /** `undefined`: not known yet. */
  holds: boolean | undefined
  wants?: unknown
  sees?: unknown
}

/** Why a survey shows or does not. */
export interface SurveyExplanation {
  id: string
  name: string
  /** True: every check holds. */
  visible: boolean
  checks: ExplainedCheck[]
}

/** Asks every check, also after one that does not hold; `further` are those that are not about the survey itself. */
export function explanation(
  candidate: Candidate,
  around: Surroundings,
  further: readonly ExplainedCheck[],
): SurveyExplanation {
  const own = CHECKS.map(({ name, holds, wants, sees }) => ({
    check: name,
    holds: holds(candidate, around),
    wants: wants(candidate),
    sees: sees?.(around, candidate),
  }))
  const checks = [...further, ...own]
  const { id, name } = candidate.survey
  return { id, name: name ?? '', visible: checks.every(({ holds }) => holds), checks }
}
