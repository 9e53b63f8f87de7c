/** Longer patterns are not examined: the work grows with the square of their length. */
const MAX_PATTERN = 500
/** Pairs of atoms that are compared at most. */
const MAX_STEPS = 1_000_000

const TOKENS =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|.)|\((?:\?(?:<?[=!]|:|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/gi

/** A part of a pattern: the atoms that it can begin and end with, and whether it can match no character. */
interface Part {
  first: readonly number[]
  last: readonly number[]
  isEmpty: boolean
}

const NOTHING: Part = { first: [], last: [], isEmpty: true }

/**
 * Whether a browser may take exponential time for a regular expression: a text can run through one of its loops in two ways, as
 * in `(a+)+` or `(a|a)*`. An engine that backtracks tries every combination before it finds no match. See D-775.
 *
 * @param pattern A valid pattern without flags.
 */
export function isExponential(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return false
  const { atoms, next, isDoubled } = readPattern(pattern)
  return isDoubled || hasTwoWays(atoms, next)
}

/**
 * Reads which atom can follow which, as in the automaton of Glushkov. A range of counts stands for a loop.
 *
 * @returns `isDoubled`: whether two nested loops lead from one atom to the same one, as in `(a*)*`.
 */
function readPattern(pattern: string) {
  const tokens = pattern.match(TOKENS) ?? []
  const atoms: string[] = []
  const next: Set<number>[] = []
  let isDoubled = false
  let position = 0

  const connect = (from: readonly number[], to: readonly number[], isLoop = false) => {
    for (const atom of from)
      for (const following of to) {
        isDoubled ||= isLoop && next[atom]!.has(following)
        next[atom]!.add(following)
      }
  }
  const sequence = (a: Part, b: Part): Part => {
    connect(a.last, b.first)
    return {
      first: a.isEmpty ? [...a.first, ...b.first] : a.first,
      last: b.isEmpty ? [...a.last, ...b.last] : b.last,
      isEmpty: a.isEmpty && b.isEmpty,
    }
  }
  const repeat = (part: Part, quantifier: string): Part => {
    if (!/^(?:\?|\{(\d+)(?:,\1)?\}|\{0,1\})/.test(quantifier)) connect(part.last, part.first, true)
    return /^[*?]|^\{0[,}]/.test(quantifier) ? { ...part, isEmpty: true } : part
  }
  const readAtom = (token: string): Part => {
    if (/^(?:[\^$]|\\b)$/i.test(token)) return NOTHING
    if (token.startsWith('(')) {
      const group = readAlternatives()
      position++
      return /[=!]/.test(token) ? NOTHING : group
    }
    // A back reference may match any text, or none.
    const isReference = /^\\[1-9k]/.test(token)
    const atom = atoms.push(isReference ? '[^]' : token) - 1
    next.push(new Set())
    return { first: [atom], last: [atom], isEmpty: isReference }
  }
  const readSequence = (): Part => {
    let result = NOTHING
    while (position < tokens.length && !/^[|)]$/.test(tokens[position]!)) {
      let part = readAtom(tokens[position++]!)
      const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??$/.exec(tokens[position] ?? '')
      if (quantifier) {
        part = repeat(part, quantifier[0])
        position++
      }
      result = sequence(result, part)
    }
    return result
  }
  function readAlternatives(): Part {
    let result = readSequence()
    while (tokens[position] === '|') {
      position++
      const other = readSequence()
      result = {
        first: [...result.first, ...other.first],
        last: [...result.last, ...other.last],
        isEmpty: result.isEmpty || other.isEmpty,
      }
    }
    return result
  }
  readAlternatives()
  return { atoms, next, isDoubled }
}

/** Returns a test whether two atoms match a common character: one of ASCII, one other letter, or one of the pattern. */
function commonTest(atoms: readonly string[]) {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  const characters = [...new Set([...ascii, 'é', ...atoms.join('')])]
  const masks = atoms.map(atom => {
    // Elsewhere these are part of a quantifier or of a class.
    const pattern = new RegExp(`^${/^[{}\]]/.test(atom) ? `\\${atom}` : atom}$`)
    return BigInt(`0b${characters.map(character => Number(pattern.test(character))).join('')}`)
  })
  return (a: number, b: number) => (masks[a]! & masks[b]!) !== 0n
}

/** Returns all that can be reached in steps from one value, that value included. */
function reachable(start: number, steps: (from: number) => Iterable<number>): Set<number> {
  const reached = new Set([start])
  for (const from of reached) for (const to of steps(from)) reached.add(to)
  return reached
}

/** Whether one text leads from an atom back to it on two ways, which are at different atoms in between. */
function hasTwoWays(atoms: readonly string[], next: readonly ReadonlySet<number>[]): boolean {
  const haveCommon = commonTest(atoms)
  const count = atoms.length
  const ahead = atoms.map((_, atom) => reachable(atom, from => next[from]!))
  const inLoop = next.map((following, atom) => [...following].filter(to => ahead[to]!.has(atom)))
  const before = inLoop.map((_, atom) => [...inLoop.keys()].filter(other => inLoop[other]!.includes(atom)))
  let steps = 0
  /** Returns all pairs of atoms that two ways from one atom are at after the same text. A pair is `a * count + b`. */
  const pairsFrom = (start: number, edges: readonly (readonly number[])[]) =>
    reachable(start * (count + 1), pair => {
      const ends = edges[pair % count]!
      const begins = steps < MAX_STEPS ? edges[Math.floor(pair / count)]! : []
      steps += begins.length * ends.length
      return begins.flatMap(a => ends.filter(b => haveCommon(a, b)).map(b => a * count + b))
    })
  const isAmbiguous = atoms.some((_, start) => {
    const back = pairsFrom(start, before)
    return [...pairsFrom(start, inLoop)].some(pair => pair % (count + 1) !== 0 && back.has(pair))
  })
  // So many pairs occur only where loops have many ways.
  return isAmbiguous || steps >= MAX_STEPS
}
