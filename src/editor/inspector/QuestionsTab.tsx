import { describeBranchChanges } from '../edit/branchChanges'
import { indexAfterInsert } from '../edit/indexMap'
import { insertQuestion, newQuestion, type QuestionType, TYPE_NAMES } from '../edit/questions'
import { showsName } from '../edit/showsName'
import { FindingsAt } from '../findings/findings'
import { previewAt } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { findByFocusKey, focusAfterRender } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { useDragSort } from '../ui/useDragSort'
import { TextField } from './fields'
import { MessagePageItem } from './questions/MessagePageItem'
import { QuestionItem } from './questions/QuestionItem'
import { questionActions } from './questions/questionActions'

/** Lists what a visitor sees: introduction, questions and thank-you page. One of them is open at a time. See D-637. */
export function QuestionsTab() {
  const store = useStore()
  const { history, openQuestion } = useEditorState()
  const survey = history.present
  const sort = useDragSort<HTMLOListElement>({
    count: survey.questions.length,
    onMove: (from, to) => questionActions(store).move(from, to, 'title'),
    onCancel: () => store.set({ notice: 'No question was moved.' }),
  })
  const add = (type: QuestionType) => {
    const index = survey.questions.length
    const next = insertQuestion(survey, index, newQuestion(type, crypto.randomUUID()))
    const changes = describeBranchChanges(survey, next, indexAfterInsert(index))
    store.edit(next)
    store.set({
      openQuestion: index,
      preview: previewAt(next, index),
      notice: `${TYPE_NAMES[type]} added as question ${index + 1}. ${changes}`.trim(),
    })
    focusAfterRender(() => findByFocusKey(`text ${index}`))
  }
  return (
    <div class="section">
      <TextField
        path={['name']}
        label="Survey name"
        hint={showsName(survey) ? 'Shown as the heading of the introduction.' : 'Not shown to visitors.'}
      />
      <ol class="questions" ref={sort.list}>
        <MessagePageItem name="intro" />
        {survey.questions.length === 0 && <li class="empty-state">This survey has no questions yet.</li>}
        {survey.questions.map((question, index) => (
          <QuestionItem key={index} {...{ question, index, sort }} isOpen={index === openQuestion} />
        ))}
        <MessagePageItem name="thankYou" />
      </ol>
      <FindingsAt path="questions" />
      <fieldset class="add-question">
        <legend>Add a question</legend>
        {Object.entries(TYPE_NAMES).map(([type, name]) => (
          <button
            key={type}
            type="button"
            class="chip"
            data-focus-key={`add ${type}`}
            onClick={() => add(type as QuestionType)}
          >
            <Icon name={type as QuestionType} />
            {name}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
