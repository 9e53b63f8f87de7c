import type { ComponentChildren } from 'preact'
import type { Question } from '../../wire/survey'
import { type ControlProps, IDS, type View } from './view'

interface LabelledControlProps {
  view: View<Question>
  props: ControlProps<Question>
  children: ComponentChildren
}

/** A question as the label of its control, in the way that fits the control. */
export function LabelledControl({ view, props, children }: LabelledControlProps) {
  const { question, describedBy, invalid, hasProgress } = props
  const { labelling } = view
  const isField = labelling === 'field'
  const title = (
    <h2
      class="title"
      id={IDS.title}
      part="question"
      tabIndex={-1}
      // It gets the focus with the question, so that its position is read with it.
      aria-describedby={hasProgress ? IDS.progress : undefined}
      data-focus={isField ? undefined : true}
    >
      {isField ? <label for={IDS.field}>{question.question}</label> : question.question}
    </h2>
  )
  if (isField || labelling === 'nothing')
    return (
      <div>
        {title}
        {children}
      </div>
    )
  const isRadioGroup = labelling === 'radiogroup'
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role, a radio group, has both `aria-required` and `aria-invalid`.
    <fieldset
      role={labelling}
      aria-labelledby={IDS.title}
      aria-describedby={describedBy || undefined}
      aria-required={isRadioGroup ? !question.optional : undefined}
      aria-invalid={isRadioGroup ? invalid : undefined}
    >
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
