import { createTextBuilder } from './createTextBuilder'

/**
 * Replaces the matches of a global pattern. `String.replace` with a function, and `replaceAll`, hold each match until the last one
 * is found: ten million of them end a process with a small heap. See D-720.
 */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
): string {
  const result = createTextBuilder()
  let end = 0
  for (const match of text.matchAll(pattern)) {
    result.add(text.slice(end, match.index), replace(match))
    end = match.index + match[0].length
  }
  result.add(text.slice(end))
  return result.text()
}
