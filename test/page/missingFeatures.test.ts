// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChunkLoader } from '../../src/client/chunkLoader'
import { createUninitializedClient } from '../../src/client/client'
import { encoders } from '../../src/transport/encoders'
import { chunksOf } from '../support/chunksOf'

/** Features of the browser by their row in docs/degraded-modes.md. */
const FEATURES: Record<string, [owner: object, names: string[]]> = {
  '`history.pushState`, `history.replaceState`': [history, ['pushState', 'replaceState']],
  'Navigation API': [window, ['navigation']],
  localStorage: [window, ['localStorage']],
  sessionStorage: [window, ['sessionStorage']],
  cookies: [document, ['cookie']],
  'Web Locks': [navigator, ['locks']],
  'Compression Streams': [globalThis, ['CompressionStream']],
  requestIdleCallback: [window, ['requestIdleCallback']],
  MutationObserver: [globalThis, ['MutationObserver']],
  IntersectionObserver: [globalThis, ['IntersectionObserver']],
  crypto: [globalThis, ['crypto']],
  '`Intl`, `Temporal`': [globalThis, ['Intl', 'Temporal']],
  sendBeacon: [navigator, ['sendBeacon']],
  performance: [globalThis, ['performance']],
  AbortController: [globalThis, ['AbortController']],
  '`screen`, sizes of the window': [globalThis, ['screen', 'innerWidth', 'innerHeight']],
  'constructable style sheets': [document, ['adoptedStyleSheets']],
  URL: [globalThis, ['URL']],
  URLSearchParams: [globalThis, ['URLSearchParams']],
  'user agent data': [navigator, ['userAgentData', 'userAgent']],
}
const NO_CHUNKS: ChunkLoader = {
  channel: 'npm',
  load: chunksOf({ encoders }),
}
const originals: (() => void)[] = []
afterEach(() => {
  for (const restore of originals.splice(0)) restore()
  localStorage.clear()
  vi.restoreAllMocks()
})

function replace(owner: object, name: string, descriptor: PropertyDescriptor): void {
  const own = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, ...descriptor })
  originals.push(() =>
    own ? Object.defineProperty(owner, name, own) : void Reflect.deleteProperty(owner, name),
  )
}
const refuse = () => {
  throw new DOMException('refused', 'SecurityError')
}
const refusingObject = new Proxy({}, { get: () => refuse })
const ways: Record<string, (owner: object, name: string) => void> = {
  missing: (owner, name) => replace(owner, name, { value: undefined }),
  'refused on reading': (owner, name) => replace(owner, name, { get: refuse, set: refuse }),
  'refused on calling': (owner, name) => {
    const original = Reflect.get(owner, name)
    // A text cannot be called.
    if (typeof original !== 'string')
      replace(owner, name, { value: typeof original === 'object' ? refusingObject : refuse })
  },
}
const cases = Object.keys(FEATURES).flatMap(feature => Object.keys(ways).map(way => [feature, way] as const))

/**
 * Runs a client until its events are sent. The replies are fixed, because the service in this process would miss the features
 * too.
 */
async function run() {
  const bodies: string[] = []
  const reasons: string[] = []
  const client = createUninitializedClient({
    chunkLoader: NO_CHUNKS,
  }).init('phc_demo', {
    api_host: 'https://events.test',
    fetch: async (_, init) => {
      bodies.push(String(init?.body))
      return new Response('{"flags":{"beta":{"key":"beta","enabled":true}},"surveys":false}')
    },
    opt_out_useragent_filter: true,
    on_error: reason => reasons.push(reason),
  })
  await client.ready()
  client.capture('bought', { beta: client.isFeatureEnabled('beta') })
  await client.flush()
  await client.shutdown()
  return { bought: bodies.find(body => body.includes('"event":"bought"')), reasons }
}

describe('a browser without a feature (R3E)', () => {
  it.each(cases)('captures and reads flags when %s is %s', async (feature, way) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [owner, names] = FEATURES[feature]!
    for (const name of names) ways[way]!(owner, name)
    const { bought, reasons } = await run()
    expect(bought).toContain('"beta":true')
    expect(reasons.length).toBeLessThanOrEqual(1)
    expect(log).not.toHaveBeenCalled()
  })

  it.each(Object.keys(ways))('keeps events in storage when fetch is %s', async way => {
    ways[way]!(globalThis, 'fetch')
    const client = createUninitializedClient({ chunkLoader: NO_CHUNKS }).init('phc_demo', {
      api_host: 'https://events.test',
      bootstrap: { featureFlags: { beta: true } },
      opt_out_useragent_filter: true,
    })
    client.capture('bought', { beta: client.isFeatureEnabled('beta') })
    await client.flush()
    await client.shutdown()
    expect(JSON.stringify({ ...localStorage })).toMatch(/bought.*beta\W+true/)
  })

  it('is described in docs/degraded-modes.md', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/degraded-modes.md'), 'utf8')
    for (const feature of [...Object.keys(FEATURES), '`fetch`']) expect(text).toContain(`| ${feature} |`)
  })
})
