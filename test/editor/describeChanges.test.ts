import type { Question, Survey } from 'earshot'
import { describe, expect, it } from 'vitest'
import { describeChanges } from '../../src/editor/publish/describeChanges'

const WHY: Question = { id: 'why', type: 'open', question: 'Why?' }
const RATE: Question = { id: 'rate', type: 'rating', question: 'How?', display: 'number', scale: 5 }
const PICK: Question = { id: 'pick', type: 'single_choice', question: 'Which?', choices: ['A', 'B'] }

const BASE: Survey = { id: 's', name: 'NPS', type: 'popover', questions: [WHY, RATE, PICK] }
const changes = (after: Partial<Survey> & Record<string, unknown>, before: Partial<Survey> = {}) =>
  describeChanges({ ...BASE, ...before }, { ...BASE, ...before, ...after })

const IN_THE_MIDDLE = expect.stringContaining('Visitors who left in the middle continue at the same position')

describe('describeChanges', () => {
  it('returns nothing for an equal survey', () => {
    expect(changes({})).toEqual([])
  })

  it.each<[string, Question[], unknown[]]>([
    [
      'a removed question',
      [WHY, RATE],
      [
        '"Which?" is removed. Answers already given to it stay in the events, and are no longer part of the results.',
        IN_THE_MIDDLE,
      ],
    ],
    [
      'a new question',
      [WHY, RATE, PICK, { id: 'more', type: 'open', question: 'More?' }],
      ['"More?" is new. Visitors who have already finished are not asked.', IN_THE_MIDDLE],
    ],
    [
      'a question with another id',
      [{ ...WHY, id: 'because' }, RATE, PICK],
      [
        '"Why?" has another id. Its earlier answers count as those of a question that was removed.',
        IN_THE_MIDDLE,
      ],
    ],
    [
      'a question of another type',
      [WHY, { id: 'rate', type: 'open', question: 'How?' }, PICK],
      [
        '"How?" changes from Rating to Open text. Answers already given do not fit the new type, and its results may leave them out.',
        IN_THE_MIDDLE,
      ],
    ],
    [
      'another order',
      [PICK, WHY, RATE],
      ['The questions are in another order. Each answer stays with its question.', IN_THE_MIDDLE],
    ],
    [
      'another text',
      [{ ...WHY, question: 'Why not?' }, RATE, PICK],
      ['"Why?" now reads "Why not?". Earlier answers were given to the earlier text.'],
    ],
    [
      'another scale',
      [WHY, { ...RATE, scale: 10 } as Question, PICK],
      ['The scale of "How?" changes from 5 to 10. Earlier answers keep the value of the earlier scale.'],
    ],
    [
      'other choices',
      [WHY, RATE, { ...PICK, choices: ['A', 'C'] } as Question],
      [
        '"Which?" no longer offers "B". Earlier answers with it still count.',
        '"Which?" also offers "C", which earlier visitors could not choose.',
      ],
    ],
    ['an optional question', [{ ...WHY, optional: true }, RATE, PICK], ['"Why?" can be skipped.']],
    [
      'other branching',
      [{ ...WHY, branching: { type: 'end' } }, RATE, PICK],
      ['Answers lead to other questions than before. Paths in the results are those of each time.'],
    ],
    [
      'a detail',
      [{ ...WHY, description: 'Tell us.' }, RATE, PICK],
      ['Texts or options of questions change, from the next page that a visitor opens.'],
    ],
  ])('explains %s', (_, questions, expected) => {
    expect(changes({ questions })).toEqual(expected)
  })

  it.each<[string, Survey['conditions'], Survey['conditions'], string]>([
    [
      'URL',
      { url: '/cart', urlMatchType: 'icontains' },
      { url: '' },
      'The audience is now every page. Until now it was pages whose URL contains "/cart".',
    ],
    [
      'element',
      {},
      { selector: '#pay' },
      'The audience is now pages with the element "#pay". Until now it was pages with any content.',
    ],
    [
      'device',
      {},
      { deviceTypes: ['Mobile', 'Tablet'] },
      'The audience is now visitors on Mobile, Tablet. Until now it was visitors on every device.',
    ],
    [
      'event',
      { events: { values: [{ name: 'paid' }] } },
      {},
      'The audience is now visitors without waiting for an event. Until now it was visitors after the event "paid".',
    ],
    [
      'waiting period',
      {},
      { seenSurveyWaitPeriodInDays: 30 },
      'The audience is now visitors who have seen no survey for 30 days. Until now it was visitors, however recently they saw another survey.',
    ],
  ])('explains the audience of another %s', (_, before, after, sentence) => {
    const open =
      'Visitors who have the survey open keep it, unless they move to a page where it no longer belongs.'
    expect(changes({ conditions: after! }, { conditions: before! })).toEqual([sentence, open])
  })

  it('explains another flag and another type', () => {
    expect(changes({ linked_flag_key: 'beta', type: 'widget' })).toEqual([
      'The audience is now visitors with the flag "beta". Until now it was visitors with any flags.',
      'The survey now is opened by a click. Until now it appears by itself.',
      expect.stringContaining('Visitors who have the survey open keep it'),
    ])
  })

  it.each<[string, Record<string, unknown>, string]>([
    [
      'schedule',
      { schedule: 'always' },
      'Visitors who have answered see the survey again whenever its conditions match.',
    ],
    ['end', { end_date: '2026-01-01T00:00:00Z' }, 'The survey ends at 2026-01-01T00:00:00Z.'],
    [
      'partial responses',
      { enable_partial_responses: true },
      'Answers are sent one by one, so that visitors who leave early count as well.',
    ],
    [
      'iterations',
      { iteration_count: 3, iteration_frequency_days: 7 },
      'The iterations are computed again. Visitors may see the survey sooner or later than planned.',
    ],
    [
      'appearance',
      { appearance: { backgroundColor: '#000' } },
      'The card looks or reads different, from the next page that a visitor opens.',
    ],
    [
      'translations',
      { translations: { de: { name: 'NPS' } } },
      'Visitors with the language "de" see their own texts.',
    ],
  ])('explains another %s', (_, after, sentence) => {
    expect(changes(after)).toEqual([sentence])
  })

  it('explains a start that is removed, and a language that is removed', () => {
    expect(changes({ start_date: null }, { start_date: '2025-01-01T00:00:00Z' })).toEqual([
      'The survey becomes a draft again: visitors no longer see it.',
    ])
    expect(changes({ translations: {} }, { translations: { de: { name: 'NPS' } } })).toEqual([
      'Visitors with the language "de" see the texts of the base language.',
    ])
  })
})
