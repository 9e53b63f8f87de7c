import type { OpenQuestion } from '../../../wire/survey'
import { isComposing } from '../../ui/isComposing'
import { type ControlProps, IDS, type View } from '../../ui/view'

/** The limits an author set, as one line; a minimum of 1 says no more than "required". */
function limitsOf({ validation }: OpenQuestion) {
  const value = (type: string) => validation?.find(rule => rule.type === type)?.value
  const least = value('min_length')
  return { least: least && least > 1 ? least : undefined, most: value('max_length') }
}

function Control({
  question,
  draft,
  onDraft,
  translate: say,
  placeholder,
  invalid,
  describedBy,
}: ControlProps<OpenQuestion>) {
  const { least, most } = limitsOf(question)
  const limits =
    least && most
      ? say('between', least, most)
      : least
        ? say('at_least', least)
        : most
          ? say('at_most', most)
          : ''
  return (
    <div class="control">
      <textarea
        id={IDS.field}
        class="text"
        part="field"
        rows={4}
        value={draft}
        placeholder={placeholder ?? say('placeholder')}
        autocomplete="off"
        // Chromium takes an empty field of `auto` for left to right; it is as the survey is.
        dir={draft ? 'auto' : undefined}
        aria-required={!question.optional}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        data-focus
        onInput={event => onDraft(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
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

/** Open text: a text area that the question is the label of. */
export const openView: View<OpenQuestion> = {
  labelling: 'field',
  hasHint: question => Object.values(limitsOf(question)).some(Boolean),
  Control,
}
