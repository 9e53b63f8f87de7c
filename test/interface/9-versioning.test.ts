import { describe, expect, it } from 'vitest'
import { createTestService, post } from '../server/testService'

const flags = { on: { payload: { a: 1 } }, off: false, shape: 'round' }
const ask = async (query: string, quota = {}) => {
  const response = await post(createTestService({ flags, quota }), `/flags${query}`, {
    api_key: 'phc_demo',
    distinct_id: 'u',
  })
  return response.json()
}

describe('9 values of v', () => {
  it.each(['?v=2', '', '?v=3', '?v=10', '?v='])('%s: the documented form', async query => {
    const reply = await ask(query)
    expect(Object.keys(reply.flags)).toEqual(['on', 'off', 'shape'])
    expect(reply).not.toHaveProperty('featureFlags')
    expect(reply).not.toHaveProperty('config')
  })

  it.each(['?v=1', '?v=0', '?v=abc', '?v=2.0'])('%s: the legacy form', async query => {
    expect(await ask(query)).toEqual({
      featureFlags: { on: true, off: false, shape: 'round' },
      featureFlagPayloads: { on: '{"a":1}' },
      errorsWhileComputingFlags: false,
      requestId: expect.any(String),
    })
  })

  it('the legacy form tells the quota too', async () => {
    expect(await ask('?v=1', { flags: true })).toMatchObject({
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
  ])('%s is the same with and without a slash at its end', async (path, method) => {
    const service = createTestService()
    const status = async (address: string) =>
      (await service.fetch(address, { method, headers: { Authorization: 'Bearer phx_demo' } })).status
    expect(await status(`${path}/`)).toBe(await status(path))
    expect(await status(path)).not.toBe(404)
  })
})
