/** What one step of a pattern reads or asks. `next` and `other` are positions in the program. */
export type Step =
  | { kind: 'character'; accepts: (code: number) => boolean; next: number }
  | { kind: 'both'; next: number; other: number }
  | { kind: 'start' | 'end' | 'lineStart' | 'lineEnd' | 'word' | 'notWord'; next: number }
  | { kind: 'look'; program: Step[]; negated: boolean; next: number }
  | { kind: 'done' }

type Accepts = (code: number) => boolean

/** The pattern as a tree, before it becomes steps. */
type Node =
  | { type: 'character'; accepts: Accepts }
  | { type: 'assert'; kind: 'start' | 'end' | 'lineStart' | 'lineEnd' | 'word' | 'notWord' }
  | { type: 'look'; body: Node; negated: boolean }
  | { type: 'sequence'; parts: Node[] }
  | { type: 'choice'; parts: Node[] }
  | { type: 'repeat'; body: Node; min: number; max: number }

interface Flags {
  ignoreCase: boolean
  multiline: boolean
  dotAll: boolean
}

/** Repetitions are written out: this bounds what a short pattern can grow to. */
const MAX_STEPS = 20_000
const MAX_NESTING = 100

/**
 * Compiles a regular expression for `matchesPattern`.
 *
 * Understands what filters use: classes, groups, alternation, repetition,
 * anchors, word borders, look-ahead, inline flags `i`, `m`, `s`. Back
 * references and look-behind cannot be matched in bounded time and count as
 * invalid. DECISIONS, "Regular expressions".
 *
 * @returns Undefined when the pattern is invalid or too large.
 */
