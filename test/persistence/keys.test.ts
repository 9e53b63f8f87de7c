import { describe, expect, it } from 'vitest'
import { storedKeys } from '../../src/persistence/keys'

describe('storedKeys', () => {
  it('shares keys with posthog-js, so that a site that switches keeps its visitors', () => {
    expect(storedKeys('phc_demo', '')).toMatchObject({
      main: 'ph_phc_demo_posthog',
      window: 'ph_phc_demo_window_id',
      primaryWindow: 'ph_phc_demo_primary_window_exists',
      consent: '__ph_opt_in_out_phc_demo',
    })
  })

  it('replaces characters of the token that are invalid in a cookie name', () => {
    const { consent, project, ...names } = storedKeys('a+b/c=d+', '')
    expect(names.main).toBe('ph_aPLbSLcEQdPL_posthog')
    for (const name of Object.values(names)) expect(name).not.toMatch(/[+/=]/)
    expect(project).toBe('a+b/c=d+')
    expect(consent, 'as posthog-js has it').toBe('__ph_opt_in_out_a+b/c=d+')
  })

  it('uses persistence_name only in the keys that posthog-js names after it, and for surveys (D-803)', () => {
    const { main, window, primaryWindow, project, ...shared } = storedKeys('phc_demo', 'shop')
    expect([main, window, primaryWindow, project]).toEqual([
      'ph_shop',
      'ph_shop_window_id',
      'ph_shop_primary_window_exists',
      'phc_demoshop',
    ])
    expect(storedKeys('phc_demo', '')).toMatchObject(shared)
  })

  it('returns distinct keys within and across projects', () => {
    const names = [...Object.values(storedKeys('phc_1', '')), ...Object.values(storedKeys('phc_2', ''))]
    expect(new Set(names).size).toBe(names.length)
  })
})
