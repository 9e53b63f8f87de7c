import type { Question } from 'earshot'
import { setAt } from '../../edit/path'
import { FindingsAt } from '../../findings/findings'
import { useStore } from '../../state/store'

type OpenQuestion = Extract<Question, { type: 'open' }>
type Rule = NonNullable<OpenQuestion['validation']>[number]

/** Edits the minimum and maximum length of an open answer. */
export function LengthFields({ question, index }: { question: OpenQuestion; index: number }) {
  const store = useStore()
  const path = `questions[${index}].validation`
  const set = (type: Rule['type'], value: number | undefined) => {
    const rules = (question.validation ?? []).filter(rule => rule.type !== type)
    const existing = question.validation?.find(rule => rule.type === type)
    const all = value === undefined ? rules : [...rules, { ...existing, type, value }]
    store.edit(
      setAt(store.get().history.present, ['questions', index, 'validation'], all.length ? all : undefined),
      `${path}.${type}`,
    )
  }
  const field = (type: Rule['type'], label: string) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min="0"
        data-path={type === 'min_length' ? path : undefined}
        value={question.validation?.find(rule => rule.type === type)?.value ?? ''}
        onInput={event =>
          set(type, event.currentTarget.value === '' ? undefined : event.currentTarget.valueAsNumber)
        }
      />
    </label>
  )
  return (
    <>
      <div class="row">
        {field('min_length', 'Minimum characters')}
        {field('max_length', 'Maximum characters')}
      </div>
      <FindingsAt path={path} />
    </>
  )
}
