import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startCli, stopCli, urlOf } from '../support/startCli'

const PAGE = '<!doctype html><html><head><title>Console</title></head><body></body></html>'
const SCRIPT = `import './lib/index.js';${'run();'.repeat(200)}`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-console-'))
  await mkdir(join(folder, 'console'))
  const files = {
    'console/index.html': PAGE,
    'console/editor.html': PAGE,
    'console/console.js': SCRIPT,
    'console/console.css': 'body{}',
    'console/secret.json': '{}',
    'index.js': 'library()',
    'chunk-runtime.js': 'chunk()',
    'cli.js': 'command()',
    'secret.html': 'secret',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true }))

async function start(...argv: string[]) {
  const command = startCli(['serve', '--port=0', ...argv], { folder })
  onTestFinished(() => stopCli(command))
  return { url: await urlOf(command), out: command.output.out }
}

/** Requests a path as it stands: `fetch` would resolve its dots, and unpack the body. */
function get(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { hostname, port } = new URL(url)
  type Answer = { status: number; headers: Record<string, unknown>; body: Buffer }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject).end()
  })
}

describe('the console of earshot serve (D-601)', () => {
  it('serves the page at / and the editor, both with a strict policy and uncached', async () => {
    const { url, out } = await start()
    expect(out).toContain(`Console: ${url}/\n`)
    for (const path of ['/', '/console/index.html', '/console/editor.html']) {
      const { status, headers, body } = await get(url, path)
      expect([status, body.toString()]).toEqual([200, PAGE])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: https:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
  })

  it('serves scripts, styles and the browser build with their types', async () => {
    const { url } = await start()
    const served = await Promise.all(
      ['console.js', 'console.css', 'lib/index.js', 'lib/chunk-runtime.js'].map(async name => {
        const { headers, body } = await get(url, `/console/${name}`)
        return [headers['content-type'], headers['x-content-type-options'], body.toString()]
      }),
    )
    expect(served).toEqual([
      ['text/javascript; charset=utf-8', 'nosniff', SCRIPT],
      ['text/css; charset=utf-8', 'nosniff', 'body{}'],
      ['text/javascript; charset=utf-8', 'nosniff', 'library()'],
      ['text/javascript; charset=utf-8', 'nosniff', 'chunk()'],
    ])
  })

  it('answers 304 to a browser that has the file, and the new file to one that has another', async () => {
    const { url } = await start()
    const { headers } = await get(url, '/console/console.js')
    const again = await get(url, '/console/console.js', { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await get(url, '/console/console.js', { 'if-none-match': '"old"' })).status).toBe(200)
  })

  it('compresses a file for a browser that accepts gzip', async () => {
    const { url } = await start()
    const path = '/console/console.js'
    for (const accepted of ['gzip', 'br, GZIP;q=0.5', 'deflate, gzip']) {
      const { headers, body } = await get(url, path, { 'accept-encoding': accepted })
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      expect(gunzipSync(body).toString()).toBe(SCRIPT)
      expect(headers['content-length']).toBe(String(body.length))
    }
    for (const accepted of ['', 'br', 'gzip;q=0', 'gzip; q=0.00', 'xgzip'])
      expect((await get(url, path, { 'accept-encoding': accepted })).headers).not.toHaveProperty(
        'content-encoding',
      )
  })

  it('answers HEAD with the headers alone, and other methods like a service without a console', async () => {
    const { url } = await start()
    const { status, headers, body } = await get(url, '/console/console.js', {}, 'HEAD')
    expect([status, headers['content-length'], body.length]).toEqual([200, String(SCRIPT.length), 0])
    for (const path of ['/', '/console/console.js'])
      expect((await get(url, path, {}, 'POST')).status).toBe(404)
  })

  it.each([
    '/console/secret.json',
    '/console/lib/cli.js',
    '/console/../secret.html',
    '/console/lib/../../secret.html',
    '/console/%2e%2e/secret.html',
    '/console/..%2fsecret.html',
    '/console/%2e%2e%2fsecret.html',
    '/console//console.js',
    '/console/console.js/',
    '/console/console.js%00.html',
    '/console/',
    '/secret.html',
  ])('has nothing at %s', async path => {
    const { url } = await start()
    expect((await get(url, path)).status).toBe(404)
  })

  it('writes the key that everybody knows into the pages with --demo alone', async () => {
    const boot = '<script type="application/json" id="boot">{"demo":true,"key":"phx_demo"}</script></head>'
    const demo = await start('--demo', '--no-demo-data')
    for (const path of ['/', '/console/editor.html'])
      expect((await get(demo.url, path)).body.toString()).toBe(PAGE.replace('</head>', boot))
    const { url } = await start()
    expect((await get(url, '/')).body.toString()).not.toContain('phx_')
  })

  it('is left out with --no-console, and where the build has none', async () => {
    const without = await start('--no-console')
    expect(without.out).not.toContain('Console:')
    for (const path of ['/', '/console/console.js', '/console/lib/index.js'])
      expect((await get(without.url, path)).status).toBe(404)
    const command = startCli(['serve', '--port=0'])
    expect((await fetch(await urlOf(command))).status).toBe(404)
    expect(command.output.out).not.toContain('Console:')
    await stopCli(command)
  })

  it('names its own files in the access log', async () => {
    const command = startCli(['serve', '--port=0', '--log=text'], { folder })
    onTestFinished(() => stopCli(command))
    const url = await urlOf(command)
    await get(url, '/console/console.js')
    await get(url, '/console/person-7.js')
    await expect.poll(() => command.output.out).toMatch(/GET \/console\/\* 404/)
    expect(command.output.out).toContain('GET /console/console.js 200')
    expect(command.output.out).not.toContain('person-7')
  })
})
