// Cost of a page load: main-thread time, compared with the same page without Earshot, and requests until a survey is visible.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { median, openBench } from './harness.mjs'

const RUNS = 9
/** Includes late work: idle callbacks and the requests after the first. */
const SETTLE_MS = 2000

const nps = JSON.parse(readFileSync(new URL('../examples/surveys/nps.json', import.meta.url), 'utf8'))
const flagsResponse = { flags: {}, supportedCompression: ['gzip', 'gzip-js'], surveys: [] }

const bench = await openBench({
  '/flags': () => flagsResponse,
  '/with-survey/flags': () => ({ ...flagsResponse, surveys: [nps] }),
})

/** Title -> base path of the service; `undefined` for a page without Earshot. */
const VISITS = {
  'empty page': undefined,
  'with Earshot': '',
  'with Earshot and a survey': '/with-survey',
}

/**
 * Measures one visit. The page is not inspected before it is idle, because inspection costs more than the measured work.
 *
 * @returns Main-thread milliseconds, and number and kilobytes of the requests before the survey was visible.
 */
async function visit(path, slowdown) {
  const { page, close } = await bench.visit()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const metrics = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]))
  }
  const bodies = new Map()
  page.on('response', async response =>
    bodies.set(response.url(), await response.body().catch(() => Buffer.alloc(0))),
  )

  const before = await metrics()
  await page.evaluate(path => {
    const host = location.origin + path
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.earshot-survey')) return
      observer.disconnect()
      window.shownAt = performance.now()
    }).observe(document.documentElement, { childList: true, subtree: true })
    if (path === undefined) return
    const script = document.createElement('script')
    script.crossOrigin = 'anonymous'
    Object.assign(script.dataset, { apiKey: 'phc_bench', apiHost: host })
    script.src = '/dist/earshot.js'
    document.head.append(script)
  }, path)
  await page.waitForTimeout(SETTLE_MS * Math.sqrt(slowdown))
  const after = await metrics()
  const loaded = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource')
    return entries
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= window.shownAt)
      .map(({ name }) => name)
  })
  await close()
  const bytes = loaded.map(url => gzipSync(bodies.get(url) ?? '', { level: 9 }).length)
  return {
    script: after.ScriptDuration - before.ScriptDuration,
    task: after.TaskDuration - before.TaskDuration,
    requests: loaded.length,
    kilobytes: bytes.reduce((sum, count) => sum + count, 0) / 1000,
  }
}

for (const slowdown of [1, 4]) {
  const runs = Object.fromEntries(Object.keys(VISITS).map(name => [name, []]))
  // Interleaved, so that other load on the machine affects all pages equally.
  for (let run = 0; run < RUNS; run++)
    for (const [name, path] of Object.entries(VISITS)) runs[name].push(await visit(path, slowdown))

  console.log(
    `\nMain thread at ${slowdown === 1 ? 'full CPU speed' : 'a quarter of the CPU speed'}, median of ${RUNS}\n`,
  )
  console.log(
    '| page | script, ms | all tasks, ms | requests until the survey | kB with gzip -9 until the survey |',
  )
  console.log('|---|---|---|---|---|')
  for (const [name, all] of Object.entries(runs)) {
    const row = ['script', 'task', 'requests', 'kilobytes'].map(field =>
      median(all.map(run => run[field])).toFixed(1),
    )
    console.log(`| ${[name, ...row].join(' | ')} |`)
  }
}
await bench.stop()
