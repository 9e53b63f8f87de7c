import type { BrowserInfo } from '../page/page'

/** Device properties of an event. Properties that the user agent does not contain are `undefined`. */
export interface Device {
  $browser?: string
  $browser_version?: number
  $os?: string
  $os_version?: string
  $device?: string
  $device_type: string
}

/**
 * Rows of `name=token=version`. `token` is the pattern in the user agent, that of the name when it is empty. `version` is the pattern
 * before the version number and the token by default. Most specific first, since most user agents also name other browsers.
 * See D-064.
 */
const BROWSERS =
  'Opera Mini,Opera=OPR|Opera,Oculus Browser=OculusBrowser,Samsung Internet=SamsungBrowser,Microsoft Edge=Edg(?:e|A|iOS)?,' +
  'Vivaldi,Yandex=YaBrowser,Whale Browser=Whale,DuckDuckGo=DuckDuckGo|Ddg,Facebook Mobile=FBIOS,UC Browser=UC(?:Browser|WEB),' +
  'Chrome iOS=CriOS,Firefox iOS=FxiOS,Chrome,Firefox,Mobile Safari=Mobile.*Safari=Version,Safari==Version'

const SYSTEMS =
  'Xbox,PlayStation,Nintendo,watchOS=Watch ?OS,iOS=iP(?:hone|ad|od)= OS,Android,Windows==NT,' +
  'Mac OS X=Macintosh=OS X,Chrome OS=CrOS=CrOS \\S+,Linux=Linux|X11'

/** Rows of `name=token=type`. The type defaults to `Mobile`. */
const DEVICES =
  'Xbox==Console,PlayStation==Console,Nintendo==Console,Apple Watch=Watch ?OS=Wearable,' +
  'iPad==Tablet,iPod Touch=iPod,iPhone,Kindle Fire=Silk|KF[A-Z]+ =Tablet,Android Tablet=Android(?!.*Mobile)=Tablet,' +
  'Android,Generic tablet=Tablet(?! PC)=Tablet,Generic mobile=Mobile'

const WINDOWS: Record<string, string> = { '6.1': '7', '6.2': '8', '6.3': '8.1', '10.0': '10' }

/** Minimum short side of a tablet, in CSS pixels. Used for Android devices in desktop mode. */
const TABLET_PX = 600

/** Returns the first row of a table that matches the user agent. */
function matchingRow(table: string, userAgent: string): string[] {
  const rows = table.split(',').map(row => row.split('='))
  return rows.find(([name, token]) => new RegExp(token || name!, 'i').test(userAgent)) ?? []
}

/** Returns the version number after a row's version pattern, such as `16.4` or `10.15.7`. */
const versionIn = ([name, token, version = token || name]: string[], userAgent: string): string | undefined =>
  name && new RegExp(`(?:${version})[ /]?(\\d[\\d._]*)`, 'i').exec(userAgent)?.[1]?.replaceAll('_', '.')

/** Returns the device properties for a user agent and its client hints. Never throws. */
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
    $browser_version: parseFloat(versionIn(browser, userAgent)!) || undefined,
    $os: system[0],
    $os_version: version && (system[0] === 'Windows' ? (WINDOWS[version] ?? version) : threeParts(version)),
    $device: device,
    $device_type: device ? type : isAndroidDesktopMode ? androidDeviceType : 'Desktop',
  }
}

const threeParts = (version: string) => version + '.0.0'.slice(2 * (version.split('.').length - 1))
