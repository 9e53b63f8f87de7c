import type { SurveySession } from 'earshot'
import { createControl } from './controls'
import { el } from './el'

type Problem = NonNullable<ReturnType<SurveySession['submit']>>

const PROBLEMS: Record<Problem['code'], string> = {
  required: 'This one needs an answer.',
  required_choice: 'Please choose one.',
  required_other: 'Please write what it was.',
  too_short: 'A little more, please: {n} characters at least.',
  too_long: 'Please keep it below {n} characters.',
  unsent: 'This could not be sent. Please try again in a moment.',
}

/**
 * Takes the reader through a survey inside an element of the page, one question at a time. What is asked, kept and reported
 * is the session's business; all that is here is looks and focus.
 *
 * @param place Hidden until there is something to ask.
 */
export function drawSurvey(place: HTMLElement, session: SurveySession): void {
  const draw = () => {
    const { page, survey, end } = session.state()
    switch (page) {
      case 'intro':
        // The article was the introduction.
        return session.begin()
      case 'question':
        return place.replaceChildren(form(session))
      case 'thanks':
        return place.replaceChildren(
          farewell(
            survey.appearance?.thankYouMessageHeader ?? 'Thank you.',
            survey.appearance?.thankYouMessageDescription,
          ),
        )
      case 'closed':
        return place.replaceChildren(...(end === 'dismissed' ? [farewell('We will not ask again.')] : []))
    }
  }
  // Only what the reader has asked for moves focus: the first question must not pull them down the page.
  session.subscribe(() => {
    draw()
    focusTarget(place)?.focus()
    // The button below comes into sight along with the control.
    place.scrollIntoView({ block: 'nearest' })
  })
  draw()
  place.hidden = false
  reportWhenSeen(place, session)
}

function form(session: SurveySession): HTMLElement {
  const question = session.question()!
  const control = createControl(question, session)
  // A type that is not drawn here: the survey goes without a word, and is there again when the page has learnt it.
  if (!control) {
    session.hide()
    return el('p')
  }
  const { appearance } = session.state().survey
  const { step, of } = session.progress()
  const problem = el('p', { id: 'problem', className: 'problem', role: 'alert' })
  const next = question.buttonText ?? appearance?.submitButtonText ?? 'Next'

  const drawn = el(
    'form',
    { noValidate: true },
    control.element,
    problem,
    el(
      'div',
      { className: 'steps' },
      !control.submitsAtOnce && el('button', { className: 'next', textContent: next }),
      session.canGoBack() &&
        el('button', {
          type: 'button',
          textContent: appearance?.backButtonText ?? 'Back',
          onclick: () => session.back(),
        }),
      step > 1 && el('span', { className: 'progress', textContent: `Question ${step} of ${of}` }),
    ),
    el('button', {
      type: 'button',
      className: 'close',
      ariaLabel: 'Close these questions',
      textContent: '×',
      onclick: () => session.dismiss(),
    }),
  )
  drawn.onsubmit = event => {
    event.preventDefault()
    const found = session.submit(control.read(event.submitter))
    if (!found) return
    problem.textContent = found.text ?? PROBLEMS[found.code].replace('{n}', String(found.limit))
    const target = focusTarget(drawn)
    target?.setAttribute('aria-describedby', problem.id)
    target?.setAttribute('aria-invalid', 'true')
    target?.focus()
  }
  return drawn
}

/** Focus stands on it, so that it is read aloud and Tab goes on from here. */
const farewell = (header: string, text?: string) =>
  el(
    'div',
    { className: 'farewell', tabIndex: -1 },
    el('h2', { textContent: header }),
    !!text && el('p', { textContent: text }),
  )

/** What the reader goes on with: their earlier answer, or the first control. A screen reader says the question along. */
const focusTarget = (root: HTMLElement): HTMLElement | null =>
  root.querySelector<HTMLElement>(':checked, [aria-pressed=true]') ??
  root.querySelector<HTMLElement>('input, textarea, .scale button, .farewell')

/** A survey at the end of an article counts as shown when somebody has read that far. */
function reportWhenSeen(place: HTMLElement, session: SurveySession) {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      session.shown()
    },
    { threshold: 0.5 },
  )
  observer.observe(place)
}
