import { describe, expect, it } from 'vitest'
import { createHistory } from '../../src/editor/state/history'
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
