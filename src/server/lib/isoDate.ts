/** Formats a time for replies: UTC, without milliseconds when they are 0. */
export function formatIsoDate(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}
