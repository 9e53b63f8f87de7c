import { describe, expect, it } from 'vitest'
import { parseSurvey } from '../../src/editor/import/parseSurvey'

const parse = (text: string) => parseSurvey(text, () => 'new-id')
const minimal = { name: 'A', questions: [{ type: 'open', question: 'Why?' }] }

describe('parseSurvey', () => {
  it('returns the survey, with a new id when it has none', () => {
    expect(parse(JSON.stringify(minimal))).toEqual({ survey: { ...minimal, id: 'new-id', type: 'popover' } })
  })

  it('keeps unknown fields', () => {
    const survey = { ...minimal, id: 'x', type: 'api', responses_limit: 5, custom: { a: 1 } }
    expect(parse(JSON.stringify(survey))).toEqual({ survey })
  })

  it.each([
    ['a response of the list endpoint', { count: 1, results: [minimal] }],
    ['a response of the browser endpoint', { surveys: [minimal] }],
    ['a list', [minimal]],
  ])('accepts %s with exactly one survey', (_, value) => {
    expect(parse(JSON.stringify(value))).toHaveProperty('survey.name', 'A')
  })

  it.each([
    ['an empty text', '', /text is empty/],
    ['two surveys', [minimal, minimal], /contains 2 surveys/],
    ['a value that is not an object', 'true', /survey must be an object/],
    ['questions that are not a list', { questions: {} }, /"questions" must be a list/],
    [
      'a question without a type',
      { questions: [{ question: 'a' }] },
      /questions\[0\]: "type" must be one of/,
    ],
    [
      'a type that is a property of all objects',
      { questions: [{ type: 'constructor', question: 'a' }] },
      /"type"/,
    ],
    ['a question without a text', { questions: [{ type: 'open' }] }, /questions\[0\]: "question"/],
    ['missing choices', { questions: [{ type: 'single_choice', question: 'a' }] }, /"choices"/],
    ['a missing scale', { questions: [{ type: 'rating', question: 'a' }] }, /"scale"/],
    ['a list as appearance', { ...minimal, appearance: [] }, /"appearance" must be an object/],
    ['a number as name', { ...minimal, name: 5 }, /"name" must be a string/],
  ])('returns an error for %s', (_, value, error) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(parse(text)).toEqual({ error: expect.stringMatching(error) })
  })

  it('returns all faults of a survey, one on each line', () => {
    const questions = [{ type: 'rating' }, 5, { type: 'single_choice', question: 'a', branching: [] }]
    expect(parse(JSON.stringify({ name: 5, appearance: [], questions }))).toEqual({
      error: [
        '"name" must be a string.',
        '"appearance" must be an object.',
        'questions[0]: "question" must be a string.',
        'questions[0]: "scale" must be a number.',
        'questions[1]: must be an object.',
        'questions[2]: "choices" must be a list of strings.',
        'questions[2]: "branching" must be an object.',
      ].join('\n'),
    })
  })

  it('returns line and column of a syntax error', () => {
    expect(parse('{\n  "name": "A"\n  "questions": []\n}')).toEqual({
      error: expect.stringMatching(/Invalid JSON, line 3, column 3/),
    })
    expect(parse('{\n  "name": "A",')).toEqual({ error: expect.stringMatching(/Invalid JSON, line 2/) })
  })
})
