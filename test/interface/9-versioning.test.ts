import { describe, expect, it } from 'vitest'
import { createTestService, post } from '../server/testService'

const flags = { on: { payload: { a: 1 } }, off: false, shape: 'round' }
const fetchReply = async (query: string, quota = {}) => {
  const response = await post(createTestService({ flags, quota }), `/flags${query}`, {
    api_key: 'phc_demo',
    distinct_id: 'u',
  })
  return response.json()
}

describe('9 values of v', () => {
  it.each(['?v=2', '', '?v=3', '?v=10', '?v='])('returns the documented form for %j', async query => {
    const reply = await fetchReply(query)
    expect(Object.keys(reply.flags)).toEqual(['on', 'off', 'shape'])
    expect(reply).not.toHaveProperty('featureFlags')
    expect(reply).not.toHaveProperty('config')
  })

  it.each(['?v=1', '?v=0', '?v=abc', '?v=2.0'])('returns the legacy form for %j', async query => {
    expect(await fetchReply(query)).toEqual({
      featureFlags: { on: true, off: false, shape: 'round' },
      featureFlagPayloads: { on: '{"a":1}' },
      errorsWhileComputingFlags: false,
      requestId: expect.any(String),
    })
  })

  it('names an exhausted quota in the legacy form too', async () => {
    expect(await fetchReply('?v=1', { flags: true })).toMatchObject({
      featureFlags: {},
      quotaLimited: ['feature_flags'],
    })
  })
})

describe('9 paths', () => {
  it.each([
    ['/flags', 'POST'],
    ['/i/v0/e', 'POST'],
    ['/batch', 'POST'],
    ['/api/projects/1/surveys', 'GET'],
    ['/api/projects/1/surveys/stats', 'GET'],
    ['/api/users/@me/two_factor_status', 'GET'],
  ])('serves %s with and without a slash at the end', async (path, method) => {
    const service = createTestService()
    const status = async (address: string) =>
      (await service.fetch(address, { method, headers: { Authorization: 'Bearer phx_demo' } })).status
    expect(await status(`${path}/`)).toBe(await status(path))
    expect(await status(path)).not.toBe(404)
  })
})
