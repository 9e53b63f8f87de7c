import { useEffect } from 'preact/hooks'
import {
  hasMessagePage,
  MESSAGE_PAGES,
  type MessagePageName,
  messagePageOf,
  positionOf,
} from '../../edit/messagePages'
import { useFindings } from '../../findings/findings'
import { previewAt } from '../../state/previewState'
import { useEditorState, useStore } from '../../state/store'
import { Icon } from '../../ui/Icon'
import { CheckField, SelectField, TextField, useField } from '../fields'
import { FindingCount } from './FindingCount'

/** Shows the introduction or the thank-you page in the list of questions: its heading, its switch and, when it is open, its form. */
export function MessagePageItem({ name }: { name: MessagePageName }) {
  const store = useStore()
  const { history, openQuestion } = useEditorState()
  const survey = history.present
  const { label, isShown: switchName, heading, text, defaultHeading } = MESSAGE_PAGES[name]
  const [value, setShown] = useField(['appearance', switchName])
  const isShown = value === true
  const isOpen = openQuestion === name
  const isVisible = hasMessagePage(survey, name)
  const findings = useFindings().filter(({ path }) => messagePageOf(path) === name)
  // Also shows the page once it has its first text.
  useEffect(() => {
    if (isOpen && isVisible)
      store.set({ preview: previewAt(store.get().history.present, positionOf(survey, name)) })
  }, [isOpen, isVisible])
  const title = String(survey.appearance?.[heading] || survey.appearance?.[text] || defaultHeading)
  return (
    <li class={`message-page ${isOpen ? 'is-open' : ''} ${isShown ? '' : 'is-off'}`}>
      <div class="question-header">
        <button
          type="button"
          class="question-title"
          aria-expanded={isOpen}
          data-path={isOpen ? undefined : `appearance.${switchName}`}
          onClick={() => store.set({ openQuestion: isOpen ? null : name })}
        >
          <span class="number">
            <Icon name={name === 'intro' ? 'survey' : 'check'} />
          </span>
          <span class="question-text">
            {label}
            {isShown && title && <span class="message-heading"> {title}</span>}
          </span>
          <FindingCount findings={findings} />
        </button>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-label={`Show the page “${label}”`}
            checked={isShown}
            aria-checked={isShown}
            onChange={event => {
              const { checked } = event.currentTarget
              setShown(checked || undefined)
              if (checked) store.set({ openQuestion: name })
            }}
          />
          <span aria-hidden="true">{isShown ? 'On' : 'Off'}</span>
        </label>
      </div>
      {isOpen && <MessagePageForm name={name} isShown={isShown} />}
    </li>
  )
}

function MessagePageForm({ name, isShown }: { name: MessagePageName; isShown: boolean }) {
  const { heading, text, textFormat, button, defaultHeading, defaultButton } = MESSAGE_PAGES[name]
  const [description] = useField(['appearance', text])
  const [format] = useField(['appearance', textFormat])
  return (
    <div class="question-form">
      {!isShown && <p class="hint">Visitors do not see this page. Its texts are kept.</p>}
      <TextField path={['appearance', heading]} label="Heading" placeholder={defaultHeading} />
      <TextField path={['appearance', text]} label="Text" rows={2} />
      <div class="row">
        <TextField path={['appearance', button]} label="Button" placeholder={defaultButton} />
        {!!description && (
          <SelectField
            path={['appearance', textFormat]}
            label="Text format"
            options={[
              ['', 'Text'],
              ['html', 'HTML'],
            ]}
            value={format === 'html' ? 'html' : ''}
          />
        )}
      </div>
      {name === 'thankYou' && (
        <CheckField
          path={['appearance', 'autoDisappear']}
          label="Auto-close"
          hint="The thank-you page closes after 5 seconds."
        />
      )}
    </div>
  )
}
