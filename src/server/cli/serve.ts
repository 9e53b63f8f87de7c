import { readFile } from 'node:fs/promises'
import { type ServeOptions, serve } from '../node'
import { createAccessLog, type LogFormat } from '../operations/accessLog'
import { DEFAULT_PERSONAL_KEY, type ProjectOptions, type ServiceOptions } from '../options'
import { routePaths } from '../routes'
import { type Console, readConsole, serveConsole } from '../serveConsole'
import { readScripts, SCRIPT_PATHS, serveScripts } from '../serveScripts'
import { createService } from '../service'
import { createMemoryStore } from '../store/memoryStore'
import type { SqlStore } from '../store/sql/sqlStore'
import type { Store } from '../store/store'
import { createDemo, type Demo } from '../testing/demo/createDemo'
import { resolveProjects } from '../testing/seed'
import { parseSeedFile } from '../testing/seedFile'
import { type CliIO, defineCommand, type OptionValues, UsageError } from './command'
import { type ConfigFile, parseConfigFile } from './configFile'
import { fillDemo } from './fillDemo'
import { OPERATION_OPTIONS, parseOperations } from './operationOptions'
import { type InitialData, prepareStore } from './prepareStore'
import { createdKeyMessage, readOnlyWarning, startMessage } from './startMessage'

const DEFAULT_PORT = 8000
const DEFAULT_HOST = '127.0.0.1'

const options = {
  port: {
    type: 'string',
    value: 'number',
    help: `port to listen on, 0 for any free port (default: ${DEFAULT_PORT})`,
  },
  host: {
    type: 'string',
    value: 'name',
    help: `address to listen on (default: ${DEFAULT_HOST}, which only this machine can reach)`,
  },
  data: {
    type: 'string',
    value: 'where',
    help: 'SQLite file or PostgreSQL URL that keeps the data, for example earshot.db or\npostgres://user@host/name (default: EARSHOT_DATA, else memory)',
  },
  config: {
    type: 'string',
    value: 'file',
    help: 'JSON file with projects, flags, users, personal keys and settings. It is applied\nat each start: docs/configuration.md',
  },
  seed: {
    type: 'string',
    value: 'file',
    help: 'JSON file with the projects, flags, surveys and persons to start with',
  },
  demo: {
    type: 'boolean',
    help: 'use the keys phc_demo and phx_demo, which everybody knows, where the seed has\nnone, and start with a month of example data. For this machine alone',
  },
  'no-demo-data': { type: 'boolean', help: 'leave out the example data of --demo' },
  'no-console': { type: 'boolean', help: 'leave out the console, which is at /' },
  ...OPERATION_OPTIONS,
} as const

type Values = OptionValues<typeof options>

/** `earshot serve`. */
export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'serve flags, surveys and event capture',
  description: `Serves flags, surveys and event capture. Data is kept in memory, or in a database with --data.
The first start creates a project and a personal key, and prints their keys.`,
  options,
  notes:
    'Ctrl-C or SIGTERM stops the service when it has answered the requests in progress, and a second time at once.',
  run: runServe,
})

async function runServe(values: Values, io: CliIO): Promise<void> {
  const initial = await readInitialData(values, io)
  const { seed, config } = initial
  const { port, host } = readAddress(values, config)
  if (!isLoopback(host)) refuseKnownKeys(initial)
  const operations = parseOperations(values)
  const data = readDataUrl(values, config, io)
  let database: SqlStore | undefined
  try {
    if (data) database = await (await import('../openStore')).openStore(data)
    else io.out('Data is kept in memory until the service stops. Use --data earshot.db to keep it on disk.')
    const store = database ?? createMemoryStore()
    const demo = (await hasProject(store)) ? undefined : createDemoFor(values, initial)
    const createdKey = await prepareStore(store, demo ? { ...initial, seed: demo.options } : initial)
    if (demo) await fillDemo(store, demo)
    // Now, because listening may fail, and the next start does not create a key.
    if (createdKey !== undefined) io.out(createdKeyMessage(createdKey, data))
    const service = createService({ ...serviceOptions(initial), ...operations.service, store })
    const demoKey = initial.isDemo ? DEFAULT_PERSONAL_KEY : undefined
    const pages = values['no-console'] ? undefined : await readConsole(io.folder, demoKey)
    const scripts = await readScripts(io.folder)
    const withScripts = serveScripts(service, scripts)
    const { url, stop } = await serve(pages ? serveConsole(withScripts, pages) : withScripts, {
      port,
      host,
      trustedProxies: operations.trustedProxies,
      ...printRequests(operations.log, pages, io),
    })
    const warning = await readOnlyWarning(store)
    if (warning !== undefined) io.err(warning)
    const seedKeys =
      seed?.personalKeys?.map(({ key }) => key) ?? (initial.isDemo ? [DEFAULT_PERSONAL_KEY] : [])
    io.out(
      await startMessage(store, {
        url,
        hasConsole: pages !== undefined,
        hasScripts: scripts.has('/earshot.js'),
        data,
        seedKeys,
      }),
    )
    await new Promise<void>(resolve => io.onStop(resolve))
    if (!(await stop()))
      throw new Error('requests were not complete in time, and their connections were closed')
  } finally {
    await database?.close()
  }
}

