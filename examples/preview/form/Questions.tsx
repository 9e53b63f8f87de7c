import { insertQuestion, newQuestion, type QuestionType, TYPE_NAMES } from '../edit/questions'
import { walkTo } from '../flow/walk'
import { useApp, useStore } from '../store'
import { TextField } from '../ui/fields'
import { FindingsAt } from '../ui/findings'
import { focusSoon, marked } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { QuestionItem } from './QuestionItem'

/** The questions, one below the other; one of them is open. */
export function Questions() {
  const store = useStore()
  const { history, open } = useApp()
  const survey = history.present
  const add = (type: QuestionType) => {
    const at = survey.questions.length
    const next = insertQuestion(survey, at, newQuestion(type, crypto.randomUUID()))
    store.edit(next)
    store.set({ open: at, walk: walkTo(next, at), notice: `${TYPE_NAMES[type]} added as question ${at + 1}` })
    focusSoon(() => marked(`text ${at}`))
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
