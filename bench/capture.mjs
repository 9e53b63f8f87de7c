// Cost of capturing an event: time of the call, storage operations, bytes and heap, compared with posthog-js in the same run.
import { median, openBench, printRatios, repetitions, reportComparison } from './harness.mjs'

const BACKLOGS = [0, 1_000, 10_000]
const ROUNDS = repetitions(3)
const CALLS = 1_000

const SUBJECTS = {
  earshot: { script: '/dist/earshot.full.js', global: 'earshot' },
  posthog: { script: '/posthog/array.full.no-external.js', global: 'posthog' },
}

const bench = await openBench({
  '/flags': () => ({
    flags: {},
    errorsWhileComputingFlags: false,
    supportedCompression: ['gzip', 'gzip-js'],
  }),
  '/array/': () => ({ supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false, surveys: false }),
})

/** Counts storage operations and cookie writes. Runs in the page before the library. */
const countStorage = () => {
  const counts = { storage: 0, cookie: 0 }
  for (const name of ['setItem', 'removeItem']) {
    const native = Storage.prototype[name]
    Storage.prototype[name] = function (...args) {
      counts.storage++
      return native.apply(this, args)
    }
  }
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(document, 'cookie', {
    get: () => get.call(document),
    set(text) {
      counts.cookie++
      set.call(document, text)
    },
  })
  window.counts = counts
}

async function measure({ script, global }, backlog) {
  const { page, close } = await bench.visit()
  const inspector = await page.context().newCDPSession(page)
  const heap = async () => {
    await inspector.send('HeapProfiler.collectGarbage')
    return (await inspector.send('Runtime.getHeapUsage')).usedSize
  }
  const before = await heap()
  await page.evaluate(countStorage)
  await page.addScriptTag({ url: bench.base + script })
  const atInit = await page.evaluate(
    async ({ global, base }) => {
      window[global].init('phc_bench', {
        api_host: base,
        autocapture: false,
        disable_session_recording: true,
        disable_surveys: true,
        rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
      })
      await new Promise(resolve => setTimeout(resolve, 1_500))
      return { ...window.counts }
    },
    { global, base: bench.base },
  )
  const heapGrowth = (await heap()) - before
  const result = await page.evaluate(
    ({ global, backlog, calls }) => {
      const client = window[global]
      for (let i = 0; i < backlog; i++) client.capture('queued', { i })
      const { storage, cookie } = window.counts
      let event
      const start = performance.now()
      for (let i = 0; i < calls; i++) event = client.capture('clicked', { i, plan: 'pro' })
      const us = ((performance.now() - start) * 1_000) / calls
      return {
        us,
        bytes: JSON.stringify(event).length,
        storage: (window.counts.storage - storage) / calls,
        cookie: (window.counts.cookie - cookie) / calls,
      }
    },
    { global, backlog, calls: CALLS },
  )
  await close()
  return { ...result, initStorage: atInit.storage, initCookie: atInit.cookie, heap: heapGrowth }
}

const rows = []
for (const backlog of BACKLOGS) {
  const medians = {}
  for (const [name, subject] of Object.entries(SUBJECTS)) {
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(subject, backlog))
    medians[name] = select => median(rounds.map(select))
  }
  const row = (name, select) => rows.push([name, backlog, medians.earshot(select), medians.posthog(select)])
  row('µs per call of capture()', result => result.us)
  if (backlog > 0) continue
  row('bytes of JSON per event', result => result.bytes)
  row('storage operations per event', result => result.storage)
  row('cookie writes per event', result => result.cookie)
  row('storage operations until the first page view', result => result.initStorage)
  row('cookie writes until the first page view', result => result.initCookie)
  row('kB of heap after the first page view', result => result.heap / 1_000)
}
printRatios('Capture', ['metric', 'queued events'], rows)
const [[, , earshot, posthog]] = rows
reportComparison([{ title: `capture(), µs per call, ${CALLS} calls`, earshot, posthog }])
await bench.stop()