async function hasProject(store: Store): Promise<boolean> {
  return (await store.find('projects', { where: {}, limit: 1 })).length > 0
}

/** Creates the example data, unless the command line names other data or none. See D-602. */
function createDemoFor(values: Values, { seed, isDemo }: InitialData): Demo | undefined {
  return isDemo && !seed && !values['no-demo-data'] ? createDemo(Date.now()) : undefined
}

/** Returns the callback that prints the access log, if there is to be one. */
function printRequests(
  format: LogFormat | undefined,
  pages: Console | undefined,
  io: CliIO,
): Pick<ServeOptions, 'onResponse'> {
  if (format === undefined) return {}
  const lineOf = createAccessLog(format, [...routePaths(), ...SCRIPT_PATHS, ...(pages?.keys() ?? [])])
  return { onResponse: request => io.out(lineOf(request)) }
}

async function readInitialData({ seed, config, demo = false }: Values, { env }: CliIO): Promise<InitialData> {
  if (demo && config !== undefined)
    throw new UsageError(
      '--demo has the keys that everybody knows, and --config is for a service in use. Leave one out',
    )
  return {
    seed: seed === undefined ? undefined : await readInput('seed', seed, parseSeedFile),
    config:
      config === undefined
        ? undefined
        : await readInput('config', config, json => parseConfigFile(json, env)),
    isDemo: demo,
  }
}

async function readInput<T>(kind: 'seed' | 'config', file: string, parse: (json: string) => T): Promise<T> {
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`cannot use the ${kind} file ${file}: ${(error as Error).message}`)
  }
}

function readAddress(values: Values, config: ConfigFile | undefined): { port: number; host: string } {
  const port = values.port ?? String(config?.port ?? DEFAULT_PORT)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'`)
  const host = values.host ?? config?.host ?? DEFAULT_HOST
  // An empty host would listen on every network interface.
  if (host === '') throw new UsageError('--host must not be empty')
  return { port: Number(port), host }
}

function readDataUrl({ data }: Values, config: ConfigFile | undefined, { env }: CliIO): string | undefined {
  if (data === '') throw new UsageError('--data must not be empty')
  return data ?? config?.data ?? env['EARSHOT_DATA']
}

/** Whether only this machine can reach an address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/**
 * Checks that a service which other machines can reach has no key that everybody knows. See D-405.
 *
 * @throws Error for `--demo`, and for a seed with such a key.
 */
function refuseKnownKeys({ seed, isDemo }: InitialData): void {
  if (isDemo)
    throw new UsageError(
      '--demo has keys that everybody knows, and --host opens the service to other machines. Leave one out',
    )
  if (seed?.personalKeys?.some(({ key }) => key === DEFAULT_PERSONAL_KEY))
    throw new Error(
      `--host opens the service to other machines. The seed must not contain the key ${DEFAULT_PERSONAL_KEY}.`,
    )
}

/** Returns the options of a service whose store is prepared: settings, and nothing to seed. */
function serviceOptions({ seed, config }: InitialData): ServiceOptions {
  const { port, host, data, projects = [], users, personalKeys, ...settings } = config ?? {}
  const settingsOf = ({ id, config, quota }: Pick<ProjectOptions, 'id' | 'config' | 'quota'>) => ({
    id,
    config,
    quota,
  })
  const all = [...(seed ? resolveProjects(seed) : []), ...projects]
  return {
    // The log is for tests in the same process, and nothing can read it here.
    requestLogSize: 0,
    ...seed,
    ...settings,
    // Those of the configuration replace those of the seed.
    projects: [...new Map(all.map(project => [project.id, settingsOf(project)])).values()],
    users: [],
    personalKeys: [],
  }
}
