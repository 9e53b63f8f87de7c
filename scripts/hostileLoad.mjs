// Sends hostile requests with the public key alone to a service with a small heap. Prints its memory, and how long a health request waits.
// Usage: node scripts/hostileLoad.mjs [seconds] [path of cli.js] [pause after a request, in milliseconds] [heap in MB] [arguments of serve]
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_REQUESTS } from './hostileBodies.mjs'

const seconds = Number(process.argv[2] ?? 300)
const cli = process.argv[3] ?? 'dist/cli.js'
const pauseMs = Number(process.argv[4] ?? 0)
const heapMb = process.argv[5] ?? '128'
const serveArguments = process.argv.length > 6 ? process.argv.slice(6) : ['--demo', '--no-demo-data']
const REQUESTS_AT_ONCE = 12
/** Makes glibc return freed memory, as docs/self-hosting.md says. */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
const HEALTH_MS = 1000
const REPORT_MS = 30_000

const child = spawn(
  process.execPath,
  [
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=4',
    cli,
    'serve',
    ...serveArguments,
    '--port',
    '0',
  ],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...MALLOC, ...process.env },
  },
)
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

const statuses = new Map()
const count = status => statuses.set(status, (statuses.get(status) ?? 0) + 1)

async function send(index) {
  const { path, body, headers } = HOSTILE_REQUESTS[index % HOSTILE_REQUESTS.length](1)
  try {
    const response = await fetch(url + path, { method: 'POST', body, headers })
    await response.text()
    count(response.status)
  } catch (error) {
    count(error.cause?.code ?? error.name)
  }
}

const end = Date.now() + seconds * 1000
let next = 0
async function work() {
  while (Date.now() < end) {
    await send(next++)
    await sleep(pauseMs)
  }
}

/** The status of `/healthz`, on a connection of its own: the service closes those of bodies that it refuses. */
const healthStatus = () =>
  new Promise(resolve => {
    get(`${url}/healthz`, { agent: false }, response => resolve(response.resume().statusCode)).once(
      'error',
      error => resolve(error.code),
    )
  })

const waits = []
/** Sends a health request each second, as a container's host does. */
async function checkHealth() {
  while (Date.now() < end) {
    const start = Date.now()
    const status = await healthStatus()
    waits.push(Date.now() - start)
    if (status !== 200) count(`health ${status}`)
    await sleep(HEALTH_MS)
  }
}

/** The memory of the process, now and at most. Linux alone shows it in a file. */
async function residentMemory() {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const mbOf = name => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return `${mbOf('VmRSS')} MB, at most ${mbOf('VmHWM')} MB`
}

async function report() {
  const sorted = waits.splice(0).sort((a, b) => a - b)
  const wait = `health: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`
  console.log(
    `${new Date().toISOString()} ${await residentMemory()}, ${wait}`,
    JSON.stringify(Object.fromEntries(statuses)),
  )
}
const timer = setInterval(report, REPORT_MS)
await Promise.all([checkHealth(), ...Array.from({ length: REQUESTS_AT_ONCE }, work)])
clearInterval(timer)
await report()
isRunning = false
child.kill()
