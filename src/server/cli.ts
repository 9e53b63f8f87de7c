#!/usr/bin/env node
import { readFile, realpath } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseCliArguments } from './cliArguments'
import { serve } from './node'
import { DEFAULT_PERSONAL_KEY, type ServiceOptions } from './options'
import { createService } from './service'
import type { SqlStore } from './store/sql/sqlStore'
import { resolveProjects } from './testing/seed'
import { parseSeedFile } from './testing/seedFile'

const HELP = `Usage: earshot serve [options]

Serves flags, surveys and event capture on this machine. Data is kept in memory, or in a database with --data.

Options:
  --port <number>  port to listen on, 0 for any free port (default: 8000)
  --host <name>    address to listen on (default: 127.0.0.1)
  --data <where>   SQLite file or PostgreSQL URL that keeps the data, for example earshot.db or
                   postgres://user@host/name (default: EARSHOT_DATA, else memory)
  --seed <file>    JSON file with the projects, flags, surveys and persons to start with
  -h, --help       print this help

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
 * @returns The exit code, as soon as the service has stopped.
 */
export async function runCli(argv: string[], io: CliIO): Promise<number> {
  const command = parseCliArguments(argv)
  if (command.kind === 'help') {
    io.out(HELP)
    return 0
  }
  if (command.kind === 'invalid') {
    io.err(`earshot: ${command.detail}\n\n${HELP}`)
    return 2
  }
  let store: SqlStore | undefined
  try {
    const options = command.seed === undefined ? {} : await readSeedFile(command.seed)
    const data = command.data ?? io.env['EARSHOT_DATA']
    if (data) store = await (await import('./openStore')).openStore(data)
    else io.out('Data is kept in memory until the service stops. Use --data earshot.db to keep it on disk.')
    // The log is for tests in the same process, and nothing can read it here.
    const service = createService({ requestLogSize: 0, store, ...options })
    // Reports a wrong seed now, not at the first request.
    await service.state.flags()
    const { url, close } = await serve(service, command)
    io.out(startMessage(url, options))
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

async function readSeedFile(file: string): Promise<ServiceOptions> {
  try {
    return parseSeedFile(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`cannot use the seed file ${file}: ${(error as Error).message}`)
  }
}

function startMessage(url: string, options: ServiceOptions): string {
  const projects = resolveProjects(options)
  const keys = options.personalKeys?.map(({ key }) => key) ?? [DEFAULT_PERSONAL_KEY]
  const [first] = projects
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, projectKey }) => `Project ${id}: key ${projectKey}`),
    `Personal keys: ${keys.join(', ')}`,
    `Surveys: ${url}/api/projects/${first?.id ?? 1}/surveys/`,
    `API description: ${url}/openapi.json`,
    '',
    'Add to your page:',
    `<script async crossorigin src="https://your-cdn.example/earshot.js" data-api-key="${first?.projectKey}" data-api-host="${url}"></script>`,
  ].join('\n')
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
