import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { rollup } from 'rollup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../src/server/index'
import { serve } from '../../src/server/node'
import { launchChromium } from '../support/browser'
import { installPackage } from './installPackage'

const root = join(import.meta.dirname, '../..')
let site: string
const installed = () => join(site, 'node_modules/earshot')
const read = (file: string) => readFileSync(join(installed(), 'dist', file), 'utf8')

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'earshot-site-'))
  installPackage(site)
  writeFileSync(join(site, 'package.json'), '{"name":"site","private":true}')
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

/** Lets `require` load CommonJS alone, as in Jest and in Node before 20.19. */
const ONLY_COMMON_JS = process.features.require_module ? ['--no-experimental-require-module'] : []

/** Runs a program in the site. */
function node(code: string, type: 'module' | 'commonjs', ...flags: string[]) {
  const args = [...flags, `--input-type=${type}`, '-e', code]
  return spawnSync(process.execPath, args, { cwd: site, encoding: 'utf8' })
}

describe('the package in Node', () => {
  const programs: [name: string, type: 'module' | 'commonjs', code: string][] = [
    [
      'is imported by name',
      'module',
      "import earshot, { init, createClient } from 'earshot'; console.log(typeof earshot.capture, typeof init, typeof createClient)",
    ],
    [
      'is required',
      'commonjs',
      "const { default: earshot, init, createClient } = require('earshot'); console.log(typeof earshot.capture, typeof init, typeof createClient)",
    ],
  ]
  it.each(programs)('%s', (_, type, code) => {
    const { stdout, stderr } = node(code, type, ...ONLY_COMMON_JS)
    expect(stdout, stderr).toBe('function function function\n')
  })

  // Jest resolves with `require`, `default` and `node` or `browser`, and cannot load ES modules by default.
  it.each(['node', 'browser'])(
    'resolves each part to CommonJS with the conditions of Jest for %s (R44)',
    environment => {
      const code = `for (const part of ['', '/surveys', '/server', '/node']) console.log(require.resolve('earshot' + part), Object.keys(require('earshot' + part)).join())`
      const { stdout, stderr } = node(code, 'commonjs', `--conditions=${environment}`, ...ONLY_COMMON_JS)
      const [index, surveys, server, serving] = stdout.split('\n')
      expect(index, stderr).toMatch(/index\.cjs .*createClient/)
      expect(surveys).toMatch(/surveys\.cjs .*renderSurveyPreview/)
      expect(server).toMatch(/server\.cjs .*createService/)
      expect(serving).toMatch(/node\.cjs .*serve/)
    },
  )

  it('loads the survey UI when it is required and a survey session starts (R44)', () => {
    const code = `
      const { createService } = require('earshot/server')
      async function main() {
        const { Window } = await import(${JSON.stringify(import.meta.resolve('happy-dom'))})
        const window = new Window({ url: 'https://shop.test/' })
        for (const name of ['document', 'location', 'history', 'localStorage', 'screen', 'navigator'])
          Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
        globalThis.window = globalThis
        globalThis.addEventListener = globalThis.removeEventListener = () => {}
        const { createClient } = require('earshot')
        const survey = { id: 's1', type: 'api', name: 'Why', questions: [{ id: 'why', type: 'open', question: 'Why?' }] }
        const service = createService({ projectKey: 'phc_test', surveys: [survey] })
        const client = createClient('phc_test', { api_host: 'https://events.test', fetch: service.fetch, opt_out_useragent_filter: true })
        const isLoaded = () => Object.keys(require.cache).some(file => file.endsWith('chunk-runtime.cjs'))
        await client.ready()
        const before = isLoaded()
        const session = await client.startSession('s1')
        console.log(before, isLoaded(), session.question().id)
        process.exit()
      }
      main()`
    const { stdout, stderr } = node(code, 'commonjs', ...ONLY_COMMON_JS)
    expect(stdout, stderr).toBe('false true why\n')
  })

  it('names its further parts', () => {
    const code = `for (const part of ['surveys', 'server', 'node', 'store']) console.log(Object.keys(await import('earshot/' + part)).join())`
    const { stdout, stderr } = node(code, 'module')
    const [surveys, server, serving, store] = stdout.split('\n')
    expect(surveys, stderr).toContain('renderSurveyPreview')
    expect(server).toContain('createService')
    expect(serving).toContain('serve')
    expect(store).toContain('openStore')
  })

  it('renders React on a server as a client component, and touches nothing', () => {
    for (const name of ['react', 'react-dom'])
      symlinkSync(join(root, 'node_modules', name), join(site, 'node_modules', name))
    expect(read('react.js')).toMatch(/^'use client'\n/)
    const code = `
      const before = Object.keys(globalThis).join()
      const { EarshotProvider, useFeatureFlagEnabled } = await import('earshot/react')
      const added = Object.keys(globalThis).join() === before ? 'nothing' : 'globals'
      const { createElement } = await import('react')
      const { renderToString } = await import('react-dom/server')
      const Flag = () => String(useFeatureFlagEnabled('on'))
      const options = { api_host: 'https://events.test', bootstrap: { featureFlags: { on: true } } }
      const page = createElement(EarshotProvider, { apiKey: 'phc_demo', options }, createElement(Flag))
      console.log(added, renderToString(page))`
    const { stdout, stderr } = node(code, 'module', '--preserve-symlinks')
    expect([stdout, stderr]).toEqual(['nothing true\n', ''])
  })

  it('does nothing on a server, in silence, whatever is called', () => {
    const code = `
      const names = ['window', 'document', 'navigator', 'localStorage', 'process', 'performance', 'crypto', 'CompressionStream']
      for (const name of names) delete globalThis[name]
      const { default: earshot, init, createClient } = await import('earshot')
      init('phc_demo', { api_host: 'https://events.test' }).capture('e')
      createClient('phc_demo', { api_host: 'https://events.test' }).identify('u1')
      earshot.onFeatureFlags(() => console.log('called'))()
      await earshot.ready()
      await earshot.shutdown()`
    const { status, stdout, stderr } = node(code, 'module')
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })
})

