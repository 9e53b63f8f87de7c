import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/server/index'
import { createTestService, fetchManagement, NOW, post } from '../server/testService'
import { testStore } from '../support/testStore'

const KEYS = [
  { key: 'phx_read', scopes: ['survey:read'] },
  { key: 'phx_write', scopes: ['survey:write'] },
  { key: 'phx_flags', scopes: ['feature_flag:write'] },
  { key: 'phx_other', scopes: ['*'], projects: [2] },
]

const survey = (id: string) => ({ id, name: `Draft ${id}`, type: 'popover' as const, start_date: null })

const createPreviewService = (store = testStore()) =>
  createTestService({
    store,
    projects: [
      { projectKey: 'phc_1', surveys: [survey('a'), survey('b'), survey('with - dashes & more')] },
      { projectKey: 'phc_2', surveys: [survey('a')] },
    ],
    personalKeys: KEYS,
  })

type Service = ReturnType<typeof createPreviewService>

async function tokenOf(service: Service, id = 'a', project = 1): Promise<string> {
  const key = project === 1 ? 'phx_read' : 'phx_other'
  const path = `/api/projects/${project}/surveys/${encodeURIComponent(id)}/preview_token`
  return (await (await fetchManagement(service, 'POST', path, {}, key)).json()).token
}

async function show(service: Service, preview: string | undefined, token = 'phc_1') {
  const query = new URLSearchParams({ token, ...(preview === undefined ? {} : { preview }) })
  const response = await service.fetch(`/api/surveys/preview/?${query}`, {
    headers: { origin: 'https://shop.example' },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('POST /api/projects/:project_id/surveys/:id/preview_token (D-616)', () => {
  it('returns a token that ends after one hour', async () => {
    const service = createPreviewService()
    const path = '/api/projects/1/surveys/a/preview_token'
    const response = await fetchManagement(service, 'POST', path, {}, 'phx_read')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { token, expires_at } = await response.json()
    expect(Date.parse(expires_at)).toBe(NOW + 3_600_000)
    expect(token).toMatch(/^\d+-[0-9a-f]{64}-a$/)
  })

  it.each([
    ['phx_read', 200],
    ['phx_write', 200],
    ['phx_flags', 403],
    ['phx_other', 403],
    ['phx_unknown', 401],
    ['phc_1', 401],
  ])('answers the key %s with %i', async (key, status) => {
    const path = '/api/projects/1/surveys/a/preview_token'
    expect((await fetchManagement(createPreviewService(), 'POST', path, {}, key)).status).toBe(status)
  })

  it('answers 404 for an unknown survey', async () => {
    const path = '/api/projects/1/surveys/c/preview_token'
    expect((await fetchManagement(createPreviewService(), 'POST', path, {}, 'phx_read')).status).toBe(404)
  })

  it('signs with the same secret each time, so that earlier links stay valid', async () => {
    const service = createPreviewService()
    const [first, second] = [await tokenOf(service), await tokenOf(service)]
    expect(second).toBe(first)
    service.advance(1000)
    await tokenOf(service)
    expect((await show(service, first)).status).toBe(200)
  })
})

describe('GET /api/surveys/preview/ (D-616)', () => {
  it('returns the draft of the token, to a page of any origin and without caching', async () => {
    const service = createPreviewService()
    const { status, headers, body } = await show(service, await tokenOf(service))
    expect(status).toBe(200)
    expect(body.surveys).toMatchObject([{ id: 'a', name: 'Draft a', start_date: null }])
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('finds a survey whose id has characters of the token itself', async () => {
    const service = createPreviewService()
    const { body } = await show(service, await tokenOf(service, 'with - dashes & more'))
    expect(body.surveys).toMatchObject([{ id: 'with - dashes & more' }])
  })

  it('returns the survey as it is at the request', async () => {
    const service = createPreviewService()
    const token = await tokenOf(service)
    await fetchManagement(service, 'PATCH', '/api/projects/1/surveys/a', { name: 'Renamed' }, 'phx_write')
    expect((await show(service, token)).body.surveys).toMatchObject([{ name: 'Renamed' }])
  })

  it('accepts a token that another service on the same store has signed', async () => {
    const store = testStore() ?? createMemoryStore()
    const token = await tokenOf(createPreviewService(store))
    expect((await show(createPreviewService(store), token)).status).toBe(200)
  })

  it('refuses an expired token with 403', async () => {
    const service = createPreviewService()
    const token = await tokenOf(service)
    service.advance(3_600_000)
    const { status, body } = await show(service, token)
    expect([status, body.code]).toEqual([403, 'preview_token_expired'])
  })

  it('refuses the token of another project with 401, even for a survey of the same id', async () => {
    const service = createPreviewService()
    const own = await tokenOf(service)
    const other = await tokenOf(service, 'a', 2)
    expect((await show(service, own, 'phc_2')).body.code).toBe('invalid_preview_token')
    expect((await show(service, other)).body.code).toBe('invalid_preview_token')
    expect((await show(service, other, 'phc_2')).status).toBe(200)
  })

  it.each([
    ['another survey', (token: string) => token.replace(/a$/, 'b')],
    ['a later end', (token: string) => token.replace(/^\d+/, end => String(Number(end) + 1))],
    ['an end with a leading zero', (token: string) => `0${token}`],
    [
      'another signature',
      (token: string) => token.replace(/-(.)/, (_, digit) => `-${digit === '0' ? 1 : 0}`),
    ],
    ['a cut signature', (token: string) => token.replace(/-.{4}/, '-')],
    ['no signature', (token: string) => token.replace(/-.{64}-/, '--')],
    ['nothing', () => ''],
    ['other text', () => '__proto__'],
  ])('refuses a token with %s by 401', async (_, change) => {
    const service = createPreviewService()
    const { status, body, headers } = await show(service, change(await tokenOf(service)))
    expect([status, body.code]).toEqual([401, 'invalid_preview_token'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.surveys).toBeUndefined()
  })

  it('refuses every token before the project has signed one', async () => {
    expect((await show(createPreviewService(), `${NOW + 1}-${'0'.repeat(64)}-a`)).status).toBe(401)
  })

  it('refuses a request without a token, and one with an unknown or a personal key, by 401', async () => {
    const service = createPreviewService()
    const token = await tokenOf(service)
    expect((await show(service, undefined)).status).toBe(401)
    expect((await show(service, token, 'phc_unknown')).status).toBe(401)
    expect((await show(service, token, 'phx_read')).status).toBe(401)
  })

  it('answers 404 once the survey is deleted', async () => {
    const service = createPreviewService()
    const token = await tokenOf(service)
    await fetchManagement(service, 'DELETE', '/api/projects/1/surveys/a', undefined, 'phx_write')
    expect((await show(service, token)).status).toBe(404)
  })

  it('tells neither visitors nor callers the secret', async () => {
    const service = createPreviewService()
    await tokenOf(service)
    const flags = await (
      await post(service, '/flags?v=2&config=true', { api_key: 'phc_1', distinct_id: 'u' })
    ).text()
    expect(flags).not.toContain('preview')
    const projects = await (
      await fetchManagement(service, 'GET', '/api/projects/', undefined, 'phx_read')
    ).text()
    expect(projects).not.toContain('preview_secret')
  })
})
