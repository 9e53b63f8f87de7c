import { describe, expect, it } from 'vitest'
import { prepareTriggers } from '../../../src/surveys/display/triggers'
import { compileMatcher } from '../../../src/surveys/targeting/match'
import type { Properties } from '../../../src/wire/event'
import type { ActionStep, SurveyConditions } from '../../../src/wire/survey'

const URL = 'https://shop.test/cart'

/** Whether an event starts a survey with these conditions, and how many conditions are invalid. */
function start(conditions: SurveyConditions, event: string, properties: Properties = {}) {
  let invalid = 0
  const triggers = prepareTriggers(conditions, {
    compileMatcher,
    pageUrl: () => URL,
    onInvalid: () => invalid++,
  })
  return { fires: triggers.start({ event, properties }), invalid }
}

const filtered = (filters: Record<string, unknown>) =>
  ({ events: { values: [{ name: 'paid', propertyFilters: filters }] } }) as SurveyConditions

describe('prepareTriggers: events', () => {
  it('matches an event by its exact name when there are no filters', () => {
    const conditions = { events: { values: [{ name: 'paid' }] } }
    expect(start(conditions, 'paid').fires).toBe(true)
    expect(start(conditions, 'Paid').fires).toBe(false)
  })

  it.each<[string, Record<string, unknown>, Properties, boolean]>([
    ['exact', { plan: { values: ['pro'], operator: 'exact' } }, { plan: 'pro' }, true],
    ['exact, another value', { plan: { values: ['pro'], operator: 'exact' } }, { plan: 'free' }, false],
    ['no operator means exact', { plan: { values: ['pro'] } }, { plan: 'professional' }, false],
    ['is_not', { plan: { values: ['pro'], operator: 'is_not' } }, { plan: 'free' }, true],
    ['regex', { plan: { values: ['^p'], operator: 'regex' } }, { plan: 'pro' }, true],
    ['icontains', { plan: { values: ['RO'], operator: 'icontains' } }, { plan: 'pro' }, true],
    ['not_icontains', { plan: { values: ['x'], operator: 'not_icontains' } }, { plan: 'pro' }, true],
    ['not_regex', { plan: { values: ['^p'], operator: 'not_regex' } }, { plan: 'pro' }, false],
    ['gt', { total: { values: ['100'], operator: 'gt' } }, { total: 101 }, true],
    ['lt', { total: { values: ['100'], operator: 'lt' } }, { total: 101 }, false],
    ['numbers are compared as texts', { total: { values: ['5'] } }, { total: 5 }, true],
    ['booleans are compared as texts', { vip: { values: ['true'] } }, { vip: true }, true],
    ['any element of a list may match', { tags: { values: ['b'] } }, { tags: ['a', 'b'] }, true],
    ['one of two filters matches', { a: { values: ['1'] }, b: { values: ['2'] } }, { a: 1, b: 3 }, false],
    ['both of two filters match', { a: { values: ['1'] }, b: { values: ['2'] } }, { a: 1, b: 2 }, true],
    ['a missing property fails exact', { plan: { values: ['pro'] } }, {}, false],
    ['a missing property fails gt', { total: { values: ['1'], operator: 'gt' } }, {}, false],
    ['a missing property passes is_not', { plan: { values: ['pro'], operator: 'is_not' } }, {}, true],
    [
      'null counts as a missing property',
      { plan: { values: ['x'], operator: 'not_regex' } },
      { plan: null },
      true,
    ],
  ])('evaluates property filters: %s', (_, filters, properties, expected) => {
    expect(start(filtered(filters), 'paid', properties).fires).toBe(expected)
  })

  it.each<[string, Record<string, unknown>]>([
    ['an unknown operator', { plan: { values: ['pro'], operator: 'near' } }],
    ['a broken pattern', { plan: { values: ['('], operator: 'regex' } }],
    ['a negated broken pattern', { plan: { values: ['('], operator: 'not_regex' } }],
  ])('reports %s, which matches nothing, not even a missing property', (_, filters) => {
    expect(start(filtered(filters), 'paid', { plan: 'pro' })).toEqual({ fires: false, invalid: 1 })
    expect(start(filtered(filters), 'paid', {})).toEqual({ fires: false, invalid: 1 })
  })

  it('matches an event that is listed twice with different filters', () => {
    const values = ['a', 'b'].map(value => ({
      name: 'paid',
      propertyFilters: { plan: { values: [value], operator: 'exact' as const } },
    }))
    expect(start({ events: { values } }, 'paid', { plan: 'b' }).fires).toBe(true)
  })

  it('prepares cancel events when there are no trigger events', () => {
    const triggers = prepareTriggers(
      { cancelEvents: { values: [{ name: 'bought' }] } },
      { compileMatcher, pageUrl: () => URL, onInvalid: () => {} },
    )
    const events = ['bought', 'sold'].map(event => ({ event, properties: {} }))
    expect([events.map(triggers.start), events.map(triggers.cancel)]).toEqual([
      [false, false],
      [true, false],
    ])
  })

  it.each([[null], [{ values: null }], [{ values: [null, {}, { name: '' }] }]])(
    'ignores malformed events: %j',
    events => {
      expect(start({ events } as never, 'paid')).toEqual({ fires: false, invalid: 0 })
    },
  )
})

