#!/usr/bin/env node
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCliArguments } from './cliArguments'
import { serve } from './node'
import { DEFAULT_PERSONAL_KEY, type ServiceOptions } from './options'
import { hasScript, serveScripts } from './serveScripts'
import { createService } from './service'
import type { SqlStore } from './store/sql/sqlStore'
import { resolveProjects } from './testing/seed'
import { parseSeedFile } from './testing/seedFile'

const HELP = `Usage: earshot serve [options]

Serves flags, surveys and event capture on this machine. Data is kept in memory, or in a database with --data.

Options:
  --port <number>  port to listen on, 0 for any free port (default: 8000)
  --host <name>    address to listen on (default: 127.0.0.1). Other machines need the
                   personal keys of the seed, or the random one that is printed
  --data <where>   SQLite file or PostgreSQL URL that keeps the data, for example earshot.db or
                   postgres://user@host/name (default: EARSHOT_DATA, else memory)
  --seed <file>    JSON file with the projects, flags, surveys and persons to start with
  -h, --help       print this help
  --version        print the version (without a command)

Other commands, each with its own --help:
  earshot migrate  rewrites a site from posthog-js to Earshot
  earshot types    writes a declaration file for the flags and events of a project

Stop the service with Ctrl-C. Exit codes: 1 if it could not start, 2 for invalid arguments.`

/** The terminal of a command. */
export interface CliIO {
  out: (text: string) => void
  err: (text: string) => void
  /** The environment variables. */
  env: Readonly<Record<string, string | undefined>>
  /** Registers a callback for the signal to stop. */
  onStop: (stop: () => void) => void
}

/**
 * Runs a command line until it ends.
 *
 * @param argv The arguments that follow `earshot`.
 * @param folder The folder of the browser scripts.
 * @returns The exit code, as soon as the service has stopped.
 */
export async function runCli(argv: string[], io: CliIO, folder = FOLDER): Promise<number> {
  const command = parseCliArguments(argv)
  if (command.kind === 'help') {
    io.out(HELP)
    return 0
  }
  if (command.kind === 'version') {
    io.out(await readVersion())
    return 0
  }
  if (command.kind === 'migrate') return (await import('../migrate/runMigrate')).runMigrate(command.args, io)
  if (command.kind === 'types') return (await import('../typegen/runTypes')).runTypes(command.args, io)
  if (command.kind === 'invalid') {
    io.err(`earshot: ${command.detail}\n\n${HELP}`)
    return 2
  }
  let store: SqlStore | undefined
  try {
    const seed = command.seed === undefined ? {} : await readSeedFile(command.seed)
    const options = isLoopback(command.host) ? seed : withSecretKey(seed)
    const data = command.data ?? io.env['EARSHOT_DATA']
    if (data) store = await (await import('./openStore')).openStore(data)
    else io.out('Data is kept in memory until the service stops. Use --data earshot.db to keep it on disk.')
    if (store && !isLoopback(command.host)) await removeDefaultKey(store)
    // The log is for tests in the same process, and nothing can read it here.
    const service = createService({ requestLogSize: 0, store, ...options })
    // Reports a wrong seed now, not at the first request.
    await service.state.flags()
    const { url, close } = await serve(serveScripts(service, folder), command)
    io.out(startMessage(pageUrl(url), options, await hasScript(folder)))
    await new Promise<void>(resolve => io.onStop(resolve))
    await close()
    return 0
  } catch (error) {
    io.err(`earshot: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await store?.close()
  }
}

/** Removes the default key from a database that was served to this machine alone before. */
async function removeDefaultKey(store: SqlStore): Promise<void> {
  await store.transaction(transaction => transaction.remove('personalKeys', { key: DEFAULT_PERSONAL_KEY }))
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

/** The folder of this file: `dist` of the package, which contains the browser scripts. */
const FOLDER = dirname(fileURLToPath(import.meta.url))

/** Returns the version in the nearest `package.json`: that of the package, also when the sources run. */
async function readVersion(folder = FOLDER): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  return text === undefined ? readVersion(dirname(folder)) : JSON.parse(text).version
}

/** Whether Node started this file, by its name or through a link. */
async function isMainModule(): Promise<boolean> {
  const entryPath = process.argv[1]
  return (
    entryPath !== undefined && (await realpath(entryPath).catch(() => '')) === fileURLToPath(import.meta.url)
  )
}

async function main(): Promise<void> {
  if (!(await isMainModule())) return
  process.exitCode = await runCli(process.argv.slice(2), {
    out: text => console.log(text),
    err: text => console.error(text),
    env: process.env,
    onStop: stop => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    },
  })
}

void main()
