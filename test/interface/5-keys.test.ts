import { describe, expect, it } from 'vitest'
import type { Route } from '../../src/server/http/route'
import type { Service } from '../../src/server/index'
import { createRoutes, enabledRoutes } from '../../src/server/routes'
import { createStatsCache } from '../../src/server/surveys/stats/statsCache'
import { createTestService } from '../server/testService'
import { returnStores } from '../support/testStore'

const USER = '00000000-0000-4000-8000-0000000000aa'
/** In the names of everything that project 1 holds. */
const SECRET = 'secret-of-project-1'

const PERSONAL_KEYS: Record<string, { scopes: string[]; projects?: number[] }> = {
  phx_no_scopes: { scopes: [] },
  phx_survey_read: { scopes: ['survey:read'] },
  phx_survey_write: { scopes: ['survey:write'] },
  phx_activity_read: { scopes: ['activity_log:read'] },
  phx_flag_read: { scopes: ['feature_flag:read'] },
  phx_flag_write: { scopes: ['feature_flag:write'] },
  phx_query_read: { scopes: ['query:read'] },
  phx_person_read: { scopes: ['person:read'] },
  phx_person_write: { scopes: ['person:write'] },
  phx_project_read: { scopes: ['project:read'] },
  phx_user_read: { scopes: ['user:read'] },
  phx_user_write: { scopes: ['user:write'] },
  phx_all: { scopes: ['*'] },
  phx_all_of_project_1: { scopes: ['*'], projects: [1] },
  phx_all_of_project_2: { scopes: ['*'], projects: [2] },
  phx_all_of_no_project: { scopes: ['*'], projects: [] },
}
const PERSONAL = Object.keys(PERSONAL_KEYS)
const PUBLIC = ['phc_1', 'phc_2']
const KEYS = ['no key', ...PUBLIC, 'phx_unknown', ...PERSONAL]

const ALL_SCOPES = ['phx_all', 'phx_all_of_project_1']
const SURVEY_READ = ['phx_survey_read', 'phx_survey_write', ...ALL_SCOPES]
const SURVEY_WRITE = ['phx_survey_write', ...ALL_SCOPES]
const ACTIVITY_READ = ['phx_activity_read', ...ALL_SCOPES]
const PERSON_READ = ['phx_person_read', 'phx_person_write', ...ALL_SCOPES]
const FLAG_READ = ['phx_flag_read', 'phx_flag_write', ...ALL_SCOPES]

const SURVEYS = '/api/projects/:project_id/surveys'
const SURVEY = `${SURVEYS}/:id`
const EVENTS = '/api/projects/:project_id/events/'
const PERSONS = '/api/projects/:project_id/persons/'
const USERS = '/api/users'

/** Every endpoint of the service, with the keys that it accepts for project 1. */
const ACCEPTED: Record<string, string[]> = {
  'POST /flags': PUBLIC,
  'POST /i/v0/e/': PUBLIC,
  'POST /batch/': PUBLIC,
  'POST /e/': PUBLIC,
  'POST /capture/': PUBLIC,
  'POST /track/': PUBLIC,
  'POST /engage/': PUBLIC,
  'GET /api/surveys/': PUBLIC,
  // Needs a preview token too.
  'GET /api/surveys/preview/': [],
  'GET /api/early_access_features/': PUBLIC,
  'GET /array/:token/config': PUBLIC,
  'GET /array/:token/config.js': PUBLIC,
  'GET /flags/definitions': FLAG_READ,
  'GET /api/feature_flag/local_evaluation': FLAG_READ,
  'GET /api/projects/:project_id/feature_flags/': FLAG_READ,
  'GET /api/projects/:project_id/feature_flags/evaluation_reasons/': FLAG_READ,
  'PATCH /api/projects/:project_id/feature_flags/:id/': ['phx_flag_write', ...ALL_SCOPES],
  'GET /openapi.json': KEYS,
  'GET /healthz': KEYS,
  'GET /readyz': KEYS,
  'GET /api/projects/': PERSONAL,
  'GET /api/personal_api_keys/@current/': PERSONAL,
  [`GET ${SURVEYS}`]: SURVEY_READ,
  [`POST ${SURVEYS}`]: SURVEY_WRITE,
  [`GET ${SURVEYS}/activity`]: ACTIVITY_READ,
  [`GET ${SURVEYS}/responses_count`]: SURVEY_READ,
  [`GET ${SURVEYS}/stats`]: SURVEY_READ,
  [`GET ${SURVEY}`]: SURVEY_READ,
  [`PATCH ${SURVEY}`]: SURVEY_WRITE,
  [`DELETE ${SURVEY}`]: SURVEY_WRITE,
  [`GET ${SURVEY}/activity`]: ACTIVITY_READ,
  [`GET ${SURVEY}/stats`]: SURVEY_READ,
  [`POST ${SURVEY}/preview_token`]: SURVEY_READ,
  [`POST ${SURVEY}/summarize_responses`]: SURVEY_READ,
  [`GET ${SURVEY}/results`]: SURVEY_READ,
  [`GET ${SURVEY}/responses`]: SURVEY_READ,
  'GET /api/projects/:project_id/status/': ['phx_project_read', ...ALL_SCOPES],
  [`GET ${EVENTS}`]: ['phx_query_read', ...ALL_SCOPES],
  [`GET ${PERSONS}`]: PERSON_READ,
  [`GET ${PERSONS}:id/`]: PERSON_READ,
  [`DELETE ${PERSONS}:id/`]: ['phx_person_write', ...ALL_SCOPES],
  [`PATCH ${USERS}/cancel_email_change_request`]: PERSONAL,
  [`POST ${USERS}/request_email_verification`]: ['no key', ...PERSONAL],
  [`POST ${USERS}/verify_email`]: ['no key', ...PERSONAL],
  [`POST ${USERS}/:uuid/two_factor_disable`]: PERSONAL,
  [`GET ${USERS}/:uuid/two_factor_start_setup`]: PERSONAL,
  [`GET ${USERS}/:uuid/two_factor_status`]: PERSONAL,
  [`POST ${USERS}/:uuid/two_factor_validate`]: PERSONAL,
  [`POST ${USERS}/:uuid/validate_2fa`]: PERSONAL,
  [`POST ${USERS}/:uuid/two_factor_backup_codes`]: PERSONAL,
}

