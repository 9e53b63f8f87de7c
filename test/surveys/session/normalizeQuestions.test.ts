import { describe, expect, it } from 'vitest'
import { normalizeQuestions } from '../../../src/surveys/session/normalizeQuestions'
import type { Question } from '../../../src/wire/survey'
import { open, rating, single } from '../../support/surveys'

describe('reading questions', () => {
  it.each<[string, unknown[], string[]]>([
    ['keeps ids', ['a', 'b'], ['a', 'b']],
    ['gives a missing one its place', ['a', undefined], ['a', 'q1']],
    ['gives an empty one its place', ['', 'b'], ['q0', 'b']],
    ['keeps the first of two equal ones', ['a', 'a', 'a'], ['a', 'q1', 'q2']],
    ['does not take an id that is in use', ['q1', undefined], ['q1', 'q1_']],
    ['makes a number a text', [7, 'b'], ['7', 'b']],
  ])('%s', (_, ids, expected) => {
    const questions = ids.map(id => open({ id: id as string }))
    expect(normalizeQuestions(questions).map(({ id }) => id)).toEqual(expected)
  })

  it('gives the same ids when it is applied again', () => {
    const once = normalizeQuestions([open({ id: 'a' }), open({ id: 'a' }), open({ id: undefined })])
    expect(normalizeQuestions(once)).toEqual(once)
  })

  it('makes scale and choices usable, and no text of what has none', () => {
    const given = [
      rating({ scale: '5' as never, display: 'stars' as never, question: null as never }),
      rating({ id: 'b', scale: undefined as never }),
      single({ choices: [1, null, 'two'] as never }),
    ]
    expect(normalizeQuestions(given as Question[])).toMatchObject([
      { scale: 5, display: 'number', question: '' },
      { scale: 10 },
      { choices: ['1', '', 'two'] },
    ])
  })
})
