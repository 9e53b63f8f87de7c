import type { Survey } from 'earshot'
import { branchesByAnswer, describeBranchChanges, stepAfterRemoved } from '../../edit/branchChanges'
import { type IndexMap, indexAfterInsert, indexAfterMove } from '../../edit/indexMap'
import {
  duplicateQuestion,
  indexAfterRemoval,
  moveQuestion,
  movesInListOnly,
  removeQuestion,
} from '../../edit/questions'
import { previewAt } from '../../state/previewState'
import type { EditorState, Store } from '../../state/store'
import { findByFocusKey, focusAfterRender } from '../../ui/focus'

/** Returns the actions on a question as a whole. Each names the branches that it changes, and keeps the focus on the question. */
export function questionActions(store: Store) {
  const survey = () => store.get().history.present
  const apply = (
    next: Survey,
    openQuestion: EditorState['openQuestion'],
    notices: string[],
    mapIndex: IndexMap,
  ) => {
    const notice = [...notices, describeBranchChanges(survey(), next, mapIndex)].filter(Boolean).join(' ')
    store.edit(next)
    store.set({
      openQuestion,
      notice,
      ...(typeof openQuestion === 'number' && { preview: previewAt(next, openQuestion) }),
    })
  }
  const openAfter = (mapIndex: IndexMap) => {
    const { openQuestion } = store.get()
    return typeof openQuestion === 'number' ? (mapIndex(openQuestion) ?? null) : openQuestion
  }
  return {
    toggle(index: number) {
      const isOpen = store.get().openQuestion === index
      store.set(
        isOpen ? { openQuestion: null } : { openQuestion: index, preview: previewAt(survey(), index) },
      )
    },
    /** @param control The control of the question that gets the focus. */
    move(index: number, to: number, control: 'title' | 'up' | 'down') {
      const next = moveQuestion(survey(), index, to)
      if (next === survey()) return
      const mapIndex = indexAfterMove(index, to)
      const notices = [`Question ${index + 1} moved to position ${to + 1}.`]
      if (movesInListOnly(survey(), index, to)) notices.push('Visitors see the same order as before.')
      apply(next, openAfter(mapIndex), notices, mapIndex)
      focusAfterRender(() => findByFocusKey(`${control} ${to}`))
    },
    duplicate(index: number) {
      apply(
        duplicateQuestion(survey(), index, crypto.randomUUID()),
        index + 1,
        [`Question ${index + 1} duplicated.`],
        indexAfterInsert(index + 1),
      )
      focusAfterRender(() => findByFocusKey(`text ${index + 1}`))
    },
    remove(index: number) {
      const next = removeQuestion(survey(), index)
      const mapIndex = indexAfterRemoval(survey(), index)
      const notices = [`Question ${index + 1} removed. Undo restores it.`]
      if (branchesByAnswer(survey(), index))
        notices.push('It branched by answer: what led to it now leads to where skipping it led.')
      if (index === 0 && stepAfterRemoved(survey(), 0) !== 1 && next.questions.length > 0)
        notices.push(`“${next.questions[0]!.question || 'Untitled question'}” comes first now.`)
      apply(next, openAfter(mapIndex), notices, mapIndex)
      const neighbour = Math.min(index, next.questions.length - 1)
      focusAfterRender(() => findByFocusKey(`title ${neighbour}`) ?? findByFocusKey('add rating'))
    },
  }
}
