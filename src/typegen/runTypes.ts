import { readFile, writeFile } from 'node:fs/promises'
import { declarationsOf } from './declarations'
import { fetchDefinitions } from './fetchDefinitions'

/** What the declarations are made of, and where they go. */
interface TypesInput {
  /** URL of the API. */
  host: string
  /** Personal key. */
  key: string
  /** Id of the project, or `@current`. */
  project: string
  /** Whether events are declared. */
  hasEvents: boolean
  /** `undefined` for the standard output. */
  file: string | undefined
  /** Compares the file, and writes nothing. */
  check: boolean
}

/** Runs `earshot types`. Rejects when the definitions cannot be read, or the compared file differs. */
export async function runTypes(
  { host, key, project, hasEvents, file, check }: TypesInput,
  { out }: { out: (text: string) => void },
): Promise<void> {
  const text = declarationsOf(await definitionsOf({ host, key, project, hasEvents }))
  if (!file) out(text.trimEnd())
  else if (!check) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => undefined)) !== text)
    throw new Error(`${file} differs from the definitions. Run the command without --check.`)
}

async function definitionsOf(input: Parameters<typeof fetchDefinitions>[0]) {
  try {
    return await fetchDefinitions(input)
  } catch (error) {
    const { message, cause } = error as Error
    throw cause instanceof Error ? new Error(`${message}: ${cause.message}`, { cause }) : error
  }
}
