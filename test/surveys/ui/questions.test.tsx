// @vitest-environment happy-dom
import { options } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '../../../src/wire/survey'
import { QUESTIONS, surveyOf } from '../../support/sampleSurveys'
import { removeCards, showCard } from './onCard'

afterEach(removeCards)

const names = (elements: HTMLElement[]) =>
  elements.map(element => (element as HTMLInputElement).labels![0]!.textContent)

describe('open question', () => {
  it('labels the text area and describes it by description and length limits', () => {
    const { getByLabelText, getByText } = showCard(surveyOf([QUESTIONS.open]))
    const field = getByLabelText(QUESTIONS.open.question)
    const described = field.getAttribute('aria-describedby')!.split(' ')
    expect(field.tagName).toBe('TEXTAREA')
    expect(described).toContain(getByText('At least 10 characters').id)
    expect(described).toContain(getByText(QUESTIONS.open.description).id)
  })

  it('accepts no longer text than an event can have (R08)', () => {
    for (const question of [QUESTIONS.open, QUESTIONS.single]) {
      const { getByRole } = showCard(surveyOf([question]))
      expect(getByRole('textbox').getAttribute('maxlength')).toBe('65535')
      removeCards()
    }
  })

  it.each([
    [
      [
        { type: 'min_length', value: 5 },
        { type: 'max_length', value: 9 },
      ],
      '5 to 9 characters',
    ],
    [[{ type: 'max_length', value: 9 }], 'At most 9 characters'],
  ] as const)('shows the length limits in one line: %j', (validation, text) => {
    const { getByText } = showCard(surveyOf([{ ...QUESTIONS.open, validation: [...validation] }]))
    expect(getByText(text)).toBeTruthy()
  })

  it('does not mention a minimum length of one', () => {
    const { queryByText } = showCard(
      surveyOf([{ ...QUESTIONS.open, validation: [{ type: 'min_length', value: 1 }] }]),
    )
    expect(queryByText(/characters/)).toBeNull()
  })

  it('shows and announces the problem after a submit until it is solved', async () => {
    const { getByRole, user, events, answers } = showCard(surveyOf([QUESTIONS.open]))
    const [field, submit, alert] = [
      getByRole('textbox'),
      getByRole('button', { name: 'Submit' }),
      getByRole('alert'),
    ]
    expect(submit.getAttribute('aria-disabled')).toBe('true')
    expect(alert.textContent).toBe('')
    await user.click(submit)
    expect(alert.textContent).toBe('Please answer this question')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toContain(alert.firstElementChild!.id)
    await user.type(field, 'short')
    expect(alert.textContent).toBe('Please write at least 10 characters')
    await user.type(field, ' and longer')
    expect(alert.textContent).toBe('')
    expect(submit.getAttribute('aria-disabled')).toBe('false')
    await user.click(submit)
    expect(events()).toEqual(['survey shown', 'survey sent'])
    expect(answers()).toEqual({ q0: 'short and longer' })
  })

  it('has the direction of the survey while empty, then that of the text', async () => {
    const { getByRole, user } = showCard(surveyOf([QUESTIONS.open, QUESTIONS.single]))
    const field = getByRole('textbox')
    expect(field.getAttribute('dir')).toBeNull()
    await user.type(field, 'مرحبا')
    expect(field.getAttribute('dir')).toBe('auto')
  })

  it('gets an answer that is shown again before its direction, which costs quadratic time in Chromium (R01)', async () => {
    const own = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
    const directions: [text: string, dir: string][] = []
    vi.spyOn(HTMLTextAreaElement.prototype, 'value', 'set').mockImplementation(function (
      this: HTMLTextAreaElement,
      text: string,
    ) {
      directions.push([text, this.dir])
      own.set!.call(this, text)
    })
    const { getByRole, user } = showCard(surveyOf([QUESTIONS.open, QUESTIONS.five], { allowGoBack: true }))
    await user.type(getByRole('textbox'), 'long enough')
    await user.click(getByRole('button', { name: 'Submit' }))
    directions.length = 0
    await user.click(getByRole('button', { name: 'Back' }))
    vi.restoreAllMocks()
    expect(directions).toEqual([['long enough', '']])
    expect(getByRole('textbox').getAttribute('dir')).toBe('auto')
  })

  it("shows the author's message of a length rule", async () => {
    const validation = [{ type: 'min_length' as const, value: 10, errorMessage: 'A bit more, please' }]
    const { getByRole, user } = showCard(surveyOf([{ ...QUESTIONS.open, validation }]))
    await user.type(getByRole('textbox'), 'short')
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('A bit more, please')
  })

  it("shows the author's placeholder", () => {
    const { getByPlaceholderText } = showCard(surveyOf([QUESTIONS.open], { placeholder: 'Write here' }))
    expect(getByPlaceholderText('Write here')).toBe(
      document.querySelector('.earshot-survey')!.shadowRoot!.querySelector('textarea'),
    )
  })
})

