import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, relative, resolve as resolvePath } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import { build } from 'esbuild'
import { dts } from 'rollup-plugin-dts'
import esbuild from 'rollup-plugin-esbuild'
import { minify } from 'terser'
import { terserNames } from './scripts/privateProperties.mjs'

const dist = process.env.EARSHOT_OUT ?? 'dist'

/** Sources are named as seen from `dist/`, wherever a build is written to, so that all builds are alike. */
const fromDist = (path, map) => `../${relative('.', resolvePath(dirname(map), path))}`

/** Lazy files are built first, so that `earshot.js` can hold their hashes. */
const LAZY = ['surveys', 'encoders', 'words']
const integrity = () =>
  Object.fromEntries(
    LAZY.map(name => [
      name,
      `sha256-${createHash('sha256')
        .update(readFileSync(`${dist}/earshot-${name}.js`))
        .digest('base64')}`,
    ]),
  )
const withIntegrity = {
  name: 'integrity',
  renderChunk: code => ({ code: code.replaceAll('__INTEGRITY__', JSON.stringify(integrity())), map: null }),
}

/** What the script files are made of: their code, and the names that it is written with. */
const PAGE_SOURCES =
  /^src\/([^/]+$|(capture|client|flags|lib|page|persistence|surveys|transport|wire)\/)|^scripts\/privateProperties/
const sources = ['src', 'scripts']
  .flatMap(folder =>
    readdirSync(folder, { recursive: true }).map(name => `${folder}/${name}`.replaceAll('\\', '/')),
  )
  .filter(path => PAGE_SOURCES.test(path) && statSync(path).isFile())
  .sort()
const sourceHash = createHash('sha256')
for (const path of sources) sourceHash.update(readFileSync(path))
const buildId = JSON.stringify(sourceHash.digest('base64url').slice(0, 8))
/** Files of one version differ as well, between two builds of a branch. See D-390. */
const withBuildId = {
  name: 'build-id',
  renderChunk: code => ({ code: code.replaceAll('__BUILD__', buildId), map: null }),
}

/**
 * Vnodes are made by `h` of preact: its calls are shorter than those of the JSX runtime, and the runtime stays out. The import
 * for its own sake makes preact stand first, which compresses better.
 */
const withH = {
  name: 'h',
  transform: (code, id) =>
    id.endsWith('.tsx') ? { code: `import 'preact';import { h } from 'preact';${code}`, map: null } : null,
}

/**
 * Preact passes a third argument to `createElementNS`, which polyfills of Custom Elements v0 take for the name of a type extension.
 * Nothing here needs it. Padded, so that source maps stay true. See D-824.
 */
const withoutElementOptions = {
  name: 'element-options',
  transform(code, id) {
    if (!/\/preact\/dist\/preact\.\w+$/.test(id)) return null
    const changed = code.replace(/(?<=createElementNS\(\w+,\w+),[^()]+(?=\))/, text =>
      ' '.repeat(text.length),
    )
    if (changed === code) this.error('preact creates elements in another way')
    return { code: changed, map: null }
  },
}

/** The style sheet has a rule per line. Browsers need none of the line breaks. */
const withoutLineBreaks = {
  name: 'line-breaks',
  transform: (code, id) =>
    id.endsWith('/ui/styles.ts') ? { code: code.replace(/(?<=[{}])\n(?=.)/g, ''), map: null } : null,
}

/** Returns code with other text in some places, each padded to the length of what it replaces, so that source maps stay true. */
const withTexts = (code, places) => {
  let changed = ''
  let end = 0
  for (const { start, end: next, text } of places.sort((a, b) => a.start - b.start)) {
    changed += code.slice(end, start) + text.padEnd(next - start)
    end = next
  }
  return { code: changed + code.slice(end), map: null }
}

