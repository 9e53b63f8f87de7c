import type { LengthRule, OpenQuestion } from '../../../wire/survey'
import { isComposing } from '../../ui/isComposing'
import type { Translate } from '../../ui/messages'
import { type ControlProps, IDS, TEXT_FIELD, type View } from '../../ui/view'

/** Returns the length limits to mention. A minimum of 1 says no more than "required". */
function limitsOf({ validation }: OpenQuestion) {
  const limit = (type: LengthRule['type']) => validation?.find(rule => rule.type === type)?.value
  const min = limit('min_length')
  return { min: min && min > 1 ? min : undefined, max: limit('max_length') }
}

function limitsText(question: OpenQuestion, translate: Translate): string {
  const { min, max } = limitsOf(question)
  if (min && max) return translate('between', min, max)
  if (min) return translate('at_least', min)
  return max ? translate('at_most', max) : ''
}

function Control({
  question,
  draft,
  onChange,
  translate,
  placeholder,
  invalid,
  describedBy,
}: ControlProps<OpenQuestion>) {
  const limits = limitsText(question, translate)
  // Chromium takes an empty field with `auto` for left to right. Without it, the field follows the survey.
  const direction = draft ? 'auto' : ''
  return (
    <div class="control">
      <textarea
        id={IDS.field}
        {...TEXT_FIELD}
        part="field"
        rows={4}
        value={draft}
        placeholder={placeholder ?? translate('placeholder')}
        // After the value: Chromium needs quadratic time to set a value with many line breaks in a field with `auto`.
        ref={field => {
          if (field && field.dir !== direction) field.dir = direction
        }}
        aria-required={!question.optional}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        data-focus
        onInput={event => onChange(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
          event.preventDefault()
          event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.click()
        }}
      />
      {limits && (
        <span class="hint" id={IDS.hint}>
          {limits}
        </span>
      )}
    </div>
  )
}

/** Open text: a text area, labelled by the question. */
export const openView: View<OpenQuestion> = {
  labelling: 'field',
  hasHint: question => Object.values(limitsOf(question)).some(Boolean),
  Control,
}
