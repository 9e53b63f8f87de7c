import type { LintFinding } from 'earshot/surveys'
import { Icon } from '../../ui/Icon'

/** Marks an entry of the list that has findings, by their severity. Nothing without findings. */
export function FindingCount({ findings }: { findings: readonly LintFinding[] }) {
  if (findings.length === 0) return null
  const severity = findings.some(finding => finding.severity === 'error') ? 'error' : 'warning'
  return (
    <span class={`count ${severity}`}>
      <Icon name={severity} />
      <span class="visually-hidden">
        , {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
      </span>
    </span>
  )
}