/** The nodes of a syntax tree, from the outside in. */
function* nodesOf(tree) {
  if (typeof tree?.type === 'string') yield tree
  for (const child of Object.values(tree ?? {})) if (typeof child === 'object') yield* nodesOf(child)
}

/** One word for all declarations compresses better: a percent of a file. */
const withLet = {
  name: 'let',
  renderChunk(code) {
    const places = []
    for (const { kind, start } of nodesOf(this.parse(code)))
      if (kind === 'const') places.push({ start, end: start + 'const'.length, text: 'let' })
    return withTexts(code, places)
  },
}

/**
 * Functions of our modules become arrow functions, which are shorter. One stays when code before it can reach it, when it has `this`
 * or the name of a class, or when no line break ends it, as in minified packages. See D-740.
 */
const withArrows = {
  name: 'arrows',
  renderChunk(code) {
    const places = []
    const isFunction = ({ type }) => type === 'FunctionDeclaration'
    const namesIn = tree =>
      [...nodesOf(tree)].map(({ type, name }) => (type === 'ThisExpression' ? 'this' : name))
    const isConvertible = node =>
      /^[^A-Z]/.test(node.id.name) &&
      !namesIn(node).some(name => /^(this|arguments)$/.test(name)) &&
      code[node.end] === '\n'
    const toArrow = ({ id, params, async, body, start }) => {
      const list = params[0] ? code.slice(params[0].start, params.at(-1).end) : ''
      places.push({ start, end: body.start, text: `let ${id.name}=${async ? 'async' : ''}(${list})=>` })
    }
    for (const node of nodesOf(this.parse(code))) {
      const statements =
        node.type === 'Program' ? node.body : /Function/.test(node.type) ? node.body.body : []
      if (!Array.isArray(statements)) continue
      const functions = statements.filter(isFunction)
      const reached = new Set()
      const reach = tree => {
        for (const name of namesIn(tree))
          for (const other of functions)
            if (other.id.name === name && !reached.has(other)) {
              reached.add(other)
              reach(other)
            }
      }
      for (const statement of statements)
        if (!isFunction(statement)) reach(statement)
        else if (!reached.has(statement) && isConvertible(statement)) toArrow(statement)
    }
    return withTexts(code, places)
  },
}

/** Type references of bundled packages name files that are not here. The lines stay, so that source maps stay true. */
const withoutReferences = {
  name: 'without-references',
  renderChunk: code => ({ code: code.replace(/^\/\/\/ <reference .*$/gm, ''), map: null }),
}

const plugins = [
  withoutReferences,
  resolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
  commonjs(),
  withH,
  withoutElementOptions,
  withoutLineBreaks,
  esbuild({ target: 'es2020', jsx: 'transform', jsxFactory: 'h', sourceMap: true, tsconfig: false }),
  withBuildId,
]

/** Minifies in this process: in a worker for each file, terser would be loaded and warmed up again. See D-655. */
const terser = options => {
  let last
  return {
    name: 'terser',
    renderChunk(code, _, { format, sourcemap }) {
      const settings = { ...options, module: format === 'es', sourceMap: sourcemap }
      const run = async () => {
        // The chunks of a build share a cache of names.
        await last
        const { code: minifiedCode, map } = await minify(code, settings)
        return { code: minifiedCode, map: map ?? null }
      }
      last = run()
      return last
    },
  }
}
const minified = (preamble, names = { mangle: true }, more = {}) => [
  withLet,
  terser({
    // With more passes, and functions of several statements left whole, the files are a fifth of a percent lighter.
    compress: { passes: 5, inline: 1, unsafe_arrows: true, ecma: 2020, ...more },
    ...names,
    // One other character would make Chromium keep the whole script with two bytes a character.
    format: { ascii_only: true, comments: false, ecma: 2020, preamble },
  }),
]
/**
 * With short names for the properties that only our own files read, see D-695. Constants stay on the right of comparisons, where
 * they compress better in files of this size.
 */
