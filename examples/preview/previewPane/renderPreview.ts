import type { Survey } from 'earshot'
import { type Answer, renderSurveyPreview } from 'earshot/surveys'
import type { PreviewState } from '../state/previewState'
import type { PreviewSettings } from '../state/store'
import { createContainers, defaultDisplayType } from './framePage'

/** What the survey in the frame tells. */
export interface PreviewCallbacks {
  onAnswer(answer: Answer): void
  onBack(): void
  onClose(): void
  /** Its button was clicked. */
  onToggle(): void
}

/**
 * Draws the page of a survey where the walk is, on the page inside a frame.
 *
 * @param isOpened A tab or an element of the page was clicked, or the survey needs no click.
 * @param takesFocus The visitor has just gone on: the focus goes with them, as it does on a site.
 */
export function renderPreview(
  doc: Document,
  {
    survey,
    walk,
    view,
    isOpen: isOpened,
    movesFocus,
  }: {
    survey: Survey
    walk: PreviewState
    view: PreviewSettings
    isOpen: boolean
    movesFocus: boolean
  },
  callbacks: PreviewCallbacks,
): void {
  const root = doc.documentElement
  root.dataset.scheme = view.colorScheme
  root.dir = view.dir === 'auto' ? 'ltr' : view.dir
  const display = view.displayType === 'auto' ? defaultDisplayType(survey) : view.displayType
  const { card: element, tab, trigger: opener } = createContainers(doc, survey, display)
  const options = {
    colorScheme: view.colorScheme,
    language: view.language || undefined,
    dir: view.dir === 'auto' ? undefined : view.dir,
  }
  const isOpen = isOpened && !walk.isClosed
  opener?.setAttribute('aria-expanded', String(isOpen))
  opener?.addEventListener('click', callbacks.onToggle)
  if (tab) renderSurveyPreview(tab, survey, { ...options, page: 'tab', isOpen, onOpen: callbacks.onToggle })
  if (walk.isClosed || ((tab || opener) && !isOpen) || survey.questions.length === 0) {
    if (movesFocus) (opener ?? shadowRootIn(tab)?.querySelector('button'))?.focus()
    return
  }
  renderSurveyPreview(element, survey, {
    ...options,
    page: walk.page,
    path: walk.path,
    answers: walk.answers,
    onSubmit: callbacks.onAnswer,
    onBack: callbacks.onBack,
    onClose: callbacks.onClose,
  })
  if (movesFocus) focusPage(element)
}

/** The tree that a preview is drawn in. */
const shadowRootIn = (element: HTMLElement | undefined) =>
  element?.querySelector('.earshot-survey')?.shadowRoot

function focusPage(element: HTMLElement): void {
  const root = shadowRootIn(element)
  const target = root?.querySelector<HTMLElement>('[data-focus]') ?? root?.querySelector<HTMLElement>('h2')
  target?.focus({ preventScroll: true })
}
