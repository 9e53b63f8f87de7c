const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** `12.3 MB`. Units are powers of 1000, as disks are sold. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${UNITS[power]}`
}
