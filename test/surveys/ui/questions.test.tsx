// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Question } from '../../../src/wire/survey'
import { QUESTIONS, surveyOf } from '../../support/sampleSurveys'
import { removeCards, showCard } from './onCard'

afterEach(removeCards)

const names = (elements: HTMLElement[]) =>
  elements.map(element => (element as HTMLInputElement).labels![0]!.textContent)

describe('open text', () => {
  it('is a text area that the question is the label of, with its description and limits', () => {
    const { getByLabelText, getByText } = showCard(surveyOf([QUESTIONS.open]))
    const field = getByLabelText(QUESTIONS.open.question)
    const described = field.getAttribute('aria-describedby')!.split(' ')
    expect(field.tagName).toBe('TEXTAREA')
    expect(described).toContain(getByText('At least 10 characters').id)
    expect(described).toContain(getByText(QUESTIONS.open.description).id)
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
  ] as const)('says the limits in one line', (validation, text) => {
    const { getByText } = showCard(surveyOf([{ ...QUESTIONS.open, validation: [...validation] }]))
    expect(getByText(text)).toBeTruthy()
  })

  it('does not mention a minimum of one', () => {
    const { queryByText } = showCard(
      surveyOf([{ ...QUESTIONS.open, validation: [{ type: 'min_length', value: 1 }] }]),
    )
    expect(queryByText(/characters/)).toBeNull()
  })

  it('shows and announces what is wrong when it is submitted, until it is mended', async () => {
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

  it('has the direction of the survey until something is written, then that of the text', async () => {
    const { getByRole, user } = showCard(surveyOf([QUESTIONS.open, QUESTIONS.single]))
    const field = getByRole('textbox')
    expect(field.getAttribute('dir')).toBeNull()
    await user.type(field, 'مرحبا')
    expect(field.getAttribute('dir')).toBe('auto')
  })

  it("shows the author's own message", async () => {
    const validation = [{ type: 'min_length' as const, value: 10, errorMessage: 'A bit more, please' }]
    const { getByRole, user } = showCard(surveyOf([{ ...QUESTIONS.open, validation }]))
    await user.type(getByRole('textbox'), 'short')
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('A bit more, please')
  })

  it("has the author's placeholder", () => {
    const { getByPlaceholderText } = showCard(surveyOf([QUESTIONS.open], { placeholder: 'Write here' }))
    expect(getByPlaceholderText('Write here')).toBe(
      document.querySelector('.earshot-survey')!.shadowRoot!.querySelector('textarea'),
    )
  })
})

describe('link', () => {
  it('is a link that says where it goes, opens a new tab without a way back, and counts as the answer', async () => {
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
    'with the address %s is a plain button that counts all the same',
    async link => {
      const { getByRole, queryByRole, user, answers } = showCard(surveyOf([{ ...QUESTIONS.link, link }]))
      expect(queryByRole('link')).toBeNull()
      await user.click(getByRole('button', { name: 'Pick a time' }))
      expect(answers()).toEqual({ q0: 'link clicked' })
    },
  )

  it('can be skipped when it is optional', async () => {
    const { getByRole, user, answers } = showCard(surveyOf([QUESTIONS.link]))
    await user.click(getByRole('button', { name: 'Skip' }))
    expect(answers()).toEqual({ q0: null })
  })
})

describe('rating', () => {
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
  ] as const)('%s of %i is one radio group', (display, scale, expected) => {
    const question: Question = { type: 'rating', display, scale, question: 'How was it?' }
    const { getByRole, getAllByRole } = showCard(surveyOf([question]))
    expect(getByRole('radiogroup', { name: 'How was it?' }).tagName).toBe('FIELDSET')
    const radios = getAllByRole('radio')
    expect(names(radios)).toEqual(expected)
    expect(new Set(radios.map(radio => (radio as HTMLInputElement).name)).size).toBe(1)
  })

  it('is described by the words at its ends, which take no room when there are none', () => {
    const labelled = showCard(surveyOf([QUESTIONS.five]))
    const ends = labelled.card.querySelector(
      `#${labelled.getByRole('radiogroup').getAttribute('aria-describedby')}`,
    )!
    expect(ends.textContent).toBe('HardEasy')
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

  it('is sent as a number, and as null when it is optional and untouched', async () => {
    const { getByRole, user, answers } = showCard(
      surveyOf([QUESTIONS.nps, { ...QUESTIONS.five, optional: true }]),
    )
    await user.click(getByRole('radio', { name: '0' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(answers()).toEqual({ q0: 0, q1: null })
  })

  it('asks for an answer when it is required and untouched', async () => {
    const { getByRole, user, events } = showCard(surveyOf([QUESTIONS.five]))
    const group = getByRole('radiogroup')
    expect(group.getAttribute('aria-invalid')).toBe('false')
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('Please answer this question')
    expect(group.getAttribute('aria-invalid')).toBe('true')
    expect(events()).toEqual(['survey shown'])
  })

  it('that submits at once advances with each click, and can still be skipped when it is optional', async () => {
    const atOnce = (question: Question) => ({ ...question, skipSubmitButton: true }) as Question
    const { getByRole, queryByRole, user, answers, events } = showCard(
      surveyOf([
        atOnce(QUESTIONS.faces),
        atOnce(QUESTIONS.five),
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

  it('keeps its drawings from screen readers', () => {
    const { card } = showCard(surveyOf([QUESTIONS.faces]))
    const drawings = [...card.querySelectorAll('svg')]
    expect(drawings).toHaveLength(6)
    for (const drawing of drawings) expect(drawing.getAttribute('aria-hidden')).toBe('true')
  })
})

describe('choices', () => {
  it('are radios in one group, or checkboxes in one', () => {
    const single = showCard(surveyOf([QUESTIONS.single]))
    expect(single.getByRole('radiogroup', { name: QUESTIONS.single.question })).toBeTruthy()
    expect(names(single.getAllByRole('radio'))).toEqual([...QUESTIONS.single.choices])
    removeCards()
    const multiple = showCard(surveyOf([QUESTIONS.multiple]))
    expect(multiple.getByRole('group', { name: QUESTIONS.multiple.question })).toBeTruthy()
    expect(names(multiple.getAllByRole('checkbox'))).toEqual([...QUESTIONS.multiple.choices])
  })

  it('are sent in the order of picking', async () => {
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
    'with an open one: typing into its field picks the %s',
    async (role, question, name, expected) => {
      const { getByRole, user, answers } = showCard(surveyOf([question]))
      getByRole('textbox', { name }).focus()
      await user.keyboard(' Purple ')
      expect((getByRole(role, { name }) as HTMLInputElement).checked).toBe(true)
      await user.click(getByRole('button', { name: 'Submit' }))
      expect(answers()).toEqual({ q0: expected })
    },
  )

  it('with an open one picked and left empty: says what is missing', async () => {
    const { getByRole, user } = showCard(surveyOf([QUESTIONS.single]))
    const field = getByRole('textbox')
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(field.getAttribute('aria-invalid')).toBe('false')
    await user.click(getByRole('radio', { name: 'Something else' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('Please fill in your own answer')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('with an open one keep their submit button, whatever the author wished', async () => {
    const { getByRole, user, events } = showCard(surveyOf([{ ...QUESTIONS.single, skipSubmitButton: true }]))
    await user.click(getByRole('radio', { name: 'A specific product' }))
    expect(events()).toEqual(['survey shown'])
    expect(getByRole('button', { name: 'Submit' })).toBeTruthy()
  })

  it.each([
    ['Red', 'the end', ['q0']],
    ['Green', 'the next question', ['q0', 'q1']],
    ['Blue', 'the third question', ['q0', 'q2']],
  ])('that are shuffled: %s leads to %s in every order', async (name, _, asked) => {
    const orders = new Set<string>()
    for (let seed = 0; seed < 6; seed++) {
      const colours: Question = {
        type: 'single_choice',
        question: 'Which?',
        choices: ['Red', 'Green', 'Blue'],
        shuffleOptions: true,
        branching: { type: 'response_based', responseValues: { '0': 'end', '2': 2 } },
      }
      const last = { ...QUESTIONS.five, optional: true, branching: { type: 'end' } } as const
      const { getByRole, getAllByRole, queryByRole, user, answers } = showCard(
        surveyOf([colours, last, last]),
        {},
        {},
        seed,
      )
      orders.add(names(getAllByRole('radio')).join())
      await user.click(getByRole('radio', { name }))
      await user.click(getByRole('button', { name: 'Submit' }))
      if (queryByRole('button', { name: 'Submit' })) await user.click(getByRole('button', { name: 'Submit' }))
      expect(Object.keys(answers())).toEqual(asked)
      expect(answers()).toMatchObject({ q0: name })
      removeCards()
    }
    expect(orders.size).toBeGreaterThan(2)
  })

  it('can be shuffled, with the open one last', () => {
    const { getAllByRole } = showCard(surveyOf([{ ...QUESTIONS.single, shuffleOptions: true }]))
    const drawn = names(getAllByRole('radio'))
    expect(drawn.at(-1)).toBe('Something else')
    expect([...drawn].sort()).toEqual([...QUESTIONS.single.choices].sort())
  })
})
