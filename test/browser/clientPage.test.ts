import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EarshotClient } from '../../src/client/api'
import { installClock } from '../support/testClock'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

declare global {
  interface Window {
    earshot: EarshotClient
  }
}

let site: ClientSite
let visitor: BrowserContext
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.stop())
beforeEach(async () => {
  await visitor?.close()
  await site.renewService()
  site.setPage('/', { html: pageOf(site.host) })
  visitor = await site.visitor()
})

const events = () => site.service.state.events()
const names = async () => (await events()).map(({ event }) => event)
const arrived = async (count: number) => {
  await waitUntil(events, found => found.length >= count)
  return events()
}
const idOf = (page: Page) => page.evaluate(() => window.earshot.get_distinct_id())

describe('$timezone', () => {
  const zoneOf = async (browser: BrowserContext) => {
    await openPage(browser, site.url)
    const [view] = await arrived(1)
    return view!.properties.$timezone
  }

  it('is the one of Intl', async () => {
    const traveller = await site.visitor({ timezoneId: 'Asia/Calcutta' })
    expect(await zoneOf(traveller)).toBe('Asia/Calcutta')
    await traveller.close()
  })

  it('is found without Temporal', async () => {
    const traveller = await site.visitor({ timezoneId: 'Asia/Calcutta' })
    await traveller.addInitScript('delete window.Temporal')
    expect(await zoneOf(traveller)).toBe('Asia/Calcutta')
    await traveller.close()
  })
})

describe('blocked storage', () => {
  const blocked = `for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });
  Object.defineProperty(document, 'cookie', { get() { throw new DOMException('no', 'SecurityError') }, set() { throw new DOMException('no', 'SecurityError') } })`

  it('keeps one visitor for the lifetime of the page', async () => {
    await visitor.addInitScript(blocked)
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    const [view, event] = await arrived(2)
    expect(view!.distinct_id).toBe(event!.distinct_id)
    expect(errors).toEqual([])
  })

  it('does not stop pageviews in a sandboxed frame', async () => {
    site.setPage('/frame', { html: `<iframe sandbox="allow-scripts" src="${site.url}/"></iframe>` })
    site.setPage('/', { html: pageOf(site.host), headers: { 'access-control-allow-origin': '*' } })
    await visitor.route(/\/earshot[\w-]*\.js/, async route => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'access-control-allow-origin': '*' },
      })
    })
    const { errors } = await openPage(visitor, `${site.url}/frame`)
    expect((await arrived(1)).map(({ event }) => event)).toEqual(['$pageview'])
    expect(errors).toEqual([])
    // A request may still be pending.
    await visitor.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('cookies', () => {
  it('stay below a kilobyte and contain no URL, with long URLs and many flags', async () => {
    for (let number = 0; number < 300; number++) await site.service.state.setFlag(`flag-${number}`, true)
    const long = 'x'.repeat(6_000)
    site.setPage('/from', {
      html: `<!doctype html><meta name="referrer" content="unsafe-url"><a href="/?secret=${long}">On</a>`,
    })
    const { page } = await openPage(visitor, `${site.url}/from?secret=${long.slice(0, 3_000)}`)
    await page.click('a')
    await page.waitForFunction(() => window.earshot?.getFeatureFlag('flag-1') === true)
    await page.evaluate(() => window.earshot.identify('somebody@example.test', { plan: 'pro' }))
    await arrived(2)
    await page.goto(`${site.url}/elsewhere`)
    const cookies = await visitor.cookies()
    expect(cookies.map(({ name }) => name)).toEqual(['ph_phc_demo_posthog'])
    const [cookie] = cookies
    expect(cookie!.name.length + cookie!.value.length).toBeLessThan(1_024)
    expect(decodeURIComponent(cookie!.value)).not.toMatch(/secret|http|xxx/)
  })

  it.each([
    ['shop.example.test', true, '.example.test'],
    ['shop.example.test', false, 'shop.example.test'],
    ['a.b.co.uk', true, '.b.co.uk'],
    ['user1.github.io', true, '.user1.github.io'],
    ['intranet', true, 'intranet'],
  ])(
    'of %s with cross_subdomain_cookie %j belong to %s and keep the visitor',
    async (host, cross_subdomain_cookie, domain) => {
      await visitor.route('**/*', async route => {
        const url = new URL(route.request().url())
        if (url.hostname !== host) return route.continue()
        const response = await route.fetch({ url: `${site.url}${url.pathname}` })
        await route.fulfill({ response })
      })
      const config = { api_host: site.host, cross_subdomain_cookie, disable_compression: true }
      site.setPage('/', { html: pageOf(site.host, config) })
      const { page } = await openPage(visitor, `http://${host}/`)
      const before = await idOf(page)
      // Written when the page is idle (D-345).
      const cookies = await waitUntil(
        () => visitor.cookies(`http://${host}/`),
        found => found.length > 0,
      )
      expect(cookies.map(cookie => [cookie.name, cookie.domain])).toEqual([['ph_phc_demo_posthog', domain]])
      await page.reload()
      expect(await idOf(page)).toBe(before)
    },
  )
})

