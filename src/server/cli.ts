#!/usr/bin/env node
import { readFile, realpath } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseCliArguments, seedError } from './cliArguments'
import { serve } from './node'
import { DEFAULT_PERSONAL_KEY, type ServiceOptions } from './options'
import { createService } from './service'
import { resolveProjects } from './testing/seed'

const HELP = `earshot serve   answers flags, surveys and events on this machine, in memory

  --port <number>   where to listen; 0 takes any free port (8000)
  --host <name>     which address to listen on (127.0.0.1)
  --seed <file>     JSON with projects, flags, surveys, persons ... to begin with
  --help            this text

Stops at Ctrl-C. Exit code 2: the arguments make no sense; 1: it could not start.`

/** Where the command writes, and how it learns that it should stop. */
export interface CliIO {
  out: (text: string) => void
  err: (text: string) => void
  /** Calls back when it is time to end. */
  onStop: (stop: () => void) => void
}

/**
 * The command line, from its words to its exit code. Settles when the service has stopped.
 *
 * @param argv What stands behind `earshot`.
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
  try {
    const options = command.seed === undefined ? {} : await readSeed(command.seed)
    const service = createService(options)
    // What is wrong with a seed shows here, not at the first request.
    await service.state.flags()
    const { url, close } = await serve(service, command)
    io.out(startMessage(url, options))
    await new Promise<void>(resolve => io.onStop(resolve))
    await close()
    return 0
  } catch (error) {
    io.err(`earshot: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

async function readSeed(file: string): Promise<ServiceOptions> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`cannot read the seed file ${file}`)
  })
  const content = parseJsonFile(text, file)
  const problem = seedError(content)
  if (problem) throw new Error(`the seed file ${file} is wrong: ${problem}`)
  return content as ServiceOptions
}

function parseJsonFile(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`the seed file ${file} is wrong: it is not JSON`)
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
    `Surveys: ${url}/api/projects/${first?.id ?? 1}/surveys/   Interface: ${url}/openapi.json`,
    '',
    'Paste into a page:',
    `<script async crossorigin src="https://your-cdn.example/earshot.js" data-api-key="${first?.projectKey}" data-api-host="${url}"></script>`,
  ].join('\n')
}

/** Whether this very file was started, by its name or by a link to it. */
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
    onStop: stop => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    },
  })
}

void main()
