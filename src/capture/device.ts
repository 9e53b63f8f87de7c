import type { BrowserInfo } from '../page/page'

/** What a user agent says of its device. What it does not say is `undefined`. */
export interface Device {
  $browser?: string
  $browser_version?: number
  $os?: string
  $os_version?: string
  $device?: string
  $device_type: string
}

/**
 * `name=token=version`: how a user agent names it, where that is not the name, and what its version stands behind, where
 * that is not the token. Most specific first: nearly all of them also claim to be another one.
 */
const BROWSERS =
  'Opera Mini,Opera=OPR|Opera,Oculus Browser=OculusBrowser,Samsung Internet=SamsungBrowser,Microsoft Edge=Edg(?:e|A|iOS)?,' +
  'Vivaldi,Yandex=YaBrowser,Whale Browser=Whale,DuckDuckGo=DuckDuckGo|Ddg,Facebook Mobile=FBIOS,UC Browser=UC(?:Browser|WEB),' +
  'Chrome iOS=CriOS,Firefox iOS=FxiOS,Chrome,Firefox,Mobile Safari=Mobile.*Safari=Version,Safari=Safari=Version,' +
  'Internet Explorer=MSIE|Trident=MSIE|rv:'

const SYSTEMS =
  'Xbox,PlayStation,Nintendo,watchOS=Watch ?OS,iOS=iP(?:hone|ad|od)= OS,Android,Windows=Windows=NT,' +
  'Mac OS X=Mac OS X|Macintosh,Chrome OS=CrOS=CrOS \\S+,Linux=Linux|X11'

/** The version is the type of the device here; `Mobile` where there is none. */
const DEVICES =
  'Xbox=Xbox=Console,PlayStation=PlayStation=Console,Nintendo=Nintendo=Console,Apple Watch=Watch ?OS=Wearable,' +
  'iPad=iPad=Tablet,iPod Touch=iPod,iPhone,Kindle Fire=Silk|KF[A-Z]+ =Tablet,Android Tablet=Android(?!.*Mobile)=Tablet,' +
  'Android,Generic tablet=Tablet(?! PC)=Tablet,Generic mobile=Mobile'

const WINDOWS: Record<string, string> = { '6.1': '7', '6.2': '8', '6.3': '8.1', '10.0': '10' }

/** Short side, in CSS px, from which an Android device in desktop mode is a tablet. */
const TABLET_PX = 600

/** The first row of a table that a user agent fits. */
function matchingRow(table: string, userAgent: string): string[] {
  const rows = table.split(',').map(row => row.split('='))
  return rows.find(([name, token = name]) => new RegExp(token!, 'i').test(userAgent)) ?? []
}

/** What stands behind a row's token: `16.4`, `10_15_7`. */
const versionIn = ([name, token = name, version = token]: string[], userAgent: string): string | undefined =>
  name && new RegExp(`(?:${version})[ /]?(\\d[\\d._]*)`, 'i').exec(userAgent)?.[1]?.replaceAll('_', '.')

/** Reads a user agent and the hints beside it. Never throws. */
export function detectDevice({
  userAgent,
  brave,
  platform,
  touchPoints,
  screenWidth,
  screenHeight,
}: BrowserInfo): Device {
  const browser = brave ? ['Brave', 'Chrome'] : matchingRow(BROWSERS, userAgent)
  const system = matchingRow(SYSTEMS, userAgent)
  const [device, , type = 'Mobile'] = matchingRow(DEVICES, userAgent)
  const version = versionIn(system, userAgent)
  const isAndroidDesktopMode = platform === 'Android' && touchPoints > 0
  const androidDeviceType = Math.min(screenWidth ?? 0, screenHeight ?? 0) >= TABLET_PX ? 'Tablet' : 'Mobile'
  return {
    $browser: browser[0],
    $browser_version: Number.parseFloat(versionIn(browser, userAgent)!) || undefined,
    $os: system[0],
    $os_version: version && (system[0] === 'Windows' ? (WINDOWS[version] ?? version) : threeParts(version)),
    $device: device,
    $device_type: device ? type : isAndroidDesktopMode ? androidDeviceType : 'Desktop',
  }
}

const threeParts = (version: string) => version + '.0.0'.slice(2 * (version.split('.').length - 1))
