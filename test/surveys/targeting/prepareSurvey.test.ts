import { describe, expect, it } from 'vitest'
import { prepareSurvey } from '../../../src/surveys/targeting/prepareSurvey'
import type { Survey } from '../../../src/wire/survey'
import { parsed } from '../../support/parsed'
import { survey } from '../../support/surveys'

const DAY = 86_400_000
const prepare = (fields: Partial<Survey> | Record<string, unknown>, config = {}) =>
  prepareSurvey(parsed(survey(fields)), config)
const events = (...values: unknown[]) => ({ values })

describe('prepareSurvey', () => {
  it.each<[string, object, object]>([
    [
      'dates',
      { start_date: '2026-01-01', end_date: '2026-02-01' },
      { start: Date.UTC(2026, 0), end: Date.UTC(2026, 1) },
    ],
    ['no dates', { start_date: null, end_date: undefined }, { start: Infinity, end: Infinity }],
    ['dates that are none', { start_date: 'soon', end_date: 'late' }, { start: NaN, end: NaN }],
    ['conditions of a wrong shape', { conditions: { url: 5 } }, { start: NaN, hasValidConditions: false }],
    ['a delay', { appearance: { surveyPopupDelaySeconds: 5 } }, { delayMs: 5_000 }],
    ['a delay as text', { appearance: { surveyPopupDelaySeconds: '5' } }, { delayMs: 5_000 }],
    ['a negative delay', { appearance: { surveyPopupDelaySeconds: -5 } }, { delayMs: 0 }],
    ['a delay that is no number', { appearance: { surveyPopupDelaySeconds: 'x' } }, { delayMs: 0 }],
    ['no delay', {}, { delayMs: 0 }],
    ['the schedule always', { schedule: 'always' }, { repeatable: true }],
    ['the schedule once', { schedule: 'once' }, { repeatable: false }],
    [
      'repeated activation by an event',
      { conditions: { events: { repeatedActivation: true, values: [{ name: 'a' }] } } },
      { repeatable: true },
    ],
    [
      'repeated activation without an event',
      { conditions: { events: { repeatedActivation: true, values: [] } } },
      { repeatable: false },
    ],
    [
      'an event without repeated activation',
      { conditions: { events: events({ name: 'a' }) } },
      { repeatable: false },
    ],
    ['no triggers', {}, { startEvents: [], cancelEvents: [] }],
    [
      'triggers that are null',
      { conditions: { events: null, cancelEvents: null, actions: null } },
      { startEvents: [] },
    ],
    [
      'events and actions',
      {
        conditions: {
          events: events({ name: 'a' }, { name: '' }, null, { name: 'b' }),
          actions: events({ steps: [{ event: 'c' }, { event: null }, {}] }, {}, null),
          cancelEvents: events({ name: 'd' }, {}),
        },
      },
      { startEvents: ['a', 'b', 'c', '', ''], cancelEvents: ['d'] },
    ],
    ['no conditions', {}, { url: undefined, device: undefined }],
    [
      'blank conditions',
      { conditions: { url: ' ', deviceTypes: ['', ' ', null] } },
      { url: undefined, device: undefined },
    ],
  ])('prepares a survey with %s', (_, fields, expected) => {
    expect(prepare(fields)).toMatchObject(expected)
  })

  it.each<[unknown, unknown, number]>([
    [3, undefined, 3 * DAY],
    [undefined, 2, 2 * DAY],
    [3, 5, 5 * DAY],
    ['4', 1, 4 * DAY],
    [undefined, undefined, 0],
    [-1, undefined, 0],
    [2, 'x', 2 * DAY],
  ])('waits for the longer period: %j of the survey, %j of the project', (own, shared, expected) => {
    const { waitMs } = prepare(
      { conditions: { seenSurveyWaitPeriodInDays: own } },
      { seenSurveyWaitPeriodInDays: shared },
    )
    expect(waitMs).toBe(expected)
  })

  it('matches any of the device types', () => {
    const { device } = prepare({
      conditions: { deviceTypes: ['Mobile', 'Tablet'], deviceTypesMatchType: 'exact' },
    })
    expect(['Mobile', 'Tablet', 'Desktop'].map(type => device!(type))).toEqual([true, true, false])
  })
})
