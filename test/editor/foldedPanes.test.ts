// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberFolded, showPane, toggleFolded } from '../../src/editor/state/foldedPanes'
import { createHistory } from '../../src/editor/state/history'
import { createStore } from '../../src/editor/state/store'
import { emptySurvey } from '../../src/editor/templates/templates'

beforeEach(() => localStorage.clear())

/** Opens the editor. */
function open(storage: Storage = localStorage) {
  const store = createStore(createHistory(emptySurvey('x')), {}, () => 0)
  rememberFolded(store, storage)
  return store
}

describe('toggleFolded', () => {
  it('folds and unfolds a pane, and keeps the last open one', () => {
    expect(toggleFolded([], 'preview')).toEqual(['preview'])
    expect(toggleFolded(['preview', 'edit'], 'preview')).toEqual(['edit'])
    expect(toggleFolded(['preview', 'edit'], 'branching')).toEqual(['preview', 'edit'])
  })
})

describe('showPane', () => {
  it('unfolds the pane, and shows it on small screens', () => {
    const store = open()
    store.set({ folded: ['edit', 'branching'], pane: 'preview' })
    expect(showPane(store.get(), 'edit')).toEqual({ pane: 'edit', folded: ['branching'] })
  })
})

describe('rememberFolded', () => {
  it('restores the folded panes of an earlier visit', () => {
    const first = open()
    first.set({ folded: ['branching'] })
    expect(open().get().folded).toEqual(['branching'])
    first.set({ folded: [] })
    expect(open().get().folded).toEqual([])
  })

  it.each(['{', '"edit"', '{"0":"edit"}', '["edit","preview","branching"]', '["other"]'])(
    'folds nothing when %s is saved',
    text => {
      localStorage.setItem('earshot_editor_folded', text)
      expect(open().get().folded).toEqual([])
    },
  )

  it('folds panes without storage', () => {
    const refuse = () => {
      throw new Error('disabled')
    }
    const store = open({ getItem: refuse, setItem: refuse } as unknown as Storage)
    store.set({ folded: ['edit'] })
    expect(store.get().folded).toEqual(['edit'])
  })
})
