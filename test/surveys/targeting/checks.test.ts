import { describe, expect, it } from 'vitest'
import {
  type Check,
  type EvaluationContext,
  firstFailedCheck,
  type PreparedSurvey,
  prepareSurvey,
} from '../../../src/surveys/targeting/checks'
import { type ParsedSurvey, parseSurvey } from '../../../src/surveys/targeting/parseSurvey'
import type { FlagValue } from '../../../src/wire/flag'
import type { Survey, SurveyConfig } from '../../../src/wire/survey'
import { survey } from '../../support/surveys'

const NOW = Date.UTC(2026, 0, 5, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (ms: number) => new Date(ms).toISOString()

interface Given {
  url?: string
  device?: string
  flags?: Record<string, FlagValue>
  flagsLoaded?: boolean
  lastSeen?: number
  seen?: string[]
  underWay?: boolean
  triggered?: string[]
  selectors?: string[]
}

const around = (given: Given = {}): EvaluationContext => ({
  now: NOW,
  url: given.url ?? 'https://example.com/path',
  device: 'device' in given ? given.device : 'Desktop',
  flag: key => given.flags?.[key],
  flagsLoaded: given.flagsLoaded ?? true,
  lastSeen: () => given.lastSeen ?? Number.NaN,
  isSeen: key => (given.seen ?? []).includes(key),
  isInProgress: () => given.underWay === true,
  isTriggered: key => (given.triggered ?? []).includes(key),
  matchesSelector: selector => (given.selectors ?? []).includes(selector),
})

function candidate(
  given: Partial<Survey> | object = {},
  config: SurveyConfig = {},
  onFault = () => {},
): PreparedSurvey {
  return prepareSurvey(parseSurvey(survey(given)) as ParsedSurvey, config, onFault)
}

type Row = [title: string, survey: Partial<Survey> | object, around: Given, obstacle: string | undefined]

const decides = (rows: Row[]) =>
  it.each(rows)('%s', (_, given, surroundings, expected) => {
    expect(firstFailedCheck(candidate(given), around(surroundings))).toBe(expected)
  })

describe('running', () => {
  decides([
    ['a draft is not', { start_date: null }, {}, 'running'],
    ['one that has begun is', { start_date: iso(NOW) }, {}, undefined],
    ['one that has ended is not', { end_date: iso(NOW) }, {}, 'running'],
    ['one that begins later is not', { start_date: iso(NOW + 1) }, {}, 'running'],
    ['one that ends later is', { end_date: iso(NOW + 1) }, {}, undefined],
    ['a date that cannot be read is no start', { start_date: 'soon' }, {}, 'running'],
    ['a date that cannot be read is an end', { end_date: 'late' }, {}, 'running'],
  ])
})

describe('type', () => {
  decides([
    ['popover shows', { type: 'popover' }, {}, undefined],
    ['widget shows', { type: 'widget' }, {}, undefined],
    ['api is offered to the page', { type: 'api' }, {}, undefined],
    ['external_survey is shown elsewhere', { type: 'external_survey' }, {}, 'type'],
    ['an unknown one is not shown', { type: 'hologram' }, {}, 'type'],
  ])
})

describe('URL', () => {
  const url = (text: string | null, urlMatchType?: string | null) => ({
    conditions: { url: text, urlMatchType },
  })
  const root = { url: 'https://example.com/' }
  decides([
    ['without a type is contained', url('EXAMPLE.com'), {}, undefined],
    ['exact means the whole address', url('https://example.com', 'exact'), {}, 'url'],
    ['exact without a path is the root', url('https://example.com', 'exact'), root, undefined],
    ['is_not', url('https://example.com', 'is_not'), root, 'url'],
    ['an empty one is none, whatever its type', url('', 'not_exact'), {}, undefined],
    ['blanks are none', url('  ', 'exact'), {}, undefined],
    ['not_icontains', url('/path', 'not_icontains'), {}, 'url'],
    ['an exact one that is no address matches nowhere', url('ht!tp:/nowhere', 'exact'), {}, 'url'],
    ['a broken pattern matches nowhere', url('(unclosed', 'regex'), {}, 'url'],
    ['an unknown type matches nowhere', url('/path', 'starts_with'), {}, 'url'],
  ])

  it('says when it cannot be understood, once, when the survey arrives', () => {
    let faults = 0
    const broken = candidate(url('(unclosed', 'regex'), {}, () => faults++)
    firstFailedCheck(broken, around())
    expect(faults).toBe(1)
  })
})

describe('device type', () => {
  const on = (deviceTypes: string[] | null, deviceTypesMatchType?: string) => ({
    conditions: { deviceTypes, deviceTypesMatchType },
  })
  decides([
    ['is contained', on(['Mobile', 'Desktop']), {}, undefined],
    ['must match', on(['Web']), {}, 'device type'],
    ['no list is any device', on([]), { device: undefined }, undefined],
    ['no user agent is no device', on(['Desktop']), { device: undefined }, 'device type'],
    ['can be denied', on(['Desktop'], 'is_not'), {}, 'device type'],
    ['an unknown match type matches none', on(['Desktop'], 'near'), {}, 'device type'],
  ])
})

describe('selector', () => {
  const given = { conditions: { selector: '.x' } }
  decides([
    ['must match an element', given, {}, 'selector'],
    ['and then holds', given, { selectors: ['.x'] }, undefined],
  ])
})

describe('flags', () => {
  const linked = (linkedFlagVariant?: string) => ({
    linked_flag_key: 'cost',
    conditions: { linkedFlagVariant },
  })
  const cost = (value: FlagValue) => ({ flags: { cost: value } })
  decides([
    ['the linked flag must be on', linked(), cost(false), 'linked flag'],
    ['a variant is on', linked(), cost('control'), undefined],
    ['another variant than the wanted one', linked('control'), cost('test'), 'linked flag'],
    ['the wanted variant', linked('control'), cost('control'), undefined],
    ['any variant', linked('any'), cost('test'), undefined],
    ['any variant, of a flag without variants', linked('any'), cost(true), undefined],
    ['any variant, of a flag that is off', linked('any'), cost(false), 'linked flag'],
    ['a wanted variant, of a flag without variants', linked('test'), cost(true), 'linked flag'],
    ['a flag that nobody knows is off', linked(), {}, 'linked flag'],
    ['the targeting flag must be on', { targeting_flag_key: 'a' }, { flags: { a: false } }, 'targeting flag'],
    ['and then holds', { targeting_flag_key: 'a' }, { flags: { a: true } }, undefined],
    ['further flags must be on', { feature_flag_keys: [{ key: 'k', value: 'a' }] }, {}, 'feature flags'],
    ['and then hold', { feature_flag_keys: [{ key: 'k', value: 'a' }] }, { flags: { a: true } }, undefined],
    [
      'entries without key or value ask nothing',
      { feature_flag_keys: [{ key: '', value: 'a' }, { key: 'k' }, null] },
      {},
      undefined,
    ],
  ])

  it('a flag that is not known yet is neither on nor off', () => {
    const check = { flags: {}, flagsLoaded: false }
    expect(firstFailedCheck(candidate({ targeting_flag_key: 'a' }), around(check))).toBe('targeting flag')
  })
})

describe('internal targeting flag', () => {
  const flag = { internal_targeting_flag_key: 'in' }
  const off = { flags: { in: false } }
  const stored = { flags: { in: true }, flagsLoaded: false }
  decides([
    ['off keeps a survey back', flag, off, 'internal targeting flag'],
    ['not one that is always shown', { ...flag, schedule: 'always' }, off, undefined],
    ['not one that is under way', flag, { ...off, underWay: true }, undefined],
    [
      'recurring waits for the service',
      { ...flag, schedule: 'recurring' },
      stored,
      'internal targeting flag',
    ],
    ['so does an iteration', { ...flag, current_iteration: 1 }, stored, 'internal targeting flag'],
    ['and shows when it has answered', { ...flag, current_iteration: 1 }, { flags: { in: true } }, undefined],
    ['without an iteration a stored value will do', { ...flag, current_iteration: 0 }, stored, undefined],
  ])
})

describe('waiting period', () => {
  const wait = (days: number | null) => ({ conditions: { seenSurveyWaitPeriodInDays: days } })
  const ago = (ms: number) => ({ lastSeen: NOW - ms })
  decides([
    ['exactly 7 days of 7', wait(7), ago(7 * DAY), 'waiting period'],
    ['7 days and a second of 7', wait(7), ago(7 * DAY + 1000), undefined],
    ['6 hours of 1 day', wait(1), ago(6 * HOUR), 'waiting period'],
    ['36 hours of 1 day', wait(1), ago(36 * HOUR), undefined],
    ['23 h 59 min of 1 day', wait(1), ago(24 * HOUR - 60_000), 'waiting period'],
    ['24 h 1 min of 1 day', wait(1), ago(24 * HOUR + 60_000), undefined],
    ['5 minutes of none', wait(0), ago(300_000), undefined],
    ['5 minutes of null', wait(null), ago(300_000), undefined],
    ['never', wait(7), {}, undefined],
    ['a date that cannot be read', wait(7), { lastSeen: Number.NaN }, undefined],
    ['30 days ahead', wait(7), ago(-30 * DAY), undefined],
    ['an hour ahead is now, by another clock', wait(7), ago(-HOUR), 'waiting period'],
    ['always waits as well', { ...wait(7), schedule: 'always' }, ago(DAY), 'waiting period'],
    ['an unfinished one does not wait', wait(7), { ...ago(DAY), underWay: true }, undefined],
  ])

  it.each<[string, number, SurveyConfig, string | undefined]>([
    ['the longer of survey and project counts', 1, { seenSurveyWaitPeriodInDays: 7 }, 'waiting period'],
    ['the project cannot shorten it', 7, { seenSurveyWaitPeriodInDays: 1 }, 'waiting period'],
    ['the project may have none', 1, { seenSurveyWaitPeriodInDays: null }, undefined],
  ])('%s', (_, days, config, expected) => {
    expect(firstFailedCheck(candidate(wait(days), config), around(ago(3 * DAY)))).toBe(expected)
  })
})

describe('already seen', () => {
  const seen = { seen: ['s1'] }
  const event = (repeatedActivation?: boolean) => ({
    conditions: { events: { repeatedActivation, values: [{ name: 'paid' }] } },
  })
  const triggered = { ...seen, triggered: ['s1'] }
  decides([
    ['once is once', { schedule: 'once' }, seen, 'already seen'],
    ['no schedule is once', {}, seen, 'already seen'],
    ['always is always', { schedule: 'always' }, seen, undefined],
    ['repeated activation repeats', event(true), triggered, undefined],
    ['an event alone does not', event(), triggered, 'already seen'],
    ['an unfinished one goes on', {}, { ...seen, underWay: true }, undefined],
    ['another iteration is another survey', { current_iteration: 2 }, seen, undefined],
    ['the same iteration is the same', { current_iteration: 2 }, { seen: ['s1_2'] }, 'already seen'],
    [
      'repeated activation without events repeats nothing',
      { conditions: { events: { repeatedActivation: true, values: [] } } },
      seen,
      'already seen',
    ],
  ])
})

describe('trigger', () => {
  const waits = { conditions: { events: { values: [{ name: 'paid' }] } } }
  const acts = { conditions: { actions: { values: [{ steps: [{ event: 'paid' }] }] } } }
  decides([
    ['an event must have fired', waits, {}, 'trigger'],
    ['and then holds', waits, { triggered: ['s1'] }, undefined],
    ['an action must have happened', acts, {}, 'trigger'],
    [
      'empty lists wait for nothing',
      { conditions: { events: { values: [] }, actions: { values: [] } } },
      {},
      undefined,
    ],
  ])
})

describe('reasons', () => {
  const isAboutSurvey = ({ scope: about }: Check) => about === 'survey'
  const isAboutRendering = ({ scope: about }: Check) => about !== 'place'

  const given = candidate({
    conditions: { seenSurveyWaitPeriodInDays: 7, url: '/other', events: { values: [{ name: 'a' }] } },
  })
  const here = around({ lastSeen: NOW, seen: ['s1'] })

  it('the waiting period comes before "already seen"', () => {
    expect(firstFailedCheck(given, here, isAboutSurvey)).toBe('waiting period')
  })

  it.each<[string, Given, typeof isAboutSurvey, string | undefined]>([
    ['displaySurvey asks neither place nor trigger', {}, isAboutSurvey, undefined],
    ['canRenderSurvey asks for the trigger, not for the place', {}, isAboutRendering, 'trigger'],
    ['and is content with it', { triggered: ['s1'] }, isAboutRendering, undefined],
  ])('%s', (_, surroundings, among, expected) => {
    expect(firstFailedCheck(given, around(surroundings), among)).toBe(expected)
  })

  it('asks the cheap checks first: no flag is looked at for a page that does not match', () => {
    const asked: string[] = []
    const flag = (key: string) => {
      asked.push(key)
      return true
    }
    const spy = { ...around(), flag }
    firstFailedCheck(candidate({ linked_flag_key: 'a', conditions: { url: '/other' } }), spy)
    expect(asked).toEqual([])
  })
})
