// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import { installGlobal } from '../../src/client/scriptTag'
import { isUuid } from '../../src/lib/uuid'
import { createService } from '../../src/server/index'

const HOST = 'https://events.test'
const MAIN = 'ph_phc_demo_posthog'
const global = window as unknown as {
  earshot?: EarshotClient
  earshotStart?: { id: string; text: string } | undefined
  happyDOM: { setURL(url: string): void }
}
let requests: { url: string; body: Record<string, unknown> }[]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  global.happyDOM.setURL('https://shop.test/')
  for (const domain of ['', '; domain=.test', '; domain=.shop.test']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the client writes it in the same way.
    document.cookie = `${MAIN}=; path=/; max-age=0${domain}`
  }
  requests = []
  const service = createService()
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.includes('/flags')) requests.push({ url, body: JSON.parse(String(init.body)) })
    return service.fetch(new Request(url, { ...init, signal: null }))
  })
})
afterEach(async () => {
  await global.earshot?.shutdown()
  delete global.earshot
  delete global.earshotStart
  vi.unstubAllGlobals()
})

const scriptOf = (attributes: Record<string, string>) => {
  const tag = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value)
  return tag
}
const TAG = { 'data-api-key': 'phc_demo', 'data-api-host': HOST }

/** Runs the inline script as a browser does: its element is the current script. */
async function runInlineScript(attributes: Record<string, string> = {}) {
  vi.resetModules()
  Object.defineProperty(document, 'currentScript', {
    configurable: true,
    value: scriptOf({ ...TAG, ...attributes }),
  })
  await import('../../src/start')
  Reflect.deleteProperty(document, 'currentScript')
}
async function startClient(attributes: Record<string, string> = {}) {
  const tag = scriptOf({
    ...TAG,
    'data-compression': 'none',
    'data-opt-out-useragent-filter': '',
    ...attributes,
  })
  const unused = () => Promise.reject(new Error('unused'))
  installGlobal({ channel: 'cdn', load: unused }, { url: '', tag })
  await vi.waitUntil(() => global.earshot!.featureFlags.hasLoadedFlags)
  return global.earshot!
}

