/** Whether a part of a pattern accepts a character, by its code point. */
export type Accepts = (code: number) => boolean

/** `.` does not accept it, and `^` and `$` match at it in multiline mode. */
export const NEWLINE = 0x0a

/** Escapes of one character. */
export const CONTROLS: Record<string, number> = { n: NEWLINE, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, '0': 0 }

/** Creates a test from a character class of the platform. Results for ASCII are cached: nearly all texts are ASCII. */
function matcher(pattern: RegExp): Accepts {
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
  return code => ascii[code] ?? pattern.test(String.fromCodePoint(code))
}

const negated =
  (accepts: Accepts): Accepts =>
  code =>
    !accepts(code)

const digit = matcher(/\p{Nd}/u)
const space = matcher(/\s/u)

/** Whether a character is part of a word, for `\w` and `\b`. */
export const isWordCode: Accepts = matcher(/[\p{L}\p{M}\p{N}_]/u)

/** Escapes of character sets. */
export const NAMED: Record<string, Accepts> = {
  d: digit,
  D: negated(digit),
  s: space,
  S: negated(space),
  w: isWordCode,
  W: negated(isWordCode),
}

/** Names of `[[:name:]]`. These sets contain ASCII alone. */
export const POSIX: Record<string, Accepts> = {
  alpha: matcher(/[A-Za-z]/),
  digit: matcher(/[0-9]/),
  alnum: matcher(/[A-Za-z0-9]/),
  upper: matcher(/[A-Z]/),
  lower: matcher(/[a-z]/),
  space: matcher(/[\t-\r ]/),
  punct: matcher(/[!-/:-@[-`{-~]/),
  xdigit: matcher(/[0-9A-Fa-f]/),
}