const minifiedClient = preamble => [
  withArrows,
  ...minified(preamble, terserNames(), { lhs_constants: false }),
]
/**
 * Chromium compiles a script that begins so as a whole, beside the main thread, and not function by function when they are
 * called: a fifth less work for the page until a survey is there. What is seldom called is not worth the memory.
 */
const AT_ONCE = '//# allFunctionsCalledOnLoad'

/** The hash of an inline script, in a Content Security Policy, is that of its whole text: the file is this text. */
const withoutLastLineBreak = {
  name: 'withoutLastLineBreak',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code = chunk.code.trimEnd()
  },
}

const script = (
  input,
  file,
  { preamble = AT_ONCE, minify = minifiedClient, more = [], sourcemap = true, strict = true } = {},
) => ({
  input,
  output: {
    file: `${dist}/${file}`,
    format: 'iife',
    sourcemap,
    strict,
    sourcemapPathTransform: fromDist,
    inlineDynamicImports: true,
  },
  plugins: [...plugins, ...more, ...minify(preamble)],
})
/** Bindings import the package by its name, as a site does, so that a site and its bindings have the same client. */
const EXTERNAL = [/^node:/, 'earshot', 'react', '@openfeature/web-sdk']
/** What the command line loads when a command is called: built by itself, since nobody debugs the parser in it. */
const COMMANDS = { migrate: 'src/migrate/runMigrate.ts', types: 'src/typegen/runTypes.ts' }
const COMMAND_PATHS = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, file]) => [resolvePath(file.replace('.ts', '')), `./${name}.js`]),
)

/** `chunks` begins the names of what entries share: two builds of one folder must not overwrite each other's. */
const modules = (input, chunks, { more = [], sourcemap = true } = {}) => ({
  input,
  external: [...EXTERNAL, /\/(runMigrate|runTypes)$/],
  output: {
    dir: dist,
    format: 'es',
    sourcemap,
    sourcemapPathTransform: fromDist,
    entryFileNames: '[name].js',
    chunkFileNames: `${chunks}-[name].js`,
    paths: COMMAND_PATHS,
    // Without it, an entry would import every chunk of its chunks, by name only.
    hoistTransitiveImports: false,
  },
  plugins: [...plugins, ...more],
})
/** For `require()`, above all in test runners: readable, and without source maps, since no page loads it. */
const commonJs = (input, chunks, ...more) => ({
  input,
  external: EXTERNAL,
  output: {
    dir: dist,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: `${chunks}-[name].cjs`,
  },
  plugins: [...plugins, ...more],
})
/** Templates of surveys are JSON. */
const json = {
  name: 'json',
  transform: (code, id) => (id.endsWith('.json') ? { code: `export default ${code}`, map: null } : null),
}

/** Writes the document and the style sheet of a page beside its script. */
const pageFiles = (html, css) => ({
  name: 'page-files',
  async generateBundle() {
    const { outputFiles } = await build({ entryPoints: [css], bundle: true, minify: true, write: false })
    this.emitFile({ type: 'asset', fileName: basename(css), source: outputFiles[0].text })
    this.emitFile({ type: 'asset', fileName: basename(html), source: readFileSync(html) })
  },
})

/**
 * A page of the service. It loads the browser build as modules from `/console/lib/`, where `earshot serve` has it: the package
 * contains it once. See D-601.
 */
