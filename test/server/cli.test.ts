import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import packageJson from '../../package.json'
import { createService } from '../../src/server/index'
import { openStore } from '../../src/server/openStore'
import { startCli, stopCli, urlOf } from '../support/startCli'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fileWith = async (text: string): Promise<string> => {
  const file = join(folder, `${Math.random()}.json`)
  await writeFile(file, text)
  return file
}

describe('earshot serve', () => {
  it('prints its address, keys and script tag, and serves until it is stopped', async () => {
    const seed = await fileWith(
      JSON.stringify({ projectKey: 'phc_mine', personalKeys: [{ key: 'phx_mine' }], flags: { nav: true } }),
    )
    const command = startCli(['serve', '--port=0', '--seed', seed])
    const url = await urlOf(command)
    expect(command.output.out).toContain('Project 1: key phc_mine')
    expect(command.output.out).toContain('Personal keys: phx_mine')
    expect(command.output.out).toContain(
      `<script async crossorigin src="https://your-cdn.example/earshot.js" data-api-key="phc_mine" data-api-host="${url}"></script>`,
    )
    const response = await fetch(`${url}/flags`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_mine', distinct_id: 'u' }),
    })
    expect((await response.json()).flags.nav.enabled).toBe(true)
    await stopCli(command)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('exits with 1 when the port is in use', async () => {
    const first = startCli(['serve', '--port', '0'])
    const { port } = new URL(await urlOf(first))
    const second = startCli(['serve', '--port', port])
    expect(await second.code).toBe(1)
    expect(second.output.err).toContain('EADDRINUSE')
    await stopCli(first)
  })
})

describe('earshot serve --host (R59)', () => {
  it('is reachable by other machines without the well-known keys', async () => {
    const command = startCli(['serve', '--port', '0', '--host', '0.0.0.0'])
    const url = await urlOf(command)
    expect(command.output.out).toContain(`data-api-host="${url}"`)
    const key = /Personal key: (phx_\S{43})/.exec(command.output.out)![1]!
    const status = async (token: string) =>
      (await fetch(`${url}/api/projects/`, { headers: { Authorization: `Bearer ${token}` } })).status
    expect([await status('phx_demo'), await status(key)]).toEqual([401, 200])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await stopCli(command)
  })

  it('exits with 2 when it is combined with --demo', async () => {
    const { output, code } = startCli(['serve', '--port', '0', '--host', '0.0.0.0', '--demo'])
    expect(await code).toBe(2)
    expect(output.err).toContain('--demo has keys that everybody knows, and --host opens the service')
  })

  it('exits with 1 when the seed contains the well-known key', async () => {
    const seed = await fileWith('{"personalKeys":[{"key":"phx_demo"}]}')
    const { output, code } = startCli(['serve', '--port', '0', '--host', '0.0.0.0', '--seed', seed])
    expect(await code).toBe(1)
    expect(output.err).toContain('The seed must not contain the key phx_demo')
  })

  it('serves the scripts of its folder, and prints a snippet that finds them', async () => {
    await writeFile(join(folder, 'earshot.js'), 'script()')
    const command = startCli(['serve', '--port', '0'], { folder })
    await urlOf(command)
    const src = /src="([^"]+)"/.exec(command.output.out)![1]!
    const response = await fetch(`${src}?v=abc`)
    expect([await response.text(), response.headers.get('access-control-allow-origin')]).toEqual([
      'script()',
      '*',
    ])
    expect((await fetch(src.replace('earshot.js', 'earshot-surveys.js'))).status).toBe(404)
    await stopCli(command)
  })

  it('serves every script that a page loads', async () => {
    const scripts = Object.keys(packageJson.weights).filter(name => /^earshot.*\.js$/.test(name))
    for (const name of scripts) await writeFile(join(folder, name), 'script()')
    const command = startCli(['serve', '--port', '0'], { folder })
    const url = await urlOf(command)
    const statuses = await Promise.all(scripts.map(async name => (await fetch(`${url}/${name}`)).status))
    expect(statuses).toEqual(scripts.map(() => 200))
    expect(scripts).toContain('earshot-words.js')
    await stopCli(command)
  })
})

