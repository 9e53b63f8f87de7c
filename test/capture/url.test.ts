import { describe, expect, it } from 'vitest'
import {
  getCampaignParams,
  getReferrerProperties,
  maskUrls,
  parseUrl,
  sanitizeUrl,
} from '../../src/capture/url'

const SECRET = 'https://app.test/reset/eyJhbGciOi.J9.sig?code=S3CR&email=a%40b.test&gclid=g1#token=abc'

describe('sanitizeUrl', () => {
  const cases: [name: string, config: Parameters<typeof sanitizeUrl>[1], expected: string][] = [
    ['returns the URL unchanged by default', {}, SECRET],
    ['removes the hash', { disable_capture_url_hashes: true }, SECRET.replace('#token=abc', '')],
    [
      'masks click ids',
      { mask_personal_data_properties: true },
      SECRET.replace('gclid=g1', 'gclid=<masked>'),
    ],
    [
      'masks custom parameters in query and hash',
      { mask_personal_data_properties: true, custom_personal_data_properties: ['code', 'token'] },
      SECRET.replace('S3CR', '<masked>').replace('abc', '<masked>').replace('g1', '<masked>'),
    ],
    ['returns the result of mask_url', { mask_url: url => new URL(url).origin }, 'https://app.test'],
    [
      'returns an empty string when mask_url throws',
      {
        mask_url: () => {
          throw new Error('page')
        },
      },
      '',
    ],
  ]
  it.each(cases)('%s', (_, config, expected) => expect(sanitizeUrl(SECRET, config)).toBe(expected))

  it('does not call mask_url with an empty URL', () => {
    expect(sanitizeUrl('', { mask_url: () => 'https://other.test' })).toBe('')
  })
})

