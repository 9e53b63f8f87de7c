import { describe, expect, it } from 'vitest'
import { startClient, TOKEN } from '../support/startClient'

describe('the first path', () => {
  it('asks once for flags and configuration, gzip-encoded, and sends the page view', async () => {
    const { client, settle, events, service, errors } = startClient({ service: { flags: { 'new-home': true, price: 'b' } } })
    await settle(1000)
    expect(errors).toEqual([])
    const requests = await service.state.requests()
    console.log(requests.map(r => [r.method, r.path, r.query, r.encoding, r.status]))
    console.log(JSON.stringify((await events())[0], null, 1).length, JSON.stringify((await events())[0], null, 1))
    expect(client.getFeatureFlag('price')).toBe('b')
    await settle(2000)
    console.log((await events()).map(e => e.event), TOKEN)
  })
})
