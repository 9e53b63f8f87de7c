import type { Question, Survey } from 'earshot'
import { insertChoice, moveChoice, removeChoice } from '../../edit/choices'
import { setAt } from '../../edit/path'
import { FindingsAt } from '../../findings/findings'
import { useStore } from '../../state/store'
import { findByFocusKey, focusAfterRender } from '../../ui/focus'
import { Grip } from '../../ui/Grip'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { useDragSort } from '../../ui/useDragSort'
import { TextField } from '../fields'
import { pasteChoices, pastedItems } from './pasteChoices'

type ChoiceQuestion = Extract<Question, { choices: string[] }>

/** Edits the choices of a question. Enter inserts a choice after the current one, and a pasted list becomes choices. */
export function ChoiceList({ question, index }: { question: ChoiceQuestion; index: number }) {
  const store = useStore()
  const { choices, hasOpenChoice } = question
  const survey = () => store.get().history.present
  const edit = (next: Survey, focusKey: string) => {
    store.edit(next)
    focusAfterRender(() => findByFocusKey(focusKey))
  }
  const add = (position: number) =>
    edit(insertChoice(survey(), index, position, ''), `choice ${index} ${position}`)
  // An open choice stays last. Without one, no choice has this position.
  const end = hasOpenChoice ? choices.length - 1 : choices.length
  const paste = (event: ClipboardEvent, position: number) => {
    const items = pastedItems(event.clipboardData?.getData('text/plain') ?? '')
    if (items.length < 2 || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.target
    const first = value.slice(0, selectionStart ?? 0) + items[0] + value.slice(selectionEnd ?? value.length)
    const target = { choiceIndex: position, isOpen: hasOpenChoice === true && position === end }
    const pasted = pasteChoices(survey(), index, target, { first, items })
    edit(pasted.survey, `choice ${index} ${pasted.last}`)
    store.set({ notice: `${items.length} choices pasted` })
  }
  const move = (from: number, to: number, control: 'up' | 'down') => {
    edit(moveChoice(survey(), index, from, to), `choice-${control} ${index} ${to}`)
    store.set({ notice: `Choice ${from + 1} moved to position ${to + 1}.` })
  }
  const sort = useDragSort<HTMLOListElement>({
    count: end,
    onMove: (from, to) => move(from, to, 'up'),
    onCancel: () => store.set({ notice: 'No choice was moved.' }),
  })
  const remove = (position: number) => {
    const next = removeChoice(survey(), index, position)
    // The choice before would become the one with a text field.
    const isOpenChoice = position === end
    edit(
      isOpenChoice ? setAt(next, ['questions', index, 'hasOpenChoice'], undefined) : next,
      `choice ${index} ${Math.max(0, position - 1)}`,
    )
  }
  return (
    <fieldset class="choices">
      <legend>Choices</legend>
      <ol ref={sort.list}>
        {choices.map((_, position) => (
          <li
            key={position}
            class={sort.classOf(position)}
            data-sort
            onPaste={event => paste(event, position)}
            onKeyDown={event => {
              if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
              event.preventDefault()
              add(Math.min(position + 1, end))
            }}
          >
            <Grip index={position} onPress={sort.onPress} isFixed={position === end} />
            <TextField
              path={['questions', index, 'choices', position]}
              label={`Choice ${position + 1}`}
              isLabelHidden
              placeholder={position === end ? 'Other' : `Choice ${position + 1}`}
              keepsEmpty
              focusKey={`choice ${index} ${position}`}
            />
            <IconButton
              icon="up"
              label={`Move choice ${position + 1} up`}
              disabled={position === 0 || position === end}
              focusKey={`choice-up ${index} ${position}`}
              onClick={() => move(position, position - 1, 'up')}
            />
            <IconButton
              icon="down"
              label={`Move choice ${position + 1} down`}
              disabled={position >= end - 1}
              focusKey={`choice-down ${index} ${position}`}
              onClick={() => move(position, position + 1, 'down')}
            />
            <IconButton
              icon="trash"
              label={`Remove choice ${position + 1}`}
              disabled={choices.length === 1}
              onClick={() => remove(position)}
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
