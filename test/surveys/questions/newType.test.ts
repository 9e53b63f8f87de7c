import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

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
function filesWithErrors(): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root, { noEmit: true, types: [] })
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile
  host.readFile = name => {
    const source = readFile(name)
    return source && name.endsWith('src/wire/survey.ts') ? withMatrix(source) : source
  }
  const files = [...new Set([...ENTRIES, ...TABLES])].map(file => join(root, file))
  const program = ts.createProgram(files, options, host)
  const errors = program.getSemanticDiagnostics()
  return [...new Set(errors.map(({ file }) => relative(root, file?.fileName ?? root)))].sort()
}

describe('a new question type', () => {
  it('is missing in exactly these tables, each named by the compiler', { timeout: 30_000 }, () => {
    expect(filesWithErrors()).toEqual([...TABLES].sort())
  })
})
