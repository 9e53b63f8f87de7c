import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '../support/browser'

const root = join(import.meta.dirname, '../..')
let folder: string

/** Installs what `npm publish` would send into an empty folder, without a network. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-serve-'))
  const args = ['install', '--offline', '--no-audit', '--no-fund', process.env['EARSHOT_TEST_PACKAGE']!]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual(['earshot'])
  // Newer versions of Node have SQLite. `npm install libsql` would need a network.
  if (!process.getBuiltinModule?.('node:sqlite' as 'node:fs'))
    symlinkSync(join(root, 'node_modules/libsql'), join(folder, 'node_modules/libsql'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts `npx earshot serve` on a database. Returns what it prints. */
async function startService() {
  const args = ['--offline', 'earshot', 'serve', '--port=0', '--data', 'earshot.db']
  // A group of its own, so that the process that npx starts ends with it.
  const child: ChildProcess = spawn('npx', args, { cwd: folder, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      output += text
    })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid!, 'SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  await expect.poll(() => output, { timeout: 30_000 }).toContain('</script>')
  const [, url, projectKey] = /Listening on (\S+)\nProject 1: key (\S+)\n/.exec(output)!
  return {
    url: url!,
    projectKey: projectKey!,
    personalKey: /^Personal key: (\S+)/m.exec(output)?.[1],
    snippet: /<script .*<\/script>/.exec(output)![0],
    kill,
  }
}

/** Calls the management endpoints. */
async function callSurveys(url: string, key: string, path = '', body?: object) {
  const response = await fetch(`${url}/api/projects/1/surveys/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return response.json()
}

/** Opens a page with a script tag, and captures an event on it. */
async function captureOnPage(snippet: string, event: string, properties: object): Promise<void> {
  const config = JSON.stringify({ opt_out_useragent_filter: true })
  const html = `<!doctype html><html lang="en"><body>Shop${snippet.replace('></', ` data-config='${config}'></`)}</body></html>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction('window.earshot?.ready')
    await page.evaluate(
      async ([name, values]) => {
        const { earshot } = window as unknown as { earshot: Record<string, (...args: unknown[]) => unknown> }
        await earshot['ready']!()
        earshot['capture']!(name, values)
        await earshot['shutdown']!()
      },
      [event, properties] as const,
    )
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

describe('npx earshot serve --data of the installed package', () => {
  it('still has the events of a page after it was killed and started again', async () => {
    const first = await startService()
    const key = first.personalKey!
    const start_date = '2025-01-01T00:00:00Z'
    const { id } = await callSurveys(first.url, key, '', { name: 'NPS', type: 'api', start_date })
    await captureOnPage(first.snippet, 'survey sent', { $survey_id: id })
    const sent = async (url: string) =>
      (await callSurveys(url, key, `${id}/stats/`)).stats['survey sent'].total_count
    await expect.poll(() => sent(first.url), { timeout: 10_000 }).toBe(1)
    await first.kill()
    await expect(fetch(first.url)).rejects.toThrow()
    expect(existsSync(join(folder, 'earshot.db'))).toBe(true)

    const second = await startService()
    expect([second.projectKey, second.personalKey]).toEqual([first.projectKey, undefined])
    expect(await sent(second.url)).toBe(1)
    expect((await callSurveys(second.url, key)).results).toMatchObject([{ id, name: 'NPS' }])
  })
})
