import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSite, migrate, readTree } from './site'

const fixtures = join(import.meta.dirname, '../fixtures/migrate')
const names = readdirSync(fixtures, { withFileTypes: true }).flatMap(entry =>
  entry.isDirectory() ? entry.name : [],
)
const fixture = (name: string) => ({
  before: join(fixtures, name, 'before'),
  after: join(fixtures, name, 'after'),
  report: readFileSync(join(fixtures, name, 'report.txt'), 'utf8').trimEnd(),
})

describe('earshot migrate --write', () => {
  it.each(names)('rewrites the whole site %s, and reports what is left', async name => {
    const { before, after, report } = fixture(name)
    const site = createSite(before)
    const { code, err } = await migrate(site, '--write')
    expect(code).toBe(0)
    expect(readTree(site)).toEqual(readTree(after))
    expect(err).toBe(report)
  })

  it.each(names)('changes nothing when it runs again on the site %s', async name => {
    const site = createSite(fixture(name).after)
    const { out, err } = await migrate(site)
    expect(out).toBe('')
    expect(err).toMatch(/^Nothing to rewrite\./)
  })

  it('gives TypeScript that compiles, but for lines that the report names', () => {
    const errors = compile(names.map(name => join(fixtures, name, 'after')))
    const unreported = errors.filter(error => {
      const [, name, path, line] = /migrate\/([^/]+)\/after\/(.*?)\((\d+),/.exec(error) ?? []
      return !name || !fixture(name).report.includes(`  ${path}:${line}  `)
    })
    expect(unreported).toEqual([])
    // Uses of missing products: the compiler finds them too.
    expect(errors.length).toBeGreaterThan(0)
  }, 60_000)
})

/** Compiles the TypeScript of folders with the types of this package, and returns the errors of their files. */
function compile(folders: string[]): string[] {
  const root = join(import.meta.dirname, '../..')
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    strict: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { earshot: [join(root, 'src/index.ts')], 'earshot/react': [join(root, 'src/react.ts')] },
  }
  const include = [join(fixtures, 'ambient.d.ts'), ...folders]
  const project = createSite({ 'tsconfig.json': JSON.stringify({ compilerOptions, include }) })
  const args = [join(root, 'node_modules/.bin/tsc'), '--pretty', 'false', '-p', project]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter(line => line.includes('fixtures/migrate/'))
}

describe('earshot migrate', () => {
  it.each(names)('prints a diff of the site %s that git applies, and writes nothing', async name => {
    const { before, after } = fixture(name)
    const site = createSite(before)
    const { code, out, err } = await migrate(site)
    expect(code).toBe(0)
    expect(readTree(site)).toEqual(readTree(before))
    expect(err).toContain('Nothing was written. To write it, add --write.')
    const applied = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: site, input: `${out}\n` })
    expect(applied.stderr.toString()).toBe('')
    expect(readTree(site)).toEqual(readTree(after))
  })

  it('lists a file that cannot be parsed, with its line, and rewrites the others', async () => {
    const site = createSite({
      'broken.ts': "import posthog from 'posthog-js'\nconst = 1\n",
      'Broken.vue': "<template/>\n<script>\nimport 'posthog-js'\nlet = =\n</script>\n",
      'fine.js': "import posthog from 'posthog-js'\n",
      'package.json': '{ "dependencies": { "posthog-js" } }',
    })
    const { code, err } = await migrate(site, '--write')
    expect(code).toBe(0)
    expect(readTree(site)['fine.js']).toBe("import posthog from 'earshot'\n")
    expect(readTree(site)['broken.ts']).toContain('posthog-js')
    expect(err).toContain('Not read:')
    expect(err).toMatch(/Broken\.vue:4 {2}\S/)
    expect(err).toMatch(/broken\.ts:2 {2}\S/)
    expect(err).toMatch(/package\.json:1 {2}\S/)
  })

  it('leaves installed, built and hidden folders alone', async () => {
    const code = "import posthog from 'posthog-js'\n"
    const folders = ['node_modules/a', 'dist', 'build', '.next', 'packages/shop/node_modules/b']
    const site = createSite(Object.fromEntries(folders.map(folder => [`${folder}/index.js`, code])))
    const { code: exitCode, err } = await migrate(site, '--write')
    expect([exitCode, err]).toEqual([0, 'Nothing to rewrite.'])
    expect(new Set(Object.values(readTree(site)))).toEqual(new Set([code]))
  })

  it('keeps the bytes of a file that is no UTF-8', async () => {
    const site = createSite({ 'latin1.js': "// caf\xe9\nimport posthog from 'posthog-js'\n" })
    await migrate(site, '--write')
    expect(readTree(site)['latin1.js']).toBe("// caf\xe9\nimport posthog from 'earshot'\n")
  })

  it('takes the URL of the script for pages with the snippet', async () => {
    const site = createSite(fixture('html-snippet').before)
    await migrate(site, '--write', '--script-url', 'https://cdn.example.com/earshot.js')
    expect(readTree(site)['index.html']).toContain(
      '<script async crossorigin src="https://cdn.example.com/earshot.js" data-global="posthog"></script>',
    )
  })

  it.each<[string, string, number, RegExp]>([
    ['an unknown option', '--wirte', 2, /Unknown option '--wirte'[\s\S]*Usage: earshot migrate/],
    ['a folder that does not exist', '/none/such', 1, /ENOENT/],
    ['a second folder', 'more', 2, /expected one folder/],
  ])('exits with its code for %s', async (_, arg, code, message) => {
    const args = arg.startsWith('/') ? [arg] : ['.', arg]
    const { err, ...result } = await migrate(...args)
    expect(result.code).toBe(code)
    expect(err).toMatch(message)
  })

  it('prints its help', async () => {
    const { code, out } = await migrate('--help')
    expect(code).toBe(0)
    expect(out).toContain('--write')
  })
})
