import { type Accepts, CONTROLS, NAMED, POSIX } from './characters'
import type { Cursor } from './cursor'
import { PatternError } from './patternError'

/** One character, by its code, or the test of a set. */
type CharacterSet = number | Accepts

/** Reads a character class, after its opening bracket. */
export function parseClass(cursor: Cursor): Accepts {
  const isNegated = cursor.takeIf('^')
  const parts: Accepts[] = []
  do {
    if (cursor.isAtEnd()) throw new PatternError()
    parts.push(classPart(cursor))
  } while (cursor.peek() !== ']')
  cursor.take()
  const acceptsAny: Accepts = code => parts.some(accepts => accepts(code))
  return isNegated ? code => !acceptsAny(code) : acceptsAny
}

function classPart(cursor: Cursor): Accepts {
  const posix = cursor.takeMatch(/^\[:(\w+):\]/, 12)
  if (posix) {
    const name = posix[1]!
    if (!Object.hasOwn(POSIX, name)) throw new PatternError()
    return POSIX[name]!
  }
  const low = classCharacter(cursor)
  const isRange = cursor.peek() === '-' && cursor.peek(1) !== ']' && cursor.peek(1) !== undefined
  if (!isRange) return toAccepts(low)
  cursor.take()
  const high = classCharacter(cursor)
  if (typeof low !== 'number' || typeof high !== 'number' || low > high) throw new PatternError()
  return code => code >= low && code <= high
}

function classCharacter(cursor: Cursor): CharacterSet {
  const character = cursor.take()!
  return character === '\\' ? parseEscape(cursor, cursor.take()) : character.codePointAt(0)!
}

/**
 * Reads an escape, inside a class or outside.
 *
 * @param character The character after the backslash; undefined at the end of the pattern.
 */
export function parseEscape(cursor: Cursor, character: string | undefined): CharacterSet {
  if (character === undefined) throw new PatternError()
  const named = NAMED[character]
  if (named) return named
  const control = CONTROLS[character]
  if (control !== undefined) return control
  if (character === 'x' || character === 'u') return hexadecimal(cursor, character === 'x' ? 2 : 4)
  // Any other letter or digit is an escape that is not supported, such as a back reference.
  if (/[A-Za-z0-9]/.test(character)) throw new PatternError()
  return character.codePointAt(0)!
}

function hexadecimal(cursor: Cursor, digits: number): number {
  const match =
    cursor.takeMatch(/^\{([0-9a-fA-F]{1,6})\}/, 10) ??
    cursor.takeMatch(new RegExp(`^([0-9a-fA-F]{${digits}})`), digits)
  if (!match) throw new PatternError()
  return Number.parseInt(match[1]!, 16)
}

/** Returns the test of one character or a set. */
export function toAccepts(set: CharacterSet): Accepts {
  return typeof set === 'number' ? code => code === set : set
}
