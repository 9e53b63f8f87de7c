import { describe, expect, it } from 'vitest'
import { describeFailures, tryUrl } from '../../../src/surveys'
import type { MatchType, Survey } from '../../../src/wire/survey'
import { survey } from '../../support/surveys'
import { openTab, type Tab } from '../../support/tab'

/** Returns the failed checks of a survey on a page of the shop. */
async function failures(
  given: Partial<Survey>,
  options: Parameters<typeof openTab>[1] = {},
  act: (tab: Tab) => unknown = () => {},
) {
  const tab = await openTab([survey(given)], options)
  await act(tab)
  const explanation = await tab.surveys.explainSurvey('s1')
  return describeFailures(explanation!)
}

describe('describeFailures', () => {
  it('returns nothing for a survey that may show', async () => {
    expect(await failures({})).toEqual([])
  })

  it.each<[string, Partial<Survey>, string, string]>([
    [
      'url',
      { conditions: { url: '/pricing' } },
      'conditions.url',
      '"https://shop.test/" does not contain "/pricing".',
    ],
    [
      'device type',
      { conditions: { deviceTypes: ['Mobile', 'Tablet'], deviceTypesMatchType: 'exact' } },
      'conditions.deviceTypes',
      '"Desktop" does not equal "Mobile" or "Tablet".',
    ],
    ['running', { start_date: null }, 'start_date', 'The survey is a draft, because it has no start date.'],
    [
      'running',
      { end_date: '2025-02-01T00:00:00Z' },
      'end_date',
      'The survey ended at "2025-02-01T00:00:00Z", and it is "2026-01-05T12:00:00.000Z".',
    ],
    [
      'running',
      { start_date: '2099-01-01T00:00:00Z' },
      'start_date',
      'The survey starts at "2099-01-01T00:00:00Z", and it is "2026-01-05T12:00:00.000Z".',
    ],
    [
      'running',
      { conditions: { linkedFlagVariant: 7 as never } },
      'conditions',
      'A condition does not have the shape that it should.',
    ],
    ['type', { type: 'external_survey' }, 'type', 'Pages show no surveys of the type "external_survey".'],
    [
      'trigger',
      { conditions: { events: { values: [{ name: 'paid' }, { name: 'left' }] } } },
      'conditions.events',
      'The session has captured no event that shows the survey: "paid" or "left".',
    ],
    ['linked flag', { linked_flag_key: 'beta' }, 'linked_flag_key', 'The flag "beta" is off.'],
    [
      'linked flag',
      { linked_flag_key: 'plan', conditions: { linkedFlagVariant: 'pro' } },
      'linked_flag_key',
      'The flag "plan" has the value "free", not the variant "pro".',
    ],
    [
      'targeting flag',
      { targeting_flag_key: 'gone' },
      '',
      'The person is not in the audience. The flag "gone" is not known.',
    ],
    [
      'feature flags',
      { feature_flag_keys: [{ key: 'a', value: 'beta' }] },
      '',
      'One of these flags is off: "beta".',
    ],
    [
      'selector',
      { conditions: { selector: '#pay' } },
      'conditions.selector',
      'No element of the page matches "#pay".',
    ],
  ])('says with values why %s fails, and which field decides it: %#', async (check, given, path, message) => {
    const found = await failures(given, { flags: { beta: false, plan: 'free' } })
    expect(found).toEqual([{ check, path, message, isPending: false }])
  })

  it('tells a flag that is not known yet from one that is off', async () => {
    const found = await failures({ linked_flag_key: 'beta' }, { flagsLoaded: false })
    expect(found).toEqual([
      {
        check: 'linked flag',
        path: 'linked_flag_key',
        message: 'The flag "beta" is not known.',
        isPending: true,
      },
    ])
  })

  it('says what the visitor and the page have to do with it', async () => {
    const settings = { disable_surveys_automatic_display: true }
    const conditions = { seenSurveyWaitPeriodInDays: 7 }
    const found = await failures({ conditions }, { settings }, ({ host, surveys }) => {
      surveys.markSurveyAsSeen('s1')
      host.set({ blockedBy: 'consent' })
      host.page.setVisible(false)
    })
    expect(found.map(({ check, message }) => [check, message])).toEqual([
      [
        'automatic display',
        '"disable_surveys" or "disable_surveys_automatic_display" is set, so no survey opens by itself.',
      ],
      ['capturing', 'The visitor has refused or not decided yet, so nothing is captured.'],
      ['page visible', 'The page is in the background, or prerendered.'],
      [
        'waiting period',
        'A survey was visible at "2026-01-05T12:00:00.000Z". The survey waits 7 days, or as long as the project requires.',
      ],
      ['already seen', 'The visitor has answered or closed the survey, and its schedule is "once".'],
    ])
  })

  it('tells a bot from a visitor who has refused (D-612)', async () => {
    const found = await failures({}, {}, ({ host }) => host.set({ blockedBy: 'bot' }))
    expect(found.map(({ message }) => message)).toEqual([
      'The browser counts as a bot, so nothing is captured.',
    ])
  })

  it('says that a delay is not over, and that another survey is open', async () => {
    const tab = await openTab([
      survey({ id: 'first' }),
      survey({ id: 's1', appearance: { surveyPopupDelaySeconds: 5 } }),
    ])
    const found = describeFailures((await tab.surveys.explainSurvey('s1'))!)
    expect(found.map(({ path, message }) => [path, message])).toEqual([
      ['appearance.surveyPopupDelaySeconds', 'The delay of 5 seconds is not over.'],
      ['', 'Another survey is open.'],
    ])
  })
})

describe('tryUrl', () => {
  it.each<[MatchType | undefined, string, boolean, string]>([
    [undefined, '/a', true, '"https://shop.test/a" contains "/a".'],
    ['not_icontains', '/a', false, '"https://shop.test/a" contains "/a".'],
    ['exact', '/a', false, '"https://shop.test/a" does not equal "/a".'],
    ['is_not', '/a', true, '"https://shop.test/a" does not equal "/a".'],
    ['regex', '^https', true, '"https://shop.test/a" matches "^https".'],
    ['not_regex', '(', false, '"https://shop.test/a" matches "(".'],
    ['near' as never, '/a', false, '"https://shop.test/a" does not meet "/a".'],
    ['exact', ' ', true, 'The survey shows at every URL.'],
  ])('tells whether a URL meets a condition with %s and %s', (urlMatchType, url, matches, message) => {
    expect(tryUrl({ url, urlMatchType }, 'https://shop.test/a')).toEqual({ matches, message })
  })

  it.each<MatchType>(['regex', 'not_regex'])(
    'tries no pattern that takes exponential time: %s (D-775)',
    type => {
      const conditions = { url: '(a|\\w)+-', urlMatchType: type }
      expect(tryUrl(conditions, `https://shop.test/${'a'.repeat(50)}`)).toEqual({
        matches: false,
        message: 'The pattern can take exponential time, so it was not tried.',
      })
    },
  )
})
