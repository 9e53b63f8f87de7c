/** Formats a time for replies: UTC, without milliseconds when they are 0. */
export function formatIsoDate(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Parses a valid date and time. Without an offset it is UTC. */
export function parseIsoDate(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`)
}
