const NUMBER = new Intl.NumberFormat('en')
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const SHORT_DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `12,345`. */
export const formatCount = (value: number): string => NUMBER.format(value)

/** `12.3K`, for the labels of a chart. Numbers below 10,000 are written out. */
export const formatCompact = (value: number): string =>
  value < 10_000 ? String(value) : COMPACT.format(value)

/** Up to two decimals, as the service rounds. */
export const formatDecimal = (value: number): string => DECIMAL.format(value)

/** `64.29%` for 64.29. */
export const formatPercent = (value: number): string => `${DECIMAL.format(value)}%`

/** `Nov 28, 2026`, in the time zone of the reader. */
export const formatDay = (iso: string): string => DAY.format(new Date(iso))

/** `Mar 2` for `2026-03-02`, in whichever time zone the day was counted. */
export const formatDate = (day: string): string => SHORT_DAY.format(new Date(`${day}T00:00:00Z`))

/** Day, hour and minute, in the time zone of the reader. */
export const formatTime = (iso: string): string => TIME.format(new Date(iso))

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
]

/** `3 hours ago`; the day for anything older than a week. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000
  if (seconds > 7 * 86_400 || seconds < -60) return formatDay(iso)
  if (seconds < 60) return 'just now'
  const [unit, size] = UNITS.findLast(([, size]) => seconds >= size)!
  return RELATIVE.format(-Math.floor(seconds / size), unit)
}
