import type { Survey } from 'earshot'
import { type Answer, renderSurveyPreview } from 'earshot/surveys'
import type { PreviewState } from '../state/previewState'
import type { PreviewSettings } from '../state/store'
import { createContainers, defaultDisplayType } from './framePage'

/** Called on actions in the rendered survey. */
export interface PreviewCallbacks {
  onAnswer(answer: Answer): void
  onBack(): void
  onClose(): void
  /** The feedback tab or the page element of the survey was clicked. */
  onToggle(): void
}

/**
 * Renders the current page of a survey into the document of the frame.
 *
 * @param isOpen Whether a survey behind a tab or an element is open. Other display types ignore it.
 * @param movesFocus Whether to focus the new page, as the survey does on a site after an answer.
 */
export function renderPreview(
  doc: Document,
  {
    survey,
    preview,
    settings,
    isOpen,
    movesFocus,
  }: {
    survey: Survey
    preview: PreviewState
    settings: PreviewSettings
    isOpen: boolean
    movesFocus: boolean
  },
  callbacks: PreviewCallbacks,
): void {
  const root = doc.documentElement
  root.dataset.colorScheme = settings.colorScheme
  root.dir = settings.dir === 'auto' ? 'ltr' : settings.dir
  const displayType = settings.displayType === 'auto' ? defaultDisplayType(survey) : settings.displayType
  const { card, tab, trigger } = createContainers(doc, survey, displayType)
  const options = {
    colorScheme: settings.colorScheme,
    language: settings.language || undefined,
    dir: settings.dir === 'auto' ? undefined : settings.dir,
  }
  const isExpanded = isOpen && !preview.isClosed
  trigger?.setAttribute('aria-expanded', String(isExpanded))
  trigger?.addEventListener('click', callbacks.onToggle)
  if (tab)
    renderSurveyPreview(tab, survey, {
      ...options,
      page: 'tab',
      isOpen: isExpanded,
      onOpen: callbacks.onToggle,
    })
  if (preview.isClosed || ((tab || trigger) && !isExpanded) || survey.questions.length === 0) {
    if (movesFocus) (trigger ?? shadowRootIn(tab)?.querySelector('button'))?.focus()
    return
  }
  renderSurveyPreview(card, survey, {
    ...options,
    page: preview.page,
    path: preview.path,
    answers: preview.answers,
    onSubmit: callbacks.onAnswer,
    onBack: callbacks.onBack,
    onClose: callbacks.onClose,
  })
  if (movesFocus) focusPage(card)
}

/** Returns the shadow root of the survey inside a container. */
const shadowRootIn = (container: HTMLElement | undefined) =>
  container?.querySelector('.earshot-survey')?.shadowRoot

function focusPage(card: HTMLElement): void {
  const root = shadowRootIn(card)
  const target = root?.querySelector<HTMLElement>('[data-focus]') ?? root?.querySelector<HTMLElement>('h2')
  target?.focus({ preventScroll: true })
}
