import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import { bundle } from '../support/browser'
import { installClock, type TestClock } from '../support/testClock'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

let site: ClientSite
let start: string
let visitor: BrowserContext
let clock: TestClock
/** The bodies of the flags requests on the wire. The first is plain JSON where the inline script has sent it. */
let requests: { url: string; body: Record<string, unknown> | undefined }[]

beforeAll(async () => {
  site = await openSite()
  start = await bundle('src/start.ts')
})
afterAll(() => site.stop())
beforeEach(async () => {
  visitor = await site.visitor()
  clock = await installClock(visitor)
  requests = []
  visitor.on('request', request => {
    if (!/\/flags\?/.test(request.url())) return
    const text = request.url().includes('compression') ? undefined : request.postData()
    requests.push({ url: request.url(), body: text ? JSON.parse(text) : undefined })
  })
})
afterEach(() => visitor.close())

const inline = (attributes = '', key = 'phc_demo', host = site.host) =>
  `<script data-api-key="${key}" data-api-host="${host}" ${attributes}>${start}</script>`

interface Visit {
  config?: object
  head?: string
  path?: string
  headers?: Record<string, string>
  attributes?: string
}
/** Opens a page with the inline script in its head, and waits until the client has flags and has sent its page view. */
async function visit({ config, head = inline(), path = '/', headers, attributes }: Visit = {}) {
  site.setPage('/', { html: pageOf(site.host, config, head, attributes), headers: headers ?? {} })
  const { page, errors } = await openPage(visitor, site.url + path)
  await page.waitForFunction('window.earshot?.featureFlags?.hasLoadedFlags')
  await page.evaluate('window.earshot.flush()')
  return { page, errors, distinctId: await page.evaluate<string>('window.earshot.get_distinct_id()') }
}
/** The ids of the events that the service has received of one person. */
const received = async (distinctId: string) => {
  const own = async () =>
    (await site.service.state.events()).filter(event => event.distinct_id === distinctId)
  return (await waitUntil(own, events => events.length > 0)).map(({ event }) => event)
}
const act = (page: Page, run: (earshot: EarshotClient) => unknown) =>
  page.evaluate(`(${run})(window.earshot)`)

