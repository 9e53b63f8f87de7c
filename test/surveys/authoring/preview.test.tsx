// @vitest-environment happy-dom
import { within } from '@testing-library/preact'
import { afterEach, describe, expect, it } from 'vitest'
import { type PreviewOptions, renderSurveyPreview } from '../../../src/surveys'
import { QUESTIONS, surveyOf } from '../../support/sampleSurveys'

afterEach(() => document.body.replaceChildren())

const survey = surveyOf([QUESTIONS.five, QUESTIONS.open], {
  displayIntroScreen: true,
  introScreenHeader: 'Two minutes?',
  displayThankYouMessage: true,
  thankYouMessageDescription: '<b>So</b> kind',
  thankYouMessageDescriptionContentType: 'html',
  allowGoBack: true,
})
const preview = (options: PreviewOptions) => {
  const remove = renderSurveyPreview(document.body, survey, options)
  const card = document.querySelector('.earshot-survey')!.shadowRoot!.querySelector<HTMLElement>('.card')!
  return { remove, card, ...within(card) }
}

describe('renderSurveyPreview', () => {
  it.each([
    [-1, 'Two minutes?'],
    [0, QUESTIONS.five.question],
    [1, QUESTIONS.open.question],
    [2, 'Thank you!'],
  ])('draws page %i', (page, heading) => {
    expect(preview({ page }).getByRole('heading').textContent).toBe(heading)
  })

  it('calls back with the answer and stays on its page', () => {
    const answers: unknown[] = []
    const { getByRole } = preview({ page: 0, onSubmit: answer => answers.push(answer) })
    getByRole('radio', { name: '4' }).click()
    getByRole('button', { name: 'Submit' }).click()
    expect(getByRole('heading').textContent).toBe(QUESTIONS.five.question)
    expect(answers).toEqual([4])
  })

  it('calls back for the intro, the back button and the close button', () => {
    const calls: unknown[] = []
    preview({ page: -1, onSubmit: answer => calls.push(answer) })
      .getByRole('button', { name: 'Get started' })
      .click()
    preview({ page: 1, onBack: () => calls.push('back') })
      .getByRole('button', { name: 'Back' })
      .click()
    preview({ page: 2, onClose: () => calls.push('close') })
      .getByRole('button', { name: 'Close' })
      .click()
    expect(calls).toEqual([null, 'back', 'close'])
  })

  it('shows earlier answers in texts, and a dash without them (D-650)', () => {
    const question = { ...QUESTIONS.open, question: 'Why {{answer:1}}?' }
    const description = '<i>You said {{answer:1}}</i>'
    const piped = surveyOf([QUESTIONS.single, { ...question, description, descriptionContentType: 'html' }])
    const draw = (answers: PreviewOptions['answers']) => {
      renderSurveyPreview(document.body, piped, { page: 1, answers })
      const root = document.querySelector('.earshot-survey')!.shadowRoot!
      return ['h2, label', '.desc i', 'b'].map(selector => root.querySelector(selector)?.textContent)
    }
    expect(draw({ 0: '<b>Other</b>' })).toEqual(['Why <b>Other</b>?', 'You said <b>Other</b>', undefined])
    expect(draw({})).toEqual(['Why —?', 'You said —', undefined])
  })

  // 1 and 2 of five lead to the third question, all others to the second, which ends the survey.
  const branched = surveyOf(
    [
      {
        ...QUESTIONS.five,
        branching: { type: 'response_based', responseValues: { negative: 2, neutral: 1, positive: 1 } },
      },
      { ...QUESTIONS.open, branching: { type: 'end' } },
      QUESTIONS.single,
      QUESTIONS.seven,
      QUESTIONS.thumbs,
    ],
    { allowGoBack: true },
  )
  branched.questions[3]!.branching = { type: 'end' }

  it.each<[string, PreviewOptions, string | null, boolean]>([
    ['the first question', { page: 0 }, 'Question 1 of 3', false],
    ['a page at the end of its shortest path', { page: 1 }, 'Question 2 of 2', true],
    ['a page that a branch leads to', { page: 2 }, 'Question 2 of 3', true],
    ['the page after that one', { page: 3 }, 'Question 3 of 3', true],
    ['a question that no path leads to', { page: 4 }, null, false],
    ['a page at the end of a given path', { page: 3, path: [0, 1, 2] }, 'Question 4 of 4', true],
    ['a page with an empty path', { page: 2, path: [] }, 'Question 1 of 2', false],
  ])('shows progress and back button as in a session: %s', (_, options, progress, hasBack) => {
    renderSurveyPreview(document.body, branched, options)
    const card = document.querySelector('.earshot-survey')!.shadowRoot!.querySelector<HTMLElement>('.card')!
    const page = within(card)
    expect(page.queryByRole('progressbar')?.textContent ?? null).toBe(progress)
    expect(page.queryByRole('button', { name: 'Back' }) !== null).toBe(hasBack)
  })

  it('calls back with the previous page, which shows its answer', () => {
    const backTo: number[] = []
    renderSurveyPreview(document.body, branched, { page: 3, onBack: page => backTo.push(page) })
    const root = document.querySelector('.earshot-survey')!.shadowRoot!
    within(root as unknown as HTMLElement)
      .getByRole('button', { name: 'Back' })
      .click()
    expect(backTo).toEqual([2])
    expect(
      preview({ page: 0, answers: { 0: 4 } }).getByRole<HTMLInputElement>('radio', { name: '4' }).checked,
    ).toBe(true)
  })

  it('draws the tab of a widget in the flow of its container', () => {
    const widget = surveyOf(
      [QUESTIONS.five],
      { widgetType: 'tab', widgetLabel: 'Say it', tabPosition: 'left' },
      { translations: { ar: { widgetLabel: 'قلها' } } },
    )
    const tabOf = (options: Partial<PreviewOptions>) => {
      renderSurveyPreview(document.body, widget, { page: 'tab', ...options })
      const hosts = document.querySelectorAll('.earshot-survey')
      expect(hosts).toHaveLength(1)
      return within(hosts[0]!.shadowRoot as unknown as HTMLElement).getByRole('button')
    }
    let opened = 0
    const tab = tabOf({ onOpen: () => opened++ })
    tab.click()
    expect([tab.textContent, opened, tab.getAttribute('aria-expanded')]).toEqual(['Say it', 1, 'false'])
    expect(getComputedStyle(tab).position).toBe('static')
    const arabic = tabOf({ language: 'ar', isOpen: true })
    expect([arabic.textContent, arabic.dir, arabic.lang]).toEqual(['قلها', 'rtl', 'ar'])
    expect(arabic.getAttribute('aria-expanded')).toBe('true')
    expect(tabOf({ dir: 'rtl' }).dir).toBe('rtl')
  })

  it('has the built-in texts of its language once they have loaded, without a service (D-560)', async () => {
    const german = { ...QUESTIONS.open, translations: { de: { question: 'Warum?' } } }
    renderSurveyPreview(document.body, surveyOf([german]), { page: 0, language: 'de' })
    const card = within(document.querySelector('.earshot-survey')!.shadowRoot as unknown as HTMLElement)
    await expect.poll(() => card.queryByRole('button', { name: 'Absenden' })).toBeTruthy()
    expect(card.getByPlaceholderText('Antwort eingeben')).toBeTruthy()
  })

  it('replaces the previous drawing, and removes its own', () => {
    preview({ page: 0 })
    const { remove } = preview({ page: 1 })
    expect(document.querySelectorAll('.earshot-survey')).toHaveLength(1)
    remove()
    expect(document.querySelectorAll('.earshot-survey')).toHaveLength(0)
  })

  it('renders HTML in descriptions, or shows it as text with `plainText`', () => {
    expect(preview({ page: 2 }).card.querySelector('.desc b')!.textContent).toBe('So')
    expect(preview({ page: 2, plainText: true }).card.querySelector('.desc')!.textContent).toBe(
      '<b>So</b> kind',
    )
  })

  it('draws questions as visitors get them, and as far as possible when they cannot be shown yet', () => {
    const draw = (question: object) => {
      renderSurveyPreview(document.body, surveyOf([{ question: 'Why?', ...question } as never]), { page: 0 })
      const root = document.querySelector('.earshot-survey')!.shadowRoot as unknown as HTMLElement
      return within(root).queryAllByRole('radio').length
    }
    expect(draw({ type: 'rating' })).toBe(11)
    expect(draw({ type: 'single_choice', choices: [] })).toBe(0)
  })

  it('does not take the focus', () => {
    preview({ page: 1 })
    expect(document.activeElement).toBe(document.body)
  })
})
