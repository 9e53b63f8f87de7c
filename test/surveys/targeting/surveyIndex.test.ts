import { describe, expect, it } from 'vitest'
import { type ParsedSurvey, parseSurveys } from '../../../src/surveys/targeting/parseSurvey'
import { nextTransition, surveyIndex } from '../../../src/surveys/targeting/surveyIndex'
import { survey } from '../../support/surveys'

const parsed = (...fields: object[]): ParsedSurvey[] => parseSurveys(fields.map(survey), () => {})

describe('surveyIndex', () => {
  it.each<[string, object, string[], string[]]>([
    ['keeps a valid survey', {}, ['s1'], []],
    [
      'reports a condition that cannot be compiled once, and keeps the survey',
      { conditions: { url: '(unclosed', urlMatchType: 'regex' } },
      ['s1'],
      ['s1'],
    ],
    [
      'reports and leaves out a survey when a field has an unexpected type',
      { conditions: { deviceTypes: [Object.create(null)] } },
      [],
      ['s1'],
    ],
  ])('%s', (_, fields, kept, invalid) => {
    const invalidIds: string[] = []
    const { surveys } = surveyIndex(parsed(fields), {}, id => invalidIds.push(id))
    expect([surveys.map(({ survey }) => survey.id), invalidIds]).toEqual([kept, invalid])
  })
})

describe('nextTransition', () => {
  it('accepts a list that is longer than an argument list can be', () => {
    const surveys = Array.from({ length: 200_000 }, () => ({ start: 5, end: 7 }) as never)
    expect(nextTransition(surveys, 5)).toBe(7)
  })

  const { surveys } = surveyIndex(
    parsed(
      { start_date: '2026-01-03', end_date: '2026-01-05' },
      { id: 'draft', start_date: null },
      { id: 'invalid', start_date: 'soon', end_date: '2026-01-04' },
    ),
    {},
    () => {},
  )

  it.each([
    ['returns the next start', '2026-01-02', Date.UTC(2026, 0, 3)],
    ['returns the next end', '2026-01-03', Date.UTC(2026, 0, 4)],
    ['returns infinity when every survey has ended', '2026-01-05', Number.POSITIVE_INFINITY],
  ])('%s', (_, now, expected) => {
    expect(nextTransition(surveys, Date.parse(now))).toBe(expected)
  })
})
