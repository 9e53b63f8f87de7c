import { describe, expect, it } from 'vitest'
import { getCampaignParams, getReferrerProperties, parseUrl, sanitizeUrl } from '../../src/capture/url'

const SECRET = 'https://app.test/reset/eyJhbGciOi.J9.sig?code=S3CR&email=a%40b.test&gclid=g1#token=abc'

describe('an address fit to leave the page', () => {
  const cases: [name: string, settings: Parameters<typeof sanitizeUrl>[1], expected: string][] = [
    ['as it is', {}, SECRET],
    ['without its hash', { disable_capture_url_hashes: true }, SECRET.replace('#token=abc', '')],
    [
      'with click ids masked',
      { mask_personal_data_properties: true },
      SECRET.replace('gclid=g1', 'gclid=<masked>'),
    ],
    [
      'with parameters of the page masked, in the hash too',
      { mask_personal_data_properties: true, custom_personal_data_properties: ['code', 'token'] },
      SECRET.replace('S3CR', '<masked>').replace('abc', '<masked>').replace('g1', '<masked>'),
    ],
    ['as the hook gives it', { mask_url: url => new URL(url).origin }, 'https://app.test'],
    [
      'empty when the hook throws',
      {
        mask_url: () => {
          throw new Error('page')
        },
      },
      '',
    ],
  ]
  it.each(cases)('%s', (_, settings, expected) => expect(sanitizeUrl(SECRET, settings)).toBe(expected))

  it('is not asked of the hook when there is none', () => {
    expect(sanitizeUrl('', { mask_url: () => 'https://other.test' })).toBe('')
  })
})

describe('the campaign of an address', () => {
  const cases: [name: string, url: string, expected: Record<string, string>][] = [
    ['none', 'https://a.test/?q=1', {}],
    ['none without a query', 'https://a.test/', {}],
    ['none in the hash', 'https://a.test/#?utm_source=x', {}],
    ['one', 'https://a.test/?utm_source=x&gclid=1', { utm_source: 'x', gclid: '1' }],
    ['empty values do not count', 'https://a.test/?utm_source=', {}],
    ['those of the page', 'https://a.test/?ref=r', { ref: 'r' }],
  ]
  it.each(cases)('%s', (_, url, expected) => {
    const found = getCampaignParams(url, { custom_campaign_params: ['ref'] })
    expect(JSON.parse(JSON.stringify(found))).toEqual(expected)
  })

  it('takes nothing over from the campaign before: what it has not is named, as undefined', () => {
    expect(getCampaignParams('https://a.test/?utm_source=x', {})).toHaveProperty('utm_medium', undefined)
  })
})

describe('where a visitor comes from', () => {
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
  it.each(cases)('%s', (referrer, expected) => {
    expect(JSON.parse(JSON.stringify(getReferrerProperties(referrer)))).toEqual(expected)
  })
})

describe('host and path', () => {
  it('keep the port', () =>
    expect(parseUrl('https://a.test:81/b?c')).toMatchObject({ host: 'a.test:81', pathname: '/b' }))
  it('are empty for what is no address', () => expect(parseUrl('')).toEqual({ host: '', pathname: '' }))
})
