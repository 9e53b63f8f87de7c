import type { Question } from 'earshot'
import { changeScale } from '../../edit/questions'
import { useStore } from '../../state/store'
import { CheckField, SelectField, TextField } from '../fields'
import { ChoiceList } from './ChoiceList'
import { LengthFields } from './LengthFields'

const SCALES = {
  number: [
    ['5', '1 to 5'],
    ['7', '1 to 7'],
    ['10', '0 to 10'],
    ['3', '1 to 3'],
    ['2', '1 to 2'],
  ],
  emoji: [
    ['2', 'Thumbs up or down'],
    ['3', '3 emoji'],
    ['5', '5 emoji'],
  ],
} as const

/** Edits the fields that are specific to the type of a question. */
export function TypeFields({ question, index }: { question: Question; index: number }) {
  const store = useStore()
  const path = ['questions', index] as const
  switch (question.type) {
    case 'open':
      return <LengthFields question={question} index={index} />
    case 'link':
      return (
        <TextField
          path={[...path, 'link']}
          label="URL"
          placeholder="https://"
          hint="Allowed: https, http, mailto and tel."
        />
      )
    case 'rating':
      return (
        <>
          <div class="row">
            <SelectField
              path={[...path, 'display']}
              label="Display as"
              options={[
                ['number', 'Numbers'],
                ['emoji', 'Emoji'],
              ]}
            />
            <SelectField
              path={[...path, 'scale']}
              label="Scale"
              options={SCALES[question.display === 'emoji' ? 'emoji' : 'number']}
              onValue={scale => store.edit(changeScale(store.get().history.present, index, Number(scale)))}
            />
          </div>
          <div class="row">
            <TextField path={[...path, 'lowerBoundLabel']} label="Label of lowest value" />
            <TextField path={[...path, 'upperBoundLabel']} label="Label of highest value" />
          </div>
          <AutoSubmitField index={index} />
        </>
      )
    case 'single_choice':
    case 'multiple_choice':
      return (
        <>
          <ChoiceList question={question} index={index} />
          <CheckField
            path={[...path, 'hasOpenChoice']}
            label="Open choice (Other)"
            hint="The last choice has a text field for the visitor’s own answer."
          />
          <CheckField
            path={[...path, 'shuffleOptions']}
            label="Shuffle choices"
            hint="In random order for each visitor. An open choice stays last."
          />
          {question.type === 'single_choice' && !question.hasOpenChoice && <AutoSubmitField index={index} />}
        </>
      )
  }
}

function AutoSubmitField({ index }: { index: number }) {
  return (
    <CheckField
      path={['questions', index, 'skipSubmitButton']}
      label="Auto-submit"
      hint="Selecting an answer sends it, without a button."
    />
  )
}
