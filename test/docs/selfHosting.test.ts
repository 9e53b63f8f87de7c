import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import Database from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json'
import { OPERATION_OPTIONS } from '../../src/server/cli/operationOptions'
import { serveCommand } from '../../src/server/cli/serve'
import { createService } from '../../src/server/index'
import { openStore } from '../../src/server/openStore'
import { MAX_BODY_BYTES } from '../../src/server/options'
import { startCli, stopCli, urlOf } from '../support/startCli'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/self-hosting.md')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(match => match[1]!)
/** The port of the help, which all files name. */
const DEFAULT_PORT = serveCommand.help.match(/default: (\d+)\)/)?.[1]
const shell = blocks('sh').join('').replaceAll('\\\n', ' ')

/** Runs a command on a free port with a new database until it listens. Returns what it has printed. */
async function run(args: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-docs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const inFolder = args.map(arg => arg.replace(/^earshot\.db$/, join(folder, arg)))
  const command = startCli([...inFolder, '--port=0'])
  await urlOf(command)
  await stopCli(command)
  return command.output.out
}

describe('docs/self-hosting.md', () => {
  it('has commands that start the service', async () => {
    const commands = [...shell.matchAll(/^npx earshot (.*)$/gm)].map(([, args = '']) => args.split(' '))
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(await run(command)).not.toContain('memory')
  })

  it.each(Object.keys(OPERATION_OPTIONS))('explains --%s', name => {
    expect(page).toMatch(new RegExp(`^\\| .*\`--${name}\\b.* \\|`, 'm'))
  })

  it('creates a survey and reads its answers with its curl commands', async () => {
    const service = createService()
    const commands = [...shell.matchAll(/^curl http:\/\/localhost:8000(\S+)(.*)$/gm)]
    const statuses: number[] = []
    for (const [, path = '', args = ''] of commands) {
      const body = / -d '(.*)'/.exec(args)?.[1]
      const headers = [...args.matchAll(/ -H (["'])(\S+): (.*?)\1/g)].map(([, , name, value]) => [
        name!,
        value!.replace('$PERSONAL_KEY', 'phx_demo'),
      ])
      const response = await service.fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: Object.fromEntries(headers),
        ...(body === undefined ? {} : { body }),
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([201, 200])
    const { surveys } = await (await service.fetch('/api/surveys/?token=phc_demo')).json()
    expect(surveys).toMatchObject([{ name: 'NPS' }])
  })

  it('has an SQLite backup that can be opened, taken while the service runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-backup-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = (name: string) => join(folder, name)
    const store = await openStore(file('earshot.db'))
    onTestFinished(store.close)
    const body = JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u' })
    await createService({ store }).fetch('/i/v0/e/', { method: 'POST', body })
    const statements = [...shell.matchAll(/^sqlite3 earshot\.db "(.*)"$/gm)].map(match => match[1]!)
    expect(statements).toEqual([expect.stringContaining("'backup.db'"), 'VACUUM'])
    const connection = new Database(file('earshot.db'))
    connection.exec(statements[0]!.replace('backup.db', file('backup.db')))
    connection.close()
    const backup = await openStore(file('backup.db'))
    onTestFinished(backup.close)
    expect(await createService({ store: backup }).state.events()).toMatchObject([{ event: 'a' }])
  })

  it('has proxies that pass the largest body, the address and the port of the service', () => {
    const [nginx = ''] = blocks('nginx')
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])
    expect(megabytes * 1024 * 1024).toBeGreaterThan(MAX_BODY_BYTES)
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
    const address = `${serveCommand.help.match(/127[.\d]+/)?.[0]}:${DEFAULT_PORT}`
    expect(nginx).toContain(`proxy_pass http://${address};`)
    expect(blocks('caddyfile')[0]).toContain(`reverse_proxy ${address}`)
  })
})

describe('Dockerfile', () => {
  const text = read('Dockerfile')
  const dockerfile = DockerfileParser.parse(text)
  const argumentsOf = (keyword: string) =>
    dockerfile
      .getInstructions()
      .filter(instruction => instruction.getKeyword() === keyword)
      .map(instruction => instruction.getArgumentsContent() ?? '')

  it('has no fault that a linter knows', () => {
    expect(validate(text)).toEqual([])
  })

  it('installs this version, on an image with a version that has SQLite', () => {
    expect(argumentsOf('ARG')).toEqual([`EARSHOT_VERSION=${packageJson.version}`])
    expect(argumentsOf('RUN')[0]).toMatch(/ earshot@\$\{EARSHOT_VERSION\} /)
    expect(Number(/^node:(\d+)-alpine$/.exec(argumentsOf('FROM')[0]!)?.[1])).toBeGreaterThanOrEqual(24)
  })

  it('runs as a user without rights, who owns the volume', () => {
    expect(argumentsOf('USER')).toEqual(['node'])
    expect(argumentsOf('RUN')[0]).toContain('chown node:node /data')
    expect(argumentsOf('VOLUME')).toEqual(['/data'])
  })

  it('starts earshot as the process that receives signals', async () => {
    const [program, file, ...args] = JSON.parse(argumentsOf('ENTRYPOINT')[0]!)
    expect([program, file]).toEqual(['node', join('node_modules/earshot', packageJson.bin.earshot)])
    const command = [...args, ...JSON.parse(argumentsOf('CMD')[0]!)]
    expect(command.join(' ')).toContain('--host 0.0.0.0 --data /data/earshot.db')
    expect(await run(command.map(arg => arg.replace('/data/', '')))).toContain('http://localhost:')
    expect(argumentsOf('EXPOSE')).toEqual([DEFAULT_PORT])
  })

  it('checks its health by a path that the service has', async () => {
    const [healthcheck = ''] = argumentsOf('HEALTHCHECK')
    const url = /http:\/\/127\.0\.0\.1:8000(\/\w+)/.exec(healthcheck)
    expect((await createService().fetch(url![1]!)).status).toBe(200)
  })
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'))

  it('starts the service when PostgreSQL is ready', async () => {
    await run(['serve', ...services.earshot.command])
    expect(services.earshot.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(services.postgres.healthcheck.test.at(-1)).toContain('pg_isready')
    expect(services.earshot.healthcheck).toBeUndefined()
  })

  it('connects to its PostgreSQL with a password that it does not contain', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services.postgres.environment
    expect(POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/)
    expect(services.earshot.environment.EARSHOT_DATA).toBe(
      `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres/${POSTGRES_DB}`,
    )
  })

  it('keeps the data in a volume, and opens one port to this machine alone', () => {
    const [volume] = services.postgres.volumes.map((mount: string) => mount.split(':')[0])
    expect(Object.keys(volumes)).toEqual([volume])
    expect(services.earshot.ports).toEqual(['127.0.0.1:8000:8000'])
    expect(services.postgres.ports).toBeUndefined()
    expect(services.postgres.image).toMatch(/^postgres:\d+-alpine$/)
  })
})
