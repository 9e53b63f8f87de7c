import earshot, { createClient, init, posthog } from 'earshot'
import { describe, expect, it, vi } from 'vitest'

vi.mock('earshot')

describe("vi.mock('earshot')", () => {
  it('mocks each way to get a client', () => {
    for (const one of [init, createClient, posthog.capture, earshot.persistence.get_property])
      expect(vi.isMockFunction(one)).toBe(true)
    earshot.init('phc_key', { api_host: 'https://events.test' })
    if (!posthog._isIdentified()) posthog.identify('ann')
    expect(earshot.identify).toHaveBeenCalledWith('ann')
    vi.spyOn(posthog, 'getFeatureFlag').mockReturnValue('b')
    expect(earshot.getFeatureFlag('price')).toBe('b')
    expect('capture' in earshot).toBe(true)
    expect(new posthog.SentryIntegration(posthog)).toBeDefined()
  })
})
