import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { EditKind } from './edits'
import type { LocatedFinding, MigratedFile, UnreadableFile } from './migrateFile'

/** A file of the site and what became of it. */
export type FileOutcome = { path: string; before: string } & (MigratedFile | UnreadableFile)

/** Returns the unified diff of a file, as `git apply` reads it. */
export const diffOf = (path: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  }).replace(/\n$/, '')

const NOUNS: Record<EditKind, string> = {
  import: 'imports',
  mock: 'mocks of a module',
  type: 'types',
  enum: 'members of enums',
  setting: 'settings',
  snippet: 'snippets',
  dependency: 'dependencies',
}

/** Returns the summary: the numbers of edits, then the findings, then the files that could not be read. */
export function summaryOf(outcomes: readonly FileOutcome[], isWritten: boolean): string {
  const migrated = outcomes.filter(outcome => 'text' in outcome)
  const changed = migrated.filter(({ text, before }) => text !== before)
  const findings = (kind: LocatedFinding['kind']) =>
    migrated.flatMap(file =>
      file.findings
        .filter(finding => finding.kind === kind)
        .map(
          ({ topic, advice, line, newLine }) =>
            `  ${file.path}:${isWritten ? newLine : line}  ${topic}: ${advice}`,
        ),
    )
  const unreadable = outcomes.flatMap(outcome =>
    'problem' in outcome ? `  ${outcome.path}:${outcome.line}  ${outcome.problem}` : [],
  )
  return [
    countsOf(changed, isWritten),
    ...section('Without a counterpart in Earshot', findings('missing')),
    ...section('To look at by hand', findings('check')),
    ...section('Not read', unreadable),
    ...(changed.length > 0 ? ['', lastLine(changed, isWritten)] : []),
  ].join('\n')
}

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? ['', `${title}:`, ...lines] : []

function countsOf(changed: readonly MigratedFile[], isWritten: boolean): string {
  if (changed.length === 0) return 'Nothing to rewrite.'
  const kinds = changed.flatMap(({ edits }) => edits.flatMap(({ kind }) => kind ?? []))
  const counts = (Object.keys(NOUNS) as EditKind[]).flatMap(kind => {
    const count = kinds.filter(one => one === kind).length
    return count > 0 ? `${NOUNS[kind]}: ${count}` : []
  })
  const verb = isWritten ? 'Rewritten' : 'To rewrite'
  return [`${verb}, in files: ${changed.length}`, ...counts.map(count => `  ${count}`)].join('\n')
}

function lastLine(changed: readonly { path: string }[], isWritten: boolean): string {
  if (!isWritten) return 'Nothing was written. To write it, add --write.'
  return changed.some(({ path }) => path.endsWith('package.json'))
    ? 'Install the packages again, then run your type check and your tests.'
    : 'Run your type check and your tests.'
}
