import { describe, expect, it } from 'vitest'
import { createTestService, fetchManagement } from '../server/testService'

const SURVEYS = '/api/projects/1/surveys/'
const service = () =>
  createTestService({
    projects: [{ projectKey: 'phc_a' }, { projectKey: 'phc_b' }],
    personalKeys: [
      { key: 'phx_all' },
      { key: 'phx_read', scopes: ['survey:read'] },
      { key: 'phx_write', scopes: ['survey:write'] },
      { key: 'phx_activity', scopes: ['activity_log:read'] },
      { key: 'phx_none', scopes: [] },
      { key: 'phx_second', scopes: ['*'], projects: [2] },
    ],
  })

describe('5 personal API key', () => {
  it.each<[string, string | undefined, string, string]>([
    ['a missing key', undefined, 'not_authenticated', 'Authentication credentials were not provided.'],
    [
      'an unknown key',
      'Bearer phx_x',
      'authentication_failed',
      'Personal API key found in request Authorization header is invalid.',
    ],
    [
      'a key in another scheme',
      'Basic phx_all',
      'authentication_failed',
      'Personal API key found in request Authorization header is invalid.',
    ],
    [
      'an empty key',
      'Bearer ',
      'authentication_failed',
      'Personal API key found in request Authorization header is invalid.',
    ],
    [
      'a project key',
      'Bearer phc_a',
      'authentication_failed',
      'Personal API key found in request Authorization header is invalid.',
    ],
  ])('answers 401 to %s', async (_, authorization, code, detail) => {
    const response = await service().fetch(SURVEYS, { headers: authorization ? { authorization } : {} })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await response.json()).toEqual({ type: 'authentication_error', code, detail, attr: null })
  })

  it('accepts the scheme in any case', async () => {
    expect((await service().fetch(SURVEYS, { headers: { Authorization: 'bearer phx_all' } })).status).toBe(
      200,
    )
  })
})

describe('5 scopes', () => {
  const allowed: [method: string, path: string, keys: string[]][] = [
    ['GET', '', ['phx_all', 'phx_read', 'phx_write']],
    ['POST', '', ['phx_all', 'phx_write']],
    ['GET', 'x', ['phx_all', 'phx_read', 'phx_write']],
    ['PATCH', 'x', ['phx_all', 'phx_write']],
    ['DELETE', 'x', ['phx_all', 'phx_write']],
    ['GET', 'x/activity', ['phx_all', 'phx_activity']],
    ['GET', 'x/stats', ['phx_all', 'phx_read', 'phx_write']],
    ['POST', 'x/summarize_responses', ['phx_all', 'phx_read', 'phx_write']],
    ['GET', 'activity', ['phx_all', 'phx_activity']],
    ['GET', 'responses_count', ['phx_all', 'phx_read', 'phx_write']],
    ['GET', 'stats', ['phx_all', 'phx_read', 'phx_write']],
  ]
  it.each(allowed)('are required by %s surveys/%s', async (method, path, keys) => {
    for (const key of ['phx_all', 'phx_read', 'phx_write', 'phx_activity', 'phx_none']) {
      const { status } = await fetchManagement(service(), method, SURVEYS + path, undefined, key)
      expect([key, status === 403]).toEqual([key, !keys.includes(key)])
    }
  })

  it('are named by the error when one is missing', async () => {
    const response = await fetchManagement(service(), 'POST', SURVEYS, {}, 'phx_read')
    expect(await response.json()).toEqual({
      type: 'authentication_error',
      code: 'permission_denied',
      detail: "API key missing required scope 'survey:write'",
      attr: null,
    })
  })
})

describe('5 project access', () => {
  it.each<[string, string, string, number, string]>([
    ['lists surveys of the project that a key is limited to', '2', 'phx_second', 200, ''],
    [
      'answers 403 for a project that a key has no access to',
      '1',
      'phx_second',
      403,
      'API key does not have access to the requested project: ID 1.',
    ],
    ['resolves @current to the project that a key is limited to', '@current', 'phx_second', 200, ''],
    ['resolves @current to the first project', '@current', 'phx_all', 200, ''],
    ['answers 404 for an unknown project', '9', 'phx_all', 404, 'Project not found.'],
    ['answers 404 for a project id that is not a number', 'abc', 'phx_all', 404, 'Project not found.'],
  ])('%s', async (_, id, key, status, detail) => {
    const response = await fetchManagement(service(), 'GET', `/api/projects/${id}/surveys/`, undefined, key)
    expect(response.status).toBe(status)
    if (status !== 200) expect(await response.json()).toMatchObject({ detail })
  })

  it('hides the surveys of other projects', async () => {
    const both = service()
    const created = await fetchManagement(both, 'POST', SURVEYS, { name: 'A', type: 'popover' }, 'phx_all')
    const { id } = await created.json()
    expect(
      (await fetchManagement(both, 'GET', `/api/projects/2/surveys/${id}/`, undefined, 'phx_all')).status,
    ).toBe(404)
    expect((await fetchManagement(both, 'GET', `${SURVEYS}${id}/`, undefined, 'phx_all')).status).toBe(200)
  })
})

describe('5 body of a management request', () => {
  it.each<[string, string, string | undefined, number, string, string]>([
    ['refuses invalid JSON', '{', 'application/json', 400, 'parse_error', 'JSON parse error'],
    [
      'refuses a list',
      '[]',
      'application/json',
      400,
      'invalid_input',
      'Invalid data. Expected a dictionary, but got list.',
    ],
    [
      'refuses another content type',
      'a=1',
      'application/x-www-form-urlencoded',
      415,
      'unsupported_media_type',
      'Unsupported media type "application/x-www-form-urlencoded" in request.',
    ],
    [
      'accepts a vendor content type for JSON',
      '{"name":"A","type":"api"}',
      'application/vnd.x+json; charset=utf-8',
      201,
      '',
      '',
    ],
  ])('%s', async (_, body, type, status, code, detail) => {
    const response = await service().fetch(SURVEYS, {
      method: 'POST',
      headers: { Authorization: 'Bearer phx_all', ...(type ? { 'content-type': type } : {}) },
      body,
    })
    expect(response.status).toBe(status)
    if (status !== 201)
      expect(await response.json()).toMatchObject({ code, detail: expect.stringContaining(detail) })
  })
})

describe('5 throttle', () => {
  it('counts requests per personal key', async () => {
    const throttled = createTestService({
      throttles: { management: { requests: 1, perMs: 1000 } },
      personalKeys: [{ key: 'phx_a' }, { key: 'phx_b' }],
    })
    const status = async (key: string) =>
      (await fetchManagement(throttled, 'GET', SURVEYS, undefined, key)).status
    expect([await status('phx_a'), await status('phx_a'), await status('phx_b')]).toEqual([200, 429, 200])
  })
})

describe('5 /api/projects/', () => {
  it('accepts a key without scopes, also when user endpoints need them (D-237)', async () => {
    const strict = createTestService({
      requireUserScopes: true,
      personalKeys: [{ key: 'phx_none', scopes: [] }],
    })
    expect((await fetchManagement(strict, 'GET', '/api/projects/', undefined, 'phx_none')).status).toBe(200)
  })
})
