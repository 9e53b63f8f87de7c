import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '../../wire/survey'
import { openChoiceOf } from '../questions/choices'
import { Choice, onChoice } from './Choice'
import { type ControlProps, TEXT_FIELD } from './view'

type ChoiceListProps = ControlProps<SingleChoiceQuestion | MultipleChoiceQuestion> & {
  kind: 'radio' | 'checkbox'
}

/** The choices of a question, one below the other. The open choice has a text field. */
export function ChoiceList({
  kind,
  question,
  draft,
  order,
  onChange,
  onPick,
  selectsByKey,
  invalid,
  placeholder,
  translate,
}: ChoiceListProps) {
  const open = openChoiceOf(question)
  const pickedPositions = new Set(draft.picked)
  const withPicked = (position: number): readonly number[] =>
    kind === 'radio' ? [position] : pickedPositions.has(position) ? draft.picked : [...draft.picked, position]
  const pick = (position: number, control: Element) => {
    const unpicks = kind === 'checkbox' && pickedPositions.has(position)
    const picked = unpicks ? draft.picked.filter(other => other !== position) : withPicked(position)
    // An arrow key that passes the open choice must not end in its text field.
    const focusesText = position === open && !unpicks && !selectsByKey()
    onPick({ ...draft, picked })
    if (focusesText) control.closest('.option')?.querySelector<HTMLElement>('.text')?.focus()
  }
  return (
    <div class="control list" part="options" {...onChoice(pick)}>
      {order.map(position => {
        const checked = pickedPositions.has(position)
        return (
          <div key={position} class={`option${checked ? ' checked' : ''}`} part="option">
            <Choice kind={kind} value={position} checked={checked} class="row">
              <span class={kind === 'radio' ? 'mark' : 'mark box'} />
              <span>{question.choices[position]}</span>
            </Choice>
            {position === open && (
              <input
                {...TEXT_FIELD}
                aria-label={question.choices[position]}
                placeholder={placeholder ?? translate('placeholder')}
                value={draft.other}
                dir={draft.other ? 'auto' : undefined}
                aria-invalid={invalid && checked}
                onPointerDown={() => onChange({ ...draft, picked: withPicked(position) })}
                onInput={event =>
                  onChange({ other: event.currentTarget.value, picked: withPicked(position) })
                }
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
