import { parseArgs } from 'node:util'

/** A parsed command line. */
type CliCommand =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'serve'; port: number; host: string; seed: string | undefined; data: string | undefined }
  | { kind: 'migrate'; args: string[] }
  | { kind: 'types'; args: string[] }
  | { kind: 'invalid'; detail: string }

const options = {
  port: { type: 'string', default: '8000' },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Parses the arguments that follow `earshot`. Never throws.
 *
 * @example
 * ```ts
 * parseCliArguments(['serve', '--port', '8010'])
 * // { kind: 'serve', port: 8010, host: '127.0.0.1', seed: undefined, data: undefined }
 * ```
 */
export function parseCliArguments([command, ...args]: string[]): CliCommand {
  if (command === undefined) return { kind: 'invalid', detail: 'no command. Expected: earshot serve' }
  if (['help', '--help', '-h'].includes(command)) return { kind: 'help' }
  if (command === '--version') return { kind: 'version' }
  if (command === 'migrate' || command === 'types') return { kind: command, args }
  if (command !== 'serve') return { kind: 'invalid', detail: `unknown command '${command}'` }
  try {
    return serveCommand(parseArgs({ args, options }).values)
  } catch (error) {
    return { kind: 'invalid', detail: (error as Error).message }
  }
}

type ServeValues = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

function serveCommand({ help, port, host, seed, data }: ServeValues): CliCommand {
  if (help) return { kind: 'help' }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    return { kind: 'invalid', detail: `--port must be a number from 0 to 65535, not '${port}'` }
  // An empty host would listen on every network interface.
  if (host === '') return { kind: 'invalid', detail: '--host must not be empty' }
  if (data === '') return { kind: 'invalid', detail: '--data must not be empty' }
  return { kind: 'serve', port: Number(port), host, seed, data }
}
