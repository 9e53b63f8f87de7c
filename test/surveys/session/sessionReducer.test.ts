import { describe, expect, it } from 'vitest'
import { newSession, reduce, type SessionEvent } from '../../../src/surveys/session/sessionReducer'
import type { SessionPage } from '../../../src/surveys/session/surveySession'
import { questions, survey } from '../../support/surveys'

const definition = survey({ questions: questions({}, {}) })
const translated = { survey: definition, language: null }
const answer = (text: string): SessionEvent => ({ type: 'answer', answer: text, translated })

/** A session without answers on a page. */
const sessionOn = (page: SessionPage) => ({ ...newSession(definition, null), page })

describe('reduce', () => {
  it.each<[string, SessionPage, SessionEvent]>([
    ['begin', 'question', { type: 'begin' }],
    ['begin', 'closed', { type: 'begin' }],
    ['answer', 'intro', answer('one')],
    ['answer', 'thanks', answer('one')],
    ['answer', 'closed', answer('one')],
    ['back', 'intro', { type: 'back' }],
    ['back', 'question', { type: 'back' }],
    ['back', 'thanks', { type: 'back' }],
    ['prefill without answers', 'question', { type: 'prefill', answers: [undefined, undefined], translated }],
    ['close', 'closed', { type: 'close', end: 'dismissed' }],
  ])('returns the same object when %s does not apply on the page %s', (_, page, event) => {
    const data = { ...sessionOn(page), path: page === 'thanks' ? [0] : [] }
    expect(reduce(definition, data, event)).toBe(data)
  })

  it('changes neither the session nor its answers', () => {
    const data = sessionOn('question')
    const before = structuredClone(data)
    const next = reduce(definition, data, answer('one'))
    expect(next).toMatchObject({ index: 1, path: [0], answers: { a: 'one' } })
    expect(data).toEqual(before)
  })

  it('keeps the end of a completed survey when its thank-you page is closed', () => {
    const completed = { ...sessionOn('thanks'), end: 'sent' as const }
    expect(reduce(definition, completed, { type: 'close', end: 'dismissed' })).toMatchObject({
      page: 'closed',
      end: 'sent',
    })
  })
})
