import { describeBranchChanges } from '../edit/branchChanges'
import { indexAfterInsert } from '../edit/indexMap'
import { insertQuestion, newQuestion, type QuestionType, TYPE_NAMES } from '../edit/questions'
import { showsName } from '../edit/showsName'
import { FindingsAt } from '../findings/findings'
import { previewAt } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { findByFocusKey, focusAfterRender } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { TextField } from './fields'
import { QuestionItem } from './questions/QuestionItem'

/** Lists the questions. One of them is open at a time. */
export function QuestionsTab() {
  const store = useStore()
  const { history, openQuestion } = useEditorState()
  const survey = history.present
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
      {survey.questions.length === 0 && (
        <div class="empty-state">
          <p>This survey has no questions yet.</p>
        </div>
      )}
      <ol class="questions">
        {survey.questions.map((question, index) => (
          <QuestionItem key={index} question={question} index={index} isOpen={index === openQuestion} />
        ))}
      </ol>
      <FindingsAt path="questions" />
      <fieldset class="add-question">
        <legend>Add a question</legend>
        {Object.entries(TYPE_NAMES).map(([type, name]) => (
          <button key={type} type="button" class="chip" onClick={() => add(type as QuestionType)}>
            <Icon name={type as QuestionType} />
            {name}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
