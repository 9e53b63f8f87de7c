import { type Accepts, CONTROLS, NAMED, NEWLINE, POSIX } from './characters'

/** A pattern as a tree. */
export type Node =
  | { type: 'character'; accepts: Accepts }
  | { type: 'assert'; kind: 'start' | 'end' | 'lineStart' | 'lineEnd' | 'word' | 'notWord' }
  | { type: 'lookahead'; body: Node; negated: boolean }
  | { type: 'sequence'; parts: Node[] }
  | { type: 'choice'; parts: Node[] }
  | { type: 'repeat'; body: Node; min: number; max: number }

interface Flags {
  ignoreCase: boolean
  multiline: boolean
  dotAll: boolean
}

const MAX_NESTING = 100

/** The pattern is invalid, or asks for what cannot be matched in bounded time. */
export class PatternError extends Error {}

/**
 * Reads a regular expression.
 *
 * @throws PatternError
 */
export function parsePattern(pattern: string): Node {
  const characters = Array.from(pattern)
  let position = 0
  let nesting = 0
  let flags: Flags = { ignoreCase: false, multiline: false, dotAll: false }

  const peek = () => characters[position]
  const take = () => characters[position++]
  const takeIf = (text: string): boolean => {
    const found = characters.slice(position, position + text.length).join('') === text
    if (found) position += text.length
    return found
  }

  const choice = (): Node => {
    if (++nesting > MAX_NESTING) throw new PatternError()
    const parts = [sequence()]
    while (takeIf('|')) parts.push(sequence())
    nesting--
    return parts.length === 1 ? parts[0]! : { type: 'choice', parts }
  }

  const sequence = (): Node => {
    const parts: Node[] = []
    while (position < characters.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()))
    return { type: 'sequence', parts }
  }

  const repeated = (body: Node): Node => {
    const bounds = quantifier()
    if (!bounds) return body
    // Lazy or greedy, it matches the same texts.
    takeIf('?')
    if (body.type === 'assert' || quantifierAhead()) throw new PatternError()
    return { type: 'repeat', body, ...bounds }
  }

  const quantifierAhead = (): boolean => peek() === '*' || peek() === '+' || peek() === '?'

  const quantifier = (): { min: number; max: number } | undefined => {
    if (takeIf('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (takeIf('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (takeIf('?')) return { min: 0, max: 1 }
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(characters.slice(position, position + 14).join(''))
    if (!counted) return undefined
    position += counted[0].length
    const min = Number(counted[1])
    const max = counted[2] === undefined ? min : counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY
    if (max < min) throw new PatternError()
    return { min, max }
  }

  const atom = (): Node => {
    const character = take()!
    switch (character) {
      case '(':
        return group()
      case '[':
        return { type: 'character', accepts: withCaseFlag(readClass(), flags) }
      case '.':
        return { type: 'character', accepts: flags.dotAll ? () => true : code => code !== NEWLINE }
      case '^':
        return { type: 'assert', kind: flags.multiline ? 'lineStart' : 'start' }
      case '$':
        return { type: 'assert', kind: flags.multiline ? 'lineEnd' : 'end' }
      case '\\':
        return escapeNode()
      case '*':
      case '+':
      case '?':
        throw new PatternError()
      default:
        return literal(character.codePointAt(0)!)
    }
  }

  const literal = (code: number): Node => ({ type: 'character', accepts: withCaseFlag(exactly(code), flags) })

  const group = (): Node => {
    if (takeIf('?=')) return lookahead(false)
    if (takeIf('?!')) return lookahead(true)
    const outer = flags
    if (peek() === '?' && !takeIf('?:') && !takeName()) {
      const inline = takeFlags()
      flags = inline.flags
      if (inline.isClosed) return { type: 'sequence', parts: [] }
    }
    const body = closeGroup(choice())
    flags = outer
    return body
  }

  const lookahead = (negated: boolean): Node => ({ type: 'lookahead', body: closeGroup(choice()), negated })

  const closeGroup = (body: Node): Node => {
    if (!takeIf(')')) throw new PatternError()
    return body
  }

  const takeName = (): boolean => {
    const name = /^\?P?<([A-Za-z_]\w*)>/.exec(characters.slice(position, position + 80).join(''))
    if (!name) return false
    position += name[0].length
    return true
  }

  const takeFlags = (): { flags: Flags; isClosed: boolean } => {
    const found = /^\?([ims]*)(?:-([ims]+))?([:)])/.exec(characters.slice(position, position + 12).join(''))
    if (!found) throw new PatternError()
    position += found[0].length
    const isSet = (letter: string, before: boolean) =>
      (before || found[1]!.includes(letter)) && !found[2]?.includes(letter)
    return {
      flags: {
        ignoreCase: isSet('i', flags.ignoreCase),
        multiline: isSet('m', flags.multiline),
        dotAll: isSet('s', flags.dotAll),
      },
      isClosed: found[3] === ')',
    }
  }

  const escapeNode = (): Node => {
    const character = take()
    if (character === 'b') return { type: 'assert', kind: 'word' }
    if (character === 'B') return { type: 'assert', kind: 'notWord' }
    if (character === 'A') return { type: 'assert', kind: 'start' }
    if (character === 'z' || character === 'Z') return { type: 'assert', kind: 'end' }
    return { type: 'character', accepts: withCaseFlag(toAccepts(escaped(character)), flags) }
  }

  /** What an escape stands for, inside a class or outside. */
  const escaped = (character: string | undefined): CharacterSet => {
    if (character === undefined) throw new PatternError()
    const named = NAMED[character]
    if (named) return named
    const control = CONTROLS[character]
    if (control !== undefined) return control
    if (character === 'x' || character === 'u') return hexadecimal(character === 'x' ? 2 : 4)
    // Letters and digits that are left have a meaning that we do not offer, back references among them.
    if (/[A-Za-z0-9]/.test(character)) throw new PatternError()
    return character.codePointAt(0)!
  }

  const hexadecimal = (digits: number): number => {
    const rest = characters.slice(position, position + 10).join('')
    const found = /^\{([0-9a-fA-F]{1,6})\}/.exec(rest) ?? new RegExp(`^([0-9a-fA-F]{${digits}})`).exec(rest)
    if (!found) throw new PatternError()
    position += found[0].length
    return Number.parseInt(found[1]!, 16)
  }

  const readClass = (): Accepts => {
    const negated = takeIf('^')
    const parts: Accepts[] = []
    do {
      if (position >= characters.length) throw new PatternError()
      parts.push(classPart())
    } while (peek() !== ']')
    position++
    const any: Accepts = code => parts.some(accepts => accepts(code))
    return negated ? code => !any(code) : any
  }

  const classPart = (): Accepts => {
    const posix = /^\[:(\w+):\]/.exec(characters.slice(position, position + 12).join(''))
    if (posix) {
      position += posix[0].length
      const accepts = POSIX[posix[1]!]
      if (!accepts) throw new PatternError()
      return accepts
    }
    const first = take()!
    const low = first === '\\' ? escaped(take()) : first.codePointAt(0)!
    const isRange =
      peek() === '-' && characters[position + 1] !== ']' && characters[position + 1] !== undefined
    if (!isRange) return toAccepts(low)
    position++
    const last = take()!
    const high = last === '\\' ? escaped(take()) : last.codePointAt(0)!
    if (typeof low !== 'number' || typeof high !== 'number' || low > high) throw new PatternError()
    return code => code >= low && code <= high
  }

  const tree = choice()
  if (position < characters.length) throw new PatternError()
  return tree
}

function exactly(code: number): Accepts {
  return candidate => candidate === code
}

/** One character, by its code, or a set of them. */
type CharacterSet = number | Accepts

function toAccepts(set: CharacterSet): Accepts {
  return typeof set === 'number' ? exactly(set) : set
}

/** Both cases of a letter, when the pattern says so. */
function withCaseFlag(accepts: Accepts, flags: Flags): Accepts {
  if (!flags.ignoreCase) return accepts
  return code => {
    const character = String.fromCodePoint(code)
    const lower = character.toLowerCase().codePointAt(0)!
    const upper = character.toUpperCase().codePointAt(0)!
    return accepts(code) || accepts(lower) || accepts(upper)
  }
}
