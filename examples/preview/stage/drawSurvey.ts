import type { Survey } from 'earshot'
import { type Answer, renderSurveyPreview } from 'earshot/surveys'
import type { Walk } from '../flow/walk'
import type { View } from '../store'
import { makePlace, ownDisplay } from './framePage'

/** What the survey in the frame tells. */
export interface DrawnEvents {
  onAnswer(answer: Answer): void
  onBack(): void
  onClose(): void
  /** Its button was clicked. */
  onOpener(): void
}

/**
 * Draws the page of a survey where the walk is, on the page inside a frame.
 *
 * @param isOpened A tab or an element of the page was clicked, or the survey needs no click.
 * @param takesFocus The visitor has just gone on: the focus goes with them, as it does on a site.
 */
export function drawSurvey(
  doc: Document,
  {
    survey,
    walk,
    view,
    isOpened,
    takesFocus,
  }: {
    survey: Survey
    walk: Walk
    view: View
    isOpened: boolean
    takesFocus: boolean
  },
  events: DrawnEvents,
): void {
  const root = doc.documentElement
  root.dataset.scheme = view.scheme
  root.dir = view.dir === 'auto' ? 'ltr' : view.dir
  const display = view.display === 'auto' ? ownDisplay(survey) : view.display
  const { element, tab, opener } = makePlace(doc, survey, display)
  const look = {
    colorScheme: view.scheme,
    language: view.language || undefined,
    dir: view.dir === 'auto' ? undefined : view.dir,
  }
  const isOpen = isOpened && !walk.isOver
  opener?.setAttribute('aria-expanded', String(isOpen))
  opener?.addEventListener('click', events.onOpener)
  if (tab) renderSurveyPreview(tab, survey, { ...look, page: 'tab', isOpen, onOpen: events.onOpener })
  if (walk.isOver || ((tab || opener) && !isOpen) || survey.questions.length === 0) {
    if (takesFocus) (opener ?? insideOf(tab)?.querySelector('button'))?.focus()
    return
  }
  renderSurveyPreview(element, survey, {
    ...look,
    page: walk.page,
    path: walk.path,
    answers: walk.answers,
    onSubmit: events.onAnswer,
    onBack: events.onBack,
    onClose: events.onClose,
  })
  if (takesFocus) focusPage(element)
}

/** The tree that a preview is drawn in. */
const insideOf = (element: HTMLElement | undefined) => element?.querySelector('.earshot-survey')?.shadowRoot

function focusPage(element: HTMLElement): void {
  const root = insideOf(element)
  const target = root?.querySelector<HTMLElement>('[data-focus]') ?? root?.querySelector<HTMLElement>('h2')
  target?.focus({ preventScroll: true })
}