describe('maskUrls', () => {
  const config = { mask_personal_data_properties: true, custom_personal_data_properties: ['invite'] }
  const masked = (link: string) => maskUrls({ list: [{ link }] }, config) as { list: { link: string }[] }
  const parametersOf = (link: string) => new URL(link, 'https://app.test/').searchParams

  it.each([
    'HTTPS://app.test/?invite=SECRET',
    '//app.test/x?a=1&invite=SECRET&b=2',
    ' \u0000\t https://app.test/?invite=SECRET',
    'https:\\\\app.test\\x?invite=SECRET',
    '\\\\app.test/x?invite=SECRET',
    '/\\app.test/x?invite=SECRET',
    'https:app.test/x?invite=SECRET',
    'https:/app.test/x?invite=SECRET',
    'https:////app.test/x?invite=SECRET',
    'https://ada:word@app.test/?invite=SECRET',
    'https://bücher.test/?invite=SECRET',
    'https://[::1]:8000/?invite=SECRET',
    'https://app.test?%69nvite=SECRET',
    'https://app.test/?%69%6E%76%69%74%65=SECRET',
    'https://app.test/?invite=SECRET?SECRET=SECRET',
    'https://app.test/?invite=&invite=SECRET',
    'https://app.test/?a=1;b=2&invite=SECRET;SECRET',
    'wss://app.test/?invite=SECRET',
    'capacitor://app.test/?invite=SECRET',
    'android-app://app.test/?invite=SECRET',
    'blob:https://app.test/?invite=SECRET',
  ])('masks what the browser takes for the parameter in %j (R3B)', link => {
    expect(parametersOf(link).getAll('invite').join()).toContain('SECRET')
    const [{ link: result }] = masked(link).list as [{ link: string }]
    expect(new Set(parametersOf(result).getAll('invite'))).toEqual(new Set(['<masked>']))
    expect(result).not.toContain('SECRET')
    const others = (url: string) => [...parametersOf(url)].filter(([name]) => name !== 'invite')
    expect(others(result)).toEqual(others(link))
  })

  it.each([
    '\ufeffhttps://app.test/?invite=SECRET',
    '\u00a0\u2003https://app.test/?invite=SECRET',
    '\u200b\u2060https://app.test/?invite=SECRET',
    'ht\ntps://app.test/?invite=SECRET',
    'https:/\r\n/app.test/?invite=SECRET',
    'https\t:app.test/?invite=SECRET',
    'https://app.test/?in\nvi\tte=SECRET',
    'https://app.test/?inv%69\r\nte=SECRET',
    'https://app.test/?invite\n=SE\nCRET',
    '\ufeffhttps://app.test/#/x?invite=SECRET',
  ])('masks the parameter of %j, which has line breaks or begins with invisible characters (R3B)', link => {
    const text = masked(link).list[0]!.link
    expect(text.replace(/\s/g, '')).not.toContain('SECRET')
    expect(text).toContain('=<masked>')
  })

  it('keeps the line breaks of a text that begins with a URL (R3B)', () =>
    expect(masked('https://app.test/?invite=x&b=1\n\tHello').list[0]!.link).toBe(
      'https://app.test/?invite=<masked>&b=1\n\tHello',
    ))

  it('masks names that are URLs at any depth, and leaves the other names (R3B)', () => {
    const link = 'https://app.test/?invite=SECRET'
    const properties = { [link]: 1, visits: { ['__proto__']: 1, list: [{ [`\ufeff${link}`]: 2 }] } }
    const result = JSON.stringify(maskUrls(properties, config))
    expect(result).toBe(JSON.stringify(properties).replaceAll('SECRET', '<masked>'))
    expect(result).toContain('__proto__')
  })

  it.each([
    'https://app.test/#invite=SECRET',
    'https://app.test/#/x?invite=SECRET',
    'https://app.test/?a=1#/users;sort=up?invite=SECRET&b=2',
    'https://app.test/?next=/x?invite=SECRET',
  ])('masks the parameter of a route in %j too (R3B)', link =>
    expect(masked(link).list[0]!.link).toBe(link.replace('SECRET', '<masked>')),
  )

  const encoded = (text: string, times: number): string =>
    times === 0 ? text : encodeURIComponent(encoded(text, times - 1))

  it.each([1, 2, 3, 4])(
    'masks a parameter of a return address that is encoded %i times (R3B, D-767)',
    times => {
      const address = encoded('/cart?size=L&invite=SEC%26RET&color=red', times)
      const [{ link }] = masked(`https://app.test/login?next=${address}&b=2#top`).list as [{ link: string }]
      expect(link).not.toMatch(/SEC|RET/)
      let inner = link
      for (let count = 0; count < times; count++) inner = decodeURIComponent(inner)
      expect(inner).toBe('https://app.test/login?next=/cart?size=L&invite=<masked>&b=2#top')
    },
  )

  it.each([
    `https://app.test/login#next=${encodeURIComponent('/x#/y?invite=SECRET')}`,
    `https://app.test/?a=%E4%3Finvite%3DSECRET%E4%`,
    `https://app.test/?a=%3Fb%3D1%26invite%3DSECRET%2`,
    `https://app.test/?invite=SECRET%26SECRET%3FSECRET%3DSECRET`,
    `https://app.test/?invite%3DSECRET`,
  ])('masks the parameter of %j, which is encoded in a part of it or badly (R3B, D-767)', link => {
    expect(masked(link).list[0]!.link).not.toContain('SECRET')
    expect(masked(link).list[0]!.link).toContain('<masked>')
  })

  it.each([
    'https://app.test/?next=%2Fx%3Fa%3Dinvite%26b%3D2',
    'https://app.test/?q=100%25%3F+invite',
    'https://app.test/?q=a%3DB%23c&d=%2526',
  ])('leaves %j as it is, whose encoded parameters are others (R3B, D-767)', link =>
    expect(masked(link).list[0]!.link).toBe(link),
  )

  it.each(['a&b', 'x?', 'p=q', 'c#d', 'filter[email]', 'a&b=c?d'])(
    'masks a parameter named %j, in a query and in a return address (R3B, D-737)',
    name => {
      const named = { mask_personal_data_properties: true, custom_personal_data_properties: [name] }
      const query = `?${encodeURIComponent(name)}=SECRET`
      for (const times of [0, 1, 2, 3]) {
        const link = `https://app.test/login${times ? '?next=' : ''}${encoded(times ? `/x${query}` : query, times)}&b=2`
        const result = sanitizeUrl(link, named)
        expect(result).not.toContain('SECRET')
        expect(result).toMatch(/=<masked>&b=2$/)
      }
    },
  )

  it('masks a parameter whose name has a question mark that is not encoded (R3B, D-737)', () => {
    const named = { mask_personal_data_properties: true, custom_personal_data_properties: ['user?id'] }
    for (const start of ['?', '?q=1&', '#/r?email=7&'])
      expect(sanitizeUrl(`https://app.test/${start}user?id=5&b=2`, named)).toBe(
        `https://app.test/${start}user?id=<masked>&b=2`,
      )
  })

  it('takes a separator that is not encoded for no part of a name (D-737)', () => {
    const named = { mask_personal_data_properties: true, custom_personal_data_properties: ['a&b', 'c=d'] }
    const link = 'https://app.test/?a&b=5&c=d=6'
    expect(sanitizeUrl(link, named)).toBe(link)
  })

  it('reads a separator that is encoded ten thousands of times (R01, D-737)', () => {
    const levels = '25'.repeat(50_000)
    const link = `https://app.test/?next=%${levels}3fgclid%${levels}3dSECRET`
    expect(maskUrls({ link }, { mask_personal_data_properties: true }).link).toMatch(/3fgclid=<masked>$/)
  })

  it.each(['<>', '()', '[]', '{}', "''", '""', '“”', '«»', '„“', '‘’'])(
    'masks a URL in %s (R3B, D-767)',
    ([open, close]) => {
      const text = `${open}https://app.test/?invite=SECRET&b=2${close}`
      expect(masked(text).list[0]!.link).toBe(text.replace('SECRET', '<masked>'))
    },
  )

  it('masks the URLs of JSON text with a byte order mark, and not the text as a whole (R3B, D-767)', () => {
    const text = '\ufeff["https://app.test/?invite=SECRET&b=2", "?invite=x"]'
    expect(JSON.parse(masked(text).list[0]!.link)).toEqual([
      'https://app.test/?invite=<masked>&b=2',
      '?invite=x',
    ])
  })

  it.each([
    'https://app.test/?INVITE=other',
    'https://app.test/?a=1;invite=other',
    'https://app.test/?a=invite%3Dother',
    'https://app.test/?%2569nvite=other',
    'https://app.test/?invite',
    'https://app.test/invite=other',
  ])('leaves %j as it is, where the browser finds no such parameter with a value (R3B)', link => {
    expect(parametersOf(link).get('invite') ?? '').toBe('')
    expect(masked(link).list[0]!.link).toBe(link)
  })

  it.each([
    'a https://app.test/?invite=x',
    'note: see ?invite=x',
    '/x?invite=x',
    '?invite=x',
    'https: the scheme',
    'C:\\x?invite=x',
  ])('leaves %j as it is, which is no URL (R3B)', text => expect(masked(text).list[0]!.link).toBe(text))
})

