import { parseScript } from './ast'
import { applyEdits, type Changes, type Edit, type Finding, lineAt } from './edits'
import { changeMarkup } from './markup'
import { changePackageJson } from './packageJson'
import { changeScript } from './script'

/** What the command must know of the site. */
export interface MigrateOptions {
  /** The version range of earshot for `package.json`. */
  version: string
  /** The URL of `earshot.js` for pages with the snippet. */
  scriptUrl: string
}

/** A finding at its line, in the file as it was and as it is after the edits. */
export interface LocatedFinding extends Omit<Finding, 'start'> {
  line: number
  newLine: number
}

/** The result of a file. */
export interface MigratedFile {
  /** The same text when nothing changes. */
  text: string
  edits: Edit[]
  findings: LocatedFinding[]
}

/** Why a file cannot be read as code. */
export interface UnreadableFile {
  problem: string
  line: number
}

const SCRIPT = /\.([cm]?[jt]sx?)$/
const MARKUP = /\.(html?|vue|svelte|astro|ejs|hbs|njk|liquid|erb|php|twig|cshtml)$/

/** A manual mock: Jest and Vitest find it by its name. */
const MOCK_FILE = /(^|\/)__mocks__\/(posthog-js|@posthog\/react)[./]/
const MOCK_FINDING: LocatedFinding = {
  line: 1,
  newLine: 1,
  kind: 'check',
  topic: '__mocks__',
  advice: 'A mock by the name of the package. Name it earshot, or earshot/react.',
}

/** Whether a file can have code that uses posthog-js. */
export const isMigratable = (path: string): boolean =>
  SCRIPT.test(path) || MARKUP.test(path) || /(^|\/)package\.json$/.test(path)

/** Migrates the text of a file. A file without the word `posthog` stays as it is. */
export function migrateFile(
  path: string,
  text: string,
  options: MigrateOptions,
): MigratedFile | UnreadableFile {
  const mock = MOCK_FILE.test(path) ? [MOCK_FINDING] : []
  if (!/posthog/i.test(text)) return { text, edits: [], findings: mock }
  try {
    const { edits, findings } = changesOf(path, text, options)
    return {
      text: applyEdits(text, edits),
      edits,
      findings: findings
        .map(({ start, ...finding }) => ({
          ...finding,
          line: lineAt(text, start),
          newLine: lineAt(text, start, edits),
        }))
        .concat(mock)
        .sort((a, b) => a.line - b.line),
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { message, loc } = error as SyntaxError & { loc?: { line: number } }
    return { problem: message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line ?? 1 }
  }
}

function changesOf(path: string, text: string, { version, scriptUrl }: MigrateOptions): Changes {
  const [, extension] = SCRIPT.exec(path) ?? []
  if (extension) return changeScript(parseScript(text, extension), scriptUrl)
  return path.endsWith('package.json')
    ? changePackageJson(text, version)
    : changeMarkup(path, text, scriptUrl)
}
