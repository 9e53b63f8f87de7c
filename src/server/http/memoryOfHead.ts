/** A header or a parameter of the query takes so much memory beside its text. */
const ENTRY_BYTES = 100

/**
 * Returns the approximate bytes that the head of a request takes until its answer. See D-836.
 *
 * @param headers Names and values.
 */
export function memoryOfHead(url: string, headers: string[]): number {
  const entries = headers.length / 2 + url.split('&').length
  return headers.reduce((sum, text) => sum + text.length, url.length) + ENTRY_BYTES * entries
}
