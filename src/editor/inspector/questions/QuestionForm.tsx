import type { Question } from 'earshot'
import { changeType, type QuestionType, TYPE_NAMES } from '../../edit/questions'
import { FindingsAt } from '../../findings/findings'
import { useStore } from '../../state/store'
import { CheckField, SelectField, TextField } from '../fields'
import { BranchingFields } from './BranchingFields'
import { TypeFields } from './TypeFields'

const TYPES = Object.entries(TYPE_NAMES) as [QuestionType, string][]

const ANSWER_HINT =
  'Shows an earlier answer: {{answer:1}}, or {{answer:1|there}} with a text for a missing one.'

/** Edits one question. */
export function QuestionForm({ question, index }: { question: Question; index: number }) {
  const store = useStore()
  const path = ['questions', index] as const
  return (
    <div class="question-form">
      <FindingsAt path={`questions[${index}]`} />
      <TextField
        path={[...path, 'question']}
        label="Question"
        rows={2}
        keepsEmpty
        focusKey={`text ${index}`}
        {...(index > 0 && { hint: ANSWER_HINT })}
      />
      <TextField
        path={[...path, 'description']}
        label="Description"
        placeholder="Optional text below the question"
      />
      <div class="row">
        <SelectField
          path={[...path, 'type']}
          label="Type"
          options={TYPES}
          onValue={type => store.edit(changeType(store.get().history.present, index, type))}
        />
        {question.description && (
          <SelectField
            path={[...path, 'descriptionContentType']}
            label="Description format"
            options={[
              ['', 'Text'],
              ['html', 'HTML'],
            ]}
            value={question.descriptionContentType === 'html' ? 'html' : ''}
          />
        )}
      </div>
      <TypeFields question={question} index={index} />
      <div class="row">
        <TextField path={[...path, 'buttonText']} label="Button text" placeholder="Submit" />
        <CheckField path={[...path, 'optional']} label="Optional" />
      </div>
      <BranchingFields question={question} index={index} />
      <details class="disclosure">
        <summary>ID</summary>
        <TextField
          path={[...path, 'id']}
          label="Question ID"
          hint="Answers are stored under this ID. Do not change it once the survey has responses."
        />
      </details>
      <FindingsAt path={`questions[${index}].id`} />
    </div>
  )
}