describe('two tabs', () => {
  it('end with one visitor when they start together', async () => {
    const pages = await Promise.all([visitor.newPage(), visitor.newPage()])
    await Promise.all(pages.map(page => page.goto(site.url)))
    const ids = await waitUntil(
      () => Promise.all(pages.map(idOf)),
      ([one, other]) => one === other,
      5_000,
    )
    expect(ids[0]).toBe(ids[1])
    const { page } = await openPage(visitor, site.url)
    expect(await idOf(page)).toBe(ids[0])
  })

  it('share a login and a logout', async () => {
    const { page: one } = await openPage(visitor, site.url)
    const { page: other } = await openPage(visitor, site.url)
    await one.evaluate(() => window.earshot.identify('u1'))
    await waitUntil(
      () => idOf(other),
      id => id === 'u1',
      5_000,
    )
    const x = await other.evaluate(() => window.earshot.capture('x')!.distinct_id)
    await one.evaluate(() => window.earshot.reset())
    const anonymous = await idOf(one)
    await waitUntil(
      () => idOf(other),
      id => id === anonymous,
      5_000,
    )
    const y = await other.evaluate(() => window.earshot.capture('y')!)
    expect([x, y.distinct_id]).toEqual(['u1', anonymous])
    expect(y.properties.$session_id).toBeTypeOf('string')
    expect(await idOf(one)).toBe(anonymous)
  })

  it('have different window ids when one has opened the other', async () => {
    const { page } = await openPage(visitor, site.url)
    await arrived(1)
    const [copy] = await Promise.all([
      visitor.waitForEvent('page'),
      page.evaluate(() => void window.open('/')),
    ])
    await copy.waitForLoadState()
    const [first, second] = await arrived(2)
    expect(first!.properties.$session_id).toBe(second!.properties.$session_id)
    expect(first!.properties.$window_id).not.toBe(second!.properties.$window_id)
  })
})

describe('back/forward cache', () => {
  it('is not blocked by an unload listener or a lock', async () => {
    await visitor.addInitScript(() => {
      const listened: string[] = []
      const add = EventTarget.prototype.addEventListener
      EventTarget.prototype.addEventListener = function (
        this: EventTarget,
        name: string,
        ...rest: unknown[]
      ) {
        listened.push(name)
        return (add as (...args: unknown[]) => void).call(this, name, ...rest)
      }
      Object.assign(window, { listened })
    })
    const headers = { 'permissions-policy': 'unload=()' }
    site.setPage('/', { html: pageOf(site.host), headers })
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    await arrived(2)
    const listened = await page.evaluate(() => (window as unknown as { listened: string[] }).listened)
    expect(listened).toContain('pagehide')
    expect(listened.filter(name => /unload/.test(name))).toEqual([])
    const heldLocks = () => page.evaluate(async () => (await navigator.locks.query()).held!.length)
    expect(await waitUntil(heldLocks, count => count > 0)).toBe(1)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await waitUntil(heldLocks, count => count === 0)).toBe(0)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    // That of its new name, and that of its former one: events wait under either. See D-683.
    expect(await waitUntil(heldLocks, count => count > 1)).toBe(2)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await waitUntil(heldLocks, count => count === 0)).toBe(0)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(await waitUntil(heldLocks, count => count > 1)).toBe(2)
    expect(errors).toEqual([])
    await waitUntil(names, found => found.length >= 4)
    expect((await names()).slice(0, 4)).toEqual(['$pageview', 'e', '$pageleave', '$pageview'])
  })
})

