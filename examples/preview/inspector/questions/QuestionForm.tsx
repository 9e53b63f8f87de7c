import type { Question } from 'earshot'
import { changeType, type QuestionType, TYPE_NAMES } from '../../edit/questions'
import { FindingsAt } from '../../findings/findings'
import { useStore } from '../../state/store'
import { CheckField, SelectField, TextField } from '../fields'
import { BranchingFields } from './BranchingFields'
import { TypeFields } from './TypeFields'

const TYPES = Object.entries(TYPE_NAMES) as [QuestionType, string][]

/** Everything about one question. */
export function QuestionForm({ question, index }: { question: Question; index: number }) {
  const store = useStore()
  const at = ['questions', index] as const
  return (
    <div class="question-form">
      <FindingsAt path={`questions[${index}]`} />
      <TextField path={[...at, 'question']} label="Question" rows={2} keepsEmpty focusKey={`text ${index}`} />
      <TextField
        path={[...at, 'description']}
        label="Description"
        placeholder="A line below the question, if it needs one"
      />
      <div class="row">
        <SelectField
          path={[...at, 'type']}
          label="Type"
          options={TYPES}
          onValue={type => store.edit(changeType(store.get().history.present, index, type))}
        />
        {question.description && (
          <SelectField
            path={[...at, 'descriptionContentType']}
            label="Description is"
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
        <TextField path={[...at, 'buttonText']} label="Button" placeholder="Submit" />
        <CheckField path={[...at, 'optional']} label="Can be skipped" />
      </div>
      <BranchingFields question={question} index={index} />
      <details class="more">
        <summary>Id</summary>
        <TextField
          path={[...at, 'id']}
          label="Id of the question"
          hint="Answers are reported under it. Leave it once the survey has run."
        />
      </details>
      <FindingsAt path={`questions[${index}].id`} />
    </div>
  )
}
