import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHANGE_BUILT_INS, ISOLATED } from './support/testGroups'

const src = join(import.meta.dirname, '../src')

/** Room -> rooms it may import from, itself aside. The drawing is in CONTRIBUTING.md. */
const ARROWS: Record<string, string[]> = {
  wire: [],
  lib: [],
  page: ['lib'],
  transport: ['page', 'lib'],
  persistence: ['page', 'lib', 'wire'],
  capture: ['transport', 'persistence', 'page', 'lib', 'wire'],
  flags: ['transport', 'persistence', 'page', 'lib', 'wire'],
  surveys: ['transport', 'persistence', 'page', 'lib', 'wire'],
  client: ['capture', 'flags', 'surveys', 'transport', 'persistence', 'page', 'lib', 'wire'],
  react: ['lib'],
  openfeature: ['lib'],
  entries: [
    'react',
    'openfeature',
    'client',
    'capture',
    'flags',
    'surveys',
    'transport',
    'persistence',
    'page',
    'lib',
    'wire',
  ],
  server: ['wire', 'lib'],
  // The names of posthog-js, which the client knows.
  migrate: ['client', 'lib'],
  typegen: ['wire'],
  // Pages for authors. They know the client and its surveys by the name of the package, as a site does.
  editor: ['wire'],
  console: ['editor', 'wire'],
}

/** What `server/cli` loads when a command is called. */
const COMMANDS = ['../../migrate/runMigrate', '../../typegen/runTypes']

/**
 * Inner folders of `surveys` and what each may import of the others. `session`'s types are known to all, so that an answer or a
 * session has one shape; a value of it is imported only where `session` is named.
 */
const SURVEY_ARROWS: Record<string, string[]> = {
  storage: ['host.ts', 'contract.ts'],
  words: [],
  targeting: ['storage', 'host.ts', 'contract.ts', 'questions/parse.ts', 'questions/parsers.ts'],
  questions: ['ui', 'words/english.ts'],
  session: ['questions', 'storage', 'host.ts'],
  display: ['session', 'targeting', 'storage', 'words/languageOf.ts', 'host.ts', 'contract.ts'],
  ui: ['questions', 'words/english.ts', 'words/languageOf.ts', 'host.ts'],
  authoring: [
    'targeting',
    'session',
    'display',
    'questions',
    'ui',
    'storage',
    'words',
    'host.ts',
    'contract.ts',
  ],
  'host.ts': ['contract.ts'],
  'contract.ts': ['targeting'],
  'surveys.ts': ['targeting', 'storage', 'host.ts', 'contract.ts'],
  'runtime.ts': ['display', 'session', 'ui', 'host.ts'],
}

/** What is fetched when a survey is about to open, and what no visitor loads. */
const LAZY =
  /^surveys\/(display|session|words|ui|authoring|runtime\.ts|questions\/(?!parse(rs)?\.ts|[a-z_]+\/parse\.ts))/

/** Where side effects may be named: the three boundaries, the looks of surveys, and what starts the client on a page. */
const EFFECTFUL =
  /^(page|transport|persistence|surveys\/ui)\/|\.tsx$|^(script|full|start)\.ts$|^client\/(scriptTag|scriptChunkLoader|chunkRegistry)\.ts$|^server\/|^typegen\/fetchDefinitions\.ts$|^editor\/(ui\/|publish\/api\.ts$)|^console\/(ui|api)\//

/** Packages a room may import; every other room imports none. */
const PACKAGES: Record<string, string[]> = {
  transport: ['fflate', 'lz-string'],
  surveys: ['preact', 'preact/hooks', 'preact/jsx-runtime'],
  // Bindings know the client as a site does.
  react: ['react', 'earshot'],
  openfeature: ['@openfeature/web-sdk', 'earshot'],
  entries: ['earshot'],
  migrate: ['@babel/parser', '@babel/types', 'diff'],
  editor: ['preact', 'preact/hooks', 'earshot', 'earshot/surveys', 'earshot/server'],
  console: ['preact', 'preact/hooks', 'earshot', 'earshot/surveys'],
  server: [
    'hono',
    'hono/router/trie-router',
    'hono/utils/http-status',
    '@hono/zod-openapi',
    '@hono/node-server',
    'zod',
    '@noble/hashes/hmac.js',
    '@noble/hashes/legacy.js',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
    'otpauth/slim',
    'kysely',
    'pg',
  ],
}

