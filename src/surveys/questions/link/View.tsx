import type { LinkQuestion } from '../../../wire/survey'
import { Icon } from '../../ui/Icon'
import { safeUrl } from '../../ui/safeUrl'
import { type ControlProps, IDS, type View } from '../../ui/view'

function Action({ question, submitLabel: label, onSubmit, translate: say }: ControlProps<LinkQuestion>) {
  const href = safeUrl(question.link, { relative: false })
  const follow = () => onSubmit(true)
  if (!href) {
    return (
      <button type="button" class="btn solid" part="button submit" onClick={follow}>
        {label}
      </button>
    )
  }
  // A real link: no blocker of pop-ups can object, and the visitor sees where it leads and how to open it.
  return (
    <a
      class="btn solid"
      part="button submit"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={IDS.hint}
      onClick={follow}
    >
      <span>{label}</span>
      <Icon name="out" size={16} />
      <span hidden id={IDS.hint}>
        {say('new_tab')}
      </span>
    </a>
  )
}

/** Link: the main button leads somewhere. */
export const linkView: View<LinkQuestion> = { labelling: 'nothing', Action }
