const NUMBER = new Intl.NumberFormat('en')
const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
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

/** Up to two decimals, as the service rounds. */
export const formatDecimal = (value: number): string => DECIMAL.format(value)

/** `64.29%` for 64.29. */
export const formatPercent = (value: number): string => `${DECIMAL.format(value)}%`

/** `28 Nov 2026`, in the time zone of the reader. */
export const formatDay = (iso: string): string => DAY.format(new Date(iso))

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
