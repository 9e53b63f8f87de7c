import { describe, expect, it } from 'vitest'
import { prepareTriggers } from '../../../src/surveys/display/triggers'
import { compileMatcher } from '../../../src/surveys/targeting/match'
import type { Properties } from '../../../src/wire/event'
import type { ActionStep, SurveyConditions } from '../../../src/wire/survey'

const URL = 'https://shop.test/cart'

/** Whether an event starts a survey with these conditions, and how many conditions are invalid. */
function hears(conditions: SurveyConditions, event: string, properties: Properties = {}) {
  let faults = 0
  const { start } = prepareTriggers(conditions, {
    compileMatcher,
    pageUrl: () => URL,
    onInvalid: () => faults++,
  })
  return { fires: start({ event, properties }), faults }
}

const filtered = (filters: Record<string, unknown>) =>
  ({ events: { values: [{ name: 'paid', propertyFilters: filters }] } }) as SurveyConditions

describe('events', () => {
  it('the name decides where there are no filters', () => {
    const conditions = { events: { values: [{ name: 'paid' }] } }
    expect(hears(conditions, 'paid').fires).toBe(true)
    expect(hears(conditions, 'Paid').fires).toBe(false)
  })

  it.each<[string, Record<string, unknown>, Properties, boolean]>([
    ['exact', { plan: { values: ['pro'], operator: 'exact' } }, { plan: 'pro' }, true],
    ['exact, another value', { plan: { values: ['pro'], operator: 'exact' } }, { plan: 'free' }, false],
    ['no operator is exact', { plan: { values: ['pro'] } }, { plan: 'professional' }, false],
    ['is_not', { plan: { values: ['pro'], operator: 'is_not' } }, { plan: 'free' }, true],
    ['regex', { plan: { values: ['^p'], operator: 'regex' } }, { plan: 'pro' }, true],
    ['icontains', { plan: { values: ['RO'], operator: 'icontains' } }, { plan: 'pro' }, true],
    ['not_icontains', { plan: { values: ['x'], operator: 'not_icontains' } }, { plan: 'pro' }, true],
    ['not_regex', { plan: { values: ['^p'], operator: 'not_regex' } }, { plan: 'pro' }, false],
    ['gt', { total: { values: ['100'], operator: 'gt' } }, { total: 101 }, true],
    ['lt', { total: { values: ['100'], operator: 'lt' } }, { total: 101 }, false],
    ['numbers are compared as texts', { total: { values: ['5'] } }, { total: 5 }, true],
    ['booleans are compared as texts', { vip: { values: ['true'] } }, { vip: true }, true],
    ['a list matches by any element', { tags: { values: ['b'] } }, { tags: ['a', 'b'] }, true],
    ['two filters must both hold', { a: { values: ['1'] }, b: { values: ['2'] } }, { a: 1, b: 3 }, false],
    ['two filters that hold', { a: { values: ['1'] }, b: { values: ['2'] } }, { a: 1, b: 2 }, true],
    ['a missing property is not equal', { plan: { values: ['pro'] } }, {}, false],
    ['a missing property is not greater', { total: { values: ['1'], operator: 'gt' } }, {}, false],
    [
      'a missing property is not the denied value',
      { plan: { values: ['pro'], operator: 'is_not' } },
      {},
      true,
    ],
    ['null is a missing property', { plan: { values: ['x'], operator: 'not_regex' } }, { plan: null }, true],
  ])('filters: %s', (_, filters, properties, expected) => {
    expect(hears(filtered(filters), 'paid', properties).fires).toBe(expected)
  })

  it.each<[string, Record<string, unknown>]>([
    ['an unknown operator', { plan: { values: ['pro'], operator: 'near' } }],
    ['a broken pattern', { plan: { values: ['('], operator: 'regex' } }],
    ['the denial of a broken pattern', { plan: { values: ['('], operator: 'not_regex' } }],
  ])('%s fires for nothing, missing properties included, and is told', (_, filters) => {
    expect(hears(filtered(filters), 'paid', { plan: 'pro' })).toEqual({ fires: false, faults: 1 })
    expect(hears(filtered(filters), 'paid', {})).toEqual({ fires: false, faults: 1 })
  })

  it('the same event may be listed twice with other filters', () => {
    const values = ['a', 'b'].map(value => ({
      name: 'paid',
      propertyFilters: { plan: { values: [value], operator: 'exact' as const } },
    }))
    expect(hears({ events: { values } }, 'paid', { plan: 'b' }).fires).toBe(true)
  })

  it('what cancels is prepared without anything that starts', () => {
    const { start, cancel } = prepareTriggers(
      { cancelEvents: { values: [{ name: 'bought' }] } },
      { compileMatcher, pageUrl: () => URL, onInvalid: () => {} },
    )
    const events = ['bought', 'sold'].map(event => ({ event, properties: {} }))
    expect([events.map(start), events.map(cancel)]).toEqual([
      [false, false],
      [true, false],
    ])
  })

  it.each([[null], [{ values: null }], [{ values: [null, {}, { name: '' }] }]])('can do with %j', events => {
    expect(hears({ events } as never, 'paid')).toEqual({ fires: false, faults: 0 })
  })
})

describe('actions', () => {
  const action = (...steps: ActionStep[]): SurveyConditions => ({ actions: { values: [{ steps }] } })
  const clicked = { $elements_chain: 'button.buy:text="Buy \\"now\\""attr__href="/buy"', $current_url: URL }

  it.each<[string, ActionStep, string, Properties, boolean]>([
    ['event name', { event: 'paid' }, 'paid', {}, true],
    ['another event', { event: 'paid' }, 'seen', {}, false],
    ['address contains', { url: 'CART' }, 'any', { $current_url: URL }, true],
    ['address contains, any run', { url: 'shop%cart' }, 'any', { $current_url: URL }, true],
    ['address contains, any character', { url: 'c_rt' }, 'any', { $current_url: URL }, true],
    ['address contains, a dot is a dot', { url: 'shop.cart' }, 'any', { $current_url: URL }, false],
    ['address of the page where the event has none', { url: 'cart' }, 'any', {}, true],
    ['address exact', { url: URL, url_matching: 'exact' }, 'any', { $current_url: `${URL}/2` }, false],
    ['address regex', { url: '/ca.t$', url_matching: 'regex' }, 'any', { $current_url: URL }, true],
    ['text of the element', { text: 'Buy "now"' }, '$autocapture', clicked, true],
    ['text of a listed element', { text: 'Buy' }, '$autocapture', { $elements: [{ $el_text: 'Buy' }] }, true],
    ['link of the element', { href: '/buy' }, '$autocapture', clicked, true],
    ['another link', { href: '/sell' }, '$autocapture', clicked, false],
    ['selector that the event names', { selector: '.buy' }, 'c', { $element_selectors: ['.buy'] }, true],
    [
      'selector by the pattern of the service',
      { selector: '.buy', selector_regex: 'button.*\\.buy' },
      'c',
      clicked,
      true,
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
    ['every part must hold', { event: 'paid', url: 'other' }, 'paid', { $current_url: URL }, false],
  ])('%s', (_, step, event, properties, expected) => {
    expect(hears(action(step), event, properties).fires).toBe(expected)
  })

  it('any step is enough, and so is an event beside actions', () => {
    const conditions = { ...action({ event: 'a' }, { event: 'b' }), events: { values: [{ name: 'c' }] } }
    expect(['a', 'b', 'c', 'd'].map(event => hears(conditions, event).fires)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
