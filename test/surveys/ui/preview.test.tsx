// @vitest-environment happy-dom
import { within } from '@testing-library/preact'
import { afterEach, describe, expect, it } from 'vitest'
import { type PreviewOptions, renderSurveyPreview } from '../../../src/surveys'
import { QUESTIONS, surveyOf } from '../../support/demoSurveys'

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

describe('8.4 previews', () => {
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

  it('replace what was drawn before, and go when told to', () => {
    preview({ page: 0 })
    const { stop } = preview({ page: 1 })
    expect(document.querySelectorAll('.earshot-survey')).toHaveLength(1)
    stop()
    expect(document.querySelectorAll('.earshot-survey')).toHaveLength(0)
  })

  it('show markup, or its text where that is wanted', () => {
    expect(preview({ page: 2 }).card.querySelector('.about b')!.textContent).toBe('So')
    expect(preview({ page: 2, plainText: true }).card.querySelector('.about')!.textContent).toBe(
      '<b>So</b> kind',
    )
  })

  it('take no focus', () => {
    preview({ page: 1 })
    expect(document.activeElement).toBe(document.body)
  })
})
