#!/usr/bin/env node
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type CliIO, UsageError } from './cli/command'
import { findCommand, HELP } from './cli/commands'
import { onStopSignal } from './cli/onStopSignal'

/**
 * Runs a command line until it ends.
 *
 * @param argv The arguments that follow `earshot`.
 * @returns The exit code: 0, 1 if the command failed, or 2 for invalid arguments.
 */
export async function runCli(argv: string[], io: CliIO): Promise<number> {
  const [first = ''] = argv
  const found = findCommand(argv)
  const help = found?.command.help ?? HELP
  try {
    if (first === '--version') io.out(await readVersion())
    else if (isHelp(first === 'help' ? ['--help'] : (found?.args ?? argv))) io.out(help)
    else if (found) await found.command.run(found.args, io)
    else if (first === '') throw new UsageError('no command. Expected: earshot serve')
    else throw new UsageError(`unknown command '${first}'`)
    return 0
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const isUsageError = error instanceof UsageError
    io.err(isUsageError ? `earshot: ${detail}\n\n${help}` : `earshot: ${detail}`)
    return isUsageError ? 2 : 1
  }
}

function isHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h')
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
  // A reader that leaves early, such as `head`, is an error of `write`, and must not end the process in addition.
  process.stdout.on('error', () => undefined)
  process.exitCode = await runCli(process.argv.slice(2), {
    out: text => console.log(text),
    err: text => console.error(text),
    write: text =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, error => (error ? reject(error) : resolve()))
      }),
    lines: () => createInterface({ input: process.stdin }),
    env: process.env,
    onStop: onStopSignal,
    folder: FOLDER,
  })
}

void main()
