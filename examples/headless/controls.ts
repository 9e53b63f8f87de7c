import type { Question, SurveySession } from 'earshot'
import { createElement } from './createElement'

/** The value of a control, in the format that the session accepts. */
type Draft = Parameters<SurveySession['submit']>[0]
type QuestionOf<T extends Question['type']> = Extract<Question, { type: T }>

/** The element of a question with its input. */
export interface Control {
  element: HTMLElement
  /** Whether selecting an option submits the answer. */
  submitsOnSelection: boolean
  /** @param submitter The button that submitted the form. */
  read(submitter: HTMLElement | null): Draft
}

/**
 * Creates the control of a question, filled with its earlier answer.
 *
 * The session takes drafts instead of answers. A draft refers to a choice by position, so that a translated survey reports the
 * original texts.
 *
 * @returns `null` for an unsupported question type.
 */
export function createControl(question: Question, session: SurveySession): Control | null {
  switch (question.type) {
    case 'rating':
      return ratingControl(question, session)
    case 'single_choice':
      return choiceControl(question, session)
    case 'open':
      return textControl(question, session)
    default:
      return null
  }
}

/** Uses buttons instead of radio buttons, because an arrow key must not submit the values that it passes. */
function ratingControl(question: QuestionOf<'rating'>, session: SurveySession): Control {
  const first = question.scale === 10 ? 0 : 1
  const values = Array.from({ length: question.scale - first + 1 }, (_, step) => first + step)
  const labels = new Map([
    [first, question.lowerBoundLabel],
    [question.scale, question.upperBoundLabel],
  ])
  const buttons = values.map(value => {
    const button = createElement(
      'button',
      { value: String(value), ariaPressed: String(session.draft() === value) },
      labels.get(value) ?? String(value),
    )
    if (question.scale === 2) button.prepend(thumbIcon(value === first))
    return button
  })
  return {
    element: fieldset(question, createElement('div', { className: 'scale' }, ...buttons)),
    submitsOnSelection: true,
    read: submitter =>
      submitter instanceof HTMLButtonElement && submitter.value ? Number(submitter.value) : null,
  }
}

function choiceControl(question: QuestionOf<'single_choice'>, session: SurveySession): Control {
  const draft = session.draft()
  const picked = typeof draft === 'object' && draft !== null ? draft.picked : []
  const inputs = session.choiceOrder().map(position =>
    createElement('input', {
      type: 'radio',
      name: 'choice',
      value: String(position),
      defaultChecked: picked.includes(position),
    }),
  )
  const rows = inputs.map(input => createElement('label', {}, input, question.choices[Number(input.value)]!))
  return {
    element: fieldset(question, createElement('div', { className: 'choices' }, ...rows)),
    submitsOnSelection: false,
    read: () => ({
      picked: inputs.filter(({ checked }) => checked).map(({ value }) => Number(value)),
      other: '',
    }),
  }
}

function textControl(question: QuestionOf<'open'>, session: SurveySession): Control {
  const draft = session.draft()
  const area = createElement('textarea', {
    id: 'answer',
    rows: 3,
    required: !question.optional,
    defaultValue: typeof draft === 'string' ? draft : '',
  })
  const label = createElement('label', {
    className: 'question',
    htmlFor: area.id,
    textContent: question.question,
  })
  return {
    element: createElement('div', {}, label, ...description(question), area),
    submitsOnSelection: false,
    read: () => area.value,
  }
}

const fieldset = (question: Question, control: HTMLElement) =>
  createElement(
    'fieldset',
    {},
    createElement('legend', { className: 'question', textContent: question.question }),
    ...description(question),
    control,
  )

const description = ({ description }: Question) =>
  description ? [createElement('p', { className: 'hint', textContent: description })] : []

/** Creates a thumb icon. It is hidden from screen readers, because the label names the value. */
function thumbIcon(isUp: boolean): SVGSVGElement {
  const template = document.createElement('template')
  template.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 10.5h4v10H3zM7 11l4.5-8c1.7 0 2.6 1.3 2.3 2.9L13 9.5h6.2c1.3 0 2.2 1.2 1.9 2.4l-1.8 7c-.2.9-1 1.600-2 1.600H7"/></svg>`
  const svg = template.content.firstElementChild as SVGSVGElement
  svg.classList.toggle('down', !isUp)
  return svg
}
