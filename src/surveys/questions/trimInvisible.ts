const INVISIBLE = /[\s\u200b-\u200d\u2060\ufeff]/

/**
 * Removes invisible characters from both ends of a text. `trim()` would keep a lone zero-width space, which phones and copied
 * text insert, and take it for an answer.
 */
export function trimInvisible(text: string): string {
  let start = 0
  let end = text.length
  // Not one pattern with `$`: it would try each character of a run of blanks inside the text, in quadratic time.
  while (start < end && INVISIBLE.test(text[start]!)) start++
  while (start < end && INVISIBLE.test(text[end - 1]!)) end--
  return text.slice(start, end)
}
