import { useFindings } from '../findings/findings'
import { type InspectorTab, useEditorState, useStore } from '../state/store'
import { AppearanceTab } from './AppearanceTab'
import { DisplayTab } from './DisplayTab'
import { tabOf } from './focusField'
import { JsonTab } from './JsonTab'
import { LanguagesTab } from './LanguagesTab'
import { QuestionsTab } from './QuestionsTab'

const TABS: [tab: InspectorTab, name: string][] = [
  ['questions', 'Questions'],
  ['display', 'Display'],
  ['appearance', 'Style'],
  ['languages', 'Languages'],
  ['json', 'JSON'],
]

/** Edits the survey, in tabs. */
export function Inspector() {
  const store = useStore()
  const { inspectorTab } = useEditorState()
  const findings = useFindings()
  const select = (next: InspectorTab, focus = false) => {
    store.set({ inspectorTab: next })
    if (focus) document.getElementById(`tab-${next}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = TABS.findIndex(([name]) => name === inspectorTab)
    select(TABS[(index + step + TABS.length) % TABS.length]![0], true)
  }
  return (
    <section id="pane-edit" class="pane inspector" aria-label="Survey editor">
      <div class="tabs" role="tablist" aria-label="Sections" onKeyDown={onKeyDown}>
        {TABS.map(([name, label]) => {
          const count = name === 'json' ? 0 : findings.filter(({ path }) => tabOf(path) === name).length
          return (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === inspectorTab}
              aria-controls="tab-panel"
              tabIndex={name === inspectorTab ? 0 : -1}
              onClick={() => select(name)}
            >
              {label}
              {count > 0 && (
                <span class="badge">
                  {count}
                  <span class="visually-hidden">{count === 1 ? ' finding' : ' findings'}</span>
                </span>
              )}
            </button>
          )
        })}
      </div>
      <div
        class="pane-body"
        id="tab-panel"
        role="tabpanel"
        aria-labelledby={`tab-${inspectorTab}`}
        tabIndex={-1}
        key={inspectorTab}
      >
        {TAB_CONTENTS[inspectorTab]()}
      </div>
    </section>
  )
}

const TAB_CONTENTS: Record<InspectorTab, () => preact.JSX.Element> = {
  questions: () => <QuestionsTab />,
  display: () => <DisplayTab />,
  appearance: () => <AppearanceTab />,
  languages: () => <LanguagesTab />,
  json: () => <JsonTab />,
}
