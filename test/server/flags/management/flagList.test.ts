import { describe, expect, it } from 'vitest'
import { createService, type ServiceOptions } from '../../../../src/server/index'

const options: ServiceOptions = {
  projects: [
    {
      id: 1,
      projectKey: 'phc_a',
      flags: [
        { key: 'a', evaluation_runtime: 'client', filters: { payloads: { true: '1' } } },
        { key: 'gone', deleted: true, filters: {} },
        { key: 'b', active: false, filters: {} },
        { key: 'c', filters: {} },
      ],
    },
    { id: 2, projectKey: 'phc_b', flags: { other: true } },
  ],
  personalKeys: [
    { key: 'phx_all' },
    { key: 'phx_surveys', scopes: ['survey:read'] },
    { key: 'phx_second', scopes: ['feature_flag:read'], projects: [2] },
  ],
}

async function list(path: string, key = 'phx_all') {
  const service = createService(options)
  const headers = { Authorization: `Bearer ${key}` }
  const response = await service.fetch(new Request(`http://service.test${path}`, { headers }))
  return { status: response.status, body: await response.json() }
}

describe('GET /api/projects/:project_id/feature_flags/ (D-513)', () => {
  it('lists the definitions of a project, those for clients and inactive ones included', async () => {
    const { status, body } = await list('/api/projects/1/feature_flags/')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 3, next: null, previous: null })
    expect(body.results.map(({ key }: { key: string }) => key)).toEqual(['a', 'b', 'c'])
    expect(body.results[0]).toMatchObject({ team_id: 1, filters: { payloads: { true: '1' } } })
    expect(body.results[0]).not.toHaveProperty('project_id')
  })

  it('pages by limit and offset', async () => {
    const { body } = await list('/api/projects/1/feature_flags/?limit=1&offset=1')
    expect(body.results.map(({ key }: { key: string }) => key)).toEqual(['b'])
    expect(body.next).toBe('http://service.test/api/projects/1/feature_flags/?limit=1&offset=2')
    expect(body.previous).toBe('http://service.test/api/projects/1/feature_flags/?limit=1')
  })

  it.each([
    ['/api/projects/@current/feature_flags/', 'phx_second', 200],
    ['/api/projects/1/feature_flags/', 'phx_second', 403],
    ['/api/projects/1/feature_flags/', 'phx_surveys', 403],
    ['/api/projects/1/feature_flags/', 'phx_none', 401],
    ['/api/projects/9/feature_flags/', 'phx_all', 404],
  ])('answers %s for %s with %i', async (path, key, status) => {
    expect((await list(path, key)).status).toBe(status)
  })
})