describe('earshot serve --log (D-541)', () => {
  it('prints a line for each request, without ids, keys and queries', async () => {
    const command = startCli(['serve', '--port=0', '--demo', '--no-demo-data', '--log=json'])
    const url = await urlOf(command)
    await fetch(`${url}/api/surveys/?token=phc_secret`)
    await fetch(`${url}/api/projects/@current/surveys/secret/`, {
      headers: { Authorization: 'Bearer phx_demo' },
    })
    await vi.waitFor(() => expect(command.output.out).toContain('/api/projects/@current/surveys/*/'), 10_000)
    expect(command.output.out).toMatch(
      /\{"time":"[^"]+","method":"GET","path":"\/api\/surveys\/","status":401,"bytes":\d+,"ms":\d+\}/,
    )
    expect(command.output.out).not.toContain('secret')
    await stopCli(command)
  })
})

describe('earshot serve --keep and --max-events (D-544, D-253)', () => {
  const capture = (url: string, event: string) =>
    fetch(`${url}/i/v0/e/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'phc_demo', event, distinct_id: 'u' }),
    })
  const storedEvents = async (data: string) => {
    const store = await openStore(data)
    const events = await store.find('events', { where: { project_id: 1 } })
    await store.close()
    return events.map(({ event }) => event)
  }

  it('deletes the events of an earlier start that are too old', async () => {
    const data = join(folder, 'keep.db')
    const store = await openStore(data)
    const yearAgo = createService({ store, now: () => Date.now() - 366 * 86_400_000 })
    const body = JSON.stringify({ api_key: 'phc_demo', event: 'old', distinct_id: 'u' })
    await yearAgo.fetch('/i/v0/e/', { method: 'POST', body })
    await store.close()
    const command = startCli(['serve', '--port=0', '--demo', '--no-demo-data', '--keep=365d', '--data', data])
    const url = await urlOf(command)
    await capture(url, 'new')
    await vi.waitFor(async () => expect(await storedEvents(data)).toEqual(['new']), 10_000)
    await stopCli(command)
  })

  it('keeps the latest events of a project', async () => {
    const data = join(folder, 'max.db')
    const command = startCli([
      'serve',
      '--port=0',
      '--demo',
      '--no-demo-data',
      '--max-events=1',
      '--data',
      data,
    ])
    const url = await urlOf(command)
    for (const event of ['a', 'b', 'c']) await capture(url, event)
    await stopCli(command)
    expect(await storedEvents(data)).toEqual(['c'])
  })
})

describe('earshot serve --limit-auth, --limit-capture and --trust-proxy (D-542)', () => {
  it('limits an address behind a proxy', async () => {
    const limits = ['--limit-auth=1', '--limit-capture=1', '--trust-proxy=1']
    const command = startCli(['serve', '--port=0', '--demo', '--no-demo-data', ...limits])
    const url = await urlOf(command)
    const status = async (path: string, address: string, init: RequestInit = {}) => {
      const headers = { 'x-forwarded-for': address, Authorization: 'Bearer phx_wrong' }
      return (await fetch(url + path, { headers, ...init })).status
    }
    const body = JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u' })
    for (const [path, init, allowed] of [
      ['/api/projects/', {}, 401],
      ['/i/v0/e/', { method: 'POST', body }, 200],
    ] as const) {
      expect(await status(path, '1.1.1.1', init)).toBe(allowed)
      expect(await status(path, '1.1.1.1', init)).toBe(429)
      expect(await status(path, '2.2.2.2', init)).toBe(allowed)
    }
    await stopCli(command)
  })
})

describe('earshot --version', () => {
  it('prints the version of the package', async () => {
    const { output, code } = startCli(['--version'])
    expect([await code, output.out]).toEqual([0, `${packageJson.version}\n`])
  })
})

describe('earshot migrate', () => {
  it('prints its own help, its diff and its errors', async () => {
    const site = await mkdtemp(join(folder, 'site-'))
    await writeFile(join(site, 'main.js'), "import posthog from 'posthog-js'\n")
    const help = startCli(['migrate', '--help'])
    expect([await help.code, help.output.out]).toEqual([0, expect.stringContaining('Usage: earshot migrate')])
    const diff = startCli(['migrate', site])
    expect([await diff.code, diff.output.out]).toEqual([
      0,
      expect.stringContaining("+import posthog from 'earshot'"),
    ])
    const wrong = startCli(['migrate', '--wirte'])
    expect([await wrong.code, wrong.output.err]).toEqual([2, expect.stringContaining('--wirte')])
  })
})

describe('earshot types', () => {
  it('prints its own help, the declarations and its errors', async () => {
    const seed = await fileWith(JSON.stringify({ flags: { nav: true } }))
    const service = startCli(['serve', '--port=0', '--demo', '--seed', seed])
    const host = await urlOf(service)
    const help = startCli(['types', '--help'])
    expect([await help.code, help.output.out]).toEqual([0, expect.stringContaining('Usage: earshot types')])
    const env = { EARSHOT_PERSONAL_KEY: 'phx_demo' }
    const printed = startCli(['types', '--host', host], { env })
    expect([await printed.code, printed.output.out]).toEqual([0, expect.stringContaining('nav: boolean')])
    const wrong = startCli(['types', '--hots'])
    expect([await wrong.code, wrong.output.err]).toEqual([2, expect.stringContaining('--hots')])
    service.stop()
    await service.code
  })
})

describe('earshot with invalid arguments', () => {
  it.each<[string[], string]>([
    [[], 'no command. Expected: earshot serve'],
    [['srve'], "unknown command 'srve'"],
    [['serve', '--prot', '1'], "Unknown option '--prot'"],
    [['serve', '--port'], "Option '--port <value>' argument missing"],
    [['serve', '--port', 'eighty'], "--port must be a number from 0 to 65535, not 'eighty'"],
    [['serve', '--port', '70000'], '--port must be a number'],
    [['serve', '--host='], '--host must not be empty'],
    [['serve', '--data='], '--data must not be empty'],
    [['serve', '--log', 'xml'], "--log must be text or json, not 'xml'"],
    [['serve', '--keep', '1y'], "--keep must be a number of days or hours such as 365d or 12h, not '1y'"],
    [['serve', '--keep', '0d'], "--keep must be a number of days or hours such as 365d or 12h, not '0d'"],
    [['serve', '--max-events', 'many'], "--max-events must be a number, not 'many'"],
    [['serve', '--limit-auth=-1'], "--limit-auth must be a number, not '-1'"],
    [['serve', '--max-events=0'], '--max-events must be above 0. Leave it out for no limit'],
    [['serve', '--limit-capture=0'], '--limit-capture must be above 0. Leave it out for no limit'],
    [['serve', '--trust-proxy=yes'], "--trust-proxy must be a number, not 'yes'"],
    [['serve', 'more'], "Unexpected argument 'more'"],
  ])('exits with 2 and prints the problem and the help for %j', async (argv, detail) => {
    const { output, code } = startCli(argv)
    expect(await code).toBe(2)
    expect(output.err).toContain(detail)
    expect(output.err).toContain('--help')
    expect(output.out).toBe('')
  })
})

describe('earshot serve --seed', () => {
  it.each([
    ['projects.0.flags', { projects: [{ projectKey: 'phc_a', flags: { beta: 7 } }] }],
    ['projects.0', { projects: [{ projectkey: 'phc_a' }] }],
    ['flags', { flags: [{ active: true }] }],
    ['surveys.0.questions.0.type', { surveys: [{ questions: [{ question: 'Why?' }] }] }],
    ['surveys.0.questions.0.type', { surveys: [{ questions: [{ type: 'matrix', question: 'Why?' }] }] }],
    [
      'surveys.0.questions.0.choices',
      { surveys: [{ questions: [{ type: 'single_choice', question: 'Which?', choices: 'a' }] }] },
    ],
    ['persons.0.distinct_ids', { persons: [{ distinct_ids: 'ann' }] }],
    ['groups.0', { groups: [{ type: 'company', id: 'acme' }] }],
    ['personalKeys.0.scopes.0', { personalKeys: [{ key: 'phx_a', scopes: [1] }] }],
    ['users.0.email', { users: [{ first_name: 'Ann' }] }],
    ['users.0.is_admin', { users: [{ email: 'ann@example.com', is_admin: true }] }],
    ['personalKeys.0.user', { personalKeys: [{ key: 'phx_a', user: 'nobody@example.com' }] }],
    [
      'personalKeys.1.user',
      {
        users: [{ email: 'a@x.com' }],
        personalKeys: [{ key: 'phx_a' }, { key: 'phx_b', user: 'owner@example.com' }],
      },
    ],
    ['flags.beta.rollout_percentage', { flags: { beta: { rollout_percentage: 10 } } }],
    ['flags.0.rollout_percentage', { flags: [{ key: 'beta', rollout_percentage: 10 }] }],
    ['flags.0.deleted', { flags: [{ key: 'beta', deleted: 'false' }] }],
    ['cohorts.0.is_static', { cohorts: [{ id: 1, is_static: 'true' }] }],
    ...(['operater', 'negations'] as const).map((name): [string, object] => [
      `cohorts.0.filters.values.1.values.0.${name}`,
      {
        cohorts: [
          {
            id: 1,
            filters: {
              type: 'OR',
              values: [
                { type: 'behavioral', key: 'a', time_value: 1 },
                { type: 'AND', values: [{ key: 'plan', value: 'pro', [name]: 'is_not' }] },
              ],
            },
          },
        ],
      },
    ]),
    ['surveys.1.id: that of surveys.0.id', { surveys: [{ id: 'a' }, { id: 'a' }] }],
    ['projects.1.id: that of projects.0.id', { projects: [{ id: 2 }, {}] }],
    ['cohorts.0.members', { cohorts: [{ id: 1, is_static: true, members: ['u'] }] }],
    ['surveys.0.linked_flag_id', { surveys: [{ linked_flag_id: 3 }] }],
    ['surveys.0.targeting_flag_id', { surveys: [{ targeting_flag_id: 3 }] }],
    ['surveys.0.targeting_flag_filters', { surveys: [{ targeting_flag_filters: { groups: [] } }] }],
    ['surveys.0.response_sampling_daily_limits', { surveys: [{ response_sampling_daily_limits: [] }] }],
    ['surveys.0.response_sampling_limit', { surveys: [{ response_sampling_limit: 10 }] }],
    ['projects.0.surveys.0.linked_flag', { projects: [{ surveys: [{ linked_flag: 'beta' }] }] }],
    ['surveys.0.linked_flag_keys', { surveys: [{ linked_flag_keys: 'beta' }] }],
    ['throttles.capture.perMs', { throttles: { capture: { requests: 5 } } }],
  ])('exits with 1 and names %s when it is wrong (R59, D-733)', async (path, seed) => {
    const { output, code } = startCli(['serve', '--port=0', '--seed', await fileWith(JSON.stringify(seed))])
    expect(await code).toBe(1)
    expect(output.err).toContain(path)
  })

  it.each<[string, string]>([
    ['{', 'in JSON at position 1'],
    ['[]', 'expected object, received array'],
    ['{"flagz":{}}', 'Unrecognized key: "flagz"'],
    ['{"surveys":{}}', 'surveys: Invalid input: expected array'],
    ['{"flags":1}', 'flags: expected an array of objects with a key'],
    ['{"surveys":[1]}', 'surveys.0: Invalid input: expected object'],
    ['{"config":null}', 'config: Invalid input: expected object'],
    ['{"groupTypes":[1]}', 'groupTypes.0: Invalid input: expected string'],
  ])('exits with 1 and names the wrong option of %s', async (text, detail) => {
    const { output, code } = startCli(['serve', '--port', '0', '--seed', await fileWith(text)])
    expect(await code).toBe(1)
    expect(output.err).toContain('earshot: cannot use the seed file')
    expect(output.err).toContain(detail)
  })

  it('exits with 1 when there is no such file', async () => {
    const { output, code } = startCli(['serve', '--seed', join(folder, 'none.json')])
    expect(await code).toBe(1)
    expect(output.err).toContain('ENOENT')
  })
})

describe('earshot serve --data', () => {
  const stats = async (url: string) => {
    const headers = { Authorization: 'Bearer phx_demo' }
    const response = await fetch(`${url}/api/projects/1/surveys/nps/stats`, { headers })
    return (await response.json()).stats['survey sent'].total_count
  }

  it.each<[string, (file: string) => { argv: string[]; env: Record<string, string> }]>([
    ['--data', file => ({ argv: ['--data', file], env: {} })],
    ['EARSHOT_DATA', file => ({ argv: [], env: { EARSHOT_DATA: `file:${file}` } })],
  ])('keeps events, surveys and keys of %s for the next start', async (_, settings) => {
    const { argv, env } = settings(join(folder, `${Math.random()}.db`))
    const seed = await fileWith(JSON.stringify({ surveys: [{ id: 'nps' }] }))
    const first = startCli(['serve', '--port=0', '--demo', '--seed', seed, ...argv], { env })
    const body = JSON.stringify({
      api_key: 'phc_demo',
      distinct_id: 'u',
      event: 'survey sent',
      properties: { $survey_id: 'nps' },
    })
    const { status } = await fetch(`${await urlOf(first)}/i/v0/e/`, { method: 'POST', body })
    expect(status).toBe(200)
    await stopCli(first)

    const second = startCli(['serve', '--port=0', '--demo', ...argv], { env })
    expect(await stats(await urlOf(second))).toBe(1)
    expect(second.output.out).not.toContain('memory')
    await stopCli(second)
  })

  it('accepts the well-known key of a database no longer without --demo (D-531)', async () => {
    const data = join(folder, 'opened.db')
    const statusWith = async (...argv: string[]) => {
      const command = startCli(['serve', '--port=0', '--data', data, ...argv])
      const headers = { Authorization: 'Bearer phx_demo' }
      const { status } = await fetch(`${await urlOf(command)}/api/projects/1/surveys/`, { headers })
      await stopCli(command)
      return status
    }
    expect(await statusWith('--demo', '--no-demo-data')).toBe(200)
    expect(await statusWith()).toBe(401)
  })

  it('says in its first line that data is kept in memory without it', async () => {
    const command = startCli(['serve', '--port=0'])
    await urlOf(command)
    expect(command.output.out).toMatch(/^Data is kept in memory/)
    await stopCli(command)
  })

  it('exits with 1 when the database cannot be opened', async () => {
    const { output, code } = startCli([
      'serve',
      '--port=0',
      '--data',
      await fileWith('no database'.repeat(999)),
    ])
    expect(await code).toBe(1)
    expect(output.err).toContain('cannot be opened as a SQLite database: file is not a database')
  })
})

describe('earshot --help', () => {
  it.each([[['--help']], [['-h']], [['help']]])('lists the commands for %j', async argv => {
    const { output, code } = startCli(argv)
    expect(await code).toBe(0)
    expect(output.out).toContain('Usage: earshot <command> [options]')
    expect(output.out).toMatch(/^ {2}serve +serve flags/m)
    expect(output.out).toMatch(/^ {2}migrate +rewrite/m)
    expect(output.out).toMatch(/^ {2}types +write/m)
  })

  it.each([[['serve', '--help']], [['serve', '-h']]])('prints the options for %j', async argv => {
    const { output, code } = startCli(argv)
    expect(await code).toBe(0)
    for (const option of ['--port', '--host', '--seed', '--data', '--log', '--keep'])
      expect(output.out).toContain(option)
  })
})
