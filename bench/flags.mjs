// Cost of flags: updating and reading them, stored characters and event size, compared with posthog-js in the same run.
import { median, openBench, printRatios, repetitions } from './harness.mjs'

const COUNTS = [10, 100, 1000]
const ROUNDS = repetitions(5)
const READS = 20_000

const key = i => `flag-${i}-of-the-checkout`
const flagsResponse = count => ({
  flags: Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      key(i),
      {
        key: key(i),
        enabled: i % 4 !== 3,
        variant: i % 3 === 2 ? 'test' : null,
        reason: { code: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
        metadata: { id: i, version: 2, payload: i % 5 === 0 ? '{"colour":"blue","limit":3}' : null },
      },
    ]),
  ),
  errorsWhileComputingFlags: false,
  requestId: '0190a0a0-0000-4000-8000-000000000000',
  supportedCompression: ['gzip', 'gzip-js'],
})

const SUBJECTS = {
  earshot: { script: '/dist/earshot.full.js', global: 'earshot' },
  posthog: { script: '/posthog/array.full.no-external.js', global: 'posthog' },
}

let count = 10
const bench = await openBench({
  '/flags': () => flagsResponse(count),
  '/array/': () => ({ supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: true, surveys: false }),
})

async function measure({ script, global }) {
  const { page, close } = await bench.visit()
  await page.addScriptTag({ url: bench.base + script })
  const result = await page.evaluate(
    async ({ global, base, reads, count }) => {
      const client = window[global]
      const loaded = new Promise(resolve => {
        client.init('phc_bench', {
          api_host: base,
          autocapture: false,
          disable_session_recording: true,
          disable_surveys: true,
          capture_pageview: false,
          rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
        })
        client.onFeatureFlags(keys => keys.length > 0 && resolve())
      })
      await loaded
      const values = {}
      const payloads = {}
      for (let i = 0; i < count; i++) {
        values[`flag-${i}-of-the-checkout`] = i % 3 === 2 ? 'test' : i % 4 !== 3
        if (i % 5 === 0) payloads[`flag-${i}-of-the-checkout`] = '{"colour":"blue","limit":3}'
      }
      let start = performance.now()
      for (let i = 0; i < 20; i++) client.updateFlags(values, payloads)
      const update = (performance.now() - start) / 20
      start = performance.now()
      for (let i = 0; i < reads; i++)
        client.getFeatureFlag(`flag-${i % count}-of-the-checkout`, { send_event: false })
      const read = ((performance.now() - start) * 1000) / reads
      const stored = Object.entries(localStorage).reduce(
        (sum, [name, value]) => sum + name.length + value.length,
        0,
      )
      let bytes = 0
      const measureEvent = event => {
        bytes = JSON.stringify(event).length
      }
      client.on('eventCaptured', measureEvent)
      client.capture('bench')
      return { update, read, stored, bytes }
    },
    { global, base: bench.base, reads: READS, count },
  )
  await close()
  return result
}

const rows = { update: [], read: [], stored: [], bytes: [] }
for (count of [...COUNTS, 60]) {
  const runs = { earshot: [], posthog: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(SUBJECTS)) runs[name].push(await measure(SUBJECTS[name]))
  }
  for (const metric of Object.keys(rows)) {
    const medianOf = name => median(runs[name].map(run => run[metric]))
    rows[metric].push([`${count} flags`, medianOf('earshot'), medianOf('posthog')])
  }
}
await bench.stop()
printRatios('Updating all flags, ms', ['flags'], rows.update.slice(0, 3))
printRatios('Reading one flag, µs', ['flags'], rows.read.slice(0, 3))
printRatios('Stored characters', ['flags'], rows.stored)
printRatios('JSON characters of one event', ['flags'], rows.bytes)