describe('the inline script', () => {
  it('sends the one flags request of a new visitor, whose events have the same id', async () => {
    const { distinctId, errors } = await visit()
    expect(requests.map(({ body }) => body)).toMatchObject([
      { api_key: 'phc_demo', distinct_id: distinctId, $device_id: distinctId },
    ])
    expect(await received(distinctId)).toContain('$pageview')
    expect(errors).toEqual([])
  })

  it('sends the one flags request of a new visitor with a campaign and a referrer', async () => {
    site.setPage('/elsewhere', { html: '<a href="/?utm_source=news&utm_term=a%20b">Shop</a>' })
    site.setPage('/', { html: pageOf(site.host, {}, inline()) })
    const { page } = await openPage(visitor, `${site.url}/elsewhere`)
    await page.click('a')
    await page.waitForFunction('window.earshot?.featureFlags?.hasLoadedFlags')
    expect(requests.map(({ body }) => body)).toMatchObject([
      {
        person_properties: {
          $initial_utm_source: 'news',
          $initial_utm_term: 'a b',
          $initial_referrer: `${site.url}/elsewhere`,
          $initial_pathname: '/',
        },
      },
    ])
  })

  it('sends the one flags request of a returning visitor, of a person with groups, and of one who logged out', async () => {
    const first = await visit()
    const second = await visit()
    expect(second.distinctId).toBe(first.distinctId)
    await act(second.page, earshot => {
      earshot.identify('ada', { plan: 'pro' })
      earshot.group('company', 'acme', { seats: 5 })
      return earshot.flush()
    })
    await second.page.close()
    await first.page.close()
    requests = []
    const third = await visit({ path: '/?utm_source=later' })
    expect(requests.map(({ body }) => body)).toMatchObject([
      {
        distinct_id: 'ada',
        $device_id: first.distinctId,
        groups: { company: 'acme' },
        person_properties: { plan: 'pro', $initial_pathname: '/' },
        group_properties: { company: { seats: 5 } },
      },
    ])
    await act(third.page, earshot => earshot.reset())
    await third.page.close()
    requests = []
    const fourth = await visit()
    expect(fourth.distinctId).not.toBe('ada')
    expect(requests).toHaveLength(1)
  })

  it('sends the one flags request of a visitor whom only the cookie names', async () => {
    const { page, distinctId } = await visit()
    await page.close()
    await visitor.newPage().then(async blank => {
      await blank.goto(`${site.url}/elsewhere`)
      await blank.evaluate('localStorage.clear()')
      await blank.close()
    })
    requests = []
    expect((await visit()).distinctId).toBe(distinctId)
    expect(requests).toHaveLength(1)
  })

  it.each<[string, Visit | (() => Visit)]>([
    ['another key', () => ({ head: inline('', 'phc_other') })],
    ['another host', () => ({ head: inline('', 'phc_demo', site.url) })],
    ['flag_keys', { config: { flag_keys: ['checkout'] } }],
    ['save_campaign_params', { config: { save_campaign_params: false }, path: '/?utm_source=news' }],
    ['save_referrer', { config: { save_referrer: false } }],
    ['request_headers', { config: { request_headers: { 'X-Shop': '1' } } }],
    [
      'mask_url',
      () => ({ head: `${inline()}<script>earshotConfig = { mask_url: url => url + '?masked' }</script>` }),
    ],
  ])('is followed by a request of the client with %s', async (_, options) => {
    const { distinctId } = await visit(typeof options === 'function' ? options() : options)
    expect(requests.map(({ url }) => url.includes('compression=gzip-js'))).toEqual([false, true])
    expect(await received(distinctId)).toContain('$pageview')
  })

  it.each([
    ['a fragment', '/elsewhere', '/?utm_source=news#secret'],
    ['another parameter', '/elsewhere', '/?utm_source=news&gclid=7'],
    ['a referrer with a parameter', '/elsewhere?q=1', '/'],
  ])('leaves the request to the client for a new visitor with %s (D-718)', async (_, referrer, path) => {
    site.setPage('/elsewhere', { html: `<a href="${path}">Shop</a>` })
    site.setPage('/', { html: pageOf(site.host, {}, inline()) })
    const { page } = await openPage(visitor, site.url + referrer)
    await page.click('a')
    await page.waitForFunction('window.earshot?.featureFlags?.hasLoadedFlags')
    expect(requests.map(({ url }) => url.includes('compression=gzip-js'))).toEqual([true])
  })

  it('creates the id of the visitor also where the client asks again, and none for another project', async () => {
    const same = await visit({ config: { flag_keys: [] } })
    expect(requests[0]!.body!.distinct_id).toBe(same.distinctId)
    await visitor.clearCookies()
    await act(same.page, () => localStorage.clear())
    requests = []
    const other = await visit({ head: inline('', 'phc_other') })
    expect(requests[0]!.body!.distinct_id).not.toBe(other.distinctId)
  })

  it.each([
    ['localStorage', {}],
    ['the cookie', { opt_out_capturing_persistence_type: 'cookie' }],
    ['a key of its own', { consent_persistence_name: 'shop_' }],
  ])('sends nothing for a visitor who refused, stored in %s', async (_, config) => {
    const head =
      'consent_persistence_name' in config ? inline('data-consent-persistence-name="shop_"') : inline()
    const { page } = await visit({ config, head })
    await act(page, earshot => earshot.opt_out_capturing())
    requests = []
    await page.reload()
    await page.waitForFunction('window.earshot?.__loaded')
    await clock.pass(5_000)
    expect(requests).toEqual([])
  })

  it('sends nothing before a visitor agrees who must be asked, and the one request afterwards', async () => {
    const config = { opt_out_capturing_by_default: true }
    const head = inline('data-opt-out-capturing-by-default')
    site.setPage('/', { html: pageOf(site.host, config, head) })
    const { page } = await openPage(visitor, site.url)
    await page.waitForFunction('window.earshot?.__loaded')
    await clock.pass(5_000)
    expect(requests).toEqual([])
    await act(page, earshot => earshot.opt_in_capturing())
    await page.waitForFunction('window.earshot?.featureFlags?.hasLoadedFlags')
    await act(page, earshot => earshot.flush())
    requests = []
    await visit({ config, head })
    expect(requests.map(({ body }) => !!body)).toEqual([true])
  })

  it('leaves the retry of a failed request to the client', async () => {
    let count = 0
    await visitor.route(/\/flags\?/, route =>
      ++count === 1
        ? route.fulfill({ status: 502, headers: { 'access-control-allow-origin': '*' }, body: '' })
        : route.continue(),
    )
    const { distinctId } = await visit()
    expect(count).toBe(2)
    expect(await received(distinctId)).toContain('$pageview')
  })

  it('is aborted and repeated when the service does not answer in time', async () => {
    let count = 0
    await visitor.route(/\/flags\?/, route => (++count === 1 ? undefined : route.continue()))
    const failed: string[] = []
    visitor.on('requestfailed', request => failed.push(request.failure()!.errorText))
    await visit({ config: { feature_flag_request_timeout_ms: 300 } })
    expect(count).toBe(2)
    expect(failed).toContain('net::ERR_ABORTED')
  })

  it('harms no page without the client, and none whose storage is denied', async () => {
    site.setPage('/alone', { html: `<!doctype html><title>Alone</title>${inline()}` })
    await visitor.route(/\/flags\?/, route => route.abort())
    const { page, errors } = await openPage(visitor, `${site.url}/alone`)
    await clock.pass(5_000)
    expect(requests).toHaveLength(1)
    await visitor.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw Error('denied') } })",
    )
    await page.reload()
    await clock.pass(5_000)
    expect(requests).toHaveLength(1)
    // The browser itself logs the request that was aborted.
    expect(errors.filter(error => !/Failed to load resource/.test(error))).toEqual([])
  })

  it.each<[string, () => Visit]>([
    ['a nonce', () => ({ head: inline('nonce="n1"') })],
    [
      'its hash',
      () => ({
        headers: policy(`'sha384-${createHash('sha384').update(start).digest('base64')}'`),
      }),
    ],
  ])('runs under a strict Content Security Policy with %s', async (_, options) => {
    const { errors } = await visit({ headers: policy(), attributes: 'nonce="n1"', ...options() })
    expect(requests.map(({ body }) => !!body)).toEqual([true])
    expect(errors).toEqual([])
  })
})

const policy = (source = '') => ({
  'content-security-policy': `default-src 'none'; script-src 'nonce-n1' ${source}; connect-src ${site.host}`,
})
