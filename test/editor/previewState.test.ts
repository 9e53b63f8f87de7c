import type { Question, Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import {
  afterAnswer,
  afterBack,
  canGoBack,
  initialPreview,
  previewAt,
  validPreview,
} from '../../src/editor/state/previewState'

const open = (branching?: Question['branching']): Question => ({ type: 'open', question: 'q', branching })
const surveyOf = (...questions: Question[]): Survey => ({ id: 's', type: 'popover', questions })
const nps = surveyOf(
  {
    type: 'rating',
    question: 'q',
    display: 'number',
    scale: 10,
    branching: { type: 'response_based', responseValues: { detractors: 1, passives: 2 } },
  },
  open({ type: 'end' }),
  open(),
)
const withThankYou = { ...nps, appearance: { displayThankYouMessage: true } }

describe('preview state', () => {
  it('follows the answers to the thank-you page and back', () => {
    let preview = initialPreview(withThankYou)
    preview = afterAnswer(withThankYou, preview, 7)
    expect(preview.page).toBe(2)
    preview = afterAnswer(withThankYou, preview, 'text')
    expect(preview).toMatchObject({ page: 3, path: [0, 2], isClosed: false })
    preview = afterBack(withThankYou, afterBack(withThankYou, preview))
    expect(preview).toMatchObject({ page: 0, path: [] })
    expect(canGoBack(withThankYou, preview)).toBe(false)
  })

  it('closes after the last answer without a thank-you page, and reopens on back', () => {
    const preview = afterAnswer(nps, afterAnswer(nps, initialPreview(nps), 0), 'text')
    expect(preview.isClosed).toBe(true)
    expect(afterBack(nps, preview)).toMatchObject({ page: 1, path: [0], isClosed: false })
  })

  it('starts with the introduction', () => {
    const survey = { ...nps, appearance: { displayIntroScreen: true, introScreenHeader: 'Hello' } }
    expect(initialPreview(survey).page).toBe(-1)
    expect(afterAnswer(survey, initialPreview(survey), null).page).toBe(0)
    expect(afterBack(survey, afterAnswer(survey, initialPreview(survey), null)).page).toBe(-1)
  })

  it('skips an answered question that a branch leads back to', () => {
    const survey = surveyOf(open(), open({ type: 'specific_question', index: 0 }))
    expect(afterAnswer(survey, afterAnswer(survey, initialPreview(survey), 'a'), 'b').isClosed).toBe(true)
  })

  it('reaches a page by the shortest path, and goes back on that path', () => {
    const preview = previewAt(nps, 2)
    expect(canGoBack(nps, preview)).toBe(true)
    expect(afterBack(nps, preview)).toMatchObject({ page: 0, path: [] })
    expect(afterBack(nps, initialPreview(nps)).page).toBe(0)
  })

  it('restarts when the survey no longer has its page', () => {
    const preview = afterAnswer(nps, initialPreview(nps), 7)
    expect(validPreview(nps, preview)).toBe(preview)
    expect(validPreview(surveyOf(open()), preview)).toEqual(initialPreview(nps))
  })
})
