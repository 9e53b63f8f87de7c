// Sends hostile requests with the public key alone to a service in 256 MB, and prints its memory.
// Usage: node scripts/hostileLoad.mjs [seconds] [path of cli.js]
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

const seconds = Number(process.argv[2] ?? 300)
const cli = process.argv[3] ?? 'dist/cli.js'
const REQUESTS_AT_ONCE = 12
const REPORT_MS = 15_000

const child = spawn(process.execPath, ['--max-old-space-size=256', cli, 'serve', '--demo', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise(resolve => {
  child.stdout.on('data', data => {
    const match = /Listening on (\S+)/.exec(data)
    if (match) resolve(match[1])
  })
})
let isRunning = true
child.once('exit', (code, signal) => {
  if (!isRunning) return
  console.error(`The service ended: ${code ?? signal}`)
  process.exit(1)
})

let id = 0
const unique = () => `${id++}`.padEnd(200, 'x')
const events = (count, event) => Array.from({ length: count }, () => event())
const named = (event, properties) => ({ event, properties: { distinct_id: unique(), ...properties } })

/** Each returns the events of a batch. */
const BATCHES = [
  () => events(200_000, () => ({})),
  () => events(2000, () => named('a', { text: 'y'.repeat(500) })),
  () => events(2000, () => named('$identify', { $set: { [unique()]: 'y'.repeat(300) } })),
  () => events(2000, () => named('$identify', { $anon_distinct_id: unique() })),
  () => events(2000, () => named('$merge_dangerously', { alias: unique() })),
  () =>
    events(2000, () =>
      named('$groupidentify', { $group_type: 'a', $group_key: unique(), $group_set: { a: 'y' } }),
    ),
  () => events(1, () => named('a', { text: 'y'.repeat(15_000_000) })),
  () => [named('a', { list: Array.from({ length: 500_000 }, () => ({})) })],
]

/** Unpacked in the service: a small request may be a large body. */
const compressed = BATCHES.map(
  batch => () => gzipSync(JSON.stringify({ api_key: 'phc_demo', batch: batch() })),
)
const plain = () => JSON.stringify({ api_key: 'phc_demo', batch: BATCHES[6]() })
const bodies = [...compressed, plain]

const statuses = new Map()
const count = status => statuses.set(status, (statuses.get(status) ?? 0) + 1)

async function send(index) {
  const body = bodies[index % bodies.length]()
  const encoding = body instanceof Uint8Array ? '?compression=gzip-js' : ''
  try {
    const response = await fetch(`${url}/batch/${encoding}`, { method: 'POST', body })
    await response.text()
    count(response.status)
  } catch (error) {
    count(error.cause?.code ?? error.name)
  }
}

const end = Date.now() + seconds * 1000
let next = 0
async function work() {
  while (Date.now() < end) await send(next++)
}

/** The memory of the process in MB. Linux alone shows it in a file. */
async function residentMb() {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

const report = async () => console.log(`${await residentMb()} MB`, Object.fromEntries(statuses))
const timer = setInterval(report, REPORT_MS)
await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work))
clearInterval(timer)
await report()
isRunning = false
child.kill()
