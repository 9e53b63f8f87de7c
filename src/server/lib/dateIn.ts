/** Returns a function that formats a time, in epoch ms, as `YYYY-MM-DD` in a time zone. An unknown zone counts as UTC. */
export function dateIn(timeZone: string): (ms: number) => string {
  const format = dateFormat(timeZone) ?? dateFormat('UTC')!
  return ms => format.format(ms)
}

function dateFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    // The zone is unknown.
    return undefined
  }
}
