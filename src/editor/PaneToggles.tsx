import { isLastOpen, toggleFolded } from './state/foldedPanes'
import { type PaneName, useEditorState, useStore } from './state/store'

/** Name of each pane, and the place of its column in the icon. */
const PANES: [pane: PaneName, name: string, column: { x: number; width: number }][] = [
  ['edit', 'Edit pane', { x: 2, width: 4 }],
  ['preview', 'Preview pane', { x: 5, width: 6 }],
  ['branching', 'Branching pane', { x: 10, width: 4 }],
]

/** Folds and unfolds the panes, on screens that have room for all of them. */
export function PaneToggles() {
  const store = useStore()
  const { folded } = useEditorState()
  return (
    <fieldset class="pane-toggles">
      <legend class="visually-hidden">Panes</legend>
      {PANES.map(([pane, name, column]) => {
        const isFolded = folded.includes(pane)
        const isLast = isLastOpen(folded, pane)
        return (
          <button
            key={pane}
            type="button"
            class="icon-button"
            aria-label={name}
            title={
              isLast ? 'One pane stays open' : `${isFolded ? 'Unfold' : 'Fold'} the ${name.toLowerCase()}`
            }
            aria-expanded={!isFolded}
            aria-controls={`pane-${pane}`}
            aria-disabled={isLast}
            onClick={() => store.set({ folded: toggleFolded(folded, pane) })}
          >
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 3h12v10H2z" />
              <rect {...column} y="3" height="10" />
            </svg>
          </button>
        )
      })}
    </fieldset>
  )
}