describe('a bundle of a site', () => {
  const entry = () => {
    const file = join(site, 'main.js')
    writeFileSync(file, "import { createClient } from 'earshot'; globalThis.made = createClient('', {})")
    return file
  }
  /** Runs a bundle where there is no page. */
  const made = (code: string) => {
    writeFileSync(join(site, 'out.mjs'), code)
    return node("await import('./out.mjs'); console.log(typeof globalThis.made.capture)", 'module').stdout
  }

  it('is made by esbuild', async () => {
    const options = {
      bundle: true,
      minify: true,
      write: false,
      splitting: true,
      format: 'esm',
      outdir: site,
    } as const
    const { outputFiles, warnings } = await build({ entryPoints: [entry()], absWorkingDir: site, ...options })
    expect(warnings).toEqual([])
    const main = outputFiles.find(({ path }) => path.endsWith('main.js'))!
    expect(main.text).not.toContain('preact')
    expect(outputFiles.length).toBeGreaterThan(1)
  })

  it('is made by rollup', async () => {
    const resolve = (await import('@rollup/plugin-node-resolve')).default
    const warnings: string[] = []
    const bundle = await rollup({
      input: entry(),
      plugins: [resolve({ browser: true })],
      onwarn: warning => warnings.push(warning.message),
    })
    const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true })
    expect(warnings).toEqual([])
    expect(made(output[0].code)).toBe('function\n')
  })

  it('is made by vite', async () => {
    const vite = await import('vite' as string)
    const input = entry()
    const result = await vite.build({
      root: site,
      configFile: false,
      logLevel: 'error',
      build: { write: false, lib: { entry: input, formats: ['es'], fileName: 'out' } },
    })
    const outputs = [result].flat().flatMap((one: { output: { code?: string }[] }) => one.output)
    expect(outputs.some(({ code }: { code?: string }) => code?.includes('earshot'))).toBe(true)
  })
})

