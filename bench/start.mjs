// What a visit costs: main-thread time beside the same page without Earshot, and what is fetched until a survey is on screen.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { median, openBench } from './lib.mjs'

const RUNS = 9
/** Long enough for whatever starts late: idle work, the events after the first. */
const SETTLE_MS = 2000

const nps = JSON.parse(readFileSync(new URL('../examples/surveys/nps.json', import.meta.url), 'utf8'))
const answer = { flags: {}, supportedCompression: ['gzip', 'gzip-js'], surveys: [] }

const bench = await openBench({
  '/flags': () => answer,
  '/asking/flags': () => ({ ...answer, surveys: [nps] }),
})

/** What is on the page -> where its service is; nowhere: no Earshot. */
const VISITS = {
  'an empty page': undefined,
  'with Earshot': '',
  'with Earshot and a survey on screen': '/asking',
}

/**
 * One fresh visit. Nothing looks at the page before it has come to rest: looking costs more than what is measured.
 *
 * @returns Milliseconds of main thread, and number and kilobytes of what arrived before the survey was there.
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
  const arrived = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource')
    return entries
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= window.shownAt)
      .map(({ name }) => name)
  })
  await close()
  const bytes = arrived.map(url => gzipSync(bodies.get(url) ?? '', { level: 9 }).length)
  return {
    script: after.ScriptDuration - before.ScriptDuration,
    task: after.TaskDuration - before.TaskDuration,
    requests: arrived.length,
    kilobytes: bytes.reduce((sum, count) => sum + count, 0) / 1000,
  }
}

for (const slowdown of [1, 4]) {
  const runs = Object.fromEntries(Object.keys(VISITS).map(name => [name, []]))
  // Interleaved, so that whatever else the machine does meets all alike.
  for (let run = 0; run < RUNS; run++)
    for (const [name, path] of Object.entries(VISITS)) runs[name].push(await visit(path, slowdown))

  console.log(
    `\nMain thread at ${slowdown === 1 ? 'full speed' : 'a quarter of the speed'}, median of ${RUNS}\n`,
  )
  console.log('| page | script ms | all tasks ms | requests until the survey | kB gzip -9 until then |')
  console.log('|---|---|---|---|---|')
  for (const [name, all] of Object.entries(runs)) {
    const row = ['script', 'task', 'requests', 'kilobytes'].map(field =>
      median(all.map(one => one[field])).toFixed(1),
    )
    console.log(`| ${[name, ...row].join(' | ')} |`)
  }
}
await bench.stop()
