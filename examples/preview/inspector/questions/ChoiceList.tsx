import type { Question, Survey } from 'earshot'
import { insertChoice, moveChoice, removeChoice } from '../../edit/choices'
import { FindingsAt } from '../../findings/findings'
import { useStore } from '../../state/store'
import { findByFocusKey, focusAfterRender } from '../../ui/focus'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { TextField } from '../fields'

type ChoiceQuestion = Extract<Question, { choices: string[] }>

/** The choices of a question. Enter in one of them begins the next. */
export function ChoiceList({ question, index }: { question: ChoiceQuestion; index: number }) {
  const store = useStore()
  const { choices, hasOpenChoice } = question
  const survey = () => store.get().history.present
  const go = (next: Survey, mark: string) => {
    store.edit(next)
    focusAfterRender(() => findByFocusKey(mark))
  }
  const add = (place: number) => go(insertChoice(survey(), index, place, ''), `choice ${index} ${place}`)
  const end = hasOpenChoice ? choices.length - 1 : choices.length
  return (
    <fieldset class="choices">
      <legend>Choices</legend>
      <ol>
        {choices.map((_, place) => (
          <li
            key={place}
            onKeyDown={event => {
              if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
              event.preventDefault()
              add(Math.min(place + 1, end))
            }}
          >
            <TextField
              path={['questions', index, 'choices', place]}
              label={`Choice ${place + 1}`}
              hidesLabel
              keepsEmpty
              focusKey={`choice ${index} ${place}`}
            />
            <IconButton
              icon="up"
              label={`Move choice ${place + 1} up`}
              disabled={place === 0}
              focusKey={`choice-up ${index} ${place}`}
              onClick={() =>
                go(moveChoice(survey(), index, place, place - 1), `choice-up ${index} ${place - 1}`)
              }
            />
            <IconButton
              icon="down"
              label={`Move choice ${place + 1} down`}
              disabled={place === choices.length - 1}
              focusKey={`choice-down ${index} ${place}`}
              onClick={() =>
                go(moveChoice(survey(), index, place, place + 1), `choice-down ${index} ${place + 1}`)
              }
            />
            <IconButton
              icon="bin"
              label={`Remove choice ${place + 1}`}
              disabled={choices.length === 1}
              onClick={() =>
                go(removeChoice(survey(), index, place), `choice ${index} ${Math.max(0, place - 1)}`)
              }
            />
          </li>
        ))}
      </ol>
      <FindingsAt path={`questions[${index}].choices`} />
      <button type="button" class="chip" onClick={() => add(end)}>
        <Icon name="plus" />
        Add a choice
      </button>
    </fieldset>
  )
}