describe('a survey on a bundled site', () => {
  type Files = Record<string, string>
  const survey = {
    id: 's1',
    type: 'popover' as const,
    name: 'Why',
    questions: [{ id: 'why', type: 'open' as const, question: 'Why?' }],
  }
  const config = (host: string) => ({ api_host: host, opt_out_useragent_filter: true })
  /** Puts files on a page, answers the survey that shows there; names of the properties of what came of it. */
  async function answered(html: string, filesFor: (host: string) => Promise<Files> | Files) {
    const service = createService({ surveys: [survey] })
    const serving = await serve(service)
    const files = await filesFor(serving.url)
    const server = createServer(({ url = '/' }, response) => {
      const code = files[url.slice(1)]
      response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript')
      response.end(code ?? html.replaceAll('HOST', serving.url))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.getByRole('dialog').getByRole('textbox').fill('because')
      await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
      const sent = async () => (await service.state.events()).filter(({ event }) => /^survey s/.test(event))
      await expect.poll(sent, { timeout: 10_000 }).toHaveLength(2)
      return (await sent()).map(({ event, properties }) => [event, Object.keys(properties).sort()])
    } finally {
      await browser.close()
      await serving.close()
      server.closeAllConnections()
      server.close()
    }
  }
  const main = (host: string) => {
    const file = join(site, 'survey.js')
    writeFileSync(file, `import { init } from 'earshot'; init('phc_demo', ${JSON.stringify(config(host))})`)
    return file
  }
  type Output = { fileName: string; code?: string }
  const codes = (outputs: readonly Output[]): Files =>
    Object.fromEntries(outputs.map(({ fileName, code = '' }) => [fileName, code]))
  const bundlers: [name: string, bundle: (file: string) => Promise<Files>][] = [
    [
      'rollup and terser',
      async file => {
        const [resolve, terser] = await Promise.all([
          import('@rollup/plugin-node-resolve'),
          import('@rollup/plugin-terser'),
        ])
        const bundle = await rollup({ input: file, plugins: [resolve.default({ browser: true })] })
        const { output } = await bundle.generate({
          format: 'es',
          entryFileNames: 'main.js',
          plugins: [terser.default()],
        })
        return codes(output as readonly Output[])
      },
    ],
    [
      'vite',
      async file => {
        const vite = await import('vite' as string)
        const output = { entryFileNames: 'main.js' }
        const result = await vite.build({
          root: site,
          configFile: false,
          logLevel: 'error',
          build: { write: false, rollupOptions: { input: file, output } },
        })
        return codes([result].flat().flatMap((one: { output: Output[] }) => one.output))
      },
    ],
  ]
  it.each(bundlers)('by %s shows, and its events are those of the script build', async (_, bundle) => {
    const html =
      '<!doctype html><html lang="en"><body>Shop<script type="module" src="/main.js"></script></body></html>'
    const settings = JSON.stringify(config('HOST'))
    const tag = `<!doctype html><html lang="en"><body>Shop<script src="/full.js" data-api-key="phc_demo" data-config='${settings}'></script></body></html>`
    const bundled = await answered(html, host => bundle(main(host)))
    expect(bundled).toEqual(await answered(tag, () => ({ 'full.js': read('earshot.full.js') })))
  })
})

describe('remote code', () => {
  const WORDS = /createElement\(\s*["']script["']|\bimport\(|\beval\(|new Function|importScripts|\.src\s*=/

  it('is in none of the lines of the one-file build', () => {
    expect(read('earshot.full.js').match(WORDS)).toBeNull()
  })

  it('is not in the modules either: they import their own chunks alone', () => {
    const files = readdirSync(join(installed(), 'dist')).filter(file =>
      /^(index|surveys|chunk-).*\.js$/.test(file),
    )
    expect(files).toContain('index.js')
    for (const file of files) {
      const code = read(file).replace(/\bimport\(\s*["']\.\/chunk-[\w-]+\.js["']\s*\)/g, '')
      expect([file, code.match(WORDS)?.[0]]).toEqual([file, undefined])
    }
  })
})

describe('the types', () => {
  it('are found for all subpaths with moduleResolution node10 (R47)', () => {
    const parts = ['earshot', 'earshot/surveys', 'earshot/server', 'earshot/node']
    const file = join(site, 'node10.ts')
    writeFileSync(file, parts.map((part, index) => `import * as part${index} from '${part}'`).join('\n'))
    const options = '--noEmit --skipLibCheck --target es2022 --module commonjs --moduleResolution node10'
    const args = [join(root, 'node_modules/typescript/lib/tsc.js'), ...options.split(' ')]
    const { stdout } = spawnSync(process.execPath, [...args, '--ignoreDeprecations', '6.0', file], {
      cwd: site,
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })

  it.each(['node16', 'nodenext'])(
    'are found from CommonJS and from ES modules with moduleResolution %s (R47)',
    resolution => {
      const parts = ['earshot', 'earshot/surveys', 'earshot/server', 'earshot/node']
      const imports = parts.map((part, index) => `import * as part${index} from '${part}'`)
      const files = ['types.cts', 'types.mts'].map(name => join(site, name))
      for (const file of files)
        writeFileSync(
          file,
          [...imports, "import { init } from 'earshot'", "init('key', {}).capture('e')"].join('\n'),
        )
      const options = `--noEmit --skipLibCheck --target es2022 --module ${resolution} --moduleResolution ${resolution}`
      const args = [join(root, 'node_modules/typescript/lib/tsc.js'), ...options.split(' '), ...files]
      const { stdout } = spawnSync(process.execPath, args, { cwd: site, encoding: 'utf8' })
      expect(stdout).toBe('')
    },
  )

  it('do not mention preact or JSX', () => {
    const files = readdirSync(join(installed(), 'dist')).filter(file => /\.d\.c?ts$/.test(file))
    expect(files).toContain('index.d.ts')
    for (const file of files.filter(name => !/^(server|node|cli|service-)/.test(name)))
      expect([file, /preact|\bJSX\b/.exec(read(file))?.[0]]).toEqual([file, undefined])
  })
})

describe('what is installed', () => {
  it('is this package alone, built and explained', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(installed(), 'package.json'), 'utf8'),
    )
    expect(dependencies).toBeUndefined()
    for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name].optional).toBe(true)
    expect(
      readdirSync(installed()).filter(name => ['src', 'test', 'bench', 'examples'].includes(name)),
    ).toEqual([])
  })
})
