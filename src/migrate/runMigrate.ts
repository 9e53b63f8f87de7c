import { VERSION } from '../lib/version'
import { migrateFile } from './migrateFile'
import { listFiles, readText, writeText } from './projectFiles'
import { diffOf, type FileOutcome, summaryOf } from './report'

/** The terminal of the command. */
interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
}

/** What a migration rewrites, and where to. */
interface Migration {
  /** The folder of the site. */
  folder: string
  /** Whether the files are written. Otherwise their diff is printed. */
  write: boolean
  /** Where the site serves `earshot.js`. */
  scriptUrl: string
}

/** Runs `earshot migrate`. Rejects when a file cannot be read or written. */
export async function runMigrate(
  { folder, write, scriptUrl }: Migration,
  { out, err }: Terminal,
): Promise<void> {
  const options = { version: `^${VERSION}`, scriptUrl }
  const outcomes: FileOutcome[] = []
  for (const path of await listFiles(folder)) {
    const { text: before, encoding } = await readText(folder, path)
    const outcome = { path, before, ...migrateFile(path, before, options) }
    outcomes.push(outcome)
    if (!('text' in outcome) || outcome.text === before) continue
    if (write) await writeText(folder, path, { text: outcome.text, encoding })
    else out(diffOf(path, before, outcome.text))
  }
  err(summaryOf(outcomes, write))
}