export function compilePattern(pattern: string): Step[] | undefined {
  try {
    const steps: Step[] = []
    emit(parse(pattern), steps)
    steps.push({ kind: 'done' })
    return steps
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

class PatternError extends Error {}

function parse(pattern: string): Node {
  const characters = Array.from(pattern)
  let at = 0
  let nesting = 0
  let flags: Flags = { ignoreCase: false, multiline: false, dotAll: false }

  const peek = () => characters[at]
  const take = () => characters[at++]
  const takeIf = (text: string): boolean => {
    const found = characters.slice(at, at + text.length).join('') === text
    if (found) at += text.length
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
    while (at < characters.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()))
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
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(characters.slice(at, at + 14).join(''))
    if (!counted) return undefined
    at += counted[0].length
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
        return { type: 'character', accepts: folded(readClass(), flags) }
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

  const literal = (code: number): Node => ({ type: 'character', accepts: folded(only(code), flags) })

  const group = (): Node => {
    if (takeIf('?=')) return look(false)
    if (takeIf('?!')) return look(true)
    const outer = flags
    if (peek() === '?' && !takeIf('?:') && !takeName()) {
      const inline = takeFlags()
      flags = inline.flags
      if (inline.closed) return { type: 'sequence', parts: [] }
    }
    const body = closed(choice())
    flags = outer
    return body
  }

  const look = (negated: boolean): Node => ({ type: 'look', body: closed(choice()), negated })

  const closed = (body: Node): Node => {
    if (!takeIf(')')) throw new PatternError()
    return body
  }

  const takeName = (): boolean => {
    const name = /^\?P?<([A-Za-z_]\w*)>/.exec(characters.slice(at, at + 80).join(''))
    if (!name) return false
    at += name[0].length
    return true
  }

  const takeFlags = (): { flags: Flags; closed: boolean } => {
    const found = /^\?([ims]*)(?:-([ims]+))?([:)])/.exec(characters.slice(at, at + 12).join(''))
    if (!found) throw new PatternError()
    at += found[0].length
    const is = (letter: string, before: boolean) =>
      (before || found[1]!.includes(letter)) && !found[2]?.includes(letter)
    return {
      flags: {
        ignoreCase: is('i', flags.ignoreCase),
        multiline: is('m', flags.multiline),
        dotAll: is('s', flags.dotAll),
      },
      closed: found[3] === ')',
    }
  }

  const escapeNode = (): Node => {
    const character = take()
    if (character === 'b') return { type: 'assert', kind: 'word' }
    if (character === 'B') return { type: 'assert', kind: 'notWord' }
    if (character === 'A') return { type: 'assert', kind: 'start' }
    if (character === 'z' || character === 'Z') return { type: 'assert', kind: 'end' }
    return { type: 'character', accepts: folded(escaped(character), flags) }
  }

  /** What an escape stands for, inside a class or outside. */
  const escaped = (character: string | undefined): Accepts => {
    if (character === undefined) throw new PatternError()
    const named = NAMED[character]
    if (named) return named
    const control = CONTROLS[character]
    if (control !== undefined) return only(control)
    if (character === 'x' || character === 'u') return only(hexadecimal(character === 'x' ? 2 : 4))
    // Letters and digits that are left have a meaning that we do not offer, back references among them.
    if (/[A-Za-z0-9]/.test(character)) throw new PatternError()
    return only(character.codePointAt(0)!)
  }

  const hexadecimal = (digits: number): number => {
    const rest = characters.slice(at, at + 10).join('')
    const found = /^\{([0-9a-fA-F]{1,6})\}/.exec(rest) ?? new RegExp(`^([0-9a-fA-F]{${digits}})`).exec(rest)
    if (!found) throw new PatternError()
    at += found[0].length
    return Number.parseInt(found[1]!, 16)
  }

  const readClass = (): Accepts => {
    const negated = takeIf('^')
    const parts: Accepts[] = []
    do {
      if (at >= characters.length) throw new PatternError()
      parts.push(classPart())
    } while (peek() !== ']')
    at++
    const any: Accepts = code => parts.some(accepts => accepts(code))
    return negated ? code => !any(code) : any
  }

  const classPart = (): Accepts => {
    const posix = /^\[:(\w+):\]/.exec(characters.slice(at, at + 12).join(''))
    if (posix) {
      at += posix[0].length
      const accepts = POSIX[posix[1]!]
      if (!accepts) throw new PatternError()
      return accepts
    }
    const first = take()!
    const low = first === '\\' ? escaped(take()) : only(first.codePointAt(0)!)
    const isRange = peek() === '-' && characters[at + 1] !== ']' && characters[at + 1] !== undefined
    if (!isRange) return low
    at++
    const last = take()!
    const high = last === '\\' ? escaped(take()) : only(last.codePointAt(0)!)
    const [from, to] = [SINGLE.get(low), SINGLE.get(high)]
    if (from === undefined || to === undefined || from > to) throw new PatternError()
    return code => code >= from && code <= to
  }

  const tree = choice()
  if (at < characters.length) throw new PatternError()
  return tree
}

/** Remembers which single character a test is for, so that a class can make ranges of two. */
const SINGLE = new WeakMap<Accepts, number>()

function only(code: number): Accepts {
  const accepts: Accepts = candidate => candidate === code
  SINGLE.set(accepts, code)
  return accepts
}

/** Both cases of a letter, when the pattern says so. */
function folded(accepts: Accepts, flags: Flags): Accepts {
  if (!flags.ignoreCase) return accepts
  return code => {
    const character = String.fromCodePoint(code)
    const lower = character.toLowerCase().codePointAt(0)!
    const upper = character.toUpperCase().codePointAt(0)!
    return accepts(code) || accepts(lower) || accepts(upper)
  }
}

const NEWLINE = 0x0a
const CONTROLS: Record<string, number> = { n: NEWLINE, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, '0': 0 }

/** A test by the platform's own classes; the answers for ASCII are kept, they are nearly all that is asked. */
function test(pattern: RegExp): Accepts {
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
  return code => ascii[code] ?? pattern.test(String.fromCodePoint(code))
}

const not =
  (accepts: Accepts): Accepts =>
  code =>
    !accepts(code)

const digit = test(/\p{Nd}/u)
const blank = test(/\s/u)

/** Whether a character belongs to a word, for `\w` and `\b`. */
export const isWordCode: Accepts = test(/[\p{L}\p{M}\p{N}_]/u)

const NAMED: Record<string, Accepts> = {
  d: digit,
  D: not(digit),
  s: blank,
  S: not(blank),
  w: isWordCode,
  W: not(isWordCode),
}

const POSIX: Record<string, Accepts> = {
  alpha: test(/[A-Za-z]/),
  digit: test(/[0-9]/),
  alnum: test(/[A-Za-z0-9]/),
  upper: test(/[A-Z]/),
  lower: test(/[a-z]/),
  space: test(/[\t-\r ]/),
  punct: test(/[!-/:-@[-`{-~]/),
  xdigit: test(/[0-9A-Fa-f]/),
}

/** Appends the steps of a node; they go on at whatever is appended next. */
function emit(node: Node, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new PatternError()
  switch (node.type) {
    case 'character':
      steps.push({ kind: 'character', accepts: node.accepts, next: steps.length + 1 })
      return
    case 'assert':
      steps.push({ kind: node.kind, next: steps.length + 1 })
      return
    case 'look': {
      const program: Step[] = []
      emit(node.body, program)
      program.push({ kind: 'done' })
      steps.push({ kind: 'look', program, negated: node.negated, next: steps.length + 1 })
      return
    }
    case 'sequence':
      for (const part of node.parts) emit(part, steps)
      return
    case 'choice':
      emitChoice(node.parts, steps)
      return
    case 'repeat':
      emitRepeat(node, steps)
  }
}

function emitChoice(parts: Node[], steps: Step[]): void {
  const ends: number[] = []
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const fork = steps.length
    if (!isLast) steps.push({ kind: 'both', next: fork + 1, other: fork })
    emit(part, steps)
    if (isLast) continue
    ends.push(steps.length)
    steps.push({ kind: 'both', next: 0, other: 0 })
    steps[fork] = { kind: 'both', next: fork + 1, other: steps.length }
  }
  for (const end of ends) steps[end] = { kind: 'both', next: steps.length, other: steps.length }
}

function emitRepeat(node: Node & { type: 'repeat' }, steps: Step[]): void {
  for (let count = 0; count < node.min; count++) emit(node.body, steps)
  if (node.max === Number.POSITIVE_INFINITY) {
    const fork = steps.length
    steps.push({ kind: 'both', next: fork + 1, other: fork })
    emit(node.body, steps)
    steps.push({ kind: 'both', next: fork, other: fork })
    steps[fork] = { kind: 'both', next: fork + 1, other: steps.length }
    return
  }
  const forks: number[] = []
  for (let count = node.min; count < node.max; count++) {
    forks.push(steps.length)
    steps.push({ kind: 'both', next: steps.length + 1, other: 0 })
    emit(node.body, steps)
  }
  for (const fork of forks) steps[fork] = { kind: 'both', next: fork + 1, other: steps.length }
}
