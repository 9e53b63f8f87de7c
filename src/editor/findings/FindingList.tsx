import type { LintFinding } from 'earshot/surveys'
import { MESSAGE_PAGES, messagePageOf } from '../edit/messagePages'
import { focusField } from '../inspector/focusField'
import { useStore } from '../state/store'
import { Finding } from './findings'

/** Lists all lint findings. A click focuses the field of the finding. */
export function FindingList({ findings }: { findings: readonly LintFinding[] }) {
  const store = useStore()
  return (
    <div class="finding-list">
      <h2>Findings</h2>
      {findings.length === 0 ? (
        <p class="hint">No errors or warnings. Visitors can see the survey and answer it on every path.</p>
      ) : (
        <ul>
          {findings.map(finding => (
            <li key={finding.code + finding.path}>
              <button type="button" onClick={() => focusField(store, finding.path)}>
                <span class="field-name">{fieldName(finding.path)}</span>
                <Finding finding={finding} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns a readable name for a path, such as "Question 3, branching" for `questions[2].branching`. */
function fieldName(path: string): string {
  const [, index, rest = ''] = /^questions\[(\d+)\]\.?(.*)$/.exec(path) ?? []
  const toWords = (text: string) =>
    text
      .replace(/([A-Z])/g, ' $1')
      .replace(/[._[\]]+/g, ' ')
      .trim()
      .toLowerCase()
  const page = messagePageOf(path)
  if (page) return MESSAGE_PAGES[page].label
  if (index === undefined) return toWords(path).replace(/^./, letter => letter.toUpperCase())
  return `Question ${Number(index) + 1}${rest ? `, ${toWords(rest)}` : ''}`
}
