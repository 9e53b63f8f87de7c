// Requests per second of the service over HTTP in memory, on SQLite and on PostgreSQL, compared with a handler that only parses the
// body: events, flags and the survey list. It measures elapsed time of the files in dist/; service-cpu.mjs measures CPU time of the
// source, and service-million.mjs statistics and memory.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { median, repetitions } from './harness.mjs'
import { openServers } from './support/servers.mjs'

const ROUNDS = repetitions(3)
const WARM_UP_MS = 400
const MEASURED_MS = 1000
/** Enough connections to keep the server busy. */
const CONNECTIONS = 16
const BATCH = 100

const key = { api_key: 'phc_demo' }
const event = i => ({
  event: 'button clicked',
  distinct_id: `user-${i}`,
  properties: { $current_url: 'https://shop.test/products/7', $lib: 'web', plan: 'pro', position: i },
})
const flags = count => ({
  flags: Array.from({ length: count }, (_, i) => ({
    key: `flag-${i}`,
    filters: {
      groups: [
        { properties: [{ key: 'plan', value: `plan-${i}`, type: 'person' }] },
        { rollout_percentage: 50 },
      ],
    },
  })),
})
const flagsRequest = count => ({
  path: '/flags?v=2',
  body: { ...key, distinct_id: 'user-1', person_properties: { plan: 'pro' } },
  options: flags(count),
})
/** Title -> request, with the options of the service. `size` is the number of events in it. */
const REQUESTS = {
  'single events, POST /i/v0/e/': { path: '/i/v0/e/', body: { ...key, ...event(1) } },
  [`batches of ${BATCH} (events), POST /batch/`]: {
    path: '/batch/',
    size: BATCH,
    body: { ...key, batch: Array.from({ length: BATCH }, (_, i) => event(i)) },
  },
  '10 flags, POST /flags': flagsRequest(10),
  '1,000 flags, POST /flags': flagsRequest(1000),
  '100 surveys, GET /api/projects/1/surveys/': {
    path: '/api/projects/1/surveys/',
    options: { surveys: Array.from({ length: 100 }, (_, i) => ({ id: `survey-${i}`, name: `Survey ${i}` })) },
  },
}

function requestText(url, { path, body }) {
  const { host } = new URL(url)
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `host: ${host}`,
    'authorization: Bearer phx_demo',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/**
 * Sends the same request repeatedly. It uses plain sockets, because an HTTP client would be slower than the server.
 *
 * @returns Requests per second with status 200.
 */
async function requestsPerSecond(url, request) {
  const { hostname, port } = new URL(url)
  const text = requestText(url, request)
  let answered = 0
  let failure
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay()
    socket.setEncoding('latin1')
    let missing = 0
    socket.on('connect', () => socket.write(text))
    socket.on('error', error => {
      failure ??= error.message
    })
    socket.on('data', data => {
      if (missing === 0) {
        if (!data.startsWith('HTTP/1.1 200')) failure ??= data
        missing = Number(/content-length: (\d+)/i.exec(data)?.[1]) + data.indexOf('\r\n\r\n') + 4
      }
      missing -= data.length
      if (missing > 0) return
      answered++
      socket.write(text)
    })
    return socket
  })
  await pause(WARM_UP_MS)
  const before = answered
  const start = performance.now()
  await pause(MEASURED_MS)
  const rate = ((answered - before) * 1000) / (performance.now() - start)
  for (const socket of sockets) socket.destroy()
  if (failure) throw new Error(`${request.path} failed: ${failure}`)
  return rate
}

const servers = await openServers()
console.log(`\nRequests (or events) per second over HTTP, median of ${ROUNDS}, and ratio to parsing only\n`)
console.log(`| request | ${servers.names.join(' | ')} | SQLite to memory |`)
console.log(`|${'---|'.repeat(servers.names.length + 2)}`)
for (const [title, request] of Object.entries(REQUESTS)) {
  const rates = Object.fromEntries(servers.names.map(name => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of servers.names) {
      const server = await servers.start(name, request.options)
      try {
        rates[name].push((request.size ?? 1) * (await requestsPerSecond(server.url, request)))
      } finally {
        server.stop()
      }
    }
  }
  const medians = Object.fromEntries(servers.names.map(name => [name, median(rates[name])]))
  const cells = servers.names.map(
    name => `${medians[name].toFixed(0)} (${(medians[name] / medians['parsing only']).toFixed(2)}x)`,
  )
  console.log(`| ${title} | ${cells.join(' | ')} | ${(medians.SQLite / medians.memory).toFixed(2)}x |`)
}
await servers.remove()
