import { insertQuestion, newQuestion, type QuestionType, TYPE_NAMES } from '../edit/questions'
import { FindingsAt } from '../findings/findings'
import { previewAt } from '../state/previewState'
import { useEditorState, useStore } from '../state/store'
import { findByFocusKey, focusAfterRender } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { TextField } from './fields'
import { QuestionItem } from './questions/QuestionItem'

/** The questions, one below the other; one of them is open. */
export function QuestionsTab() {
  const store = useStore()
  const { history, openQuestion: open } = useEditorState()
  const survey = history.present
  const add = (type: QuestionType) => {
    const at = survey.questions.length
    const next = insertQuestion(survey, at, newQuestion(type, crypto.randomUUID()))
    store.edit(next)
    store.set({
      openQuestion: at,
      preview: previewAt(next, at),
      notice: `${TYPE_NAMES[type]} added as question ${at + 1}`,
    })
    focusAfterRender(() => findByFocusKey(`text ${at}`))
  }
  return (
    <div class="section">
      <TextField
        path={['name']}
        label="Name of the survey"
        hint="For you and your colleagues; visitors do not see it."
      />
      {survey.questions.length === 0 && (
        <div class="empty">
          <p>A survey is made of questions. Add the first one.</p>
        </div>
      )}
      <ol class="questions">
        {survey.questions.map((question, index) => (
          <QuestionItem key={index} question={question} index={index} isOpen={index === open} />
        ))}
      </ol>
      {survey.questions.length > 0 && <FindingsAt path="questions" />}
      <fieldset class="adder">
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
