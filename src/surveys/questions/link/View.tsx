import type { LinkQuestion } from '../../../wire/survey'
import { Icon } from '../../ui/Icon'
import { safeUrl } from '../../ui/safeUrl'
import { type ControlProps, IDS, type View } from '../../ui/view'

function Action({ question, submitLabel, onSubmit, translate }: ControlProps<LinkQuestion>) {
  const href = safeUrl(question.link, { relative: false })
  const submit = () => onSubmit(true)
  if (!href) {
    return (
      <button type="button" class="btn solid" part="button submit" onClick={submit}>
        {submitLabel}
      </button>
    )
  }
  // A real link: popup blockers allow it, and visitors see where it leads and can choose how to open it.
  return (
    <a
      class="btn solid"
      part="button submit"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={IDS.hint}
      onClick={submit}
    >
      <span>{submitLabel}</span>
      <Icon name="external" size={16} />
      <span hidden id={IDS.hint}>
        {translate('new_tab')}
      </span>
    </a>
  )
}

/** Link: the main button is a link. */
export const linkView: View<LinkQuestion> = { labelling: 'nothing', Action }
