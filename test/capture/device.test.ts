import { describe, expect, it } from 'vitest'
import { type Device, detectDevice } from '../../src/capture/device'
import type { BrowserInfo } from '../../src/page/page'
import { fakePage } from '../support/fakePage'

const browserInfo = fakePage().browserInfo()
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('detectDevice', () => {
  const agents: [name: string, info: Partial<BrowserInfo>, expected: Device][] = [
    [
      'Chrome on Windows',
      { userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36` },
      {
        $browser: 'Chrome',
        $browser_version: 130,
        $os: 'Windows',
        $os_version: '10',
        $device_type: 'Desktop',
      },
    ],
    [
      'Chrome on Windows 8.1',
      { userAgent: `Mozilla/5.0 (Windows NT 6.3) ${WEBKIT} Chrome/109.0 Safari/537.36` },
      {
        $browser: 'Chrome',
        $browser_version: 109,
        $os: 'Windows',
        $os_version: '8.1',
        $device_type: 'Desktop',
      },
    ],
    [
      'Edge',
      { userAgent: `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 Safari/537.36 Edg/130.0.2849.46` },
      {
        $browser: 'Microsoft Edge',
        $browser_version: 130,
        $os: 'Windows',
        $os_version: '10',
        $device_type: 'Desktop',
      },
    ],
    [
      'Opera',
      { userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/129.0 Safari/537.36 OPR/115.0.0.0` },
      { $browser: 'Opera', $browser_version: 115, $os: 'Linux', $device_type: 'Desktop' },
    ],
    [
      'Firefox on Linux',
      { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' },
      { $browser: 'Firefox', $browser_version: 132, $os: 'Linux', $device_type: 'Desktop' },
    ],
    [
      'Safari on a Mac',
      {
        userAgent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      },
      {
        $browser: 'Safari',
        $browser_version: 17.5,
        $os: 'Mac OS X',
        $os_version: '10.15.7',
        $device_type: 'Desktop',
      },
    ],
    [
      'Safari on an iPhone',
      {
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      },
      {
        $browser: 'Mobile Safari',
        $browser_version: 17.5,
        $os: 'iOS',
        $os_version: '17.5.0',
        $device: 'iPhone',
        $device_type: 'Mobile',
      },
    ],
    [
      'Chrome on an iPad',
      {
        userAgent:
          'Mozilla/5.0 (iPad; CPU OS 16_1_2 like Mac OS X) AppleWebKit/605.1.15 CriOS/118.0.5993.69 Mobile/15E148 Safari/604.1',
      },
      {
        $browser: 'Chrome iOS',
        $browser_version: 118,
        $os: 'iOS',
        $os_version: '16.1.2',
        $device: 'iPad',
        $device_type: 'Tablet',
      },
    ],
    [
      'Samsung Internet on a phone',
      {
        userAgent: `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36`,
      },
      {
        $browser: 'Samsung Internet',
        $browser_version: 23,
        $os: 'Android',
        $os_version: '13.0.0',
        $device: 'Android',
        $device_type: 'Mobile',
      },
    ],
    [
      'an Android tablet',
      { userAgent: `Mozilla/5.0 (Linux; Android 12; SM-X200) ${WEBKIT} Chrome/120.0 Safari/537.36` },
      {
        $browser: 'Chrome',
        $browser_version: 120,
        $os: 'Android',
        $os_version: '12.0.0',
        $device: 'Android Tablet',
        $device_type: 'Tablet',
      },
    ],
    [
      'a Chromebook',
      { userAgent: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/120.0 Safari/537.36` },
      {
        $browser: 'Chrome',
        $browser_version: 120,
        $os: 'Chrome OS',
        $os_version: '14541.0.0',
        $device_type: 'Desktop',
      },
    ],
    [
      'a console',
      { userAgent: 'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko)' },
      { $os: 'PlayStation', $os_version: '5.0.0', $device: 'PlayStation', $device_type: 'Console' },
    ],
    [
      'Brave, whose user agent is that of Chrome',
      { userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/130.0 Safari/537.36`, brave: true },
      { $browser: 'Brave', $browser_version: 130, $os: 'Linux', $device_type: 'Desktop' },
    ],
    [
      'an Android tablet in desktop mode, by its client hints',
      {
        userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/130.0 Safari/537.36`,
        platform: 'Android',
        touchPoints: 5,
        screenWidth: 800,
        screenHeight: 1280,
      },
      { $browser: 'Chrome', $browser_version: 130, $os: 'Linux', $device_type: 'Tablet' },
    ],
    ['an empty user agent', { userAgent: '' }, { $device_type: 'Desktop' }],
  ]
  it.each(agents)('detects %s', (_, info, expected) =>
    expect(detectDevice({ ...browserInfo, ...info })).toEqual(expected),
  )
})
