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
          <CheckField path={[...path, 'skipSubmitButton']} label="Submit on selection, without a button" />
        </>
      )
    case 'single_choice':
    case 'multiple_choice':
      return (
        <>
          <ChoiceList question={question} index={index} />
          <CheckField path={[...path, 'hasOpenChoice']} label="Last choice is a text field" />
          <CheckField path={[...path, 'shuffleOptions']} label="Show choices in random order" />
          {question.type === 'single_choice' && !question.hasOpenChoice && (
            <CheckField path={[...path, 'skipSubmitButton']} label="Submit on selection, without a button" />
          )}
        </>
      )
  }
}
