import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

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
  entries: ['client', 'capture', 'flags', 'surveys', 'transport', 'persistence', 'page', 'lib', 'wire'],
  server: ['wire', 'lib'],
}

/** Packages a room may import; every other room imports none. */
const PACKAGES: Record<string, string[]> = {
  transport: ['fflate', 'lz-string'],
  surveys: ['preact', 'preact/hooks', 'preact/jsx-runtime'],
  server: [
    'hono',
    'hono/utils/http-status',
    '@hono/zod-openapi',
    '@hono/node-server',
    'zod',
    '@noble/hashes/legacy.js',
    'otpauth/slim',
  ],
}

/** Server folder or top-level file -> server folders and files it may import from, itself aside. Sections do not know each other. */
const SERVER_ARROWS: Record<string, string[]> = {
  lib: [],
  store: [],
  'options.ts': ['store'],
  'projectSettings.ts': ['options.ts'],
  'serviceContext.ts': ['store', 'options.ts'],
  http: ['store', 'lib', 'options.ts', 'serviceContext.ts'],
  capture: ['http', 'store', 'lib', 'serviceContext.ts'],
  flags: ['http', 'store', 'lib', 'serviceContext.ts'],
  surveys: ['http', 'store', 'lib', 'serviceContext.ts'],
  users: ['http', 'store'],
  projects: ['http'],
  testing: ['http', 'store', 'options.ts', 'serviceContext.ts'],
  'openapi.ts': ['http'],
  'routes.ts': ['capture', 'flags', 'surveys', 'users', 'projects', 'http', 'openapi.ts', 'options.ts'],
  'serviceState.ts': ['testing', 'http', 'store', 'options.ts', 'projectSettings.ts', 'serviceContext.ts'],
  'service.ts': [
    'routes.ts',
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
  'node.ts': ['service.ts', 'testing'],
  'cliArguments.ts': [],
  'cli.ts': ['node.ts', 'service.ts', 'cliArguments.ts', 'testing', 'options.ts'],
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

const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'entries')

describe('arrows between the rooms of src', () => {
  it.each(files)('%s imports only from lower rooms', file => {
    const room = roomOf(file)
    expect(ARROWS, `room ${room} is not in the drawing`).toHaveProperty(room)
    for (const target of importsOf(file)) {
      if (!target.startsWith('.')) {
        const allowed = (PACKAGES[room] ?? []).concat(
          target.startsWith('node:') && room === 'server' ? target : [],
        )
        expect(allowed, `${file} imports the package ${target}`).toContain(target)
        continue
      }
      const to = roomOf(relative(src, join(src, dirname(file), target)))
      if (to !== room) expect(ARROWS[room], `${file} imports ${target}`).toContain(to)
    }
  })

  it('lets preact into the looks of surveys alone', () => {
    const users = files.filter(file => importsOf(file).some(target => target.startsWith('preact')))
    for (const file of users)
      expect(file).toMatch(/^surveys\/(ui\/|authoring\/preview|questions\/[a-z_]+\/View\.tsx)/)
  })

  it('keeps node: imports out of what browsers and workers load', () => {
    const users = files.filter(file => importsOf(file).some(target => target.startsWith('node:')))
    for (const file of users) expect(file).toMatch(/^server\/(node|cli|cliArguments)\.ts$/)
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
