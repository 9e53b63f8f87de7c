import { describe, expect, it } from 'vitest'
import { createAccessLog } from '../../../src/server/operations/accessLog'
import { routePaths } from '../../../src/server/routes'

const request = (path: string, method = 'GET') => ({
  at: Date.UTC(2025, 9, 1),
  method,
  path,
  status: 200,
  ms: 1.6,
  bytes: 321,
})
const pathOf = (path: string) =>
  JSON.parse(createAccessLog('json', routePaths())(request(path))).path as string

describe('createAccessLog (D-541)', () => {
  it('writes a line of text', () => {
    const line = createAccessLog('text', routePaths())(request('/i/v0/e/', 'POST'))
    expect(line).toBe('2025-10-01T00:00:00Z POST /i/v0/e/ 200 2ms 321B')
  })

  it('writes a line of JSON', () => {
    const line = createAccessLog('json', routePaths())(request('/flags'))
    expect(JSON.parse(line)).toEqual({
      time: '2025-10-01T00:00:00Z',
      method: 'GET',
      path: '/flags',
      status: 200,
      ms: 2,
      bytes: 321,
    })
  })

  it.each([
    [
      '/api/projects/17/surveys/0190aaaa-0000-7000-8000-000000000000/stats',
      '/api/projects/*/surveys/*/stats',
    ],
    ['/array/phc_secret/config.js', '/array/*/config.js'],
    ['/api/users/ann@example.com/verify_email/', '/api/users/*/verify_email/'],
    ['/api/users/@me/two_factor_status', '/api/users/@me/two_factor_status'],
    ['/api/projects/@current/surveys/', '/api/projects/@current/surveys/'],
    ['/.env/ann@example.com\u001b[31m\n', '/*/*'],
    ['/healthz', '/healthz'],
  ])('writes %j as %s', (path, masked) => {
    expect(pathOf(path)).toBe(masked)
  })
})
