/**
 * Removes invisible characters from both ends of a text. `trim()` would keep a lone zero-width space, which phones and copied
 * text insert, and take it for an answer.
 */
export const trimInvisible = (text: string): string =>
  text.replace(/^[\s\u200b-\u200d\u2060\ufeff]+|[\s\u200b-\u200d\u2060\ufeff]+$/g, '')
