import { afterEach, describe, expect, it, vi } from 'vitest'
import { startClient } from '../support/startClient'

afterEach(() => vi.restoreAllMocks())

describe('init in a browser in which the client cannot start (R3E)', () => {
  it('logs the failure once, reports it, and answers queued calls', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const started = startClient({ init: false })
    started.page.on = () => {
      throw new Error('no events here')
    }
    const ready = started.client.ready()
    started.client.capture('early')
    const errors: string[] = []
    started.client.init('phc_demo', {
      api_host: 'https://events.test',
      on_error: reason => errors.push(reason),
    })
    await ready
    started.client.capture('late')
    started.client.getFeatureFlag('f')
    expect(log.mock.calls.map(([text]) => text)).toEqual([
      'earshot.init: Error: no events here. Nothing is captured',
    ])
    expect(errors).toEqual(['usage'])
    expect(started.client.__loaded).toBe(false)
  })
})

describe('methods before init', () => {
  it('return a new object or list at each call', () => {
    const { client } = startClient({ init: false })
    const flags = client.featureFlags.getFlags()
    flags.push('mine')
    client.getGroups().company = 'mine'
    expect([client.featureFlags.getFlags(), client.getGroups()]).toEqual([[], {}])
  })
})

describe('register', () => {
  it.each(['distinct_id', '$device_id', '$user_state', '$user_id', '$sesid'])(
    'ignores %s with one error, and unregister does too',
    async name => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const { client } = startClient()
      const id = client.get_distinct_id()
      const before = client.get_property(name)
      client.register({ [name]: 'other', plan: 'pro' })
      client.register_once({ [name]: 'other' }, before)
      client.unregister(name)
      expect([client.get_distinct_id(), client.get_property(name), client.get_property('plan')]).toEqual([
        id,
        before,
        'pro',
      ])
      expect(log).toHaveBeenCalledTimes(2)
      expect(log.mock.calls[0]![0]).toContain(`earshot.register: ${name} ignored`)
    },
  )
})
