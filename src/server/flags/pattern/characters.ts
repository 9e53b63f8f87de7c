/** Whether a pattern accepts a character, by its code. */
export type Accepts = (code: number) => boolean

/** What `.` does not read and `^` and `$` look for in multiline mode. */
export const NEWLINE = 0x0a
/** Escapes that stand for one character. */
export const CONTROLS: Record<string, number> = { n: NEWLINE, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, '0': 0 }

/** A test by the platform's own classes; the answers for ASCII are kept, they are nearly all that is asked. */
function matcher(pattern: RegExp): Accepts {
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
  return code => ascii[code] ?? pattern.test(String.fromCodePoint(code))
}

const negated =
  (accepts: Accepts): Accepts =>
  code =>
    !accepts(code)

const digit = matcher(/\p{Nd}/u)
const blank = matcher(/\s/u)

/** Whether a character belongs to a word, for `\w` and `\b`. */
export const isWordCode: Accepts = matcher(/[\p{L}\p{M}\p{N}_]/u)

/** Escapes that stand for many. */
export const NAMED: Record<string, Accepts> = {
  d: digit,
  D: negated(digit),
  s: blank,
  S: negated(blank),
  w: isWordCode,
  W: negated(isWordCode),
}

/** Names inside `[[:name:]]`; ASCII alone. */
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
