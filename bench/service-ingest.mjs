// Throughput of capture requests over HTTP in memory, on SQLite and on PostgreSQL, compared with a handler that only parses the
// body, and speed of statistics after few and many events. PostgreSQL does not wait for the disk (`fsync=off`). It measures elapsed time of the files in dist/; service-cpu.mjs measures CPU time of the source.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve as serveBaseline } from '@hono/node-server'
import { Hono } from 'hono'
import { serve } from '../dist/node.js'
import { createService } from '../dist/server.js'
import { openStore } from '../dist/store.js'
import { findPostgres, startPostgres } from '../scripts/postgres.mjs'
import { repetitions } from './harness.mjs'

const ROUNDS = repetitions(3)
const WARM_UP_MS = 400
const MEASURED_MS = 1000
/** Enough connections to keep the server busy. */
const CONNECTIONS = 16
const BATCH = 100

const serveStore = async store => (await serve(createService({ requestLogSize: 1, store }))).url

/** Name -> function that starts a server and returns its URL, given where its data is. The first one is compared with the others. */
const SERVERS = {
  'parsing only': () =>
    new Promise(resolve => {
      const app = new Hono().post('*', async context => {
        await context.req.json()
        return context.json({ status: 'Ok' })
      })
      serveBaseline({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      )
    }),
  memory: () => serveStore(),
  SQLite: async ({ folder }) =>
    serveStore(await openStore(join(mkdtempSync(join(folder, 'store-')), 'earshot.db'))),
  PostgreSQL: async ({ postgres }) => {
    const store = await openStore(postgres)
    await store.clear()
    return serveStore(store)
  },
}

const event = i => ({
  event: 'button clicked',
  distinct_id: `user-${i}`,
  properties: { $current_url: 'https://shop.test/products/7', $lib: 'web', plan: 'pro', position: i },
})
const REQUESTS = {
  'single events, POST /i/v0/e/': { path: '/i/v0/e/', size: 1, body: { api_key: 'phc_demo', ...event(1) } },
  [`batches of ${BATCH}, POST /batch/`]: {
    path: '/batch/',
    size: BATCH,
    body: { api_key: 'phc_demo', batch: Array.from({ length: BATCH }, (_, i) => event(i)) },
  },
}

/**
 * Sends the same request repeatedly. It uses plain sockets, because an HTTP client would be slower than the server.
 *
 * @returns Requests per second with status 200.
 */
async function requestsPerSecond(url, path, body) {
  const { hostname, port } = new URL(url)
  const text = JSON.stringify(body)
  const request = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
  let answered = 0
  let failure
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay()
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(request))
    socket.on('error', error => {
      failure ??= error.message
    })
    socket.on('data', data => {
      // The remaining part of a response that was split.
      if (!data.startsWith('HTTP/1.1 ')) return
      if (!data.startsWith('HTTP/1.1 200')) failure ??= data
      answered++
      socket.write(request)
    })
    return socket
  })
  const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
  await pause(WARM_UP_MS)
  const before = answered
  const start = performance.now()
  await pause(MEASURED_MS)
  const rate = ((answered - before) * 1000) / (performance.now() - start)
  for (const socket of sockets) socket.destroy()
  if (failure) throw new Error(`${path} failed: ${failure}`)
  return rate
}

/** Measures a new server in a process of its own, so that sending does not slow it down. */
async function measureThroughput(name, data, { path, size, body }) {
  const child = fork(new URL(import.meta.url), [name, JSON.stringify(data)])
  try {
    const [url] = await once(child, 'message')
    return size * (await requestsPerSecond(url, path, body))
  } finally {
    child.kill('SIGKILL')
  }
}

/** @returns A function that requests the statistics of one survey from a service with a number of events. */
async function statisticsAfter(count) {
  const service = createService({ surveys: [{ id: 'nps' }], requestLogSize: 1 })
  for (let start = 0; start < count; start += 1000) {
    const batch = Array.from({ length: 1000 }, (_, i) => ({
      event: ['survey shown', 'survey dismissed', 'survey sent'][i % 3],
      distinct_id: `user-${(start + i) % 5000}`,
      properties: { $survey_id: 'nps' },
    }))
    const body = JSON.stringify({ api_key: 'phc_demo', batch })
    const { ok } = await service.fetch('http://bench/batch/', { method: 'POST', body })
    if (!ok) throw new Error('The service rejected the events.')
  }
  return async () => {
    const headers = { authorization: 'Bearer phx_demo' }
    const response = await service.fetch('http://bench/api/projects/1/surveys/nps/stats', { headers })
    const { stats } = await response.json()
    if (!stats['survey shown'].total_count) throw new Error('The statistics are empty.')
  }
}

/** Returns the mean milliseconds of a call, measured over half a second. */
async function millisecondsOf(work) {
  for (let i = 0; i < 50; i++) await work()
  const start = performance.now()
  let calls = 0
  for (; performance.now() < start + 500; calls++) await work()
  return (performance.now() - start) / calls
}

/** Prints events per second of each server, and how many times as many the first one takes. */
async function printThroughput(median) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  const postgres = findPostgres() && (await startPostgres())
  const names = Object.keys(SERVERS).filter(name => postgres || name !== 'PostgreSQL')
  console.log(`\nEvents per second over HTTP, median of ${ROUNDS}, and ratio to parsing only\n`)
  console.log(`| request | ${names.join(' | ')} |`)
  console.log(`|${'---|'.repeat(names.length + 1)}`)
  for (const [title, request] of Object.entries(REQUESTS)) {
    const rates = Object.fromEntries(names.map(name => [name, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const name of names)
        rates[name].push(await measureThroughput(name, { folder, postgres: postgres?.url }, request))
    const medians = names.map(name => median(rates[name]))
    const cells = medians.map(rate => `${rate.toFixed(0)} (${(rate / medians[0]).toFixed(2)}x)`)
    console.log(`| ${title} | ${cells.join(' | ')} |`)
  }
  await postgres?.remove()
  rmSync(folder, { recursive: true })
}

async function run() {
  // Imported here, because the server processes do not need the browser.
  const { median } = await import('./harness.mjs')
  await printThroughput(median)
  const [few, many] = [await statisticsAfter(1000), await statisticsAfter(100_000)]
  const times = { few: [], many: [] }
  // Warms up, so that the first measurement does not include compilation.
  for (const request of [few, many]) await millisecondsOf(request)
  for (let round = 0; round < ROUNDS; round++) {
    times.few.push(await millisecondsOf(few))
    times.many.push(await millisecondsOf(many))
  }
  const [afterFew, afterMany] = [median(times.few), median(times.many)]
  console.log(`\nStatistics of one survey, ms per request in process, median of ${ROUNDS}\n`)
  console.log('| after 1,000 events | after 100,000 | ratio |')
  console.log('|---|---|---|')
  console.log(`| ${afterFew.toFixed(3)} | ${afterMany.toFixed(3)} | ${(afterMany / afterFew).toFixed(2)}x |`)
}

if (process.send) process.send(await SERVERS[process.argv[2]](JSON.parse(process.argv[3])))
else await run()
