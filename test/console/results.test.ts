import { describe, expect, it } from 'vitest'
import {
  datesOf,
  filtersAnswers,
  NO_FILTER,
  type ResultsFilter,
  readFilter,
  responseFilter,
} from '../../src/console/results/filter'
import { textsOf } from '../../src/console/results/foundTexts'
import { describePath, share, wholePercent } from '../../src/console/results/shares'
import { wideCards } from '../../src/console/results/wideCards'
import type { QuestionResults, SurveyResponse } from '../../src/wire/console'

const TODAY = '2026-03-31'
const filter = (change: Partial<ResultsFilter>): ResultsFilter => ({ ...NO_FILTER, ...change })
const local = (text: string) => new Date(text).toISOString()

describe('readFilter', () => {
  it('reads what it knows and leaves out the rest', () => {
    const query = new URLSearchParams(
      'range=custom&from=2026-03-01&to=soon&completion=half&language=de&path=a%2Cb&person=plan%3Dpro',
    )
    expect(readFilter(query)).toEqual({
      range: 'custom',
      from: '2026-03-01',
      to: '',
      completion: '',
      language: 'de',
      path: 'a,b',
      person: 'plan=pro',
    })
    expect(readFilter(new URLSearchParams('range=1y'))).toEqual(NO_FILTER)
  })
})

describe('datesOf', () => {
  it('counts today as the last day of a preset', () => {
    expect(datesOf(filter({ range: '7d' }), TODAY)).toEqual({ date_from: local('2026-03-25T00:00') })
    expect(datesOf(filter({ range: '' }), TODAY)).toEqual({})
  })

  it('includes both days of a custom range, and leaves out a missing one', () => {
    const range = { range: 'custom', from: '2026-03-01', to: '2026-03-02' } as const
    expect(datesOf(filter(range), TODAY)).toEqual({
      date_from: local('2026-03-01T00:00'),
      date_to: local('2026-03-02T23:59:59.999'),
    })
    expect(datesOf(filter({ range: 'custom', to: '2026-03-02' }), TODAY)).toEqual({
      date_to: local('2026-03-02T23:59:59.999'),
    })
  })
})

describe('responseFilter', () => {
  it('names the parameters of the interface, and waits for a whole person property', () => {
    expect(responseFilter(filter({ completion: 'partial', path: 'a', person: 'plan=a=b' }), TODAY)).toEqual({
      completion: 'partial',
      path: 'a',
      person_property: 'plan=a=b',
    })
    for (const person of ['plan', 'plan=', '=pro'])
      expect(responseFilter(filter({ person }), TODAY)).toEqual({})
  })
})

describe('filtersAnswers', () => {
  it('is false for dates, which filter views too', () => {
    expect(filtersAnswers(filter({ range: '7d' }))).toBe(false)
    expect(filtersAnswers(filter({ language: 'de' }))).toBe(true)
  })
})

describe('shares', () => {
  it('rounds to whole percents without claiming none or all', () => {
    expect(wholePercent(6, 42)).toBe('14%')
    expect(wholePercent(1, 1000)).toBe('<1%')
    expect(wholePercent(999, 1000)).toBe('>99%')
    expect(wholePercent(0, 0)).toBe('0%')
    expect(wholePercent(5, 5)).toBe('100%')
    expect(share(1, 0)).toBe(0)
  })
})

describe('describePath', () => {
  it('numbers the questions, also one that the survey no longer has', () => {
    expect(describePath(['a', 'gone', 'c'], ['a', 'b', 'c'])).toBe('1 → ? → 3')
    expect(describePath([], ['a'])).toBe('No answer')
  })
})

describe('wideCards', () => {
  const card = (kind: string) =>
    ({
      type: kind === 'nps' ? 'rating' : kind,
      nps: kind === 'nps' ? {} : null,
      open_texts: [],
    }) as unknown as QuestionResults
  const widths = (...kinds: string[]) =>
    wideCards(kinds.map(card))
      .map(({ isWide }) => (isWide ? 'W' : 'n'))
      .join('')

  it('pairs narrow cards, so that no row has a hole', () => {
    expect(widths('rating', 'link')).toBe('nn')
    expect(widths('rating', 'link', 'rating')).toBe('nnW')
    expect(widths('rating', 'open', 'link', 'rating')).toBe('WWnn')
    expect(widths('nps', 'single_choice')).toBe('WW')
    expect(widths('open')).toBe('W')
  })
})

describe('textsOf', () => {
  it('returns the answers to one question that contain a text, in any case', () => {
    const response = (id: string, why: string | null, other: string): SurveyResponse =>
      ({
        id,
        at: TODAY,
        answers: [
          { question_id: 'why', question: 'Why?', answer: why },
          { question_id: 'other', question: 'Else?', answer: other },
        ],
      }) as unknown as SurveyResponse
    const responses = [
      response('1', 'Too SLOW', ''),
      response('2', 'Fine', 'slow'),
      response('3', null, 'slow'),
    ]
    expect(textsOf(responses, 'why', 'slow')).toEqual([{ text: 'Too SLOW', response_id: '1', at: TODAY }])
  })
})
