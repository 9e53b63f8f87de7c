import { describe, expect, it } from 'vitest'
import { forgottenOf } from '../../src/persistence/person'
import { startClient } from '../support/startClient'

describe('forgottenOf (D-413, D-785)', () => {
  const anonymous = { distinct_id: 'x', $device_id: 'device', $user_state: 'anonymous' }
  const person = { distinct_id: 'b', $device_id: 'device', $user_state: 'identified' }

  it.each<[string, unknown, 'all' | false]>([
    ['is the visitor', ['x'], false],
    ['is another one', ['y'], 'all'],
    ['is nobody', [], 'all'],
    ['is not known, as in records of 0.1.0', undefined, false],
    ['is not known, and posthog-js or 0.1.0 has noted an alias', 'mail@shop.test', false],
  ])(
    'takes a person on the same device for the visitor, unless whom they were before %s',
    (_, from, expected) => {
      expect(forgottenOf(anonymous, { ...person, __alias: from }, true)).toBe(expected)
    },
  )

  it('gets from `identify` what posthog-js takes for no alias', async () => {
    const { client, browser, settle } = startClient({ config: { bootstrap: { distinctID: 'x' } } })
    client.identify('b')
    await settle(1_000)
    const stored = JSON.parse(browser.local.entries.get('ph_phc_demo_posthog')!)
    // posthog-js logs nobody in whose id is the text that it finds there.
    expect(stored.__alias).toEqual(['x'])
  })
})
