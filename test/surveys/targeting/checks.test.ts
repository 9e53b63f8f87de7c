import { describe, expect, it } from 'vitest'
import { type Check, type EvaluationContext, firstFailedCheck } from '../../../src/surveys/targeting/checks'
import { type ParsedSurvey, parseSurvey } from '../../../src/surveys/targeting/parseSurvey'
import { type PreparedSurvey, prepareSurvey } from '../../../src/surveys/targeting/prepareSurvey'
import type { FlagValue } from '../../../src/wire/flag'
import type { Survey, SurveyConfig } from '../../../src/wire/survey'
import { survey } from '../../support/surveys'

const NOW = Date.UTC(2026, 0, 5, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (ms: number) => new Date(ms).toISOString()

interface ContextOptions {
  url?: string
  device?: string
  flags?: Record<string, FlagValue>
  flagsLoaded?: boolean
  lastSeen?: number
  seen?: string[]
  inProgress?: boolean
  triggered?: string[]
  selectors?: string[]
}

const contextOf = (options: ContextOptions = {}): EvaluationContext => ({
  now: NOW,
  url: options.url ?? 'https://example.com/path',
  device: 'device' in options ? options.device : 'Desktop',
  flag: key => options.flags?.[key],
  flagsLoaded: options.flagsLoaded ?? true,
  lastSeen: () => options.lastSeen ?? Number.NaN,
  isSeen: key => (options.seen ?? []).includes(key),
  isInProgress: () => options.inProgress === true,
  isTriggered: ({ key }) => (options.triggered ?? []).includes(key),
  matchesSelector: selector => (options.selectors ?? []).includes(selector),
})

const prepared = (fields: Partial<Survey> | object = {}, config: SurveyConfig = {}): PreparedSurvey =>
  prepareSurvey(parseSurvey(survey(fields)) as ParsedSurvey, config)

type Row = [
  title: string,
  survey: Partial<Survey> | object,
  context: ContextOptions,
  failed: string | undefined,
]

const itDecides = (rows: Row[]) =>
  it.each(rows)('%s', (_, fields, context, expected) => {
    expect(firstFailedCheck(prepared(fields), contextOf(context))).toBe(expected)
  })

describe('firstFailedCheck', () => {
  describe('running', () => {
    itDecides([
      ['fails for a draft', { start_date: null }, {}, 'running'],
      ['passes when the survey has started', { start_date: iso(NOW) }, {}, undefined],
      ['fails when the survey has ended', { end_date: iso(NOW) }, {}, 'running'],
      ['fails when the survey starts later', { start_date: iso(NOW + 1) }, {}, 'running'],
      ['passes when the survey ends later', { end_date: iso(NOW + 1) }, {}, undefined],
      ['fails when the start date is invalid', { start_date: 'soon' }, {}, 'running'],
      ['fails when the end date is invalid', { end_date: 'late' }, {}, 'running'],
    ])
  })

  describe('type', () => {
    itDecides([
      ['passes for a popover', { type: 'popover' }, {}, undefined],
      ['passes for a widget', { type: 'widget' }, {}, undefined],
      ['passes for an API survey', { type: 'api' }, {}, undefined],
      ['fails for an external survey', { type: 'external_survey' }, {}, 'type'],
      ['fails for an unknown type', { type: 'hologram' }, {}, 'type'],
      ['fails for a type that begins like another', { type: 'popovers' }, {}, 'type'],
      ['fails for a type that ends like another', { type: 'my_widget' }, {}, 'type'],
    ])
  })

  describe('url', () => {
    const url = (text: string | null, urlMatchType?: string | null) => ({
      conditions: { url: text, urlMatchType },
    })
    const root = { url: 'https://example.com/' }
    itDecides([
      ['looks for the text when there is no match type', url('EXAMPLE.com'), {}, undefined],
      ['compares the whole URL when the type is exact', url('https://example.com', 'exact'), {}, 'url'],
      [
        'matches the root when an exact URL has no path',
        url('https://example.com', 'exact'),
        root,
        undefined,
      ],
      ['fails for the same URL when the type is is_not', url('https://example.com', 'is_not'), root, 'url'],
      ['ignores an empty URL, even when the type is unknown', url('', 'not_exact'), {}, undefined],
      ['ignores a URL of whitespace', url('  ', 'exact'), {}, undefined],
      ['fails when the URL contains a not_icontains text', url('/path', 'not_icontains'), {}, 'url'],
      ['fails when an exact URL is invalid', url('ht!tp:/nowhere', 'exact'), {}, 'url'],
      ['fails when a pattern is invalid', url('(unclosed', 'regex'), {}, 'url'],
      ['fails when the match type is unknown', url('/path', 'starts_with'), {}, 'url'],
    ])
  })

  describe('device type', () => {
    const on = (deviceTypes: string[] | null, deviceTypesMatchType?: string) => ({
      conditions: { deviceTypes, deviceTypesMatchType },
    })
    itDecides([
      ['passes when the device is listed', on(['Mobile', 'Desktop']), {}, undefined],
      ['fails when the device is not listed', on(['Web']), {}, 'device type'],
      ['passes for any device when the list is empty', on([]), { device: undefined }, undefined],
      ['fails when the device is unknown', on(['Desktop']), { device: undefined }, 'device type'],
      ['fails for a listed device when the type is is_not', on(['Desktop'], 'is_not'), {}, 'device type'],
      ['fails when the match type is unknown', on(['Desktop'], 'near'), {}, 'device type'],
    ])
  })

  describe('selector', () => {
    const fields = { conditions: { selector: '.x' } }
    itDecides([
      ['fails when no element matches', fields, {}, 'selector'],
      ['passes when an element matches', fields, { selectors: ['.x'] }, undefined],
    ])
  })

  describe('linked flag, targeting flag and feature flags', () => {
    const linked = (linkedFlagVariant?: string) => ({
      linked_flag_key: 'cost',
      conditions: { linkedFlagVariant },
    })
    const cost = (value: FlagValue) => ({ flags: { cost: value } })
    const further = { feature_flag_keys: [{ key: 'k', value: 'a' }] }
    itDecides([
      ['fails when the linked flag is off', linked(), cost(false), 'linked flag'],
      ['passes when the linked flag is a variant', linked(), cost('control'), undefined],
      ['fails when the linked flag is another variant', linked('control'), cost('test'), 'linked flag'],
      ['passes when the linked flag is the required variant', linked('control'), cost('control'), undefined],
      ['passes for every variant when any is required', linked('any'), cost('test'), undefined],
      ['passes for a flag without variants when any is required', linked('any'), cost(true), undefined],
      ['fails for a flag that is off when any is required', linked('any'), cost(false), 'linked flag'],
      [
        'fails for a flag without variants when a variant is required',
        linked('test'),
        cost(true),
        'linked flag',
      ],
      ['fails when the linked flag does not exist', linked(), {}, 'linked flag'],
      [
        'fails when the targeting flag is off',
        { targeting_flag_key: 'a' },
        { flags: { a: false } },
        'targeting flag',
      ],
      [
        'passes when the targeting flag is on',
        { targeting_flag_key: 'a' },
        { flags: { a: true } },
        undefined,
      ],
      ['fails when a further flag does not exist', further, {}, 'feature flags'],
      ['passes when every further flag is on', further, { flags: { a: true } }, undefined],
      [
        'ignores further flags without a key or value',
        { feature_flag_keys: [{ key: '', value: 'a' }, { key: 'k' }, null] },
        {},
        undefined,
      ],
      [
        'fails when a flag is not known yet',
        { targeting_flag_key: 'a' },
        { flags: {}, flagsLoaded: false },
        'targeting flag',
      ],
    ])
  })

  describe('internal targeting flag', () => {
    const flag = { internal_targeting_flag_key: 'in' }
    const off = { flags: { in: false } }
    const stored = { flags: { in: true }, flagsLoaded: false }
    itDecides([
      ['fails when the flag is off', flag, off, 'internal targeting flag'],
      ['passes when the schedule is always', { ...flag, schedule: 'always' }, off, undefined],
      ['passes when the survey is in progress', flag, { ...off, inProgress: true }, undefined],
      [
        'fails for a recurring survey when the flag is only stored',
        { ...flag, schedule: 'recurring' },
        stored,
        'internal targeting flag',
      ],
      [
        'fails for an iteration when the flag is only stored',
        { ...flag, current_iteration: 1 },
        stored,
        'internal targeting flag',
      ],
      [
        'passes for an iteration when the flag is loaded',
        { ...flag, current_iteration: 1 },
        { flags: { in: true } },
        undefined,
      ],
      [
        'passes without an iteration when the flag is only stored',
        { ...flag, current_iteration: 0 },
        stored,
        undefined,
      ],
    ])
  })

  describe('waiting period', () => {
    const wait = (days: number | null) => ({ conditions: { seenSurveyWaitPeriodInDays: days } })
    const ago = (ms: number) => ({ lastSeen: NOW - ms })
    itDecides([
      ['fails after exactly 7 of 7 days', wait(7), ago(7 * DAY), 'waiting period'],
      ['passes a second after 7 of 7 days', wait(7), ago(7 * DAY + 1000), undefined],
      ['fails after 6 hours of a day', wait(1), ago(6 * HOUR), 'waiting period'],
      ['passes after 36 hours of a day', wait(1), ago(36 * HOUR), undefined],
      ['fails a minute before the end of a day', wait(1), ago(24 * HOUR - 60_000), 'waiting period'],
      ['passes a minute after the end of a day', wait(1), ago(24 * HOUR + 60_000), undefined],
      ['passes after 5 minutes when the period is 0', wait(0), ago(300_000), undefined],
      ['passes after 5 minutes when the period is null', wait(null), ago(300_000), undefined],
      ['passes when no survey was seen', wait(7), {}, undefined],
      ['passes when the date is invalid', wait(7), { lastSeen: Number.NaN }, undefined],
      ['passes when the date is 30 days ahead', wait(7), ago(-30 * DAY), undefined],
      ['fails when the date is an hour ahead', wait(7), ago(-HOUR), 'waiting period'],
      [
        'fails also when the schedule is always',
        { ...wait(7), schedule: 'always' },
        ago(DAY),
        'waiting period',
      ],
      ['passes when the survey is in progress', wait(7), { ...ago(DAY), inProgress: true }, undefined],
      ['fails when the date is a day ahead', wait(7), ago(-DAY), 'waiting period'],
      ['passes when the date is more than a day ahead', wait(7), ago(-DAY - 1), undefined],
    ])

    it.each<[string, number, SurveyConfig, string | undefined]>([
      [
        'fails when the period of the project is longer',
        1,
        { seenSurveyWaitPeriodInDays: 7 },
        'waiting period',
      ],
      [
        'fails when the period of the survey is longer',
        7,
        { seenSurveyWaitPeriodInDays: 1 },
        'waiting period',
      ],
      ['passes when the project has no period', 1, { seenSurveyWaitPeriodInDays: null }, undefined],
    ])('%s', (_, days, config, expected) => {
      expect(firstFailedCheck(prepared(wait(days), config), contextOf(ago(3 * DAY)))).toBe(expected)
    })
  })

  describe('already seen', () => {
    const seen = { seen: ['s1'] }
    const event = (repeatedActivation?: boolean) => ({
      conditions: { events: { repeatedActivation, values: [{ name: 'paid' }] } },
    })
    const triggered = { ...seen, triggered: ['s1'] }
    itDecides([
      ['fails when the schedule is once', { schedule: 'once' }, seen, 'already seen'],
      ['fails when there is no schedule', {}, seen, 'already seen'],
      ['passes when the schedule is always', { schedule: 'always' }, seen, undefined],
      ['passes when an event activates the survey repeatedly', event(true), triggered, undefined],
      ['fails when an event activates the survey once', event(), triggered, 'already seen'],
      ['passes when the survey is in progress', {}, { ...seen, inProgress: true }, undefined],
      ['passes when another iteration was seen', { current_iteration: 2 }, seen, undefined],
      [
        'fails when the same iteration was seen',
        { current_iteration: 2 },
        { seen: ['s1_2'] },
        'already seen',
      ],
      [
        'fails when repeated activation has no events',
        { conditions: { events: { repeatedActivation: true, values: [] } } },
        seen,
        'already seen',
      ],
    ])
  })

  describe('trigger', () => {
    const waitsForEvent = { conditions: { events: { values: [{ name: 'paid' }] } } }
    const waitsForAction = { conditions: { actions: { values: [{ steps: [{ event: 'paid' }] }] } } }
    itDecides([
      ['fails when no event has triggered the survey', waitsForEvent, {}, 'trigger'],
      ['passes when an event has triggered the survey', waitsForEvent, { triggered: ['s1'] }, undefined],
      ['fails when no action has triggered the survey', waitsForAction, {}, 'trigger'],
      [
        'passes when events and actions are empty',
        { conditions: { events: { values: [] }, actions: { values: [] } } },
        {},
        undefined,
      ],
    ])
  })

  describe('filter', () => {
    const isAboutSurvey = ({ scope }: Check) => scope === 'survey'
    const isNotAboutPage = ({ scope }: Check) => scope !== 'page'
    const fields = prepared({
      conditions: { seenSurveyWaitPeriodInDays: 7, url: '/other', events: { values: [{ name: 'a' }] } },
    })

    it('returns "waiting period" before "already seen" when both fail', () => {
      const context = contextOf({ lastSeen: NOW, seen: ['s1'] })
      expect(firstFailedCheck(fields, context, isAboutSurvey)).toBe('waiting period')
    })

    it.each<[string, ContextOptions, typeof isAboutSurvey, string | undefined]>([
      ['ignores page and trigger when filtered by the scope survey', {}, isAboutSurvey, undefined],
      ['fails for the trigger when only the page is ignored', {}, isNotAboutPage, 'trigger'],
      ['passes when triggered and the page is ignored', { triggered: ['s1'] }, isNotAboutPage, undefined],
    ])('%s', (_, context, filter, expected) => {
      expect(firstFailedCheck(fields, contextOf(context), filter)).toBe(expected)
    })
  })

  it('returns "malformed" when a check throws', () => {
    const flag = () => {
      throw new Error('unreadable')
    }
    expect(firstFailedCheck(prepared({ linked_flag_key: 'a' }), { ...contextOf(), flag })).toBe('malformed')
  })

  it('passes when a variant is named without a flag', () => {
    expect(
      firstFailedCheck(prepared({ conditions: { linkedFlagVariant: 'a' } }), contextOf()),
    ).toBeUndefined()
  })

  it('reads no flag when the URL does not match', () => {
    const reads: string[] = []
    const flag = (key: string) => {
      reads.push(key)
      return true
    }
    const context = { ...contextOf(), flag }
    firstFailedCheck(prepared({ linked_flag_key: 'a', conditions: { url: '/other' } }), context)
    expect(reads).toEqual([])
  })
})
