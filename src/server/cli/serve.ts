import { readFile } from 'node:fs/promises'
import { serve } from '../node'
import { DEFAULT_PERSONAL_KEY, type ServiceOptions } from '../options'
import { hasScript, serveScripts } from '../serveScripts'
import { createService } from '../service'
import { hashPersonalKey, personalKeyId } from '../store/personalKeys'
import type { SqlStore } from '../store/sql/sqlStore'
import { resolveProjects } from '../testing/seed'
import { parseSeedFile } from '../testing/seedFile'
import { type CliIO, defineCommand, type OptionValues, UsageError } from './command'

const options = {
  port: {
    type: 'string',
    default: '8000',
    value: 'number',
    help: 'port to listen on, 0 for any free port (default: 8000)',
  },
  host: {
    type: 'string',
    default: '127.0.0.1',
    value: 'name',
    help: 'address to listen on (default: 127.0.0.1). Other machines need the\npersonal keys of the seed, or the random one that is printed',
  },
  data: {
    type: 'string',
    value: 'where',
    help: 'SQLite file or PostgreSQL URL that keeps the data, for example earshot.db or\npostgres://user@host/name (default: EARSHOT_DATA, else memory)',
  },
  seed: {
    type: 'string',
    value: 'file',
    help: 'JSON file with the projects, flags, surveys and persons to start with',
  },
} as const

/** `earshot serve`. */
export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'serve flags, surveys and event capture on this machine',
  description:
    'Serves flags, surveys and event capture on this machine. Data is kept in memory, or in a database with --data.',
  options,
  notes: 'Stop the service with Ctrl-C.',
  run: runServe,
})

async function runServe(values: OptionValues<typeof options>, io: CliIO): Promise<void> {
  const { host } = values
  const port = parsePort(values.port)
  // An empty host would listen on every network interface.
  if (host === '') throw new UsageError('--host must not be empty')
  if (values.data === '') throw new UsageError('--data must not be empty')
  let store: SqlStore | undefined
  try {
    const seed = values.seed === undefined ? {} : await readSeedFile(values.seed)
    const options = isLoopback(host) ? seed : withSecretKey(seed)
    const data = values.data ?? io.env['EARSHOT_DATA']
    if (data) store = await (await import('../openStore')).openStore(data)
    else io.out('Data is kept in memory until the service stops. Use --data earshot.db to keep it on disk.')
    if (store && !isLoopback(host)) await removeDefaultKey(store)
    // The log is for tests in the same process, and nothing can read it here.
    const service = createService({ requestLogSize: 0, store, ...options })
    // Reports a wrong seed now, not at the first request.
    await service.state.flags()
    const { url, close } = await serve(serveScripts(service, io.folder), { port, host })
    io.out(startMessage(pageUrl(url), options, await hasScript(io.folder)))
    await new Promise<void>(resolve => io.onStop(resolve))
    await close()
  } finally {
    await store?.close()
  }
}

function parsePort(port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65535) return Number(port)
  throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'`)
}

/** Removes the default key from a database that was served to this machine alone before. */
async function removeDefaultKey(store: SqlStore): Promise<void> {
  const id = personalKeyId(hashPersonalKey(DEFAULT_PERSONAL_KEY))
  await store.transaction(transaction => transaction.remove('personalKeys', { id }))
}

async function readSeedFile(file: string): Promise<ServiceOptions> {
  try {
    return parseSeedFile(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`cannot use the seed file ${file}: ${(error as Error).message}`)
  }
}

/** Whether only this machine can reach an address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/**
 * Replaces the default personal key, which everybody knows, by a random one. See D-405.
 *
 * @throws Error when the seed itself contains the default key.
 */
function withSecretKey(options: ServiceOptions): ServiceOptions {
  const { personalKeys } = options
  if (!personalKeys)
    return { ...options, personalKeys: [{ key: `phx_${crypto.randomUUID().replaceAll('-', '')}` }] }
  if (personalKeys.every(({ key }) => key !== DEFAULT_PERSONAL_KEY)) return options
  throw new Error(
    `--host opens the service to other machines. The seed must not contain the key ${DEFAULT_PERSONAL_KEY}.`,
  )
}

/** Returns an address that a page on this machine can use: a service on every interface has none of its own. */
function pageUrl(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//localhost:')
}

function startMessage(url: string, options: ServiceOptions, hasScripts: boolean): string {
  const projects = resolveProjects(options)
  const keys = options.personalKeys?.map(({ key }) => key) ?? [DEFAULT_PERSONAL_KEY]
  const [first] = projects
  const scriptHost = hasScripts ? url : 'https://your-cdn.example'
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, projectKey }) => `Project ${id}: key ${projectKey}`),
    `Personal keys: ${keys.join(', ')}`,
    `Surveys: ${url}/api/projects/${first?.id ?? 1}/surveys/`,
    `API description: ${url}/openapi.json`,
    '',
    'Add to your page:',
    `<script async crossorigin src="${scriptHost}/earshot.js" data-api-key="${first?.projectKey}" data-api-host="${url}"></script>`,
  ].join('\n')
}
