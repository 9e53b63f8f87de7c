import { describe, expect, it } from 'vitest'
import { addArrivals, NO_ARRIVALS, showArrivals } from '../../src/console/events/arrivals'
import { summarizeEvent } from '../../src/console/events/summarizeEvent'
import type { EventItem } from '../../src/wire/console'

const event = (uuid: string): EventItem => ({
  uuid,
  event: uuid,
  distinct_id: 'ann',
  person_id: null,
  timestamp: '2026-03-31T12:00:00Z',
  received_at: '2026-03-31T12:00:00Z',
  properties: {},
})
const names = (events: readonly EventItem[]) => events.map(({ uuid }) => uuid).join('')

describe('addArrivals', () => {
  it('puts events above those that are shown, newest first', () => {
    const once = addArrivals(NO_ARRIVALS, [event('b'), event('a')], { isHeld: false })
    expect(names(addArrivals(once, [event('d'), event('c')], { isHeld: false }).shown)).toBe('dcba')
  })

  it('lets events wait while the list is held, and shows them in order afterwards', () => {
    const shown = addArrivals(NO_ARRIVALS, [event('a')], { isHeld: false })
    const held = addArrivals(addArrivals(shown, [event('b')], { isHeld: true }), [event('c')], {
      isHeld: true,
    })
    expect([names(held.shown), names(held.waiting)]).toEqual(['a', 'cb'])
    expect(showArrivals(held)).toEqual({ shown: [event('c'), event('b'), event('a')], waiting: [] })
    expect(names(addArrivals(held, [event('d')], { isHeld: false }).shown)).toBe('dcba')
  })

  it('returns the same arrivals when none waits', () => {
    const shown = addArrivals(NO_ARRIVALS, [event('a')], { isHeld: false })
    expect(showArrivals(shown)).toBe(shown)
  })
})

describe('summarizeEvent', () => {
  it.each([
    ['$pageview', { $pathname: '/map', $current_url: 'https://shop.example/map' }, '/map'],
    ['$pageleave', { $current_url: 'https://shop.example/map' }, 'https://shop.example/map'],
    ['$feature_flag_called', { $feature_flag: 'nav', $feature_flag_response: false }, 'nav: false'],
    ['$identify', { $anon_distinct_id: 'anon-1' }, 'was anon-1'],
    ['survey shown', { $survey_name: 'NPS', extra: 1 }, 'NPS'],
    [
      'order',
      { $lib: 'web', total: 12.5, items: ['a'], coupon: null, city: 'Köln' },
      'total: 12.5, items: ["a"], coupon: null',
    ],
    ['order', {}, ''],
  ])('returns what tells %s with %j from others: %s', (name, properties, summary) => {
    expect(summarizeEvent({ event: name, properties })).toBe(summary)
  })
})
