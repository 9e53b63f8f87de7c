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
  const stop = renderSurveyPreview(document.body, survey, options)
  const card = document.querySelector('.earshot-survey')!.shadowRoot!.querySelector<HTMLElement>('.card')!
  return { stop, card, ...within(card) }
}

describe('previews', () => {
  it.each([
    [-1, 'Two minutes?'],
    [0, QUESTIONS.five.question],
    [1, QUESTIONS.open.question],
    [2, 'Thank you!'],
  ])('draw page %i', (page, heading) => {
    expect(preview({ page }).getByRole('heading').textContent).toBe(heading)
  })

  it('hand over what is submitted, and stay where they are', () => {
    const answers: unknown[] = []
    const { getByRole } = preview({ page: 0, onSubmit: answer => answers.push(answer) })
    getByRole('radio', { name: '4' }).click()
    getByRole('button', { name: 'Submit' }).click()
    expect(getByRole('heading').textContent).toBe(QUESTIONS.five.question)
    expect(answers).toEqual([4])
  })

  it('call back for the intro, for going back, and for closing', () => {
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

  // 1 to 2 of five leads to the third question, all others to the second, which is the last of its way.
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
    ['a page drawn alone, by the shortest way', { page: 1 }, 'Question 2 of 2', true],
    ['one that a branch leads to', { page: 2 }, 'Question 2 of 3', true],
    ['the one after it', { page: 3 }, 'Question 3 of 3', true],
    ['a question that no way leads to', { page: 4 }, null, false],
    ['a page that was come to by another way', { page: 3, path: [0, 1, 2] }, 'Question 4 of 4', true],
    ['a visit that begins there', { page: 2, path: [] }, 'Question 1 of 2', false],
  ])('show progress and the way back as a run would: %s', (_, options, progress, hasBack) => {
    renderSurveyPreview(document.body, branched, options)
    const card = document.querySelector('.earshot-survey')!.shadowRoot!.querySelector<HTMLElement>('.card')!
    const page = within(card)
    expect(page.queryByRole('progressbar')?.getAttribute('aria-label') ?? null).toBe(progress)
    expect(page.queryByRole('button', { name: 'Back' }) !== null).toBe(hasBack)
  })

  it('tell which page is the one before, and bring back what was answered there', () => {
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

  it('draw the tab of a widget, in the flow of what it is put into', () => {
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

  it('replace what was drawn before, and go when told to', () => {
    preview({ page: 0 })
    const { stop } = preview({ page: 1 })
    expect(document.querySelectorAll('.earshot-survey')).toHaveLength(1)
    stop()
    expect(document.querySelectorAll('.earshot-survey')).toHaveLength(0)
  })

  it('show markup, or its text where that is wanted', () => {
    expect(preview({ page: 2 }).card.querySelector('.desc b')!.textContent).toBe('So')
    expect(preview({ page: 2, plainText: true }).card.querySelector('.desc')!.textContent).toBe(
      '<b>So</b> kind',
    )
  })

  it('take no focus', () => {
    preview({ page: 1 })
    expect(document.activeElement).toBe(document.body)
  })
})
