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
    ['2', 'Thumbs up and down'],
    ['3', '3 faces'],
    ['5', '5 faces'],
  ],
} as const

/** The fields that a question has because of its type. */
export function TypeFields({ question, index }: { question: Question; index: number }) {
  const store = useStore()
  const at = ['questions', index] as const
  switch (question.type) {
    case 'open':
      return <LengthFields question={question} index={index} />
    case 'link':
      return (
        <TextField
          path={[...at, 'link']}
          label="Address"
          placeholder="https://"
          hint="https, http, mailto or tel."
        />
      )
    case 'rating':
      return (
        <>
          <div class="row">
            <SelectField
              path={[...at, 'display']}
              label="Shown as"
              options={[
                ['number', 'Numbers'],
                ['emoji', 'Faces'],
              ]}
            />
            <SelectField
              path={[...at, 'scale']}
              label="Scale"
              options={SCALES[question.display === 'emoji' ? 'emoji' : 'number']}
              onValue={scale => store.edit(changeScale(store.get().history.present, index, Number(scale)))}
            />
          </div>
          <div class="row">
            <TextField path={[...at, 'lowerBoundLabel']} label="Lowest means" />
            <TextField path={[...at, 'upperBoundLabel']} label="Highest means" />
          </div>
          <CheckField path={[...at, 'skipSubmitButton']} label="Choosing goes on at once, without a button" />
        </>
      )
    case 'single_choice':
    case 'multiple_choice':
      return (
        <>
          <ChoiceList question={question} index={index} />
          <CheckField
            path={[...at, 'hasOpenChoice']}
            label="The last choice asks for the visitor's own words"
          />
          <CheckField path={[...at, 'shuffleOptions']} label="Each visitor gets another order" />
          {question.type === 'single_choice' && !question.hasOpenChoice && (
            <CheckField
              path={[...at, 'skipSubmitButton']}
              label="Choosing goes on at once, without a button"
            />
          )}
        </>
      )
  }
}
