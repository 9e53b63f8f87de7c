import type { SurveySession } from 'earshot'
import { createControl } from './controls'
import { createElement } from './createElement'

type ValidationError = NonNullable<ReturnType<SurveySession['submit']>>

const ERROR_MESSAGES: Record<ValidationError['code'], string> = {
  required: 'Please answer this question.',
  required_choice: 'Please choose an option.',
  required_other: 'Please enter your answer.',
  too_short: 'Please write at least {n} characters.',
  too_long: 'Please write at most {n} characters.',
  unsent: 'Your answer could not be sent. Please try again.',
}

/**
 * Renders a survey into an element of the page, one question at a time.
 *
 * The session owns the state of the survey and captures its events. This file only renders it and manages the focus.
 *
 * @param container A hidden element. It becomes visible with the first question.
 */
export function renderSurvey(container: HTMLElement, session: SurveySession): void {
  const render = () => {
    const { page, survey, end } = session.state()
    switch (page) {
      case 'intro':
        // The article already introduces the survey.
        return session.begin()
      case 'question':
        return container.replaceChildren(createForm(session))
      case 'thanks':
        return container.replaceChildren(
          closingMessage(
            survey.appearance?.thankYouMessageHeader ?? 'Thank you.',
            survey.appearance?.thankYouMessageDescription,
          ),
        )
      case 'closed':
        return container.replaceChildren(
          ...(end === 'dismissed' ? [closingMessage('This survey will not be shown again.')] : []),
        )
    }
  }
  // Moves the focus after an action of the reader only. The first question must not scroll the page.
  session.subscribe(() => {
    render()
    focusTarget(container)?.focus()
    // Focusing scrolls to the control only, so this brings the buttons below into view.
    container.scrollIntoView({ block: 'nearest' })
  })
  render()
  container.hidden = false
  reportWhenVisible(container, session)
}

function createForm(session: SurveySession): HTMLElement {
  const question = session.question()!
  const control = createControl(question, session)
  // Hides the survey for an unsupported question type without reporting it as dismissed.
  if (!control) {
    session.hide()
    return createElement('p')
  }
  const { appearance } = session.state().survey
  const { step, of } = session.progress()
  const error = createElement('p', { id: 'error', className: 'error', role: 'alert' })
  const next = question.buttonText ?? appearance?.submitButtonText ?? 'Next'

  const element = createElement(
    'form',
    { noValidate: true },
    control.element,
    error,
    createElement(
      'div',
      { className: 'actions' },
      !control.submitsOnSelection && createElement('button', { className: 'next', textContent: next }),
      session.canGoBack() &&
        createElement('button', {
          type: 'button',
          textContent: appearance?.backButtonText ?? 'Back',
          onclick: () => session.back(),
        }),
      step > 1 && createElement('span', { className: 'progress', textContent: `Question ${step} of ${of}` }),
    ),
    createElement('button', {
      type: 'button',
      className: 'close',
      ariaLabel: 'Close survey',
      textContent: '×',
      onclick: () => session.dismiss(),
    }),
  )
  element.onsubmit = event => {
    event.preventDefault()
    const invalid = session.submit(control.read(event.submitter))
    if (!invalid) return
    error.textContent = invalid.text ?? ERROR_MESSAGES[invalid.code].replace('{n}', String(invalid.limit))
    const target = focusTarget(element)
    target?.setAttribute('aria-describedby', error.id)
    target?.setAttribute('aria-invalid', 'true')
    target?.focus()
  }
  return element
}

/** Creates the last page. It is focusable, so that screen readers announce it and Tab continues from here. */
const closingMessage = (header: string, text?: string) =>
  createElement(
    'div',
    { className: 'closing-message', tabIndex: -1 },
    createElement('h2', { textContent: header }),
    !!text && createElement('p', { textContent: text }),
  )

/** Returns the element to focus: the earlier answer, or the first control. */
const focusTarget = (root: HTMLElement): HTMLElement | null =>
  root.querySelector<HTMLElement>(':checked, [aria-pressed=true]') ??
  root.querySelector<HTMLElement>('input, textarea, .scale button, .closing-message')

/** Reports the survey as shown once half of it is visible. Most readers never reach the end of the page. */
function reportWhenVisible(container: HTMLElement, session: SurveySession) {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      session.shown()
    },
    { threshold: 0.5 },
  )
  observer.observe(container)
}
