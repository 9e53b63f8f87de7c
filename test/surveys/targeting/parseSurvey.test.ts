import { describe, expect, it } from 'vitest'
import { parseSurvey, parseSurveys } from '../../../src/surveys/targeting/parseSurvey'
import { parsed } from '../../support/parsed'
import { multiple, open, questions, rating, single, survey } from '../../support/surveys'

describe('parseSurvey', () => {
  it('takes flag keys from flag objects of the management form', () => {
    const result = parseSurvey(
      survey({
        linked_flag: { key: 'linked' },
        targeting_flag: { key: 'targeting' },
        internal_targeting_flag: { key: 'internal' },
      }),
    )
    expect(result).toMatchObject({
      linked_flag_key: 'linked',
      targeting_flag_key: 'targeting',
      internal_targeting_flag_key: 'internal',
    })
  })

  it('prefers the flag keys of the browser form', () => {
    expect(parseSurvey(survey({ linked_flag_key: 'a', linked_flag: { key: 'b' } }))).toMatchObject({
      linked_flag_key: 'a',
    })
  })

  it('replaces conditions and appearance that are null by empty ones', () => {
    expect(parseSurvey(survey({ appearance: null, conditions: null }))).toMatchObject({
      appearance: {},
      conditions: {},
    })
  })

  it('does not change its input', () => {
    const input = Object.freeze(survey({ questions: Object.freeze([Object.freeze(open())]) as never }))
    expect(() => parsed(input)).not.toThrow()
  })

  it.each<[string, unknown, string]>([
    ['null', null, 'id'],
    ['a text', 'survey', 'id'],
    ['a list', [], 'id'],
    ['a survey without an id', survey({ id: '' }), 'id'],
    ['questions: null', survey({ questions: null }), 'questions[0]'],
    ['questions: []', survey({ questions: [] }), 'questions[0]'],
    ['an unknown type', survey({ questions: [open(), { type: 'matrix', question: '?' }] }), 'questions[1]'],
    [
      'a type named like a property of every object',
      survey({ questions: [{ type: 'constructor' }] }),
      'questions[0]',
    ],
    ['a question that is null', survey({ questions: [null] }), 'questions[0]'],
    ['choices: null', survey({ questions: [single({ choices: null as never })] }), 'questions[0]'],
    ['choices: []', survey({ questions: [multiple({ choices: [] })] }), 'questions[0]'],
    ['scale: 0', survey({ questions: [rating({ scale: 0 })] }), 'questions[0]'],
    ['scale: many', survey({ questions: [rating({ scale: 'many' as never })] }), 'questions[0]'],
    ['scale: 100', survey({ questions: [rating({ scale: 100 })] }), 'questions[0]'],
  ])('returns the path of what makes the survey unusable: %s', (_, input, path) => {
    expect(parseSurvey(input)).toBe(path)
  })

  const refuses = { toString: {} }
  it.each([
    ['id', { id: refuses, questions: [{ type: 'open', question: '?' }] }],
    ['type of a question', { id: 's', questions: [{ type: refuses, question: '?' }] }],
    ['scale', { id: 's', questions: [{ type: 'rating', question: '?', scale: refuses }] }],
  ])('returns `unreadable` when the %s cannot become text or a number', (_, input) => {
    expect(parseSurvey(input)).toBe('unreadable')
    expect(parseSurveys([input], () => {})).toEqual([])
  })

  it.each<[string, unknown]>([
    ['name: null', survey({ name: null })],
    ['a scale that is a text', survey({ questions: [rating({ scale: '5' as never })] })],
    ['no scale', survey({ questions: [rating({ scale: undefined as never })] })],
    ['a question without text', survey({ questions: [open({ question: null as never })] })],
  ])('accepts %s', (_, input) => {
    expect(parseSurvey(input)).toMatchObject({ id: 's1' })
  })

  it('makes texts and numbers of the fields of questions', () => {
    const { questions } = parsed(
      survey({
        questions: [
          rating({ scale: '5' as never, display: 'stars' as never, question: null as never }),
          rating({ id: 'b', scale: undefined as never }),
          single({ choices: [1, null, 'two'] as never }),
        ],
      }),
    )
    expect(questions).toMatchObject([
      { scale: 5, display: 'number', question: '' },
      { scale: 10 },
      { choices: ['1', '', 'two'] },
    ])
  })

  it.each<[string, unknown[], string[]]>([
    ['keeps ids of questions', ['a', 'b'], ['a', 'b']],
    ['replaces a missing question id by its position', ['a', undefined], ['a', 'q1']],
    ['replaces an empty question id by its position', ['', 'b'], ['q0', 'b']],
    ['keeps the first of two equal question ids', ['a', 'a', 'a'], ['a', 'q1', 'q2']],
    ['does not give a question an id that is in use', ['q1', undefined], ['q1', 'q1_']],
    ['makes a text of a question id that is a number', [7, 'b'], ['7', 'b']],
  ])('%s', (_, ids, expected) => {
    const input = survey({ questions: ids.map(id => open({ id: id as string })) })
    expect(parsed(input).questions.map(({ id }) => id)).toEqual(expected)
  })

  it('gives the same result when it parses its own result', () => {
    const once = parsed(survey({ questions: questions({ id: 'a' }, { id: 'a' }, { id: undefined }) }))
    expect(parsed(once)).toEqual(once)
  })
})

describe('parseSurveys', () => {
  it('leaves out surveys that cannot be shown and keeps the others', () => {
    const invalid: unknown[] = []
    const list = [null, survey({ id: 'a', questions: null }), survey({ id: 'b' })]
    expect(parseSurveys(list, (...problem) => invalid.push(problem)).map(({ id }) => id)).toEqual(['b'])
    expect(invalid).toEqual([
      [undefined, 'id'],
      ['a', 'questions[0]'],
    ])
  })

  it('leaves out archived surveys silently and keeps the first of two with the same id', () => {
    const invalid: unknown[] = []
    const list = [
      survey({ archived: true, id: 'old' }),
      survey({ name: 'first' }),
      survey({ name: 'second' }),
    ]
    expect(parseSurveys(list, (...problem) => invalid.push(problem)).map(({ name }) => name)).toEqual([
      'first',
    ])
    expect(invalid).toEqual([])
  })
})
