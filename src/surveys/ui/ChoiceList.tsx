import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '../../wire/survey'
import { type ChoiceDraft, openChoiceOf } from '../questions/choices'
import { Choice } from './Choice'

interface ListProps {
  kind: 'radio' | 'checkbox'
  question: SingleChoiceQuestion | MultipleChoiceQuestion
  draft: ChoiceDraft
  order: readonly number[]
  onDraft(draft: ChoiceDraft): void
  onPick(draft: ChoiceDraft): void
  isArrowKeyDown(): boolean
  invalid: boolean
}

/** The choices of a question, one below the other; the open one with its text field. */
export function ChoiceList({
  kind,
  question,
  draft,
  order,
  onDraft,
  onPick,
  isArrowKeyDown,
  invalid,
}: ListProps) {
  const open = openChoiceOf(question)
  const withPicked = (position: number): readonly number[] =>
    kind === 'radio'
      ? [position]
      : draft.picked.includes(position)
        ? draft.picked
        : [...draft.picked, position]
  const pick = (position: number, control: Element) => {
    const unpicks = kind === 'checkbox' && draft.picked.includes(position)
    const picked = unpicks ? draft.picked.filter(other => other !== position) : withPicked(position)
    // An arrow key that comes past must not be thrown into the text field.
    const writes = position === open && !unpicks && !isArrowKeyDown()
    onPick({ ...draft, picked })
    if (writes) control.closest('.option')?.querySelector<HTMLElement>('.text')?.focus()
  }
  return (
    <div class="control list" part="options">
      {order.map(position => {
        const checked = draft.picked.includes(position)
        return (
          <div
            key={position}
            class={`option${checked ? ' on' : ''}${position === open ? ' open' : ''}`}
            part="option"
          >
            <Choice kind={kind} checked={checked} class="row" onPick={control => pick(position, control)}>
              <span class={kind === 'radio' ? 'mark' : 'mark box'} />
              <span>{question.choices[position]}</span>
            </Choice>
            {position === open && (
              <input
                class="text"
                aria-label={question.choices[position]}
                value={draft.other}
                autocomplete="off"
                dir={draft.other ? 'auto' : undefined}
                aria-invalid={invalid && checked}
                onPointerDown={() => onDraft({ ...draft, picked: withPicked(position) })}
                onInput={event => onDraft({ other: event.currentTarget.value, picked: withPicked(position) })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
