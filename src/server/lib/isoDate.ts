/** A moment as answers write it: UTC, without milliseconds when there are none. */
export function formatIsoDate(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Reads a date and time that was checked before; without an offset it is UTC. */
export function parseIsoDate(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`)
}
