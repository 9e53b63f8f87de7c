import type { Survey } from 'earshot'
import { type Answer, renderSurveyPreview } from 'earshot/surveys'
import type { Walk } from '../flow/walk'
import { contrastOf, createColourReader } from '../look/contrast'
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
  const { element, opener } = makePlace(doc, survey, display)
  if (opener) {
    paint(opener, survey.appearance?.widgetColor)
    opener.setAttribute('aria-expanded', String(isOpened && !walk.isOver))
    opener.addEventListener('click', events.onOpener)
  }
  if (walk.isOver || (opener && !isOpened) || survey.questions.length === 0) {
    if (takesFocus) opener?.focus()
    return
  }
  renderSurveyPreview(element, survey, {
    page: walk.page,
    colorScheme: view.scheme,
    language: view.language || undefined,
    dir: view.dir === 'auto' ? undefined : view.dir,
    onSubmit: events.onAnswer,
    onBack: events.onBack,
    onClose: events.onClose,
  })
  if (takesFocus) focusPage(element)
}

function focusPage(element: HTMLElement): void {
  const root = element.querySelector('.earshot-survey')?.shadowRoot
  const target = root?.querySelector<HTMLElement>('[data-focus]') ?? root?.querySelector<HTMLElement>('h2')
  target?.focus({ preventScroll: true })
}

/** The colours of a tab: what its author chose, and black or white on it. */
function paint(opener: HTMLElement, colour: string | undefined): void {
  if (!opener.classList.contains('tab')) return
  const read = createColourReader(document)
  const ground = read(colour ?? '') ?? [41, 37, 58]
  opener.style.setProperty('background', `rgb(${ground.join(' ')})`)
  const isDark = contrastOf([255, 255, 255], ground) >= 4.5
  opener.style.setProperty('color', isDark ? '#fff' : '#16131f')
}