const page = (name, input, html, css) => ({
  input: { [name]: input },
  external: ['earshot', 'earshot/surveys', 'earshot/server'],
  output: {
    dir: `${dist}/console`,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: `${name}-[name].js`,
    paths: {
      earshot: './lib/index.js',
      'earshot/surveys': './lib/surveys.js',
      'earshot/server': './lib/server.js',
    },
    hoistTransitiveImports: false,
  },
  plugins: [
    json,
    resolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
    esbuild({ target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', tsconfig: false }),
    pageFiles(html, css),
    ...minified(''),
  ],
})
/** Half of a bundled package is comments and indentation. Our own sources stay readable. */
const packages = esbuild({
  include: /\/node_modules\/.*\.[cm]?js$/,
  exclude: [],
  minifyWhitespace: true,
  target: 'es2022',
  sourceMap: true,
  tsconfig: false,
})

const ENTRIES = { index: 'src/index.ts', surveys: 'src/surveys.ts' }
const REACT = { react: 'src/react.ts' }
const OPENFEATURE = { openfeature: 'src/openfeature.ts' }
const SERVICE = {
  server: 'src/server/index.ts',
  node: 'src/server/node.ts',
  store: 'src/server/openStore.ts',
}

/**
 * Has the declarations of the sources written by the native compiler. The bundler of declarations would load TypeScript in JavaScript
 * and infer all types for it: a fifth of the time of a build.
 */
const nativeDeclarations = () => {
  let folder
  return {
    name: 'native-declarations',
    options: ({ input, ...others }) => {
      folder = mkdtempSync(resolvePath(tmpdir(), 'earshot-declarations-'))
      const options = ['-p', 'tsconfig.declarations.json', '--outDir', folder]
      execFileSync('node_modules/.bin/tsc', options, { stdio: 'inherit' })
      const declarationOf = path => path.replace(/^src(.*)\.ts$/, `${folder}$1.d.ts`)
      return {
        ...others,
        input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, declarationOf(path)])),
      }
    },
    closeBundle: () => rmSync(folder, { recursive: true }),
  }
}

/** The declarations of all entries. */
const types = {
  input: { ...ENTRIES, ...REACT, ...OPENFEATURE, ...SERVICE },
  // All packages, which are not found from the folder of the declarations.
  external: /^@?\w[^:]/,
  // TypeScript takes a `.d.ts` of this package for a module, and needs a `.d.cts` for what is required.
  output: ['ts', 'cts'].map(extension => ({
    dir: dist,
    format: 'es',
    entryFileNames: `[name].d.${extension}`,
    chunkFileNames: ({ name }) => `chunk-${name.replace('.d', '')}.d.${extension}`,
  })),
  plugins: [nativeDeclarations(), dts({ tsconfig: './tsconfig.json' })],
}

/** Every file of `dist/`, in the order in which they need each other. */
export default [
  script('src/surveysChunk.ts', 'earshot-surveys.js'),
  script('src/encodersChunk.ts', 'earshot-encoders.js', { preamble: '', minify: minified }),
  script('src/wordsChunk.ts', 'earshot-words.js', { preamble: '', minify: minified }),
  script('src/script.ts', 'earshot.js', { more: [withIntegrity] }),
  script('src/full.ts', 'earshot.full.js'),
  // Pasted into pages: without the URL of a source map.
  script('src/start.ts', 'start.js', {
    preamble: '',
    minify: minified,
    more: [withoutLastLineBreak],
    sourcemap: false,
    strict: false,
  }),
  modules(ENTRIES, 'chunk', { more: minifiedClient() }),
  // Servers take the file as part of the page, not as code of their own.
  modules(REACT, 'react', { more: minified("'use client'") }),
  modules(OPENFEATURE, 'openfeature', { more: minified() }),
  modules({ ...SERVICE, cli: 'src/server/cli.ts' }, 'service', { more: [packages] }),
  // Nobody waits for its last bytes, and minifying the parser five times takes longer.
  modules(COMMANDS, 'command', { more: minified('', undefined, { passes: 1 }), sourcemap: false }),
  page('console', 'src/console/main.tsx', 'src/console/index.html', 'src/console/console.css'),
  page('editor', 'src/editor/main.tsx', 'src/editor/editor.html', 'src/editor/editor.css'),
  commonJs(ENTRIES, 'chunk'),
  commonJs(REACT, 'react'),
  commonJs(OPENFEATURE, 'openfeature'),
  commonJs(SERVICE, 'service', packages),
  types,
]
