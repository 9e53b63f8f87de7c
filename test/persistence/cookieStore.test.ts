import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CookieConfig, cookieStore } from '../../src/persistence/cookieStore'
import { switchableStore } from '../../src/persistence/switchableStore'
import { type FakeCookies, fakeCookies } from '../support/fakeCookies'

afterEach(() => vi.unstubAllGlobals())

function storeAt(cookies: FakeCookies, config: Partial<CookieConfig> = {}) {
  vi.stubGlobal('document', cookies.document)
  vi.stubGlobal('location', cookies.location)
  return cookieStore({
    cross_subdomain_cookie: true,
    secure_cookie: false,
    cookie_expiration: 365,
    ...config,
  })
}

describe('cookieStore: domain', () => {
  const hosts: [host: string, domain: string][] = [
    ['shop.example.com', '.example.com'],
    ['example.com', '.example.com'],
    ['a.b.c.example.com', '.example.com'],
    ['www.google.co.uk', '.google.co.uk'],
    ['user1.github.io', '.user1.github.io'],
    ['localhost', 'localhost'],
    ['192.168.0.1', '192.168.0.1'],
    ['[::1]', '[::1]'],
  ]
  it.each(hosts)(
    'uses on %s the widest domain that the browser accepts, %s, and leaves no test cookie',
    (host, domain) => {
      const cookies = fakeCookies(host)
      storeAt(cookies).write('k', 'v')
      expect(cookies.stored()).toEqual([['k', domain, 'v']])
    },
  )

  it('uses the host without test cookies when cross_subdomain_cookie is false', () => {
    const cookies = fakeCookies('shop.example.com')
    storeAt(cookies, { cross_subdomain_cookie: false }).write('k', 'v')
    expect(cookies.stored()).toEqual([['k', 'shop.example.com', 'v']])
    expect(cookies.written).toHaveLength(1)
  })

  it('determines the domain once', () => {
    const cookies = fakeCookies('shop.example.com')
    const store = storeAt(cookies)
    store.write('k', 'v1')
    const before = cookies.written.length
    store.write('k', 'v2')
    expect(cookies.written.slice(before)).toHaveLength(1)
  })
})