describe('history', () => {
  it('behaves the same for the website with and without us', async () => {
    const run = () => {
      const results: unknown[] = []
      const attempt = (action: () => unknown) => {
        try {
          results.push([action(), location.pathname + location.search, history.length])
        } catch (error) {
          results.push([(error as Error).name, location.pathname])
        }
      }
      attempt(() => history.pushState(1, '', new URL('/u', location.href)))
      attempt(() => (history.pushState as (...args: unknown[]) => unknown)({}, ''))
      attempt(() => history.pushState({}, '', '?q=1'))
      attempt(() => history.pushState({}, '', 'https://other.test/'))
      attempt(() => history.pushState.call(history, {}, '', '/z'))
      attempt(() => (history.pushState as () => unknown).call({} as never))
      attempt(() => history.replaceState({ y: 1 }, '', '/y'))
      attempt(() => [history.pushState.length, history.pushState.name, history.state.y])
      const before = history.pushState
      history.pushState = function (this: History, ...args) {
        return before.apply(this, args)
      }
      attempt(() => history.pushState({}, '', '/last'))
      return results
    }
    const { page: plain } = await openPage(visitor, `${site.url}/elsewhere`)
    const expected = await plain.evaluate(run)
    const { page, errors } = await openPage(visitor, `${site.url}/`)
    const pathOfPlain = JSON.stringify(expected).replaceAll('/elsewhere', '/')
    expect(JSON.stringify(await page.evaluate(run))).toBe(pathOfPlain)
    expect(errors).toEqual([])
    await waitUntil(names, found => found.filter(name => name === '$pageview').length >= 5)
    const paths = (await events()).map(({ properties }) => properties.$pathname)
    expect(paths).toEqual(['/', '/u', '/z', '/y', '/last'])
  })
})

