import { type Section, useApp, useStore } from '../store'
import { useFindings } from '../ui/findings'
import { JsonTab } from './JsonTab'
import { Languages } from './Languages'
import { Look } from './Look'
import { sectionOf } from './openPath'
import { Questions } from './Questions'
import { Showing } from './Showing'

const SECTIONS: [section: Section, name: string][] = [
  ['questions', 'Questions'],
  ['showing', 'Showing'],
  ['look', 'Look'],
  ['languages', 'Languages'],
  ['json', 'JSON'],
]

/** The form, in sections. */
export function Editor() {
  const store = useStore()
  const { section } = useApp()
  const findings = useFindings()
  const select = (next: Section, focus = false) => {
    store.set({ section: next })
    if (focus) document.getElementById(`tab-${next}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = SECTIONS.findIndex(([name]) => name === section)
    select(SECTIONS[(at + step + SECTIONS.length) % SECTIONS.length]![0], true)
  }
  return (
    <section class="pane editor" aria-label="Survey">
      <div class="tabs" role="tablist" aria-label="Parts of the survey" onKeyDown={onKeyDown}>
        {SECTIONS.map(([name, label]) => {
          const count = name === 'json' ? 0 : findings.filter(({ path }) => sectionOf(path) === name).length
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

const PANELS: Record<Section, () => preact.JSX.Element> = {
  questions: () => <Questions />,
  showing: () => <Showing />,
  look: () => <Look />,
  languages: () => <Languages />,
  json: () => <JsonTab />,
}
