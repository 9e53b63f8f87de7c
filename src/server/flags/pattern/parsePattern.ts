import { type Accepts, NEWLINE } from './characters'
import { createCursor } from './cursor'
import { parseClass, parseEscape, toAccepts } from './parseClass'
import { PatternError } from './patternError'

/** A pattern as a syntax tree. */
export type Node =
  | { type: 'character'; accepts: Accepts }
  | { type: 'assert'; kind: Assertion }
  | { type: 'lookahead'; body: Node; negated: boolean }
  | { type: 'sequence'; parts: Node[] }
  | { type: 'choice'; parts: Node[] }
  | { type: 'repeat'; body: Node; min: number; max: number }

/** A condition on a position in the text. */
export type Assertion = 'start' | 'end' | 'lineStart' | 'lineEnd' | 'word' | 'notWord'

interface Modes {
  ignoreCase: boolean
  multiline: boolean
  dotAll: boolean
}

const MAX_NESTING = 100

const ESCAPED_ASSERTIONS: Record<string, Assertion> = {
  b: 'word',
  B: 'notWord',
  A: 'start',
  z: 'end',
  Z: 'end',
}

/**
 * Parses a regular expression.
 *
 * @throws PatternError
 */
export function parsePattern(pattern: string): Node {
  const cursor = createCursor(pattern)
  const { peek, take, takeIf, takeMatch } = cursor
  let nesting = 0
  let modes: Modes = { ignoreCase: false, multiline: false, dotAll: false }

  const choice = (): Node => {
    if (++nesting > MAX_NESTING) throw new PatternError()
    const parts = [sequence()]
    while (takeIf('|')) parts.push(sequence())
    nesting--
    return parts.length === 1 ? parts[0]! : { type: 'choice', parts }
  }

  const sequence = (): Node => {
    const parts: Node[] = []
    while (!cursor.isAtEnd() && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()))
    return { type: 'sequence', parts }
  }

  const repeated = (body: Node): Node => {
    const bounds = quantifier()
    if (!bounds) return body
    // A lazy quantifier matches the same texts as a greedy one.
    takeIf('?')
    const isRepeatedTwice = ['*', '+', '?'].includes(peek() ?? '')
    if (body.type === 'assert' || isRepeatedTwice) throw new PatternError()
    return { type: 'repeat', body, ...bounds }
  }

  const quantifier = (): { min: number; max: number } | undefined => {
    if (takeIf('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (takeIf('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (takeIf('?')) return { min: 0, max: 1 }
    const counted = takeMatch(/^\{(\d+)(,(\d*))?\}/, 14)
    if (!counted) return undefined
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
        return characterNode(parseClass(cursor))
      case '.':
        return { type: 'character', accepts: modes.dotAll ? () => true : code => code !== NEWLINE }
      case '^':
        return { type: 'assert', kind: modes.multiline ? 'lineStart' : 'start' }
      case '$':
        return { type: 'assert', kind: modes.multiline ? 'lineEnd' : 'end' }
      case '\\':
        return escapeNode()
      case '*':
      case '+':
      case '?':
        throw new PatternError()
      default:
        return characterNode(toAccepts(character.codePointAt(0)!))
    }
  }

  const characterNode = (accepts: Accepts): Node => ({
    type: 'character',
    accepts: modes.ignoreCase ? ignoringCase(accepts) : accepts,
  })

  const escapeNode = (): Node => {
    const character = take()
    const kind = ESCAPED_ASSERTIONS[character ?? '']
    return kind ? { type: 'assert', kind } : characterNode(toAccepts(parseEscape(cursor, character)))
  }

  const group = (): Node => {
    const outerModes = modes
    const isNegated = takeIf('?!')
    if (isNegated || takeIf('?=')) {
      const body = closeGroup(choice())
      modes = outerModes
      return { type: 'lookahead', body, negated: isNegated }
    }
    if (peek() === '?' && !takeIf('?:') && !takeMatch(/^\?P?<([A-Za-z_]\w*)>/, 80)) {
      const isClosed = inlineModes()
      if (isClosed) return { type: 'sequence', parts: [] }
    }
    const body = closeGroup(choice())
    modes = outerModes
    return body
  }

  const closeGroup = (body: Node): Node => {
    if (!takeIf(')')) throw new PatternError()
    return body
  }

  /** Reads `?i:` or `?i)` and switches the modes. Returns whether the group ends there. */
  const inlineModes = (): boolean => {
    const match = takeMatch(/^\?([ims]*)(?:-([ims]+))?([:)])/, 12)
    if (!match) throw new PatternError()
    const isOn = (letter: string, before: boolean) =>
      (before || match[1]!.includes(letter)) && !match[2]?.includes(letter)
    modes = {
      ignoreCase: isOn('i', modes.ignoreCase),
      multiline: isOn('m', modes.multiline),
      dotAll: isOn('s', modes.dotAll),
    }
    return match[3] === ')'
  }

  const tree = choice()
  if (!cursor.isAtEnd()) throw new PatternError()
  return tree
}

/** Accepts a letter in either case. */
function ignoringCase(accepts: Accepts): Accepts {
  return code => {
    const character = String.fromCodePoint(code)
    const lower = character.toLowerCase().codePointAt(0)!
    const upper = character.toUpperCase().codePointAt(0)!
    return accepts(code) || accepts(lower) || accepts(upper)
  }
}