/** Server folder or top-level file -> server folders and files it may import from, itself aside. Sections do not know each other. */
const SERVER_ARROWS: Record<string, string[]> = {
  lib: [],
  store: ['lib'],
  'openStore.ts': ['store'],
  'options.ts': ['store'],
  'projectSettings.ts': ['options.ts'],
  'serviceContext.ts': ['store', 'lib', 'options.ts'],
  http: ['store', 'lib', 'options.ts', 'serviceContext.ts'],
  capture: ['http', 'store', 'lib', 'serviceContext.ts'],
  events: ['http', 'store', 'lib'],
  persons: ['http', 'store', 'lib'],
  flags: ['http', 'store', 'lib', 'serviceContext.ts'],
  surveys: ['http', 'store', 'lib', 'serviceContext.ts'],
  users: ['http', 'store', 'lib'],
  projects: ['http'],
  testing: ['flags', 'http', 'store', 'surveys', 'lib', 'options.ts', 'serviceContext.ts'],
  operations: ['http', 'store', 'lib', 'options.ts'],
  'openapi.ts': ['http'],
  'routes.ts': [
    'capture',
    'events',
    'persons',
    'flags',
    'surveys',
    'users',
    'projects',
    'operations',
    'http',
    'openapi.ts',
    'options.ts',
  ],
  'serviceState.ts': ['testing', 'http', 'store', 'options.ts', 'projectSettings.ts', 'serviceContext.ts'],
  'service.ts': [
    'routes.ts',
    'capture',
    'serviceState.ts',
    'surveys',
    'testing',
    'http',
    'store',
    'lib',
    'options.ts',
    'projectSettings.ts',
    'serviceContext.ts',
  ],
  'index.ts': [
    'service.ts',
    'serviceState.ts',
    'testing',
    'http',
    'store',
    'options.ts',
    'serviceContext.ts',
  ],
  connections: ['http', 'lib'],
  'node.ts': ['service.ts', 'connections', 'http', 'operations', 'testing'],
  'serveScripts.ts': ['service.ts'],
  'serveConsole.ts': ['service.ts'],
  cli: [
    'openStore.ts',
    'store',
    'lib',
    'node.ts',
    'service.ts',
    'routes.ts',
    'serveScripts.ts',
    'serveConsole.ts',
    'operations',
    'testing',
    'options.ts',
  ],
  'cli.ts': ['cli'],
}

const files = (readdirSync(src, { recursive: true }) as string[])
  .filter(name => /\.tsx?$/.test(name))
  .map(name => name.replaceAll('\\', '/'))

