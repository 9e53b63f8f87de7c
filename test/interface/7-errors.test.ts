import { describe, expect, it } from 'vitest'
import { post, steadyService } from '../server/support'

const key = { api_key: 'phc_demo' }

describe('7 answers 200 and stores nothing', () => {
  it.each<[string, Record<string, unknown>]>([
    ['no name', { distinct_id: 'u' }],
    ['an empty name', { event: '', distinct_id: 'u' }],
    ['no distinct_id', { event: 'a' }],
    ['an empty distinct_id', { event: 'a', distinct_id: '' }],
    ['a blank distinct_id', { event: 'a', distinct_id: '   ' }],
    ['a distinct_id of null', { event: 'a', distinct_id: null }],
  ])('for an event with %s', async (_, given) => {
    const service = steadyService()
    for (const response of [
      await post(service, '/i/v0/e/', { ...key, ...given }),
      await post(service, '/batch/', { ...key, batch: [given] }),
    ]) {
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'Ok' })
    }
    expect(await service.state.events()).toEqual([])
    expect(await service.state.persons()).toEqual([])
  })
})
