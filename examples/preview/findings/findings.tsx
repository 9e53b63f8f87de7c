import { type LintFinding, lintSurvey } from 'earshot/surveys'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useSurvey } from '../state/store'
import { Icon } from '../ui/Icon'

const FindingsContext = createContext<readonly LintFinding[]>([])

/** Looks for mistakes once for each change, for all fields inside. */
export function FindingsProvider({ children }: { children: ComponentChildren }) {
  const survey = useSurvey()
  // A survey that is just begun is not a wrong one.
  const findings = useMemo(() => (survey.questions.length === 0 ? [] : lintSurvey(survey)), [survey])
  return <FindingsContext.Provider value={findings}>{children}</FindingsContext.Provider>
}

/** Everything that was found. */
export const useFindings = (): readonly LintFinding[] => useContext(FindingsContext)

const isAt = (finding: LintFinding, path: string, includesNested: boolean) =>
  finding.path === path ||
  (includesNested && (finding.path.startsWith(`${path}.`) || finding.path.startsWith(`${path}[`)))

/** What was found about one field; `deep` takes what is inside of it as well. */
export const useFindingsAt = (path: string, includesNested = false): readonly LintFinding[] =>
  useFindings().filter(finding => isAt(finding, path, includesNested))

/** One finding: how bad it is in a picture and a word, then what it says. */
export function Finding({ finding }: { finding: LintFinding }) {
  const isError = finding.severity === 'error'
  return (
    <span class={`finding ${finding.severity}`}>
      <Icon name={isError ? 'error' : 'warning'} />
      <span>
        <span class="hidden">{isError ? 'Error: ' : 'Warning: '}</span>
        {finding.message}
      </span>
    </span>
  )
}

/** The findings about a field, below it. */
export function FindingsAt({
  path,
  includesNested = false,
  id,
}: {
  path: string
  includesNested?: boolean
  id?: string
}) {
  const found = useFindingsAt(path, includesNested)
  return (
    <span class="findings" id={id}>
      {found.map(finding => (
        <Finding key={finding.code + finding.path} finding={finding} />
      ))}
    </span>
  )
}
