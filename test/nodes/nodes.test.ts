import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPackage } from '../package/installPackage'
import { installNode } from './installNode'

const RELEASES = ['20', '22', '24', 'latest']
/** Each entry, and a function that it exports. */
const ENTRIES = [
  ['earshot', 'createClient'],
  ['earshot/surveys', 'renderSurveyPreview'],
  ['earshot/react', 'EarshotProvider'],
  ['earshot/openfeature', 'EarshotProvider'],
  ['earshot/server', 'createService'],
  ['earshot/node', 'serve'],
  ['earshot/store', 'openStore'],
] as const
const PEERS = ['react', '@openfeature/core', '@openfeature/web-sdk', 'libsql', '@types/react', '@types/node']

const modules = join(import.meta.dirname, '../../node_modules')
let site: string
let cli: string
let programs: Record<string, string>

beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'earshot-nodes-'))
  cli = join(installPackage(site), 'dist/cli.js')
  writeFileSync(join(site, 'package.json'), '{ "name": "site", "private": true }')
  for (const peer of PEERS) {
    const link = join(site, 'node_modules', peer)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(modules, peer), link)
  }
  const installed = RELEASES.map(async release => [release, await installNode(release)] as const)
  programs = Object.fromEntries(await Promise.all(installed))
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

describe.each(RELEASES)('Node %s', release => {
  /** Runs the Node of this release in the site. Resolves to what it prints. Rejects when it fails. */
  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(programs[release]!, args, { cwd: site })
    return stdout
  }
  const runCode = (code: string, type = 'module') => run(`--input-type=${type}`, '-e', code)

  it('has the version that its name says', async () => {
    const [major] = (await runCode('console.log(process.versions.node)')).split('.')
    if (release === 'latest') expect(Number(major)).toBeGreaterThan(24)
    else expect(major).toBe(release)
  })

  it.each([
    ['module', (entry: string) => `(await import('${entry}'))`],
    ['commonjs', (entry: string) => `require('${entry}')`],
  ])('loads each entry as %s', async (type, load) => {
    const found = ENTRIES.map(([entry, name]) => `console.log(typeof ${load(entry)}.${name})`)
    expect(await runCode(found.join('\n'), type)).toBe('function\n'.repeat(ENTRIES.length))
  })

  it('serves a client that evaluates a flag and captures an event', async () => {
    const printed = await runCode(`
      import { createClient } from 'earshot'
      import { serve } from 'earshot/node'
      import { createService } from 'earshot/server'
      const service = createService({ projectKey: 'phc_nodes' })
      await service.state.setFlag('beta', true)
      const { url, close } = await serve(service)
      const flags = await fetch(url + '/flags/?v=2', {
        method: 'POST',
        body: JSON.stringify({ api_key: 'phc_nodes', distinct_id: 'u1' }),
      })
      console.log((await flags.json()).flags.beta.enabled)
      await fetch(url + '/i/v0/e/', {
        method: 'POST',
        body: JSON.stringify({ api_key: 'phc_nodes', event: 'bought', distinct_id: 'u1' }),
      })
      console.log((await service.state.events()).map(({ event }) => event).join())
      await close()
      const client = createClient('phc_nodes', { api_host: url })
      console.log(client.getFeatureFlag('beta'))
      await client.shutdown()`)
    expect(printed).toBe('true\nbought\nundefined\n')
  })

  it('parses no more of a connection than 33 requests that have arrived together (R50, D-842)', async () => {
    const printed = await runCode(`
      import { subscribe } from 'node:diagnostics_channel'
      import { connect } from 'node:net'
      import { serve } from 'earshot/node'
      let parsed = 0
      subscribe('http.server.request.start', () => parsed++)
      const { url, close } = await serve({ fetch: () => new Promise(() => {}) })
      const socket = connect(Number(new URL(url).port), '127.0.0.1').resume().on('error', () => {})
      socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'.repeat(2000))
      await new Promise(resolve => socket.on('close', resolve))
      console.log(parsed)
      await close()`)
    expect(printed).toBe('33\n')
  })

  it('keeps events in a file with `earshot/store`', async () => {
    const file = join(site, `store-${release}.db`)
    const open = `
      import { createService } from 'earshot/server'
      import { openStore } from 'earshot/store'
      const store = await openStore(${JSON.stringify(`file:${file}`)})
      const service = createService({ projectKey: 'phc_nodes', store })
      const body = JSON.stringify({ api_key: 'phc_nodes', event: 'kept', distinct_id: 'u1' })`
    const capture = `await service.fetch('http://service.test/i/v0/e/', { method: 'POST', body })`
    const list = 'console.log((await service.state.events()).map(({ event }) => event).join())'
    await runCode(`${open}\n${capture}\nawait store.close()`)
    expect(await runCode(`${open}\n${list}\nawait store.close()`)).toBe('kept\n')
  })

  it('runs `earshot serve` until it is stopped', async () => {
    const args = [cli, 'serve', '--port=0', '--data', join(site, `cli-${release}.db`)]
    const child = spawn(programs[release]!, args, { cwd: site })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text
      })
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/Listening on \S+/)
    const [, url] = /Listening on (\S+)/.exec(output)!
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('type-checks a program that imports each entry', async () => {
    const file = join(site, `types-${release}.ts`)
    const imports = ENTRIES.map(
      ([entry, name], index) => `import { ${name} as part${index} } from '${entry}'`,
    )
    const used = `export const parts = [${ENTRIES.map((_, index) => `part${index}`)}]`
    writeFileSync(file, [...imports, used].join('\n'))
    const options = '--noEmit --skipLibCheck --target es2022 --module nodenext --types node'.split(' ')
    expect(await run(join(modules, 'typescript/lib/tsc.js'), ...options, file)).toBe('')
  })
})