describe('prepareTriggers: actions', () => {
  const action = (...steps: ActionStep[]): SurveyConditions => ({ actions: { values: [{ steps }] } })
  const clicked = { $elements_chain: 'button.buy:text="Buy \\"now\\""attr__href="/buy"', $current_url: URL }

  it.each<[string, ActionStep, string, Properties, boolean]>([
    ['event name', { event: 'paid' }, 'paid', {}, true],
    ['another event', { event: 'paid' }, 'seen', {}, false],
    ['URL contains', { url: 'CART' }, 'any', { $current_url: URL }, true],
    ['URL contains, with % for any characters', { url: 'shop%cart' }, 'any', { $current_url: URL }, true],
    ['URL contains, with _ for one character', { url: 'c_rt' }, 'any', { $current_url: URL }, true],
    ['URL contains, with a literal dot', { url: 'shop.cart' }, 'any', { $current_url: URL }, false],
    ["the page's URL when the event has none", { url: 'cart' }, 'any', {}, true],
    ['URL exact', { url: URL, url_matching: 'exact' }, 'any', { $current_url: `${URL}/2` }, false],
    ['URL regex', { url: '/ca.t$', url_matching: 'regex' }, 'any', { $current_url: URL }, true],
    ['text of the element', { text: 'Buy "now"' }, '$autocapture', clicked, true],
    ['text of a listed element', { text: 'Buy' }, '$autocapture', { $elements: [{ $el_text: 'Buy' }] }, true],
    ['link of the element', { href: '/buy' }, '$autocapture', clicked, true],
    ['another link', { href: '/sell' }, '$autocapture', clicked, false],
    ['selector listed by the event', { selector: '.buy' }, 'c', { $element_selectors: ['.buy'] }, true],
    [
      "selector by the service's pattern",
      { selector: '.buy', selector_regex: 'button.*\\.buy' },
      'c',
      clicked,
      true,
    ],
    [
      'selector by a pattern that matches among the first 10,000 characters of the elements (D-775)',
      { selector: '.buy', selector_regex: '\\.buy' },
      'c',
      { $elements_chain: `${'a'.repeat(9_996)}.buy` },
      true,
    ],
    [
      'selector by a pattern that matches behind them (D-775)',
      { selector: '.buy', selector_regex: '\\.buy' },
      'c',
      { $elements_chain: `${'a'.repeat(9_997)}.buy` },
      false,
    ],
    ['selector without a pattern', { selector: '.buy' }, 'c', clicked, false],
    [
      'properties',
      { event: 'paid', properties: [{ key: 'plan', value: 'pro' }] },
      'paid',
      { plan: 'pro' },
      true,
    ],
    [
      'properties with an operator',
      { properties: [{ key: 'n', value: ['1'], operator: 'gt' }] },
      'paid',
      { n: 2 },
      true,
    ],
    ['only one of two parts', { event: 'paid', url: 'other' }, 'paid', { $current_url: URL }, false],
  ])('evaluates an action step: %s', (_, step, event, properties, expected) => {
    expect(start(action(step), event, properties).fires).toBe(expected)
  })

  it('matches any step of an action, and trigger events as well', () => {
    const conditions = { ...action({ event: 'a' }, { event: 'b' }), events: { values: [{ name: 'c' }] } }
    expect(['a', 'b', 'c', 'd'].map(event => start(conditions, event).fires)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
