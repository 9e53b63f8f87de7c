import { describe, expect, it } from 'vitest'
import { getCampaignParams, getReferrerProperties, parseUrl, sanitizeUrl } from '../../src/capture/url'

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