const importsOf = (file: string) => {
  const text = readFileSync(join(src, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  )
  return [...found].map(match => (match[1] ?? match[2] ?? match[3])!)
}

/** Imports that remain at run time, lazy ones aside. */
const valueImportsOf = (file: string) => {
  const text = readFileSync(join(src, file), 'utf8')
  const found = text.matchAll(/(?:^|\n)(?:import|export)\s+(?!type\s)([^'"]*?)\sfrom\s+'([^']+)'/g)
  return [...found]
    .filter(([, names]) => !/^\{\s*(type [\w\s]+,?\s*)+\}$/.test(names!))
    .map(([, , target]) => target!)
    .filter(target => target.startsWith('.'))
    .map(target => resolveImport(file, target))
}

const resolveImport = (file: string, target: string): string => {
  const path = join(dirname(file), target).replaceAll('\\', '/')
  return files.find(
    name => name.replace(/\.tsx?$/, '') === path || name.replace(/\/index\.tsx?$/, '') === path,
  )!
}

const withoutCommentsAndTexts = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*/g, '')
    .replace(/'(?:\\.|[^'\\\n])*'/g, "''")

const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'entries')

describe('arrows between the rooms of src', () => {
  it.each(files)('%s imports only from lower rooms', file => {
    const room = roomOf(file)
    expect(ARROWS, `room ${room} is not in the drawing`).toHaveProperty(room)
    for (const target of importsOf(file)) {
      if (!target.startsWith('.')) {
        const allowed = (PACKAGES[room] ?? []).concat(
          target.startsWith('node:') && ['server', 'migrate', 'typegen'].includes(room) ? target : [],
        )
        expect(allowed, `${file} imports the package ${target}`).toContain(target)
        continue
      }
      if (file.startsWith('server/cli/') && COMMANDS.includes(target)) continue
      const to = roomOf(relative(src, join(src, dirname(file), target)))
      if (to !== room) expect(ARROWS[room], `${file} imports ${target}`).toContain(to)
    }
  })

  it('lets preact into the looks of surveys and the pages for authors alone', () => {
    const users = files.filter(file => importsOf(file).some(target => target.startsWith('preact')))
    for (const file of users)
      expect(file).toMatch(
        /^(editor|console)\/|^surveys\/(ui\/|authoring\/preview|questions\/[a-z_]+\/View\.tsx)/,
      )
  })

  it.each(files.filter(file => file.startsWith('surveys/')))('%s imports only from lower folders', file => {
    const folder = file.split('/')[1]!
    expect(SURVEY_ARROWS, `folder ${folder} is not in the table`).toHaveProperty([folder])
    for (const target of valueImportsOf(file).filter(target => target.startsWith('surveys/'))) {
      const inside = target.slice('surveys/'.length)
      const to = inside.split('/')[0]!
      if (to !== folder && !SURVEY_ARROWS[folder]!.includes(inside))
        expect(SURVEY_ARROWS[folder], `${file} imports ${target}`).toContain(to)
    }
  })

  it.each(['script.ts', 'index.ts'])('%s loads nothing at start that only an open survey needs', entry => {
    const loaded = new Set([entry])
    for (const file of loaded) for (const target of valueImportsOf(file)) loaded.add(target)
    expect(loaded.size).toBeGreaterThan(40)
    expect([...loaded].filter(file => LAZY.test(file))).toEqual([])
  })

  it('writes JSON only through lib/json, which ignores the hooks of the page (R38)', () => {
    const writers = files.filter(
      file =>
        // The client repeats the request of `start.ts` where a hook has changed its text. `isEqual` compares, and writes nothing.
        !/^(server|migrate|typegen|editor|console|surveys\/authoring)\/|^lib\/(json|isEqual)|^start\.ts/.test(
          file,
        ) && readFileSync(join(src, file), 'utf8').includes('JSON.stringify'),
    )
    expect(writers).toEqual([])
  })

  it('passes options to the platform only without a prototype in files of pages (R39, D-776)', () => {
    const PAGES = /^(client|capture|flags|lib|page|persistence|react|surveys\/(?!authoring)|transport)/
    const WITH_A_LITERAL =
      /\b(call|requestIdleCallback|defineProperty|observe|attachShadow|focus|scrollIntoView|animate|Proxy|Blob|CustomEvent)(\?\.)?\([^;{}=>)$]*\{/
    const users = files.filter(file => {
      const text = readFileSync(join(src, file), 'utf8').replace(/platformOptions.*\(\{/g, '')
      return PAGES.test(file) && WITH_A_LITERAL.test(text)
    })
    expect(users).toEqual([])
  })

  it('uses no method that Prototype 1.6 and MooTools replace by another one in files of pages (R31, D-668)', () => {
    const PAGES = /^(client|capture|flags|lib|page|persistence|surveys\/(?!authoring)|transport)/
    const users = files.filter(
      file =>
        PAGES.test(file) &&
        /\.reduce(Right)?\(|\.entries\(\)|(?<!\w)Array\.from\(/.test(
          withoutCommentsAndTexts(readFileSync(join(src, file), 'utf8')),
        ),
    )
    expect(users).toEqual([])
  })

  it('names side effects in the boundaries alone', () => {
    const named = files
      .filter(file => !EFFECTFUL.test(file))
      .flatMap(file => {
        const code = withoutCommentsAndTexts(readFileSync(join(src, file), 'utf8'))
        const found = code.match(
          /(?<![.\w$'])(window|document|navigator|location|localStorage|sessionStorage|fetch\(|(?:new )?Date[.(]|Math\.random)(?!\w|\s*[:?])/g,
        )
        return found ? [`${file}: ${[...new Set(found)].join(', ')}`] : []
      })
    expect(named).toEqual([])
  })

  it('keeps node: imports out of what browsers and workers load', () => {
    const users = files.filter(file => importsOf(file).some(target => target.startsWith('node:')))
    for (const file of users)
      expect(file).toMatch(
        /^server\/(node|cli|serveScripts|serveConsole|openStore)\.ts$|^server\/(cli|connections|store\/sql)\/|^migrate\/(runMigrate|projectFiles)\.ts$|^typegen\/runTypes\.ts$/,
      )
  })

  it('loads nothing of databases into a service without one', () => {
    for (const entry of ['server/index.ts', 'server/node.ts', 'server/cli.ts']) {
      const loaded = new Set([entry])
      for (const file of loaded) for (const target of valueImportsOf(file)) loaded.add(target)
      expect([...loaded].filter(file => /store\/sql|openStore/.test(file))).toEqual([])
    }
  })

  it.each(files.filter(file => file.startsWith('server/')))(
    '%s imports only from lower server folders',
    file => {
      const folderOf = (path: string) => path.split('/')[1]!
      const folder = folderOf(file)
      expect(SERVER_ARROWS, `${folder} is not in the table`).toHaveProperty([folder])
      for (const target of importsOf(file).filter(name => name.startsWith('.'))) {
        const path = join(dirname(file), target).replaceAll('\\', '/')
        if (!path.startsWith('server/')) continue
        const to = files.includes(`${path}.ts`) ? folderOf(`${path}.ts`) : folderOf(path)
        if (to !== folder) expect(SERVER_ARROWS[folder], `${file} imports ${target}`).toContain(to)
      }
    },
  )

  it('has no cycle', () => {
    const graph = new Map(
      files.map(file => [
        file,
        importsOf(file)
          .filter(target => target.startsWith('.'))
          .map(target => join(dirname(file), target).replaceAll('\\', '/'))
          .map(path =>
            files.find(
              name => name.replace(/\.tsx?$/, '') === path || name.replace(/\/index\.tsx?$/, '') === path,
            ),
          )
          .filter((name): name is string => name !== undefined),
      ]),
    )
    const done = new Set<string>()
    const visit = (file: string, trail: string[]): void => {
      if (trail.includes(file))
        throw new Error(`cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`)
      if (done.has(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
  })

  it('exports name by name', () => {
    for (const file of files)
      expect(readFileSync(join(src, file), 'utf8'), file).not.toMatch(/export \* from/)
  })
})

describe('test files that share a process (D-651)', () => {
  // A test in a browser changes the built-in objects of a page.
  const names = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true }).filter(
    name => /\.test\.tsx?$/.test(name) && !/^(fixtures|browser)/.test(name),
  )
  const listed = [...ISOLATED, ...CHANGE_BUILT_INS]
  const sharing = names.filter(name => !listed.includes(`test/${name.replaceAll('\\', '/')}`))

  it('are all but the listed ones, which exist', () => {
    expect(names.length - sharing.length).toBe(listed.length)
  })

  it('neither mock modules, load them again, nor change built-in objects', () => {
    const changes =
      /\bvi\.(mock|doMock|resetModules)\(['")]|(defineProperty|deleteProperty|assign)\((Object|Array|Promise|Date|String)\.prototype/
    const guilty = sharing.filter(name => changes.test(readFileSync(join(import.meta.dirname, name), 'utf8')))
    expect(guilty).toEqual([])
  })
})
