import type { Question, SurveySession } from 'earshot'
import { el } from './el'

/** What a control holds, in the shape that the session takes. */
type Draft = Parameters<SurveySession['submit']>[0]
type Of<T extends Question['type']> = Extract<Question, { type: T }>

/** One question with what answers it. */
export interface Control {
  element: HTMLElement
  /** True: to choose is to answer. */
  submitsAtOnce: boolean
  /** @param pressed The button that the reader has answered with. */
  read(pressed: HTMLElement | null): Draft
}

/**
 * Draws a question with the answer it had before. The session is handed drafts, not answers: a draft tells a choice by its
 * place, so that a translated survey is reported in its own language.
 *
 * @returns `null` for a type that this page does not draw.
 */
export function createControl(question: Question, session: SurveySession): Control | null {
  switch (question.type) {
    case 'rating':
      return scale(question, session)
    case 'single_choice':
      return choices(question, session)
    case 'open':
      return field(question, session)
    default:
      return null
  }
}

/** Buttons instead of radio buttons: an arrow key that passes over a value must not answer with it. */
function scale(question: Of<'rating'>, session: SurveySession): Control {
  const first = question.scale === 10 ? 0 : 1
  const values = Array.from({ length: question.scale - first + 1 }, (_, step) => first + step)
  const labels = new Map([
    [first, question.lowerBoundLabel],
    [question.scale, question.upperBoundLabel],
  ])
  const buttons = values.map(value => {
    const button = el(
      'button',
      { value: String(value), ariaPressed: String(session.draft() === value) },
      labels.get(value) ?? String(value),
    )
    if (question.scale === 2) button.prepend(thumb(value === first))
    return button
  })
  return {
    element: group(question, el('div', { className: 'scale' }, ...buttons)),
    submitsAtOnce: true,
    read: pressed => (pressed instanceof HTMLButtonElement && pressed.value ? Number(pressed.value) : null),
  }
}

function choices(question: Of<'single_choice'>, session: SurveySession): Control {
  const draft = session.draft()
  const picked = typeof draft === 'object' && draft !== null ? draft.picked : []
  const inputs = session.choiceOrder().map(position =>
    el('input', {
      type: 'radio',
      name: 'choice',
      value: String(position),
      defaultChecked: picked.includes(position),
    }),
  )
  const rows = inputs.map(input => el('label', {}, input, question.choices[Number(input.value)]!))
  return {
    element: group(question, el('div', { className: 'choices' }, ...rows)),
    submitsAtOnce: false,
    read: () => ({
      picked: inputs.filter(({ checked }) => checked).map(({ value }) => Number(value)),
      other: '',
    }),
  }
}

function field(question: Of<'open'>, session: SurveySession): Control {
  const draft = session.draft()
  const area = el('textarea', {
    id: 'answer',
    rows: 3,
    required: !question.optional,
    defaultValue: typeof draft === 'string' ? draft : '',
  })
  const label = el('label', { className: 'question', htmlFor: area.id, textContent: question.question })
  return {
    element: el('div', {}, label, ...description(question), area),
    submitsAtOnce: false,
    read: () => area.value,
  }
}

const group = (question: Question, control: HTMLElement) =>
  el(
    'fieldset',
    {},
    el('legend', { className: 'question', textContent: question.question }),
    ...description(question),
    control,
  )

const description = ({ description }: Question) =>
  description ? [el('p', { className: 'hint', textContent: description })] : []

/** A thumb; the word beside it is what a screen reader says. */
function thumb(isUp: boolean): SVGSVGElement {
  const template = document.createElement('template')
  template.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 10.5h4v10H3zM7 11l4.5-8c1.7 0 2.6 1.3 2.3 2.9L13 9.5h6.2c1.3 0 2.2 1.2 1.9 2.4l-1.8 7c-.2.9-1 1.600-2 1.600H7"/></svg>`
  const svg = template.content.firstElementChild as SVGSVGElement
  svg.classList.toggle('down', !isUp)
  return svg
}