describe('the inline script', () => {
  it('sends what the client would send, and creates a UUIDv7 for a new visitor', async () => {
    await runInlineScript()
    const { id } = global.earshotStart!
    expect(isUuid(id) && id[14]).toBe('7')
    const client = await startClient()
    expect(client.get_distinct_id()).toBe(id)
    expect(requests).toHaveLength(1)
    expect(global.earshotStart).toBeUndefined()
  })

  it.each<unknown>(['', 'undefined'])('gives no visitor the id of no person: %j (D-805)', async id => {
    global.earshotStart = { key: 'phc_demo', id, text: '' } as never
    expect(isUuid((await startClient()).get_distinct_id())).toBe(true)
  })

  it.each([
    ['', 'https://www.google.com/'],
    ['?utm_campaign=sale&utm_source=mail&utm_id=7', 'https://search.yahoo.com/'],
    ['?utm_medium=', 'https://shop.test/about?utm_source=other'],
    ['?utm_term=caf%C3%A9', 'android-app://com.google.android.gm/'],
    ['?', 'https://bing.com/'],
  ])('sends what the client would send with the URL %s and the referrer %s', async (query, referrer) => {
    global.happyDOM.setURL(`https://shop.test/path/${query}`)
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
    await runInlineScript()
    await startClient()
    expect(requests.map(({ body }) => body.person_properties)).toMatchObject([
      { $initial_referrer: referrer || '$direct', $initial_pathname: '/path/' },
    ])
  })

  it.each([
    ['a person', { distinct_id: 'ada', $device_id: 'd', $user_state: 'identified', $groups: { team: 'a' } }],
    ['a visitor without a device id', { distinct_id: 'v', $user_state: 'anonymous' }],
    [
      'properties for flags',
      {
        distinct_id: 'v',
        $device_id: 'v',
        $stored_person_properties: { plan: 'pro', $initial_referrer: 'mine', text: '\u20ac"' },
        $stored_group_properties: { team: { seats: 5 } },
      },
    ],
    [
      'a first page',
      { distinct_id: 'v', $initial_person_info: { r: '$direct', u: 'https://shop.test/?utm_source=old' } },
    ],
  ])('sends what the client would send for a stored record with %s', async (_, record) => {
    localStorage.setItem(MAIN, JSON.stringify(record))
    await runInlineScript()
    await startClient()
    expect(requests.map(({ body }) => body.distinct_id)).toEqual([record.distinct_id])
  })

  it.each([
    ['damaged text', '{'],
    ['fields of a wrong type', JSON.stringify({ distinct_id: 'v', $groups: 'acme' })],
  ])('leaves a correct request to the client when the record has %s', async (_, text) => {
    localStorage.setItem(MAIN, text)
    await runInlineScript()
    const client = await startClient()
    expect(requests.at(-1)!.body).toMatchObject({ distinct_id: client.get_distinct_id() })
    expect(requests.at(-1)!.body).not.toHaveProperty('groups')
  })

  const SECRET = 'https://shop.test/join?invite=s3cr3t'
  const URLS: [what: string, url: string, referrer: string, first?: string][] = [
    ['the query of the page', SECRET, ''],
    ['a later parameter', 'https://shop.test/?utm_source=mail&invite=s3cr3t', ''],
    ['a click id', 'https://shop.test/?utm_source=mail&gclid=s3cr3t', ''],
    ['the fragment', 'https://shop.test/#s3cr3t', ''],
    ['the fragment after a query', 'https://shop.test/?utm_source=mail#s3cr3t', ''],
    ['the query of the referrer', 'https://shop.test/', SECRET],
    ['the first page', 'https://shop.test/', '', SECRET],
  ]
  it.each(URLS)(
    'leaves the request to the client, which may mask %s (R3B)',
    async (_, url, referrer, first) => {
      global.happyDOM.setURL(url)
      vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
      const $initial_person_info = first && { u: first, r: '$direct' }
      if (first)
        localStorage.setItem(
          MAIN,
          JSON.stringify({ distinct_id: 'v', $device_id: 'v', $initial_person_info }),
        )
      await runInlineScript()
      expect(requests).toEqual([])
      await startClient()
      expect(requests).toHaveLength(1)
    },
  )

  it('leaves a long request to the client', async () => {
    global.happyDOM.setURL(`https://shop.test/?utm_source=${'x'.repeat(1400)}`)
    await runInlineScript()
    expect(global.earshotStart).toBeUndefined()
    await startClient()
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['storage is denied', () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied)],
    ['cookies are denied', () => vi.spyOn(document, 'cookie', 'get').mockImplementation(denied)],
    ['there is no crypto', () => vi.stubGlobal('crypto', undefined)],
    [
      'the page is prerendered',
      () => Object.defineProperty(document, 'prerendering', { configurable: true, value: true }),
    ],
  ])('sends nothing and throws nothing when %s', async (_, prepare) => {
    prepare()
    await runInlineScript()
    Reflect.deleteProperty(document, 'prerendering')
    expect(requests).toEqual([])
    expect(global.earshotStart).toBeUndefined()
  })

  it.each([
    ['0', {}, 0],
    ['"no"', {}, 0],
    ['FALSE', {}, 0],
    ['1', { 'data-opt-out-capturing-by-default': '' }, 1],
    ['', { 'data-opt-out-capturing-by-default': 'true' }, 0],
    ['', { 'data-opt-out-capturing-by-default': 'false' }, 1],
  ])('follows the stored consent %s with the attributes %j', async (consent, attributes, count) => {
    localStorage.setItem('__ph_opt_in_out_phc_demo', consent)
    await runInlineScript(attributes as Record<string, string>)
    expect(requests).toHaveLength(count)
  })

  it('is used once: a reset creates another visitor', async () => {
    await runInlineScript()
    const { id } = global.earshotStart!
    const client = await startClient()
    client.reset(true)
    expect(client.get_distinct_id()).not.toBe(id)
    expect(client.get_property('$device_id')).not.toBe(id)
  })
})

const denied = () => {
  throw new Error('denied')
}