describe('$pageview', () => {
  const views = async () =>
    (await events())
      .filter(({ event }) => event === '$pageview')
      .map(({ properties }) => String(properties.$current_url).slice(site.url.length))

  it('is captured for a replaced path, not for the same URL, a query or a hash', async () => {
    const { page } = await openPage(visitor, site.url)
    await page.evaluate(() => {
      history.replaceState(history.state, '', '/?utm=x')
      for (let y = 0; y < 20; y++) history.replaceState({ y }, '', location.href)
      location.hash = 'tab'
    })
    await page.goBack()
    await page.waitForURL(url => url.hash === '')
    await page.evaluate(() => history.replaceState({}, '', '/step2'))
    expect((await waitUntil(views, found => found.length >= 2, 5_000)).map(url => url.split('?')[0])).toEqual(
      ['/', '/step2'],
    )
  })

  it('is captured once when `init` is called twice', async () => {
    const config = JSON.stringify({ api_host: site.host })
    site.setPage('/', {
      html: `<!doctype html><html><head><title>Shop</title></head><body><script src="/earshot.js"></script><script>earshot.init('phc_demo', ${config}); earshot.init('phc_demo', ${config})</script></body></html>`,
    })
    const page = await visitor.newPage()
    const warnings: string[] = []
    page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
    await page.goto(site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    expect((await arrived(2)).map(({ event }) => event)).toEqual(['$pageview', 'e'])
    expect(warnings.filter(text => text.includes('earshot'))).toHaveLength(1)
  })
})

describe('unusual pages', () => {
  it('send no request while they are prerendered', async () => {
    await visitor.addInitScript(() => {
      let prerendering = true
      Object.defineProperty(document, 'prerendering', { get: () => prerendering })
      Object.assign(window, {
        show() {
          prerendering = false
          document.dispatchEvent(new Event('prerenderingchange'))
        },
      })
    })
    const clock = await installClock(visitor)
    const { page } = await openPage(visitor, site.url)
    await clock.pass(5_000)
    expect(site.service.state.requests()).toEqual([])
    await page.evaluate(() => (window as unknown as { show(): void }).show())
    expect((await arrived(1)).map(({ event }) => event)).toEqual(['$pageview'])
  })

  const libraries: [name: string, script: string][] = [
    [
      'they replace Array.from',
      'Array.from = x => { const a = []; for (let i = 0; i < (x.length || 0); i++) a.push(x[i]); return a }',
    ],
    ['their Date.now returns text', 'Date.now = () => "1700000000000"'],
    ['their Date returns the year 1970', 'window.Date = class extends Date { constructor() { super(0) } }'],
    ['their Date.now returns NaN', 'Date.now = () => NaN'],
    [
      'they have neither crypto nor requestIdleCallback',
      'delete window.requestIdleCallback; Object.defineProperty(window, "crypto", { value: undefined })',
    ],
  ]
  it.each(libraries)('are captured with a valid time when %s', async (_, script) => {
    await visitor.addInitScript(script)
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(() => {
      for (let i = 0; i < 10; i++) window.earshot.capture(`e${i}`)
    })
    const found = await arrived(11)
    expect(found).toHaveLength(11)
    for (const { timestamp } of found) expect(Number.isNaN(Date.parse(timestamp))).toBe(false)
    expect(errors).toEqual([])
  })

  it('are captured when an element has the id `earshot`', async () => {
    site.setPage('/', {
      html: pageOf(site.host, {}, '').replace('<script', '<div id="earshot"></div><script'),
    })
    const { page } = await openPage(visitor, site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    expect((await arrived(2)).map(({ event }) => event)).toEqual(['$pageview', 'e'])
  })

  it('are not kept busy in a zone of zone.js: our timers and listeners run outside', async () => {
    await visitor.addInitScript(() => {
      const zoned: string[] = []
      const patch = (owner: object, name: string) => {
        const natives = owner as Record<string, (...args: unknown[]) => unknown>
        const native = natives[name]!
        Object.defineProperty(owner, `__zone_symbol__${name}`, { value: native })
        natives[name] = function (this: unknown, ...args) {
          zoned.push(name)
          return native.apply(this, args)
        }
      }
      for (const name of ['setTimeout', 'setInterval']) patch(window, name)
      patch(EventTarget.prototype, 'addEventListener')
      Object.assign(window, { zoned })
    })
    const { page } = await openPage(visitor, site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    await arrived(2)
    const zoned = await page.evaluate(() => (window as unknown as { zoned: string[] }).zoned)
    expect(zoned).toEqual([])
  })

  it('are not captured for test browsers, unless the filter is off', async () => {
    const bot = await site.visitor({ isBot: true })
    await openPage(bot, site.url)
    site.setPage('/', { html: pageOf(site.host, { opt_out_useragent_filter: true }) })
    await openPage(bot, site.url)
    const found = await arrived(1)
    expect(found.map(({ properties }) => properties.$browser_type)).toEqual(['bot'])
    await bot.close()
  })
})

describe('script tag', () => {
  it('starts with configuration from attributes and JSON', async () => {
    const attributes = `data-person-profiles="always" data-capture-pageview="false" data-property-denylist='["$host"]' data-debug`
    site.setPage('/', { html: pageOf(site.host, { custom_campaign_params: ['ref'] }, '', attributes) })
    const { page } = await openPage(visitor, `${site.url}/?ref=r`)
    const config = await page.evaluate(() => {
      window.earshot.capture('e')
      const { person_profiles, capture_pageview, property_denylist, debug } = window.earshot.config
      return { person_profiles, capture_pageview, property_denylist, debug }
    })
    expect(config).toEqual({
      person_profiles: 'always',
      capture_pageview: false,
      property_denylist: ['$host'],
      debug: true,
    })
    const [event] = await arrived(1)
    expect(event!.properties).toMatchObject({ ref: 'r', $sdk_dist_channel: 'cdn' })
    expect(event!.properties).not.toHaveProperty('$host')
  })

  it('throws no error internally, which would make the browser parse the script again', async () => {
    const page = await visitor.newPage()
    const debug = await visitor.newCDPSession(page)
    const thrown: unknown[] = []
    debug.on('Debugger.paused', ({ data }) => {
      thrown.push(data)
      void debug.send('Debugger.resume')
    })
    await debug.send('Debugger.enable')
    await debug.send('Debugger.setPauseOnExceptions', { state: 'all' })
    site.setPage('/', {
      html: pageOf(site.host, {}, '', 'data-name="shop" data-ui-host="https://eu.example"'),
    })
    for (const visit of [1, 2]) {
      await page.goto(site.url)
      await arrived(visit)
    }
    expect(thrown).toEqual([])
  })

  const starts: [name: string, tag: (query: string, config: string) => string][] = [
    ['its URL', query => `<script src="/earshot.js?${query}"></script>`],
    ['window.earshotConfig', (_, config) => `<script>${config}</script><script src="/earshot.js"></script>`],
    ['the URL of a module', query => `<script type="module" src="/earshot.js?${query}"></script>`],
    ['the URL of an import', query => `<script type="module">import('/earshot.js?${query}')</script>`],
    [
      'init after an import',
      () => `<script type="module">
        import('/earshot.js').then(() => earshot.init('phc_demo', { api_host: '${site.host}' }))</script>`,
    ],
  ]
  it.each(starts)(
    'starts without attributes from %s, and loads files from its folder (R41)',
    async (_, tag) => {
      const query = `api_key=phc_demo&api_host=${encodeURIComponent(site.host)}`
      const config = `earshotConfig = { api_key: 'phc_demo', api_host: '${site.host}' }`
      site.setPage('/deep/page', { html: `<!doctype html><head>${tag(query, config)}</head><body>` })
      const page = await visitor.newPage()
      const requested: string[] = []
      page.on('request', request => requested.push(new URL(request.url()).pathname))
      await page.addInitScript('delete window.CompressionStream')
      await page.goto(`${site.url}/deep/page`)
      await arrived(1)
      await waitUntil(
        () => requested.filter(path => path.includes('encoders')),
        found => found.length > 0,
      )
      expect(requested.filter(path => path.includes('encoders'))).toEqual(['/earshot-encoders.js'])
    },
  )

  it('logs an error when the project key is missing', async () => {
    site.setPage('/', { html: pageOf(site.host).replace('data-api-key="phc_demo"', '') })
    const page = await visitor.newPage()
    const logged: string[] = []
    page.on('console', message => message.type() === 'error' && logged.push(message.text()))
    await page.goto(site.url)
    expect(logged.filter(text => text.includes('the project key is missing'))).toHaveLength(1)
  })

  it('starts one client when the page includes it twice, with one warning', async () => {
    const html = pageOf(site.host).replace(
      '</head>',
      '<script src="/earshot.js" data-api-key="phc_demo" defer></script></head>',
    )
    site.setPage('/', { html })
    const page = await visitor.newPage()
    const warnings: string[] = []
    page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
    await page.goto(site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    await arrived(2)
    expect(await names()).toEqual(['$pageview', 'e'])
    expect(warnings.filter(text => text.includes('earshot'))).toHaveLength(1)
  })

  it('keeps its client when the snippet runs again', async () => {
    const [, snippet] = /```html\n<script>\n?([\s\S]*?)<\/script>/.exec(readFileSync('README.md', 'utf8'))!
    site.setPage('/', {
      html: `<!doctype html><html><head><script>${snippet}</script></head><body><script src="/earshot.js"></script><script>earshot.init('phc_demo', { api_host: '${site.host}' })</script></body></html>`,
    })
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(again => {
      for (let time = 0; time < 5; time++) {
        const script = document.createElement('script')
        script.textContent = again
        document.head.append(script)
        window.earshot.capture(`e${time}`)
      }
    }, snippet!)
    await arrived(6)
    expect(await names()).toEqual(['$pageview', 'e0', 'e1', 'e2', 'e3', 'e4'])
    expect(errors).toEqual([])
  })

  const STUB = `<script>
    window.earshot = []; earshot.__SV = 1; earshot._i = []; earshot.people = [];
    var call = (list, name) => list[name] = (...args) => { var item = [name, ...args]; item.at = Date.now(); item.url = location.href; list.push(item) };
    ['capture', 'identify', 'alias', 'register', 'nonsense', 'on'].forEach(name => call(earshot, name)); call(earshot.people, 'set');
    earshot.init = (key, config, name) => { if (name) { earshot[name] = []; call(earshot[name], 'capture') } earshot._i.push([key, config, name]) };
  </script>`
  const stubbed = (script: string) =>
    `<!doctype html><html><head>${STUB}<script>${script}</script></head><body><script src="/earshot.js"></script></body></html>`

  it('replays the calls that the snippet has queued: identity before events, each in order', async () => {
    const config = `{ api_host: '${site.host}', capture_pageview: false }`
    site.setPage('/', {
      html: stubbed(`
        earshot.init('phc_demo', ${config});
        window.called = Date.now();
        earshot.capture('first', { n: 1 });
        // A minute before the script has loaded, whatever that took.
        earshot.at(-1).at -= 60000;
        history.pushState({}, '', '/later');
        earshot.identify('u1'); earshot.nonsense(); earshot.alias('u2');
        earshot.push(function () { this.register({ fromFunction: true }) });
        earshot.push(function () { throw new Error('page') });
        earshot.people.set('plan', 'pro');
        earshot.capture('second');`),
    })
    const { page, errors } = await openPage(visitor, site.url)
    const found = await arrived(5)
    expect(found.map(({ event }) => event)).toEqual(['$set', '$create_alias', '$identify', 'first', 'second'])
    const [, , , first, second] = found
    expect(first!.properties).toMatchObject({ n: 1, fromFunction: true, $pathname: '/' })
    expect(second!.properties).toMatchObject({ $pathname: '/later' })
    const called = await page.evaluate(() => (window as unknown as { called: number }).called)
    expect(Math.abs(called - 60_000 - Date.parse(first!.timestamp))).toBeLessThan(30_000)
    expect(first!.distinct_id).toBe('u1')
    expect(errors).toEqual([])
  })

  it('starts each client that the snippet has queued, with its own calls', async () => {
    const config = `{ api_host: '${site.host}', capture_pageview: false }`
    site.setPage('/', {
      html: stubbed(`
        earshot.init('phc_demo', ${config}); earshot.init('phc_other', ${config}, 'b');
        earshot.capture('main'); earshot.b.capture('of b');`),
    })
    const { page, errors } = await openPage(visitor, site.url)
    // The service refuses those of the other key.
    const captures = await waitUntil(
      () => site.service.state.requests().filter(({ path }) => path === '/i/v0/e/'),
      // The service decodes a body after it has noted the request.
      found => found.length >= 2 && found.every(({ body }) => body !== undefined),
    )
    const bodies = captures.map(({ body }) => body as { api_key: string; event: string; distinct_id: string })
    expect(bodies.map(({ api_key, event }) => [api_key, event]).sort()).toEqual([
      ['phc_demo', 'main'],
      ['phc_other', 'of b'],
    ])
    expect(new Set(bodies.map(({ distinct_id }) => distinct_id)).size).toBe(2)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toEqual(expect.arrayContaining(['ph_phc_demo_posthog', 'ph_phc_other_posthog']))
    expect(errors).toEqual([])
  })

  it('works under a strict content security policy with Trusted Types', async () => {
    const policy = [
      "default-src 'none'",
      "script-src 'nonce-n1'",
      `connect-src ${site.host}`,
      "require-trusted-types-for 'script'",
      'trusted-types earshot',
    ].join('; ')
    site.setPage('/', {
      html: pageOf(site.host, {}, '', 'nonce="n1"'),
      headers: { 'content-security-policy': policy },
    })
    await visitor.addInitScript('delete window.CompressionStream')
    const { page, errors } = await openPage(visitor, site.url)
    await arrived(1)
    await page.waitForFunction(() => Object.keys(window).some(name => name.startsWith('__earshot_chunks')))
    expect(errors).toEqual([])
  })
})

describe('public methods', () => {
  it('never throw or reject, whatever their arguments', async () => {
    const { page, errors } = await openPage(visitor, site.url)
    const rejections = await page.evaluate(async () => {
      const found: string[] = []
      addEventListener('unhandledrejection', event => found.push(String(event.reason)))
      const methods = (
        'capture register register_once register_for_session unregister unregister_for_session get_property getSessionProperty ' +
        'getPageViewId identify alias group getGroups resetGroups setPersonProperties unsetPersonProperties createPersonProfile ' +
        'setInternalOrTestUser get_distinct_id get_session_id onSessionId getFeatureFlag isFeatureEnabled getFeatureFlagPayload ' +
        'getFeatureFlagResult getAllFeatureFlags onFeatureFlags reloadFeatureFlags updateFlags setPersonPropertiesForFlags ' +
        'resetPersonPropertiesForFlags setGroupPropertiesForFlags resetGroupPropertiesForFlags getEarlyAccessFeatures ' +
        'updateEarlyAccessFeatureEnrollment opt_in_capturing has_opted_in_capturing has_opted_out_capturing is_capturing ' +
        'get_explicit_consent_status clear_opt_in_out_capturing getSurveys getActiveMatchingSurveys onSurveysLoaded canRenderSurvey ' +
        'canRenderSurveyAsync displaySurvey renderSurvey cancelPendingSurvey explainSurvey markSurveyAsSeen startSession ' +
        'startSessionRecording stopSessionRecording captureException loadToolbar get_session_replay_url init set_config debug push on ' +
        'ready flush reset opt_out_capturing'
      ).split(' ')
      const values = [
        [],
        [null],
        [undefined],
        [5],
        [{}],
        ['x'],
        ['x', null, null],
        [() => {}],
        [[]],
        [Symbol('s')],
        [10n],
      ]
      const callAll = () => {
        const client = window.earshot as unknown as Record<string, (...args: unknown[]) => unknown>
        for (const name of methods) for (const args of values) void client[name]?.(...args)
      }
      callAll()
      await window.earshot.shutdown()
      callAll()
      await new Promise(resolve => setTimeout(resolve, 300))
      return found
    })
    expect(rejections).toEqual([])
    expect(errors.filter(text => !/^earshot[.:]/.test(text))).toEqual([])
  })

  it('work without fetch and sendBeacon', async () => {
    await visitor.addInitScript(
      'delete window.fetch; window.fetch = undefined; Navigator.prototype.sendBeacon = undefined',
    )
    const { page, errors } = await openPage(visitor, site.url)
    await page.evaluate(() => window.earshot.capture('e'))
    await page.goto(`${site.url}/elsewhere`)
    expect(errors).toEqual([])
  })
})

describe('changing between posthog-js and Earshot', () => {
  const posthog = readFileSync('node_modules/posthog-js/dist/array.js', 'utf8')
  const start = (host: string) =>
    `<script src="/posthog.js"></script><script>posthog.init('phc_demo', { api_host: '${host}', advanced_disable_decide: true, disable_session_recording: true, opt_out_useragent_filter: true })</script>`
  const html = (host: string) => `<!doctype html><html><head>${start(host)}</head><body></body></html>`
  type Other = {
    posthog: {
      get_distinct_id(): string
      get_session_id(): string
      identify(id: string): void
      register(p: object): void
      get_property(n: string): unknown
    }
  }

  it('keeps visitor, login, session and registered properties towards Earshot', async () => {
    site.setPage('/posthog.js', { script: posthog })
    site.setPage('/before', { html: html(site.host) })
    const { page } = await openPage(visitor, `${site.url}/before`)
    await page.waitForFunction(() => (window as unknown as Other).posthog?.get_distinct_id?.())
    const before = await page.evaluate(() => {
      const { posthog } = window as unknown as Other
      posthog.identify('u1')
      posthog.register({ plan: 'pro' })
      return posthog.get_session_id()
    })
    await page.goto(site.url)
    const event = await page.evaluate(() => window.earshot.capture('e')!)
    expect(event.distinct_id).toBe('u1')
    expect(event.properties).toMatchObject({ $is_identified: true, plan: 'pro', $session_id: before })
    const strange = Object.keys(event.properties).filter(name =>
      /^(__|\\$(client_session|stored|sesid|epp|flag_call))/.test(name),
    )
    expect(strange).toEqual([])
  })

  it('keeps visitor, login, session and registered properties towards posthog-js', async () => {
    site.setPage('/posthog.js', { script: posthog })
    site.setPage('/after', { html: html(site.host) })
    const { page } = await openPage(visitor, site.url)
    const before = await page.evaluate(() => {
      window.earshot.identify('u1')
      window.earshot.register({ plan: 'pro' })
      window.earshot.capture('e')
      return window.earshot.get_session_id()
    })
    await page.goto(`${site.url}/after`)
    await page.waitForFunction(() => (window as unknown as Other).posthog?.get_distinct_id?.())
    const after = await page.evaluate(() => {
      const { posthog } = window as unknown as Other
      return [
        posthog.get_distinct_id(),
        posthog.get_property('plan'),
        posthog.get_property('$user_state'),
        posthog.get_session_id(),
      ]
    })
    expect(after).toEqual(['u1', 'pro', 'identified', before])
  })
})
