import type { PageFacts } from '../page/page'

/** What a user agent says of its device. Fields that it does not say are missing. */
export interface Device {
  $browser?: string
  $browser_version?: number
  $os?: string
  $os_version?: string
  $device?: string
  $device_type: 'Desktop' | 'Mobile' | 'Tablet' | 'Console' | 'Wearable'
}

/** Browser -> its product token, most specific first: nearly all of them also claim to be another one. */
const BROWSERS: [name: string, token: RegExp, version?: RegExp][] = [
  ['Opera Mini', /Opera Mini/],
  ['Opera', /OPR\/|Opera/, /(?:OPR|Version|Opera)\/(\d+(\.\d+)?)/],
  ['BlackBerry', /BlackBerry|PlayBook|BB10/],
  ['Internet Explorer Mobile', /IEMobile|WPDesktop/, /rv:(\d+(\.\d+)?)/],
  ['Oculus Browser', /OculusBrowser/, /OculusBrowser\/(\d+(\.\d+)?)/],
  ['Samsung Internet', /SamsungBrowser/, /SamsungBrowser\/(\d+(\.\d+)?)/],
  ['Microsoft Edge', /Edge?\/|EdgA\/|EdgiOS\//, /Edg(?:e|A|iOS)?\/(\d+(\.\d+)?)/],
  ['Vivaldi', /Vivaldi/, /Vivaldi\/(\d+(\.\d+)?)/],
  ['Yandex', /YaBrowser/, /YaBrowser\/(\d+(\.\d+)?)/],
  ['Whale Browser', /Whale\//, /Whale\/(\d+(\.\d+)?)/],
  ['DuckDuckGo', /DuckDuckGo|Ddg\//, /(?:DuckDuckGo|Ddg)\/(\d+(\.\d+)?)/],
  ['Facebook Mobile', /FBIOS/],
  ['UC Browser', /UCWEB|UCBrowser/, /UC(?:Browser|WEB)\/?(\d+(\.\d+)?)/],
  ['Chrome iOS', /CriOS/, /CriOS\/(\d+(\.\d+)?)/],
  ['Firefox iOS', /FxiOS/, /FxiOS\/(\d+(\.\d+)?)/],
  ['Chrome', /Chrome\//, /Chrome\/(\d+(\.\d+)?)/],
  ['Android Mobile', /Android.*Version\/.*Mobile/, /Android (\d+(\.\d+)?)/],
  ['Konqueror', /Konqueror/, /Konqueror[:/]?(\d+(\.\d+)?)/i],
  ['Mobile Safari', /Mobile.*Safari/, /Version\/(\d+(\.\d+)?)/],
  ['Safari', /Version\/.*Safari/, /Version\/(\d+(\.\d+)?)/],
  ['Pale Moon', /PaleMoon/, /PaleMoon\/(\d+(\.\d+)?)/],
  ['Waterfox', /Waterfox/, /Waterfox\/(\d+(\.\d+)?)/],
  ['Firefox', /Firefox\//, /Firefox\/(\d+(\.\d+)?)/],
  ['Internet Explorer', /MSIE |Trident\//, /(?:MSIE |rv:)(\d+(\.\d+)?)/],
]

const SYSTEMS: [name: string, token: RegExp, version?: RegExp][] = [
  ['Xbox', /Xbox/i],
  ['PlayStation', /PlayStation/i],
  ['Nintendo', /Nintendo/i],
  ['watchOS', /Watch OS|watchOS/i, /watch ?OS\/?\s?([\d._]+)/i],
  ['iOS', /iPhone|iPad|iPod/, /OS ([\d_]+)/],
  ['Android', /Android/, /Android ([\d.]+)/],
  ['Windows', /Windows/, /Windows NT ([\d.]+)/],
  ['Mac OS X', /Mac OS X|Macintosh/, /Mac OS X ([\d._]+)/],
  ['Chrome OS', /CrOS/, /CrOS \S+ ([\d.]+)/],
  ['Linux', /Linux|X11/],
]

const WINDOWS: Record<string, string> = { '6.1': '7', '6.2': '8', '6.3': '8.1', '10.0': '10' }

const DEVICES: [name: string, token: RegExp][] = [
  ['Xbox', /Xbox/i],
  ['PlayStation', /PlayStation/i],
  ['Nintendo', /Nintendo/i],
  ['Apple Watch', /watch ?OS/i],
  ['iPad', /iPad/],
  ['iPod Touch', /iPod/],
  ['iPhone', /iPhone/],
  ['Kindle Fire', /Silk|KF[A-Z]{2,4}\b/],
  ['Kobo', /Kobo/],
  ['Android Tablet', /Android(?!.*Mobile)/],
  ['Android', /Android/],
  ['Generic tablet', /Tablet(?! PC)/],
  ['Generic mobile', /Mobile|BlackBerry|BB10|IEMobile/],
]

const TYPES: Record<string, Device['$device_type']> = {
  Xbox: 'Console',
  PlayStation: 'Console',
  Nintendo: 'Console',
  'Apple Watch': 'Wearable',
  iPad: 'Tablet',
  'Kindle Fire': 'Tablet',
  Kobo: 'Tablet',
  'Android Tablet': 'Tablet',
  'Generic tablet': 'Tablet',
}

/** Short side, in CSS px, from which an Android device in desktop mode is a tablet. */
const TABLET_PX = 600

/** Reads a user agent and the hints beside it. Never throws. */
export function deviceOf(facts: PageFacts): Device {
  const { userAgent, platform, touchPoints } = facts
  const browser = facts.brave || /Brave\//.test(userAgent) ? CHROMIUM_AS_BRAVE : BROWSERS.find(([, token]) => token.test(userAgent))
  const system = SYSTEMS.find(([, token]) => token.test(userAgent))
  const version = Number.parseFloat(browser?.[2]?.exec(userAgent)?.[1] ?? '')
  const osVersion = system?.[2]?.exec(userAgent)?.[1]?.replaceAll('_', '.')
  const device = DEVICES.find(([, token]) => token.test(userAgent))?.[0]
  const disguised = !device && platform === 'Android' && touchPoints > 0
  const shortSide = Math.min(facts.screenWidth ?? 0, facts.screenHeight ?? 0)
  return {
    ...(browser && { $browser: browser[0] }),
    ...(version && { $browser_version: version }),
    ...(system && { $os: system[0] }),
    ...(osVersion && { $os_version: system![0] === 'Windows' ? (WINDOWS[osVersion] ?? osVersion) : threeParts(osVersion) }),
    ...(device && { $device: device }),
    $device_type: disguised ? (shortSide >= TABLET_PX ? 'Tablet' : 'Mobile') : device ? (TYPES[device] ?? 'Mobile') : 'Desktop',
  }
}

const CHROMIUM_AS_BRAVE: (typeof BROWSERS)[number] = ['Brave', /./, /Chrome\/(\d+(\.\d+)?)/]

const threeParts = (version: string) => version.split('.').concat('0', '0').slice(0, Math.max(3, version.split('.').length)).join('.')
