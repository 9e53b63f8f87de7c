/** Something about a survey that its author should know. */
export interface LintFinding {
  /** What kind of thing it is; stays the same between versions. */
  code: string
  /** Where it is, such as `questions[2].branching`. */
  path: string
  /** What is wrong and what happens because of it. */
  message: string
  /** `error`: the survey does not do what it says. `warning`: it does, but probably not what was meant. */
  severity: 'error' | 'warning'
}

/** Writes down a finding. */
export type AddFinding = (
  severity: LintFinding['severity'],
  code: string,
  path: string,
  message: string,
) => void
