import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../../../src/surveys/authoring/lint/lintSurvey'
import type { SurveyConditions } from '../../../../src/wire/survey'
import { survey } from '../../../support/surveys'

const findings = (conditions: SurveyConditions) =>
  lintSurvey(survey({ conditions })).map(({ severity, path, message }) => [severity, path, message])
const urlFindings = (urlMatchType: SurveyConditions['urlMatchType'], url: string) =>
  findings({ url, urlMatchType }).map(([severity, path, message]) => {
    expect([severity, path]).toEqual(['warning', 'conditions.url'])
    return message
  })

describe('lintSurvey with a URL condition', () => {
  it.each<[SurveyConditions['urlMatchType'], string, string]>([
    [
      'exact',
      '/pricing',
      'No URL of a page equals "/pricing". Visitors never see the survey. Enter all of it, from https:// on, or choose "contains".',
    ],
    [
      'exact',
      'localhost:3000/a',
      'No URL of a page equals "localhost:3000/a". Visitors never see the survey. Enter all of it, from https:// on, or choose "contains".',
    ],
    [
      'is_not',
      'shop.test/pricing',
      'No URL of a page equals "shop.test/pricing". The condition holds on every page. Enter all of it, from https:// on, or choose "does not contain".',
    ],
    [
      'exact',
      'https://Shop.test/a b',
      'No URL of a page equals "https://Shop.test/a b". Visitors never see the survey. Browsers write it "https://shop.test/a%20b". Enter that.',
    ],
    [
      'regex',
      '^/pricing$',
      'The pattern begins with a path, and a URL begins with its scheme. Visitors never see the survey. Remove the "^".',
    ],
    [
      'not_regex',
      '^\\/pricing',
      'The pattern begins with a path, and a URL begins with its scheme. The condition holds on every page. Remove the "^".',
    ],
  ])('reports that no page can meet: %s %s (D-609)', (type, url, message) => {
    expect(urlFindings(type, url)).toEqual([message])
  })

  it.each<[SurveyConditions['urlMatchType'], string]>([
    ['exact', 'https://shop.test'],
    ['exact', ' https://shop.test/a?b=1#c '],
    ['is_not', 'file:///a'],
    ['exact', ''],
    ['icontains', '/pricing'],
    [undefined, '/pricing'],
    ['not_icontains', '/pricing'],
    ['regex', '^/a|^https'],
    ['regex', '^/?https'],
    ['regex', '/pricing$'],
  ])('accepts %s %s', (type, url) => {
    expect(findings({ url, urlMatchType: type })).toEqual([])
  })
})