describe('sanitizeUrl (R32)', () => {
  it('returns the scheme of a data: URL alone', () =>
    expect(sanitizeUrl('DATA:text/html,<p>\n</p>', {})).toBe('data:'))
  it.each(['blob:https://a.test/', 'https://a.test/?q='])('cuts a long URL that starts with %s', start => {
    const url = sanitizeUrl(start + 'x'.repeat(300_000), {})
    expect([url.length, url.startsWith(start)]).toEqual([2_000, true])
  })
})

describe('getCampaignParams', () => {
  const cases: [name: string, url: string, expected: Record<string, string>][] = [
    ['a query without campaign', 'https://a.test/?q=1', {}],
    ['no query', 'https://a.test/', {}],
    ['a campaign in the hash', 'https://a.test/#?utm_source=x', {}],
    ['campaign parameters', 'https://a.test/?utm_source=x&gclid=1', { utm_source: 'x', gclid: '1' }],
    ['an empty value', 'https://a.test/?utm_source=', {}],
    ['a custom parameter', 'https://a.test/?ref=r', { ref: 'r' }],
  ]
  it.each(cases)('returns the parameters for %s', (_, url, expected) => {
    const params = getCampaignParams(url, { custom_campaign_params: ['ref'] })
    expect(JSON.parse(JSON.stringify(params))).toEqual(expected)
  })

  it('returns undefined for missing parameters, so that a new campaign replaces all values', () => {
    expect(getCampaignParams('https://a.test/?utm_source=x', {})).toHaveProperty('utm_medium', undefined)
  })
})

describe('getReferrerProperties', () => {
  const cases: [referrer: string, expected: Record<string, string>][] = [
    ['', { $referrer: '$direct', $referring_domain: '$direct' }],
    ['https://news.test/a', { $referrer: 'https://news.test/a', $referring_domain: 'news.test' }],
    [
      'https://www.google.co.uk/search?q=shoes',
      {
        $referrer: 'https://www.google.co.uk/search?q=shoes',
        $referring_domain: 'www.google.co.uk',
        $search_engine: 'google',
        ph_keyword: 'shoes',
      },
    ],
    [
      'https://search.yahoo.com/?p=boots',
      {
        $referrer: 'https://search.yahoo.com/?p=boots',
        $referring_domain: 'search.yahoo.com',
        $search_engine: 'yahoo',
        ph_keyword: 'boots',
      },
    ],
    ['https://notbing.com/?q=x', { $referrer: 'https://notbing.com/?q=x', $referring_domain: 'notbing.com' }],
    ['nonsense', { $referrer: 'nonsense', $referring_domain: '$direct' }],
  ]
  it.each(cases)('returns the properties of the referrer %j', (referrer, expected) => {
    expect(JSON.parse(JSON.stringify(getReferrerProperties(referrer)))).toEqual(expected)
  })
})

describe('parseUrl', () => {
  it('includes the port in the host', () =>
    expect(parseUrl('https://a.test:81/b?c')).toMatchObject({ host: 'a.test:81', pathname: '/b' }))
  it('returns empty strings for an invalid URL', () =>
    expect(parseUrl('')).toEqual({ host: '', pathname: '' }))
})
