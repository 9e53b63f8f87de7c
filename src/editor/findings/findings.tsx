import { type LintFinding, lintSurvey } from 'earshot/surveys'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useSurvey } from '../state/store'
import { Icon } from '../ui/Icon'

const FindingsContext = createContext<readonly LintFinding[]>([])

/** Lints the survey once for each change, and provides the findings to all components inside. */
export function FindingsProvider({ children }: { children: ComponentChildren }) {
  const survey = useSurvey()
  const findings = useMemo(() => lintSurvey(survey), [survey])
  return <FindingsContext.Provider value={findings}>{children}</FindingsContext.Provider>
}

/** Returns all findings. */
export const useFindings = (): readonly LintFinding[] => useContext(FindingsContext)

/** Returns the findings of one field. */
export const useFindingsAt = (path: string): readonly LintFinding[] =>
  useFindings().filter(finding => finding.path === path)

/** Returns the findings of a field and of all fields inside it. */
export const useFindingsWithin = (path: string): readonly LintFinding[] =>
  useFindings().filter(
    finding =>
      finding.path === path || finding.path.startsWith(`${path}.`) || finding.path.startsWith(`${path}[`),
  )

/** Shows the severity and the message of a finding. */
export function Finding({ finding }: { finding: LintFinding }) {
  const isError = finding.severity === 'error'
  return (
    <span class={`finding ${finding.severity}`}>
      <Icon name={isError ? 'error' : 'warning'} />
      <span>
        <span class="visually-hidden">{isError ? 'Error: ' : 'Warning: '}</span>
        {finding.message}
      </span>
    </span>
  )
}

/** Shows the findings of one field. */
export function FindingsAt({ path, id }: { path: string; id?: string }) {
  const findings = useFindingsAt(path)
  return (
    <span class="findings" id={id}>
      {findings.map(finding => (
        <Finding key={finding.code + finding.path} finding={finding} />
      ))}
    </span>
  )
}
