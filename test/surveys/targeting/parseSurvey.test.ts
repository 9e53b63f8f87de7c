import { describe, expect, it } from 'vitest'
import { parseSurvey, parseSurveys } from '../../../src/surveys/targeting/parseSurvey'
import { multiple, open, rating, single, survey } from '../../support/surveys'

describe('a survey that cannot be read', () => {
  const refuses = { toString: {} }
  it.each([
    ['id', { id: refuses, questions: [{ type: 'open', question: '?' }] }],
    ['type of a question', { id: 's', questions: [{ type: refuses, question: '?' }] }],
    ['scale', { id: 's', questions: [{ type: 'rating', question: '?', scale: refuses }] }],
  ])('because of its %s is left out, and throws at nobody', (_, survey) => {
    expect(parseSurvey(survey)).toBe('unreadable')
    expect(parseSurveys([survey], () => {})).toEqual([])
  })
})

describe('reading surveys', () => {
  it('takes flag keys from flag objects of the management form', () => {
    const read = parseSurvey(
      survey({
        linked_flag: { key: 'linked' },
        targeting_flag: { key: 'targeting' },
        internal_targeting_flag: { key: 'internal' },
      }),
    )
    expect(read).toMatchObject({
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

  it('gives conditions and appearance that are null their defaults', () => {
    expect(parseSurvey(survey({ appearance: null, conditions: null }))).toMatchObject({
      appearance: {},
      conditions: {},
    })
  })

  it('leaves what it was given as it is', () => {
    const given = Object.freeze(survey({ questions: Object.freeze([Object.freeze(open())]) as never }))
    expect(() => parseSurvey(given)).not.toThrow()
  })

  it.each<[string, unknown, string]>([
    ['null', null, 'id'],
    ['a text', 'survey', 'id'],
    ['a list', [], 'id'],
    ['no id', survey({ id: '' }), 'id'],
    ['questions: null', survey({ questions: null }), 'questions[0]'],
    ['questions: []', survey({ questions: [] }), 'questions[0]'],
    ['an unknown type', survey({ questions: [open(), { type: 'matrix', question: '?' }] }), 'questions[1]'],
    [
      'a type that is a name of every object',
      survey({ questions: [{ type: 'constructor' }] }),
      'questions[0]',
    ],
    ['a question that is null', survey({ questions: [null] }), 'questions[0]'],
    ['choices: null', survey({ questions: [single({ choices: null as never })] }), 'questions[0]'],
    ['choices: []', survey({ questions: [multiple({ choices: [] })] }), 'questions[0]'],
    ['scale: 0', survey({ questions: [rating({ scale: 0 })] }), 'questions[0]'],
    ['scale: many', survey({ questions: [rating({ scale: 'many' as never })] }), 'questions[0]'],
    ['scale: 100', survey({ questions: [rating({ scale: 100 })] }), 'questions[0]'],
  ])('says what is wrong with %s', (_, given, fault) => {
    expect(parseSurvey(given)).toBe(fault)
  })

  it.each<[string, unknown]>([
    ['name: null', survey({ name: null })],
    ['scale as a text', survey({ questions: [rating({ scale: '5' as never })] })],
    ['no scale', survey({ questions: [rating({ scale: undefined as never })] })],
    ['a question without text', survey({ questions: [open({ question: null as never })] })],
  ])('can do with %s', (_, given) => {
    expect(parseSurvey(given)).toMatchObject({ id: 's1' })
  })

  it('leaves the broken ones of a list out, and keeps the others', () => {
    const faults: unknown[] = []
    const list = [null, survey({ id: 'a', questions: null }), survey({ id: 'b' })]
    expect(parseSurveys(list, (...fault) => faults.push(fault)).map(({ id }) => id)).toEqual(['b'])
    expect(faults).toEqual([
      [undefined, 'id'],
      ['a', 'questions[0]'],
    ])
  })

  it('leaves archived ones out without a word, and takes the first of two with the same id', () => {
    const faults: unknown[] = []
    const list = [
      survey({ archived: true, id: 'old' }),
      survey({ name: 'first' }),
      survey({ name: 'second' }),
    ]
    expect(parseSurveys(list, (...fault) => faults.push(fault)).map(({ name }) => name)).toEqual(['first'])
    expect(faults).toEqual([])
  })
})
