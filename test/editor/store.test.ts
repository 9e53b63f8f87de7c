import { describe, expect, it } from 'vitest'
import { createHistory } from '../../src/editor/state/history'
import { loadState, saveState } from '../../src/editor/state/savedState'
import { createStore } from '../../src/editor/state/store'
import { emptySurvey, surveyFrom, TEMPLATES } from '../../src/editor/templates/templates'

const emptyStore = () => createStore(createHistory(emptySurvey('x')), {}, () => 0)

describe('store', () => {
  it('keeps invalid JSON when the survey is edited elsewhere', () => {
    const store = emptyStore()
    store.set({ jsonDraft: { text: '{', error: 'truncated' } })
    store.edit({ ...emptySurvey('x'), name: 'Second' })
    store.undo()
    expect(store.get().jsonDraft?.text).toBe('{')
  })

  it('opens the first question of a new survey, and restores the previous survey on undo', () => {
    const store = emptyStore()
    store.replace(surveyFrom(TEMPLATES[0]!, 'y'))
    expect(store.get()).toMatchObject({ openQuestion: 0, preview: { page: 0 } })
    store.undo()
    expect(store.get().history.present.id).toBe('x')
    expect(store.get().openQuestion).toBeNull()
  })
})

describe('the open entry of the list', () => {
  it('is a page without a question, whatever happens to the questions', () => {
    const store = createStore(createHistory(surveyFrom(TEMPLATES[0]!, 'y')), {}, () => 0)
    store.set({ openQuestion: 'thankYou' })
    store.edit({ ...store.get().history.present, questions: [] })
    expect(store.get().openQuestion).toBe('thankYou')
  })

  it('is none once its question is gone', () => {
    const store = createStore(createHistory(surveyFrom(TEMPLATES[0]!, 'y')), { openQuestion: 2 }, () => 0)
    store.edit({ ...store.get().history.present, questions: [] })
    expect(store.get().openQuestion).toBeNull()
  })
})

describe('saved state', () => {
  const memoryStorage = (): Storage => {
    const entries = new Map<string, string>()
    return {
      getItem: key => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: key => void entries.delete(key),
      clear: () => entries.clear(),
      key: () => null,
      length: 0,
    }
  }

  it('contains the survey, the undo history and invalid JSON', () => {
    const store = emptyStore()
    store.edit({ ...emptySurvey('x'), name: 'Second' })
    store.set({ jsonDraft: { text: '{', error: 'truncated' } })
    const storage = memoryStorage()
    expect(saveState(storage, store.get())).toBe(true)
    const saved = loadState(storage)
    expect(saved?.history.present.name).toBe('Second')
    expect(saved?.history.past.map(({ name }) => name)).toEqual(['Untitled survey'])
    expect(saved?.jsonDraft?.text).toBe('{')
  })

  it('is undefined for invalid entries, and not saved when storage is full', () => {
    const storage = memoryStorage()
    for (const text of ['{', '5', '{"history":{}}', 'null']) {
      storage.setItem('earshot_preview', text)
      expect(loadState(storage)).toBeUndefined()
    }
    const fullStorage = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(saveState(fullStorage, emptyStore().get())).toBe(false)
  })
})