describe('link question', () => {
  it('draws a link that opens a new tab without an opener, and answers on a click', async () => {
    const { getByRole, user, answers } = showCard(surveyOf([QUESTIONS.link]))
    const link = getByRole('link', { name: 'Pick a time' }) as HTMLAnchorElement
    expect([link.href, link.target, link.rel]).toEqual([
      'https://example.com/call',
      '_blank',
      'noopener noreferrer',
    ])
    link.addEventListener('click', event => event.preventDefault())
    await user.click(link)
    expect(answers()).toEqual({ q0: 'link clicked' })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '/relative', null, undefined])(
    'draws a button that answers on a click when the address is %s',
    async link => {
      const { getByRole, queryByRole, user, answers } = showCard(surveyOf([{ ...QUESTIONS.link, link }]))
      expect(queryByRole('link')).toBeNull()
      await user.click(getByRole('button', { name: 'Pick a time' }))
      expect(answers()).toEqual({ q0: 'link clicked' })
    },
  )

  it('can be skipped when optional', async () => {
    const { getByRole, user, answers } = showCard(surveyOf([QUESTIONS.link]))
    await user.click(getByRole('button', { name: 'Skip' }))
    expect(answers()).toEqual({ q0: null })
  })
})

describe('rating question', () => {
  it('adds no listener to its options, and draws once when an option is picked that moves on', async () => {
    const added = vi.spyOn(HTMLInputElement.prototype, 'addEventListener')
    let draws = 0
    const { diffed } = options
    options.diffed = vnode => {
      diffed?.(vnode)
      if (typeof vnode.type === 'function' && vnode.type.name === 'QuestionPage') draws++
    }
    try {
      const rating: Question = {
        type: 'rating',
        display: 'number',
        scale: 5,
        question: 'How was it?',
        skipSubmitButton: true,
      }
      const { getByRole, user } = showCard(surveyOf([rating, QUESTIONS.open]))
      expect(added).not.toHaveBeenCalled()
      draws = 0
      await user.click(getByRole('radio', { name: '4' }))
      getByRole('textbox')
      expect(draws).toBe(1)
    } finally {
      options.diffed = diffed
      added.mockRestore()
    }
  })

  it.each([
    ['number', 2, ['1', '2']],
    ['number', 3, ['1', '2', '3']],
    ['number', 5, ['1', '2', '3', '4', '5']],
    ['number', 7, ['1', '2', '3', '4', '5', '6', '7']],
    ['number', 10, ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
    ['emoji', 2, ['Thumbs up', 'Thumbs down']],
    ['emoji', 3, ['Dissatisfied', 'Neutral', 'Satisfied']],
    ['emoji', 5, ['Very dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very satisfied']],
    ['emoji', 7, ['1', '2', '3', '4', '5', '6', '7']],
    ['emoji', 10, ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ] as const)('draws one radio group for display %s and scale %i', (display, scale, expected) => {
    const question: Question = { type: 'rating', display, scale, question: 'How was it?' }
    const { getByRole, getAllByRole } = showCard(surveyOf([question]))
    expect(getByRole('radiogroup', { name: 'How was it?' }).tagName).toBe('FIELDSET')
    const radios = getAllByRole('radio')
    expect(names(radios)).toEqual(expected)
    expect(new Set(radios.map(radio => (radio as HTMLInputElement).name)).size).toBe(1)
  })

  it('describes the group by the labels of both ends, when there are any', () => {
    const labelled = showCard(surveyOf([QUESTIONS.five]))
    const labels = labelled.card.querySelector(
      `#${labelled.getByRole('radiogroup').getAttribute('aria-describedby')}`,
    )!
    expect(labels.textContent).toBe('HardEasy')
    removeCards()
    const bare: Question = {
      ...QUESTIONS.five,
      lowerBoundLabel: null,
      upperBoundLabel: undefined,
      buttonText: '',
    }
    const { card } = showCard(surveyOf([bare]))
    expect(card.querySelector('.labels')).toBeNull()
    expect(card.textContent).not.toMatch(/null|undefined/)
  })

  it('reports a number, or null when optional and untouched', async () => {
    const { getByRole, user, answers } = showCard(
      surveyOf([QUESTIONS.nps, { ...QUESTIONS.five, optional: true }]),
    )
    await user.click(getByRole('radio', { name: '0' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(answers()).toEqual({ q0: 0, q1: null })
  })

  it('shows a problem when required and untouched', async () => {
    const { getByRole, user, events } = showCard(surveyOf([QUESTIONS.five]))
    const group = getByRole('radiogroup')
    expect(group.getAttribute('aria-invalid')).toBe('false')
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('Please answer this question')
    expect(group.getAttribute('aria-invalid')).toBe('true')
    expect(events()).toEqual(['survey shown'])
  })

  it('submits on a click with skipSubmitButton, and shows a skip button when optional', async () => {
    const submittingAtOnce = (question: Question) => ({ ...question, skipSubmitButton: true }) as Question
    const { getByRole, queryByRole, user, answers, events } = showCard(
      surveyOf([
        submittingAtOnce(QUESTIONS.faces),
        submittingAtOnce(QUESTIONS.five),
        { ...QUESTIONS.single, hasOpenChoice: false, skipSubmitButton: true },
        QUESTIONS.thumbs,
      ]),
    )
    expect(queryByRole('button', { name: 'Submit' })).toBeNull()
    expect(queryByRole('button', { name: 'Skip' })).toBeNull()
    await user.click(getByRole('radio', { name: 'Very satisfied' }))
    await user.click(getByRole('radio', { name: '2' }))
    await user.click(getByRole('radio', { name: 'A specific product' }))
    await user.click(getByRole('button', { name: 'Skip' }))
    expect(answers()).toEqual({ q0: 5, q1: 2, q2: 'A specific product', q3: null })
    expect(events()).toEqual(['survey shown', 'survey sent'])
  })

  it('hides faces from screen readers', () => {
    const { card } = showCard(surveyOf([QUESTIONS.faces]))
    const svgs = [...card.querySelectorAll('svg')]
    expect(svgs).toHaveLength(6)
    for (const svg of svgs) expect(svg.getAttribute('aria-hidden')).toBe('true')
  })
})

describe('choice questions', () => {
  it('draw one group of radios or checkboxes', () => {
    const single = showCard(surveyOf([QUESTIONS.single]))
    expect(single.getByRole('radiogroup', { name: QUESTIONS.single.question })).toBeTruthy()
    expect(names(single.getAllByRole('radio'))).toEqual([...QUESTIONS.single.choices])
    removeCards()
    const multiple = showCard(surveyOf([QUESTIONS.multiple]))
    expect(multiple.getByRole('group', { name: QUESTIONS.multiple.question })).toBeTruthy()
    expect(names(multiple.getAllByRole('checkbox'))).toEqual([...QUESTIONS.multiple.choices])
  })

  it('report labels in the order they were picked', async () => {
    const { getByRole, user, answers } = showCard(surveyOf([QUESTIONS.multiple]))
    for (const name of ['API', 'Alerts', 'Exports', 'Exports'])
      await user.click(getByRole('checkbox', { name }))
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(answers()).toEqual({ q0: ['API', 'Alerts'] })
  })

  it.each([
    ['radio', QUESTIONS.single, 'Something else', 'Purple'],
    ['checkbox', { ...QUESTIONS.multiple, hasOpenChoice: true }, 'API', ['Purple']],
  ] as const)(
    'pick the %s of the open choice when its text field is typed in',
    async (role, question, name, expected) => {
      const { getByRole, user, answers } = showCard(surveyOf([question]))
      getByRole('textbox', { name }).focus()
      await user.keyboard(' Purple ')
      expect((getByRole(role, { name }) as HTMLInputElement).checked).toBe(true)
      await user.click(getByRole('button', { name: 'Submit' }))
      expect(answers()).toEqual({ q0: expected })
    },
  )

  it('show a problem when the open choice is picked without a text', async () => {
    const { getByRole, user } = showCard(surveyOf([QUESTIONS.single]))
    const field = getByRole('textbox')
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(field.getAttribute('aria-invalid')).toBe('false')
    await user.click(getByRole('radio', { name: 'Something else' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('Please fill in your own answer')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('keep the submit button when there is an open choice', async () => {
    const { getByRole, user, events } = showCard(surveyOf([{ ...QUESTIONS.single, skipSubmitButton: true }]))
    await user.click(getByRole('radio', { name: 'A specific product' }))
    expect(events()).toEqual(['survey shown'])
    expect(getByRole('button', { name: 'Submit' })).toBeTruthy()
  })

  it.each([
    ['Red', 'the end', ['q0']],
    ['Green', 'the next question', ['q0', 'q1']],
    ['Blue', 'the third question', ['q0', 'q2']],
  ])('branch from %s to %s in every order of shuffled choices', async (name, _, answered) => {
    const orders = new Set<string>()
    for (let seed = 0; seed < 6; seed++) {
      const colors: Question = {
        type: 'single_choice',
        question: 'Which?',
        choices: ['Red', 'Green', 'Blue'],
        shuffleOptions: true,
        branching: { type: 'response_based', responseValues: { '0': 'end', '2': 2 } },
      }
      const last = { ...QUESTIONS.five, optional: true, branching: { type: 'end' } } as const
      const { getByRole, getAllByRole, queryByRole, user, answers } = showCard(
        surveyOf([colors, last, last]),
        {},
        {},
        { seed },
      )
      orders.add(names(getAllByRole('radio')).join())
      await user.click(getByRole('radio', { name }))
      await user.click(getByRole('button', { name: 'Submit' }))
      if (queryByRole('button', { name: 'Submit' })) await user.click(getByRole('button', { name: 'Submit' }))
      expect(Object.keys(answers())).toEqual(answered)
      expect(answers()).toMatchObject({ q0: name })
      removeCards()
    }
    expect(orders.size).toBeGreaterThan(2)
  })

  it('keep the open choice last when shuffled', () => {
    const { getAllByRole } = showCard(surveyOf([{ ...QUESTIONS.single, shuffleOptions: true }]))
    const drawn = names(getAllByRole('radio'))
    expect(drawn.at(-1)).toBe('Something else')
    expect([...drawn].sort()).toEqual([...QUESTIONS.single.choices].sort())
  })
})
