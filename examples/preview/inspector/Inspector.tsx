import { useFindings } from '../findings/findings'
import { type InspectorTab, useEditorState, useStore } from '../state/store'
import { AppearanceTab } from './AppearanceTab'
import { DisplayTab } from './DisplayTab'
import { tabOf } from './focusField'
import { JsonTab } from './JsonTab'
import { LanguagesTab } from './LanguagesTab'
import { QuestionsTab } from './QuestionsTab'

const TABS: [section: InspectorTab, name: string][] = [
  ['questions', 'Questions'],
  ['display', 'Display'],
  ['appearance', 'Appearance'],
  ['languages', 'Languages'],
  ['json', 'JSON'],
]

/** The form, in sections. */
export function Inspector() {
  const store = useStore()
  const { inspectorTab: section } = useEditorState()
  const findings = useFindings()
  const select = (next: InspectorTab, focus = false) => {
    store.set({ inspectorTab: next })
    if (focus) document.getElementById(`tab-${next}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = TABS.findIndex(([name]) => name === section)
    select(TABS[(at + step + TABS.length) % TABS.length]![0], true)
  }
  return (
    <section class="pane editor" aria-label="Survey">
      <div class="tabs" role="tablist" aria-label="Parts of the survey" onKeyDown={onKeyDown}>
        {TABS.map(([name, label]) => {
          const count = name === 'json' ? 0 : findings.filter(({ path }) => tabOf(path) === name).length
          return (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === section}
              aria-controls="section"
              tabIndex={name === section ? 0 : -1}
              onClick={() => select(name)}
            >
              {label}
              {count > 0 && (
                <span class="badge">
                  {count}
                  <span class="hidden">{count === 1 ? ' finding' : ' findings'}</span>
                </span>
              )}
            </button>
          )
        })}
      </div>
      <div
        class="scroll"
        id="section"
        role="tabpanel"
        aria-labelledby={`tab-${section}`}
        tabIndex={-1}
        key={section}
      >
        {PANELS[section]()}
      </div>
    </section>
  )
}

const PANELS: Record<InspectorTab, () => preact.JSX.Element> = {
  questions: () => <QuestionsTab />,
  display: () => <DisplayTab />,
  appearance: () => <AppearanceTab />,
  languages: () => <LanguagesTab />,
  json: () => <JsonTab />,
}
