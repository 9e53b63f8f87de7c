import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The tables with one row a question type. CONTRIBUTING.md lists them for whoever adds a type. */
const TABLES = [
  'src/surveys/questions/lint.ts',
  'src/surveys/questions/parsers.ts',
  'src/surveys/questions/rules.ts',
  'src/surveys/questions/views.ts',
]

/** Entries of all that knows question types. */
const ENTRIES = ['src/index.ts', 'src/surveys.ts', 'src/surveysChunk.ts']

/** The source of `wire/survey.ts` with a sixth question type. */
function withMatrix(source: string): string {
  const changed = source
    .replace('export type Question =', 'export type Question =\n  | MatrixQuestion')
    .concat("\nexport interface MatrixQuestion extends QuestionBase { type: 'matrix'; rows: string[] }\n")
  if (!changed.includes('| MatrixQuestion')) throw new Error('wire/survey.ts has no type Question')
  return changed
}

/** Files in which the compiler finds an error once there is a sixth question type. */
async function filesWithErrors(): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), 'earshot-type-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  await cp(join(root, 'src'), join(copy, 'src'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const survey = join(copy, 'src/wire/survey.ts')
  await writeFile(survey, withMatrix(await readFile(survey, 'utf8')))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: true, types: [] },
    files: [...new Set([...ENTRIES, ...TABLES])],
    include: [],
  }
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config))
  const output = await new Promise<string>(resolve => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: copy }, (_, stdout) => resolve(stdout))
  })
  const lines = output.split('\n').filter(line => line.includes(': error TS'))
  return [...new Set(lines.map(line => line.split('(')[0]!))].sort()
}

describe('a new question type', () => {
  it('is missing in exactly these tables, each named by the compiler', { timeout: 30_000 }, async () => {
    expect(await filesWithErrors()).toEqual([...TABLES].sort())
  })
})
