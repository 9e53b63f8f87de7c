import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactEvent, expandEvent, needsNewShare, sharedPropertiesOf } from '../../src/capture/compactEvent'
import { serialize } from '../../src/lib/json'
import type { CapturedEvent, Properties } from '../../src/wire/event'

const event = (properties: Properties, more: Partial<CapturedEvent> = {}): CapturedEvent => ({
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  event: 'e',
  distinct_id: 'd1',
  properties: { distinct_id: 'd1', ...properties },
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
})
const COMMON = { distinct_id: 'd1', $host: 'shop.test', $os: 'Linux', $groups: { company: 'acme' } }

describe('compactEvent', () => {
  it('stores what differs from the shared properties, and nothing else', () => {
    const shared = sharedPropertiesOf(event(COMMON), COMMON)
    const text = compactEvent(shared, event({ ...COMMON, $os: 'Mac OS X', plan: 'pro' }))
    expect(JSON.parse(text)[3]).toEqual({ $os: 'Mac OS X', plan: 'pro' })
  })

  it('takes at most 130 characters for a usual event of a page', () => {
    const shared = sharedPropertiesOf(event(COMMON), COMMON)
    const own = { i: 1234, $lib_rate_limit_remaining_tokens: 1234 }
    expect(compactEvent(shared, event({ ...COMMON, ...own })).length).toBeLessThanOrEqual(130)
  })

  it('keeps a value that the page changes after the capture as it was', () => {
    const groups = { company: 'acme' }
    const first = event({ ...COMMON, $groups: groups })
    const shared = sharedPropertiesOf(first, COMMON)
    const text = compactEvent(shared, first)
    groups.company = 'other'
    expect(expandEvent(shared, text).properties.$groups).toEqual({ company: 'acme' })
    const later = compactEvent(shared, event({ ...COMMON, $groups: groups }))
    expect(expandEvent(shared, later).properties.$groups).toEqual({ company: 'other' })
  })

  it('shares no property that a hook of the page has removed', () => {
    const { $host: _, ...scrubbed } = COMMON
    expect(sharedPropertiesOf(event(scrubbed), COMMON).text).not.toContain('shop.test')
  })

  it('is undone by expandEvent, whatever the event holds', () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'distinct_id'), fc.string())
    const properties = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }))
    const rest = fc.record(
      { $set: properties, $set_once: properties, $unset: fc.array(fc.string()), distinct_id: fc.string() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(properties, properties, rest, (common, own, more) => {
        const shared = sharedPropertiesOf(event({ ...common }), common)
        const captured = event({ ...common, ...own }, more)
        const expanded = expandEvent(shared, compactEvent(shared, captured))
        expect(expanded).toEqual(JSON.parse(serialize(captured)))
      }),
    )
  })
})

describe('needsNewShare', () => {
  const shared = sharedPropertiesOf(event(COMMON), COMMON)

  it('is false while a page goes from view to view', () => {
    const next = event({ ...COMMON, $host: 'a', $os: 'b', $groups: {} })
    expect(needsNewShare(shared, next, COMMON)).toBe(false)
  })

  it('is true when most common properties have changed', () => {
    const next = event({ distinct_id: 'd2', $host: 'a', $os: 'b', $groups: {} })
    expect(needsNewShare(shared, next, COMMON)).toBe(true)
  })
})
