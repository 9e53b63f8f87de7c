import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { Properties } from '../../src/wire/event'
import { fakeRuntime } from '../support/fakeRuntime'
import { startClient } from '../support/startClient'
import { survey } from '../support/surveys'
import '../support/properties'

/** Returns a proxy as a finished draft of Immer leaves it: every operation throws. */
const revoked = (target: object = {}) => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}
const thrower = (name = 'bad') =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error('page')
    },
  })
const trap = () => {
  throw new Error('page')
}
const hostile = fc.constantFrom<() => unknown>(
  revoked,
  () => revoked([]),
  thrower,
  () => thrower('toJSON'),
  () => thrower('nodeName'),
  () => new Proxy({}, { ownKeys: trap, get: trap, getPrototypeOf: trap }),
  () => new Proxy([], { get: trap }),
  () => ({ toJSON: trap }),
  () => Object.defineProperty(new Error('x'), 'message', { get: trap }),
)
/** Puts a value somewhere inside objects and arrays. */
const wrap = fc.constantFrom<(value: unknown) => unknown>(
  value => value,
  value => [1, value],
  value => ({ good: 1, value }),
  value => ({ list: [{ value }] }),
)
const places = [
  'properties',
  '$set',
  '$set_once',
  '$groups',
  '$unset',
  'timestamp',
  'uuid',
  '_url',
  'nested',
] as const

describe('values that cannot be read', () => {
  const start = () => startClient({ config: { capture_pageview: false } })

  it('sends the event without what cannot be read (R3A)', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...places),
      hostile,
      wrap,
      async (place, create, inside) => {
        const { client, settle, events, errors } = start()
        await settle()
        const value = inside(create())
        const properties =
          place === 'properties'
            ? value
            : { plan: 'pro', ...(/nested|^\$/.test(place) && { [place]: value }) }
        const options = /properties|nested|url/.test(place) ? undefined : { [place]: value }
        client.capture('before')
        const returned = client.capture('e', properties as Properties, options as object)
        client.capture('after')
        await settle(5_000)
        const sent = await events()
        expect(sent.map(({ event }) => event)).toEqual(expect.arrayContaining(['before', 'e', 'after']))
        expect(returned?.event).toBe('e')
        if (place !== 'properties')
          expect(sent.find(({ event }) => event === 'e')?.properties).toMatchObject({ plan: 'pro' })
        expect(errors).toEqual([])
      },
    )
    await fc.assert(property, { numRuns: 60 })
  }, 60_000)

  it('changes the visitor and sends the event of each identity call (R3A)', async () => {
    const property = fc.asyncProperty(hostile, wrap, async (create, inside) => {
      const { client, settle, events, errors } = start()
      await settle()
      const value = inside(create()) as object
      client.register(value as Properties)
      client.group('team', 't1', value as Properties)
      client.identify('u7', value as Properties, value as Properties)
      client.setPersonProperties({ a: 1, value })
      client.alias('other')
      await settle(5_000)
      const names = (await events()).map(({ event, distinct_id }) => [event, distinct_id])
      expect(names).toEqual(
        expect.arrayContaining([
          ['$identify', 'u7'],
          ['$set', 'u7'],
          ['$create_alias', 'u7'],
        ]),
      )
      expect(names.map(([name]) => name)).toContain('$groupidentify')
      expect(errors).toEqual([])
    })
    await fc.assert(property, { numRuns: 30 })
  }, 60_000)

  it('captures the calls after a queued call whose options cannot be read (R3A)', async () => {
    const { client, settle, events, service } = startClient({ init: false })
    client.capture('first', {}, revoked())
    client.capture('second', revoked() as Properties)
    client.capture('third')
    client.init('phc_demo', {
      api_host: 'https://events.test',
      fetch: service.fetch as typeof fetch,
      compression: 'none',
    })
    await settle(5_000)
    expect((await events()).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['first', 'second', 'third']),
    )
  })

  it('sends the event of an identity change during a burst of other events (R3A)', async () => {
    const { client, settle, events } = start()
    for (let i = 0; i < 150; i++) client.capture('tick')
    client.group('team', 't1')
    client.identify('u7')
    client.alias('other')
    await settle(10_000)
    const names = (await events()).map(({ event }) => event)
    expect(names).toEqual(expect.arrayContaining(['$groupidentify', '$identify', '$create_alias']))
  })

  it('starts and uses an own id when get_device_id throws or returns no text (R3A)', () => {
    for (const get_device_id of [
      trap,
      () => 5.5 as unknown as string,
      () => revoked() as unknown as string,
    ]) {
      const { client } = startClient({ config: { get_device_id } })
      expect(client.capture('e')?.distinct_id).toBeTypeOf('string')
    }
  })

  it('sends events with flags that cannot be read (R3A)', async () => {
    const { client, settle, events, errors } = start()
    client.featureFlags.overrideFeatureFlags({ flags: { bad: revoked() as never, good: true } })
    client.updateFlags({ other: true }, { other: thrower() })
    client.getFeatureFlag('good', revoked())
    client.capture('e')
    await settle(5_000)
    expect((await events()).find(({ event }) => event === 'e')?.properties).toMatchObject({
      '$feature/good': true,
    })
    expect(errors).toEqual([])
  })

  it.each<[string, Partial<Config>]>([
    ['bootstrap', { bootstrap: revoked() }],
    ['bootstrapped flags', { bootstrap: { featureFlags: revoked() } }],
    [
      'a bootstrapped payload',
      { bootstrap: { featureFlags: { a: 1 as never }, featureFlagPayloads: { a: revoked() } } },
    ],
    ['surveys', { surveys: revoked() }],
    ['rate limits', { rate_limiting: revoked() }],
  ])('starts and captures when %s cannot be read (R3A)', async (_, config) => {
    const { client, settle, events } = startClient({ config })
    client.capture('e')
    await settle(5_000)
    expect((await events()).map(({ event }) => event)).toContain('e')
  })

  it.each([revoked, thrower])(
    'sends the answers of a session whose properties cannot be read (R3A)',
    async create => {
      const { runtime } = fakeRuntime()
      const { client, settle, events } = startClient({
        runtime,
        service: { surveys: [survey({ type: 'api' })] },
      })
      await settle(1_000)
      const session = await client.startSession('s1', { properties: create() as Properties })
      session!.shown()
      session!.answer('because')
      await settle(5_000)
      expect(JSON.stringify((await events()).filter(({ event }) => event === 'survey sent'))).toContain(
        'because',
      )
    },
  )

  it('reports an event whose hook returns what cannot be read, and sends the next one (R3A)', async () => {
    const before_send = (event: { event: string }) => (event.event === 'bad' ? revoked() : event) as never
    const { client, settle, events, errors } = startClient({ config: { before_send } })
    client.capture('bad')
    client.capture('good')
    await settle(5_000)
    expect(errors.map(({ reason }) => reason)).toEqual(['before_send'])
    expect((await events()).map(({ event }) => event)).toContain('good')
  })
})