describe('lintSurvey with patterns that take exponential time', () => {
  const message = (pattern: string) =>
    `The pattern "${pattern}" can split a text in exponentially many ways. Pages freeze on some texts of 30 characters. Remove a repetition, or end it with a character that it does not contain.`

  it.each([
    '^https://shop\\.test/([\\w-]+/?)+$',
    '^(https?://)?([\\w-]+\\.?)+/done$',
    '(a+)+b',
    '(a*)*b',
    '(a|a)*b',
    '(a|\\w)*?-',
    '(\\w+\\s?)*$',
    '(a?b?)*x',
    '(a+a)+$',
    '(x+x+)+y',
    '(.*,)*x',
    '(?:a|ab|b)*c',
    '(a{1,3})+$',
    '(a+){2,}b',
    '((ab)*)+c',
    '(?=(a+)+b)',
    '(.)(\\1|a)+b',
    '([^]|a)+b',
    '(\\]|])+b',
    '(é|\\W)+b',
  ])('warns about %s (D-775)', pattern => {
    const expected = ['warning', 'conditions.url', message(pattern)]
    expect(findings({ url: pattern, urlMatchType: 'regex' })).toEqual([expected])
    expect(findings({ url: pattern, urlMatchType: 'not_regex' })).toEqual([expected])
    expect(findings({ url: pattern })).toEqual([])
  })

  it.each([
    '.*checkout.*',
    '^https?://.*/cart/.*/done$',
    '^https://shop\\.test(/[\\w-]+)+/?$',
    '([\\w-]+/)+$',
    '^https://(a|b)*\\.test/',
    '(\\d{2})+-',
    '(a+){2}b',
    '(a+){1}b',
    '(a+){0,1}b',
    '(a+)?b',
    '(?:[a-z]+-)*[a-z]+$',
    '(\\.\\w{2,3}){1,2}$',
    '(a|\\bb)+-',
    'a{,3}{b',
    '(?:[a-z\\d]+\\.)+[a-z]{2,}(?:/[^/?]+)*/?(?:\\?[^#]*)?$',
    '(?<year>\\d{4})-(\\d\\d)',
  ])('accepts %s (D-775)', pattern => {
    expect(findings({ url: pattern, urlMatchType: 'regex' })).toEqual([])
  })

  it('examines long patterns, and tries none (D-775)', () => {
    const codes = (pattern: string) => findings({ url: pattern, urlMatchType: 'regex' }).length
    expect(codes(`(${'[^]?'.repeat(100)})+b`)).toBe(1)
    expect(codes(`(${'a'.repeat(300)}|)+b`)).toBe(0)
    expect(codes('.*'.repeat(250))).toBe(0)
  })

  it.each<[string, SurveyConditions, string]>([
    [
      'devices',
      { deviceTypes: ['Desktop', '(a+)+b'], deviceTypesMatchType: 'regex' },
      'conditions.deviceTypes',
    ],
    [
      'properties of events',
      {
        events: {
          values: [{ name: 'paid', propertyFilters: { a: { values: ['(a+)+b'], operator: 'regex' } } }],
        },
      },
      'conditions',
    ],
    [
      'actions',
      {
        actions: { values: [{ id: 1, name: 'a', steps: [{ url: '(a+)+b', url_matching: 'regex' }] }] },
      } as never,
      'conditions',
    ],
  ])('warns about patterns of %s (D-775)', (_, conditions, path) => {
    expect(findings(conditions)).toEqual([['warning', path, message('(a+)+b')]])
  })

  it('does not examine patterns that the service writes from selectors, or an invalid one (D-775)', () => {
    const step = { selector: 'a', selector_regex: '(a+)+b' }
    expect(findings({ actions: { values: [{ id: 1, name: 'a', steps: [step] }] } } as never)).toEqual([])
    expect(findings({ url: '((a+)+b', urlMatchType: 'regex' }).map(([severity]) => severity)).toEqual([
      'error',
    ])
  })
})

describe('lintSurvey with conditions that contradict each other', () => {
  it.each<[string, SurveyConditions, string, string]>([
    [
      'an event that shows and cancels',
      {
        events: { values: [{ name: 'paid' }, { name: 'left' }] },
        cancelEvents: { values: [{ name: 'paid' }] },
      },
      'conditions.cancelEvents',
      '"paid" both shows and cancels the survey. It never shows the survey. Remove it from one of the lists.',
    ],
    [
      'devices that do not exist',
      { deviceTypes: ['phone', 'desktop'], deviceTypesMatchType: 'exact' },
      'conditions.deviceTypes',
      'No device meets this condition with "phone", "desktop". Visitors never see the survey. Use Desktop, Mobile, Tablet, Console, Wearable.',
    ],
    [
      'every device excluded',
      {
        deviceTypes: ['Desktop', 'Mobile', 'Tablet', 'Console', 'Wearable'],
        deviceTypesMatchType: 'is_not',
      },
      'conditions.deviceTypes',
      'No device meets this condition with "Desktop", "Mobile", "Tablet", "Console", "Wearable". Visitors never see the survey. Use Desktop, Mobile, Tablet, Console, Wearable.',
    ],
    [
      'a pattern that excludes every URL',
      { url: ':', urlMatchType: 'not_icontains' },
      'conditions.url',
      'No visitor passes the check "url". Visitors never see the survey. Correct the condition.',
    ],
    [
      'a trigger without a name',
      { events: { values: [{ name: '' }] } },
      'conditions',
      'A condition, filter or flag does not have the shape that it should. Visitors never see the survey.',
    ],
  ])('reports %s', (_, conditions, path, message) => {
    expect(findings(conditions)).toEqual([['error', path, message]])
  })

  it.each<[string, SurveyConditions]>([
    [
      'a filter that cancels in some cases alone',
      {
        events: { values: [{ name: 'paid' }] },
        cancelEvents: {
          values: [{ name: 'paid', propertyFilters: { plan: { values: ['free'], operator: 'exact' } } }],
        },
      },
    ],
    ['a device in another case', { deviceTypes: ['mobile'] }],
    ['all devices but one', { deviceTypes: ['Desktop'], deviceTypesMatchType: 'is_not' }],
  ])('accepts %s', (_, conditions) => {
    expect(findings(conditions)).toEqual([])
  })
})
