import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { declarationsOf } from './declarations'
import { fetchDefinitions } from './fetchDefinitions'

const HELP = `Usage: earshot types --host <url> [options]

Writes a declaration file with the flags and the events of a project, so that TypeScript checks
their names, values, payloads and properties.

Options:
  --host <url>      URL of the service's API, for example https://us.posthog.com
  --key <key>       personal key with feature_flag:read, event_definition:read and
                    property_definition:read (default: EARSHOT_PERSONAL_KEY)
  --project <id>    id of the project (default: the first one of the key)
  --out <file>      file to write (default: the standard output)
  --check           write nothing, and exit with 1 when the file of --out differs
  --no-events       leave events out
  -h, --help        print this help

A service without definitions of events gives flags alone. Exit codes: 1 if the definitions could
not be read, or the file differs; 2 for invalid arguments.`

/** What the command uses of its process. */
interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
  env: Readonly<Record<string, string | undefined>>
}

const OPTIONS = {
  host: { type: 'string' },
  key: { type: 'string' },
  project: { type: 'string', default: '@current' },
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
  'no-events': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Runs `earshot types`.
 *
 * @param args The arguments that follow `types`.
 * @returns The exit code.
 */
export async function runTypes(args: string[], { out, err, env }: Terminal): Promise<number> {
  const input = parse(args, env)
  if (typeof input === 'string') {
    err(`earshot types: ${input}\n\n${HELP}`)
    return 2
  }
  if (input.help) {
    out(HELP)
    return 0
  }
  const { host, key, project, out: file, check } = input
  try {
    const definitions = await fetchDefinitions({ host, key, project, hasEvents: !input['no-events'] })
    const text = declarationsOf(definitions)
    if (!file) out(text.trimEnd())
    else if (!check) await writeFile(file, text)
    else if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) {
      err(`earshot types: ${file} differs from the definitions. Run the command without --check.`)
      return 1
    }
    return 0
  } catch (error) {
    const { message, cause } = error as Error
    err(`earshot types: ${message}${cause instanceof Error ? `: ${cause.message}` : ''}`)
    return 1
  }
}

function parse(args: string[], env: Terminal['env']) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    const { host = '', key = env['EARSHOT_PERSONAL_KEY'] ?? '' } = values
    if (values.help) return { ...values, host, key }
    if (!/^https?:\/\/[^/]/.test(host)) return '--host must be a URL, for example https://us.posthog.com'
    if (!key) return '--key must be a personal key'
    if (values.check && !values.out) return '--check needs --out'
    return { ...values, host, key }
  } catch (error) {
    return (error as Error).message
  }
}