describe('cookieStore', () => {
  it('reads any text as it was written', () => {
    const store = storeAt(fakeCookies('example.com'))
    const value = '{"a":"x; y=z, \u20ac %41"}'
    expect(store.write('k', value)).toBe(true)
    expect([store.read('k'), store.read('other'), store.read('')]).toEqual([value, null, null])
  })

  it('sets max-age from the configuration, and secure on https when configured', () => {
    const secure = { secure_cookie: true, cookie_expiration: 2 }
    const cookies = fakeCookies('localhost')
    storeAt(cookies, secure).write('k', 'v')
    expect(cookies.written.at(-1)).toBe('k=v; SameSite=Lax; path=/; max-age=172800; secure')
    const plain = fakeCookies('localhost', { protocol: 'http:' })
    storeAt(plain, secure).write('k', 'v')
    expect(plain.written.at(-1)).not.toContain('secure')
  })

  it.each([0, '0'])(
    'keeps a cookie until the browser closes with cookie_expiration %j (R03, D-806)',
    days => {
      const cookies = fakeCookies('shop.example.com')
      const store = storeAt(cookies, { cookie_expiration: days as number })
      expect([store.write('k', 'v'), cookies.written.at(-1)]).toEqual([
        true,
        'k=v; SameSite=Lax; path=/; domain=.example.com',
      ])
      store.remove('k')
      expect(cookies.stored()).toEqual([])
    },
  )

  it('removes an older cookie of the host that would hide a new one', () => {
    const cookies = fakeCookies('shop.example.com')
    cookies.set('k', 'shop.example.com', 'old')
    const store = storeAt(cookies)
    expect(store.read('k')).toBe('old')
    store.write('k', 'new')
    expect(store.read('k')).toBe('new')
    expect(cookies.stored()).toEqual([['k', '.example.com', 'new']])
  })

  it('removes an older cookie of the domain that would hide one of the host alone (D-787)', () => {
    const cookies = fakeCookies('shop.example.com')
    cookies.set('k', '.example.com', 'a')
    const store = storeAt(cookies, { cross_subdomain_cookie: false })
    expect(store.read('k')).toBe('a')
    store.write('k', 'b')
    expect(store.read('k')).toBe('b')
    store.remove('k')
    expect(cookies.stored()).toEqual([])
  })

  it('leaves nothing at wider domains where a cookie of the page hides it', () => {
    const cookies = fakeCookies('a.shop.example.co.uk')
    cookies.set('k', 'a longer path', 'of the page')
    const store = storeAt(cookies)
    store.write('k', 'v')
    expect(cookies.stored().map(([, domain]) => domain)).toEqual(['a longer path', 'a.shop.example.co.uk'])
    store.remove('k')
    expect(cookies.stored().map(([, domain]) => domain)).toEqual(['a longer path'])
  })

  it('reads no cookie to look for a wider one where there is none (D-345, D-787)', () => {
    const cookies = fakeCookies('localhost')
    const store = storeAt(cookies)
    const read = vi.spyOn(cookies.document, 'cookie', 'get')
    store.write('k', 'v')
    expect([cookies.written.length, read.mock.calls.length]).toEqual([1, 0])
  })

  it('leaves what another subdomain has stored since (D-787)', () => {
    const cookies = fakeCookies('shop.example.com')
    const store = storeAt(cookies, { cross_subdomain_cookie: false })
    store.write('k', 'b')
    cookies.set('k', '.example.com', 'of another subdomain')
    store.remove('k')
    expect(cookies.stored()).toContainEqual(['k', '.example.com', 'of another subdomain'])
  })

  it.each(['0', '1', null])(
    'keeps a decision of this host over one of the domain: %j (R33, D-787)',
    value => {
      const decision = '__ph_opt_in_out_phc_demo'
      const cookies = fakeCookies('shop.example.com')
      cookies.set(decision, '.example.com', value === '0' ? '1' : '0')
      const store = switchableStore(storeAt(cookies, { cross_subdomain_cookie: false }))
      if (value) store.write(decision, value, true)
      else store.remove(decision)
      const nextPage = storeAt(cookies, { cross_subdomain_cookie: false })
      expect([store.read(decision), nextPage.read(decision)]).toEqual([value, value])
    },
  )

  it('leaves a refusal of the whole domain to the other hosts when this host gets a consent (D-827)', () => {
    const decision = '__ph_opt_in_out_phc_demo'
    const cookies = fakeCookies('app.shop.example.com')
    cookies.set(decision, '.example.com', '0')
    const ofThisHost = { cross_subdomain_cookie: false }
    const store = switchableStore(storeAt(cookies, ofThisHost))
    store.write(decision, '1', true)
    expect([store.read(decision), storeAt(cookies, ofThisHost).read(decision)]).toEqual(['1', '1'])
    expect(cookies.stored()).toEqual([
      [decision, 'app.shop.example.com', '1'],
      [decision, '.example.com', '0'],
    ])
  })

  it('replaces a refusal of the whole domain when the consent is one too (D-827)', () => {
    const decision = '__ph_opt_in_out_phc_demo'
    const cookies = fakeCookies('app.example.com')
    cookies.set(decision, '.example.com', '0')
    switchableStore(storeAt(cookies)).write(decision, '1', true)
    expect(cookies.stored()).toEqual([[decision, '.example.com', '1']])
  })

  it('writes once where the browser blocks cookies', () => {
    const cookies = fakeCookies('shop.example.com', { isEnabled: false })
    storeAt(cookies, { cross_subdomain_cookie: false }).write('k', 'v')
    expect(cookies.written).toHaveLength(1)
  })

  it('removes both cookies when cross_subdomain_cookie is false (D-787)', () => {
    const cookies = fakeCookies('shop.example.com')
    cookies.set('k', '.example.com', 'a')
    storeAt(cookies, { cross_subdomain_cookie: false }).remove('k')
    expect(cookies.stored()).toEqual([])
  })

  it('removes the cookies of both the host and the domain', () => {
    const cookies = fakeCookies('shop.example.com')
    cookies.set('k', 'shop.example.com', 'old')
    cookies.set('k', '.example.com', 'new')
    storeAt(cookies).remove('k')
    expect(cookies.stored()).toEqual([])
  })

  it('rejects a value that is too long, because browsers ignore such cookies silently', () => {
    const cookies = fakeCookies('localhost')
    const store = storeAt(cookies)
    expect(store.write('k', 'x'.repeat(3_799))).toBe(true)
    expect(store.write('k', 'y'.repeat(3_800))).toBe(false)
    expect(store.write('k', '"'.repeat(1_300)), 'three characters each').toBe(false)
    expect(store.read('k')).toBe('x'.repeat(3_799))
  })

  it('returns null for a cookie with invalid encoding', () => {
    const cookies = fakeCookies('localhost')
    cookies.set('k', 'localhost', '%E0%A4%A')
    expect(storeAt(cookies).read('k')).toBeNull()
  })
})

describe('cookieStore without cookies', () => {
  it('returns null when the browser ignores cookies', () => {
    const cookies = fakeCookies('shop.example.com', { isEnabled: false })
    const store = storeAt(cookies)
    store.write('k', 'v')
    store.remove('k')
    expect(store.read('k')).toBeNull()
  })

  it('returns null and does not throw when the access to cookies throws', () => {
    const denied = {
      get cookie(): string {
        throw new Error('denied')
      },
      set cookie(_: string) {
        throw new Error('denied')
      },
    }
    const store = storeAt({ ...fakeCookies('shop.example.com'), document: denied })
    expect(() => store.write('k', 'v')).not.toThrow()
    expect(() => store.remove('k')).not.toThrow()
    expect(store.read('k')).toBeNull()
  })
})