const createKeyService = () =>
  createTestService({
    strictTokens: true,
    projects: [
      {
        projectKey: 'phc_1',
        flags: [{ key: SECRET }],
        surveys: [{ id: 'survey', name: SECRET }],
        cohorts: [{ id: 1, name: SECRET, filters: { key: SECRET, type: 'person', value: '1' } }],
      },
      { projectKey: 'phc_2' },
    ],
    users: [{ uuid: USER, email: 'ann@example.com' }],
    personalKeys: PERSONAL.map(key => ({ key, ...PERSONAL_KEYS[key] })),
  })

/** Sends a request about project 1 with a key: a public endpoint gets it in its body, query or path, others as a bearer. */
async function requestWith(service: Service, { method, access }: Route, path: string, key: string) {
  const isBearer = access !== 'public' || /definitions|local_evaluation/.test(path)
  const projectKey = isBearer ? 'phc_1' : key
  const hasKey = key !== 'no key'
  const pathname = path
    .replace(':project_id', '1')
    .replace(':id', 'survey')
    .replace(':uuid', USER)
    .replace(':token', hasKey ? projectKey : 'none')
  const token = isBearer || hasKey ? `?token=${projectKey}` : ''
  const body = { ...(hasKey && !isBearer ? { api_key: projectKey } : {}), event: 'a', distinct_id: 'u' }
  const response = await service.fetch(pathname + token, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(hasKey && isBearer ? { Authorization: `Bearer ${key}` } : {}),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    isAccepted: response.status !== 401 && response.status !== 403,
    status: response.status,
    hasSecret: text.includes(SECRET),
  }
}

describe('5 every endpoint', () => {
  const routes = enabledRoutes(createRoutes(createStatsCache()), {})
  const endpoint = ({ method, path }: Route) => `${method} ${path}`

  it('has a row in the table of keys (R52)', () => {
    expect(routes.map(endpoint).sort()).toEqual(Object.keys(ACCEPTED).sort())
  })

  it.each(routes.map(route => [endpoint(route), route] as const))(
    'accepts the keys of the table alone when asked %s (R52)',
    async (name, route) => {
      const accepted: string[] = []
      let service = createKeyService()
      for (const key of KEYS) {
        const { isAccepted, status, hasSecret } = await requestWith(service, route, route.path, key)
        expect([key, status < 500]).toEqual([key, true])
        if (isAccepted) accepted.push(key)
        // The keys of project 2, and refused keys, learn nothing about project 1.
        const mayKnow = isAccepted && !['phc_2', 'phx_all_of_project_2'].includes(key)
        if (!mayKnow) expect([key, hasSecret]).toEqual([key, false])
        // An accepted request changes what the next one would find.
        if (!isAccepted || route.method === 'GET') continue
        await returnStores()
        service = createKeyService()
      }
      expect(accepted).toEqual(KEYS.filter(key => ACCEPTED[name]!.includes(key)))
    },
  )
})
