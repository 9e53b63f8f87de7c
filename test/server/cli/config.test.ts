import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPersonalKey } from '../../../src/server/store/personalKeys'
import { runToEnd, startCli, stopCli, urlOf } from '../../support/startCli'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const fileWith = async (content: unknown): Promise<string> => {
  const file = join(folder, `config-${++files}.json`)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const SECRET = 'phx_secret_of_the_environment'
const start = async (
  config: unknown,
  { argv = [], env = {} }: { argv?: string[]; env?: Record<string, string> } = {},
) => {
  const command = startCli(['serve', '--port=0', '--config', await fileWith(config), ...argv], { env })
  const url = await urlOf(command)
  const get = (path: string, key: string) =>
    fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
  return {
    url,
    out: command.output.out,
    stop: () => stopCli(command),
    status: async (path: string, key: string) => (await get(path, key)).status,
    json: async (path: string, key: string) => (await get(path, key)).json(),
  }
}

/** Stands for an environment variable in the file. */
const variable = (name: string) => `\${${name}}`
const byHash = (key: string, fields: object = {}) => ({ hash: hashPersonalKey(key), ...fields })

describe('earshot serve --config (D-532)', () => {
  it('creates projects, users and personal keys, and prints the projects alone', async () => {
    const service = await start(
      {
        projects: [
          { id: 1, name: 'Shop', projectKey: 'phc_shop', timeZone: 'Europe/Berlin' },
          { id: 2, name: 'Docs', projectKey: variable('DOCS_KEY'), config: { surveys: false } },
        ],
        users: [{ email: 'ann@example.com', first_name: 'Ann', is_staff: true }],
        personalKeys: [
          {
            key: variable('EARSHOT_KEY'),
            label: 'Editor',
            user: 'ann@example.com',
            scopes: ['survey:write'],
          },
          byHash('phx_reader_of_project_2', { projects: [2], scopes: ['survey:read'] }),
        ],
      },
      { env: { EARSHOT_KEY: SECRET, DOCS_KEY: 'phc_docs' } },
    )
    expect(service.out).toContain('Project 1: key phc_shop\nProject 2: key phc_docs\n')
    expect(service.out).toContain('data-api-key="phc_shop"')
    expect(service.out).not.toContain('phx_')
    const { results } = await service.json('/api/projects/', SECRET)
    expect(results).toMatchObject([
      { id: 1, name: 'Shop', timezone: 'Europe/Berlin' },
      { id: 2, name: 'Docs', timezone: 'UTC' },
    ])
    expect(await service.status('/api/projects/1/surveys/activity', SECRET)).toBe(403)
    expect(await service.status('/api/projects/2/surveys/', 'phx_reader_of_project_2')).toBe(200)
    expect(await service.status('/api/projects/1/surveys/', 'phx_reader_of_project_2')).toBe(403)
    const config = await (await fetch(`${service.url}/array/phc_docs/config`)).json()
    expect(config.surveys).toBe(false)
    await service.stop()
  })

  it('updates what it declares in a database with data, and leaves the rest', async () => {
    const data = join(folder, 'kept.db')
    const first = await start({
      data,
      projects: [
        { id: 1, name: 'Shop', projectKey: 'phc_shop', timeZone: 'Europe/Berlin' },
        { id: 2, name: 'Docs', projectKey: 'phc_docs' },
      ],
      personalKeys: [
        byHash('phx_changed_by_the_second_file', { scopes: ['survey:read'] }),
        byHash('phx_missing_in_the_second_file'),
      ],
    })
    await first.stop()
    const { out: created } = await runToEnd(['keys', 'create', '--data', data])
    const second = await start({
      data,
      projects: [{ id: 1, projectKey: 'phc_renamed' }],
      personalKeys: [byHash('phx_changed_by_the_second_file', { scopes: ['*'] })],
    })
    expect(second.out).toContain('Project 1: key phc_renamed\nProject 2: key phc_docs\n')
    expect(second.out).toContain('Personal keys: 3, of which only hashes are kept.')
    const { results } = await second.json('/api/projects/', created.trim())
    expect(results[0]).toMatchObject({ name: 'Shop', api_token: 'phc_renamed', timezone: 'Europe/Berlin' })
    const status = (key: string) => second.status('/api/projects/1/surveys/activity', key)
    expect(await status('phx_changed_by_the_second_file')).toBe(200)
    expect(await status('phx_missing_in_the_second_file')).toBe(200)
    await second.stop()
  })

  it('creates and changes flags, each change with a new version', async () => {
    const data = join(folder, 'flags.db')
    const flagsWith = async (flags: object) => {
      const service = await start({ data, projects: [{ id: 1, projectKey: 'phc_shop', flags }] })
      const body = JSON.stringify({ api_key: 'phc_shop', distinct_id: 'u' })
      const reply = await (await fetch(`${service.url}/flags?v=2`, { method: 'POST', body })).json()
      await service.stop()
      return Object.values<{
        key: string
        enabled: boolean
        variant?: string
        metadata: { version: number }
      }>(reply.flags).map(({ key, enabled, variant, metadata }) => [
        key,
        variant ?? enabled,
        metadata.version,
      ])
    }
    expect(await flagsWith({ nav: true, color: 'green' })).toEqual([
      ['nav', true, 1],
      ['color', 'green', 1],
    ])
    const none = { filters: { groups: [{ properties: [], rollout_percentage: 0 }] } }
    expect(await flagsWith({ nav: none, beta: true })).toEqual([
      ['nav', false, 2],
      ['color', 'green', 1],
      ['beta', true, 1],
    ])
    expect(await flagsWith({ nav: false, color: 'green' })).toEqual([
      ['nav', false, 2],
      ['color', 'green', 1],
      ['beta', true, 1],
    ])
  })

  it('keeps preview links valid when it is applied again (D-616)', async () => {
    const config = {
      data: join(folder, 'previews.db'),
      projects: [{ id: 1, projectKey: 'phc_shop' }],
      users: [{ email: 'ann@example.com' }],
      personalKeys: [byHash('phx_author')],
    }
    const first = await start(config)
    const post = async (path: string, body: object) => {
      const response = await fetch(first.url + path, {
        method: 'POST',
        headers: { Authorization: 'Bearer phx_author', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.json()
    }
    const { id } = await post('/api/projects/1/surveys/', { name: 'NPS', type: 'popover' })
    const { token } = await post(`/api/projects/1/surveys/${id}/preview_token`, {})
    await first.stop()
    const second = await start(config)
    const query = new URLSearchParams({ token: 'phc_shop', preview: token })
    const { surveys } = await (await fetch(`${second.url}/api/surveys/preview/?${query}`)).json()
    expect(surveys).toMatchObject([{ id }])
    await second.stop()
  })

  it('creates a project and a personal key for an empty database when it declares none', async () => {
    const service = await start({ strictTokens: true })
    expect(service.out).toMatch(/^Project 1: key phc_\S{43}$/m)
    expect(service.out).toMatch(/^Personal key: phx_\S{43}$/m)
    const body = JSON.stringify({ api_key: 'phc_unknown', event: 'e', distinct_id: 'u' })
    expect((await fetch(`${service.url}/i/v0/e/`, { method: 'POST', body })).status).toBe(401)
    await service.stop()
  })

  it('has the address to listen on, unless an option has another one', async () => {
    const file = await fileWith({ host: '127.0.0.2', port: 1 })
    const command = startCli(['serve', '--port=0', '--config', file])
    expect(await urlOf(command)).toMatch(/^http:\/\/127\.0\.0\.2:\d{4,}$/)
    await stopCli(command)
  })

  const HASH = hashPersonalKey('phx_a')
  it.each<[string, unknown, string]>([
    ['a missing comma', '{\n"projects": []\n"users": []\n}', 'line 3 is not JSON'],
    ['a comma too many', '{\n"projects": [\n{ "id": 1 },\n]\n}', 'line 4 is not JSON'],
    ['a text without an end', '{\n"projects": []\n', 'line 2 is not JSON'],
    ['a quotation mark too few', '{\n"data": "phx_secret,\n"port": 1\n}', 'line 2 is not JSON'],
    ['a list', [], 'expected object, received array'],
    [
      'an unknown field',
      { project: [] },
      'project: unknown field. Expected one of port, host, data, projects',
    ],
    [
      'an unknown field inside',
      { projects: [{ id: 1 }, { id: 2, projectkey: 'phc_a' }] },
      'projects.1.projectkey: unknown field. Expected one of id, name, projectKey, flags, timeZone, config, quota',
    ],
    ['events that are all removed', { maxEvents: 0 }, 'maxEvents: Too small'],
    ['a negative limit of bytes', { maxBytes: -1 }, 'maxBytes: Too small'],
    ['an age that all events have', { keepMs: -1 }, 'keepMs: Too small'],
    [
      'a limit that refuses every request',
      { throttles: { capture: { requests: 0, perMs: 1000 } } },
      'throttles.capture.requests: Too small',
    ],
    [
      'a project without an id',
      { projects: [{ name: 'Shop' }] },
      'projects.0.id: Invalid input: expected number',
    ],
    ['a port of text', { port: '8000' }, 'port: Invalid input: expected number, received string'],
    [
      'an unknown time zone',
      { projects: [{ id: 1, timeZone: 'Berlin' }] },
      'projects.0.timeZone: expected an IANA',
    ],
    [
      'a personal key in place of a project key',
      { projects: [{ id: 1, projectKey: 'phx_a' }] },
      'projects.0.projectKey: expected up to 64 ASCII characters without spaces, not beginning with phx_',
    ],
    [
      'a project key twice',
      {
        projects: [
          { id: 1, projectKey: 'phc_a' },
          { id: 2, projectKey: 'phc_a' },
        ],
      },
      'projects.1.projectKey: project 1 has this key. Expected another one',
    ],
    [
      'a wrong flag',
      { projects: [{ id: 1, flags: { nav: 7 } }] },
      'projects.0.flags.nav: expected true, false, a variant or a definition',
    ],
    [
      'two projects with one id (D-813)',
      { projects: [{ id: 1 }, { id: 2 }, { id: 1 }] },
      'projects.2.id: another project has this id',
    ],
    [
      'two users with one email address (D-813)',
      { users: [{ email: 'ann@x.com' }, { email: 'Ann@x.com' }] },
      'users.1.email: another user has this email address',
    ],
    ...['false', 'TRUE'].map((value): [string, unknown, string] => [
      `a flag with the text ${value}, which would be on for everyone (D-811)`,
      { projects: [{ id: 1, flags: { nav: value } }] },
      'projects.0.flags.nav: expected true or false, not a text such as "false"',
    ]),
    [
      'a misspelt field of a flag, which would be on for everyone (D-706)',
      { projects: [{ id: 1, flags: { nav: { filtres: { groups: [] } } } }] },
      'projects.0.flags.nav.filtres: unknown field',
    ],
    [
      'a misspelt field of a condition, which would be on for everyone (D-706)',
      { projects: [{ id: 1, flags: { nav: { filters: { groups: [{ propertes: [] }] } } } }] },
      'projects.0.flags.nav.filters.groups.0.propertes: unknown field',
    ],
    ['a wrong email address', { users: [{ email: 'ann' }] }, 'users.0.email: Invalid email address'],
    [
      'a personal key in the file',
      { personalKeys: [{ key: SECRET }] },
      `personalKeys.0.key: expected an environment variable, for example "\${EARSHOT_KEY}". Or set hash in place of key`,
    ],
    [
      'a missing environment variable',
      { personalKeys: [{ key: variable('MISSING') }] },
      'personalKeys.0.key: the environment variable MISSING is not set',
    ],
    [
      'a short personal key',
      { personalKeys: [{ key: variable('SHORT') }] },
      'personalKeys.0.key: expected at least 16',
    ],
    [
      'a key and a hash',
      { personalKeys: [{ key: variable('LONG'), hash: HASH }] },
      'personalKeys.0: expected either key or hash',
    ],
    ['neither', { personalKeys: [{}] }, 'personalKeys.0: expected either key or hash'],
    ['another hash', { personalKeys: [{ hash: 'md5$1' }] }, 'personalKeys.0.hash: expected sha256$ and'],
    [
      'an unknown scope',
      { personalKeys: [{ hash: HASH, scopes: ['surveys:read'] }] },
      'personalKeys.0.scopes.0: Invalid option: expected one of "*"|"survey:read"',
    ],
    [
      'an unknown owner',
      { personalKeys: [{ hash: HASH, user: 'bob@example.com' }] },
      'personalKeys.0.user: no user has this email address. Expected owner@example.com',
    ],
    [
      'an unknown project of a key',
      { personalKeys: [{ hash: HASH, projects: [7] }] },
      'personalKeys.0.projects: there is no project 7',
    ],
    [
      'an unknown field of a throttle',
      { throttles: { capture: { requests: 5, perMs: 1, per: 1 } } },
      'throttles.capture.per: unknown field. Expected one of requests, perMs',
    ],
  ])('exits with 1 and says what was expected for %s', async (_, config, detail) => {
    const { code, out, err } = await runToEnd(['serve', '--port=0', '--config', await fileWith(config)], {
      env: { LONG: SECRET, SHORT: 'phx_short' },
    })
    expect(err).toContain(detail)
    expect(out + err).not.toMatch(/phx_s/)
    expect(code).toBe(1)
  })

  it('accepts the example of docs/configuration.md', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8')
    const example = /```json\n(.*?)```/s.exec(text)![1]!
    const service = await start(example, {
      argv: ['--host=127.0.0.1'],
      env: { DATABASE_URL: join(folder, 'example.db'), EDITOR_KEY: SECRET },
    })
    expect(service.out).toContain('Personal keys: 2, of which only hashes are kept.')
    expect(await service.status('/api/projects/2/surveys/', SECRET)).toBe(200)
    await service.stop()
  })

  it('is refused together with --demo', async () => {
    const { code, err } = await runToEnd(['serve', '--demo', '--config', await fileWith({})])
    expect([code, err]).toEqual([2, expect.stringContaining('Leave one out')])
  })
})
