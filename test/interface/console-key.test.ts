import { describe, expect, it } from 'vitest'
import { createTestService, fetchManagement } from '../server/testService'

const PATH = '/api/personal_api_keys/@current/'

describe('current personal key (D-586)', () => {
  const service = () =>
    createTestService({
      requireUserScopes: true,
      projects: [{ id: 1 }, { id: 2, projectKey: 'phc_2' }],
      personalKeys: [
        { key: 'phx_reader_of_project_2', label: 'Reader', scopes: ['survey:read'], projects: [2] },
        { key: 'phx_all' },
      ],
    })

  it('returns the scopes and the projects of a key without its secret', async () => {
    const response = await fetchManagement(service(), 'GET', PATH, undefined, 'phx_reader_of_project_2')
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      label: 'Reader',
      mask_value: 'phx_...ct_2',
      scopes: ['survey:read'],
      scoped_teams: [2],
    })
    expect(text).not.toContain('phx_reader_of_project_2')
  })

  it('returns null for the projects of a key without limits', async () => {
    const response = await fetchManagement(service(), 'GET', PATH, undefined, 'phx_all')
    expect(await response.json()).toMatchObject({ scopes: ['*'], scoped_teams: null })
  })

  it('refuses an unknown key', async () => {
    expect((await fetchManagement(service(), 'GET', PATH, undefined, 'phx_other')).status).toBe(401)
    expect((await service().fetch(PATH)).status).toBe(401)
  })
})
