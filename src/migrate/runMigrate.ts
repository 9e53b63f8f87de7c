import { parseArgs } from 'node:util'
import { VERSION } from '../client/version'
import { migrateFile } from './migrateFile'
import { listFiles, readText, writeText } from './projectFiles'
import { diffOf, type FileOutcome, summaryOf } from './report'

const HELP = `Usage: earshot migrate [folder] [options]

Rewrites a site from posthog-js to Earshot: imports, mocks, types, settings of init and of the
provider, the snippet in HTML, package.json. Prints a diff and what is left to do.

Options:
  --write             write the files (default: print the diff)
  --script-url <url>  where the site serves earshot.js (default: /earshot.js)
  -h, --help          print this help

The diff goes to the standard output, the rest to the standard error. A file that cannot be parsed
is listed and left as it is. Exit codes: 0, also when nothing is left to do; 1 if a file could not
be read or written; 2 for invalid arguments.`

/** The terminal of the command. */
interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
}

const OPTIONS = {
  write: { type: 'boolean', default: false },
  'script-url': { type: 'string', default: '/earshot.js' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Runs `earshot migrate`.
 *
 * @param args The arguments that follow `migrate`.
 * @returns The exit code.
 */
export async function runMigrate(args: string[], { out, err }: Terminal): Promise<number> {
  const input = parse(args)
  if (typeof input === 'string') {
    err(`earshot migrate: ${input}\n\n${HELP}`)
    return 2
  }
  const { values, positionals } = input
  if (values.help) {
    out(HELP)
    return 0
  }
  const folder = positionals[0] ?? '.'
  const options = { version: `^${VERSION}`, scriptUrl: values['script-url'] }
  try {
    const outcomes: FileOutcome[] = []
    for (const path of await listFiles(folder)) {
      const { text: before, encoding } = await readText(folder, path)
      const outcome = { path, before, ...migrateFile(path, before, options) }
      outcomes.push(outcome)
      if (!('text' in outcome) || outcome.text === before) continue
      if (values.write) await writeText(folder, path, { text: outcome.text, encoding })
      else out(diffOf(path, before, outcome.text))
    }
    err(summaryOf(outcomes, values.write))
    return 0
  } catch (error) {
    err(`earshot migrate: ${(error as Error).message}`)
    return 1
  }
}

function parse(args: string[]) {
  try {
    const parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    return parsed.positionals.length > 1 ? 'expected one folder' : parsed
  } catch (error) {
    return (error as Error).message
  }
}
