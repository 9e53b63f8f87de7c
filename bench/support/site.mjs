// A website and, on another origin, the service of its library: as most sites embed one, and so that requests are cross-origin.
import { createServer } from 'node:http'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import lzString from 'lz-string'
import { formbricksState, survey } from './surveys.mjs'

const CAPTURE_PATH = /^\/(i\/v0\/e|e|capture|batch)\/?$/

const remoteConfig = {
  supportedCompression: ['gzip', 'gzip-js', 'lz64'],
  hasFeatureFlags: true,
  analytics: { endpoint: '/i/v0/e/' },
  sessionRecording: false,
  captureDeadClicks: false,
  capturePerformance: false,
  heatmaps: false,
  siteApps: [],
  surveys: [survey],
}
const flags = Object.fromEntries(
  Array.from({ length: 10 }, (_, id) => {
    const metadata = { id, version: 1, payload: null }
    return [`flag-${id}`, { key: `flag-${id}`, enabled: true, reason: { code: 'condition_match' }, metadata }]
  }),
)

/** The configuration as posthog-js loads it first. It requests the JSON when the script has none. */
const configScript = `window._POSTHOG_REMOTE_CONFIG = { phc_bench: ${JSON.stringify({ config: { ...remoteConfig, surveys: true }, siteApps: [] })} }`

/** Path -> JSON reply. The first path that the requested one starts with is taken. */
const REPLIES = {
  '/flags': { flags, errorsWhileComputingFlags: false, ...remoteConfig },
  '/array/': { ...remoteConfig, surveys: true },
  '/api/surveys': { surveys: [survey] },
  '/api/v1/client/bench/in-app/sync': { data: formbricksState },
  '/api/v1/client/': { data: { id: 'created' } },
  '/': { status: 'Ok' },
}

/** @returns The events of a request to the capture endpoint. */
function decodeEvents({ url, body }) {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  let text = (isGzip ? gunzipSync(body) : body).toString()
  if (text.startsWith('data=')) text = new URLSearchParams(text).get('data')
  const compression = url.searchParams.get('compression')
  if (compression === 'base64') text = Buffer.from(text, 'base64').toString()
  if (compression === 'lz64') text = lzString.decompressFromBase64(text)
  const json = JSON.parse(text)
  return Array.isArray(json) ? json : (json.batch ?? [json])
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function listen(handle) {
  const server = createServer((request, response) => {
    // A page that is left aborts its requests.
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${server.address().port}` }
}

/**
 * Serves the pages of one subject, its files and its service.
 *
 * @returns `page` is the origin of the pages; `/other` is one without the library. `events` decodes all received events, so that
 *   decoding costs nothing while a page is measured.
 */
export async function openSite(subject) {
  const received = []
  const files = new Map()

  const service = await listen(async (request, response) => {
    const url = new URL(request.url, 'http://service')
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT')
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? '*',
    )
    response.setHeader('timing-allow-origin', '*')
    if (request.method === 'OPTIONS') return response.end()
    const file = files.get(url.pathname.split('/').at(-1))
    if (url.pathname.startsWith('/static/') && file) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      response.setHeader('content-encoding', 'br')
      response.setHeader('cache-control', 'max-age=3600')
      return response.end(file())
    }
    if (url.pathname.endsWith('/config.js')) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      return response.end(configScript)
    }
    const body = await bodyOf(request)
    if (CAPTURE_PATH.test(url.pathname)) received.push({ url, body })
    const [, reply] = Object.entries(REPLIES).find(([path]) => url.pathname.startsWith(path))
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(JSON.stringify(reply)))
  })
  for (const [name, contents] of Object.entries(subject.files)) {
    let compressed
    files.set(name, () => {
      compressed ??= brotliCompressSync(contents(service.origin))
      return compressed
    })
  }

  const pages = await listen(async (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const head = request.url === '/other' ? '' : subject.html(service.origin)
    response.end(
      `<!doctype html><html lang="en"><head><title>bench</title><link rel="icon" href="data:,">${head}</head><body><h1>bench</h1></body></html>`,
    )
  })
  return {
    page: pages.origin,
    events: () => received.flatMap(decodeEvents),
    receivedRequests: () => received.length,
    close() {
      for (const { server } of [pages, service]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
