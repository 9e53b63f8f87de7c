import { isWordCode, NEWLINE } from './characters'
import type { Step } from './compilePattern'

/** Maximum number of steps times characters for one match. See D-407. */
const MAX_WORK = 4_000_000

/** Nested loops look at each step once a level: `((a*)*)*`. Patterns that people write need two or three rounds. */
const MAX_ROUNDS = 4

/**
 * Whether a compiled pattern matches anywhere in a text.
 *
 * Reads the text once, from its end, with the set of steps from which the rest of the text matches. There is no
 * backtracking, so the time is bounded by pattern and text. See D-278.
 *
 * @param available The work that all matches of a request may still do. This one takes its own off. See D-751.
 * @returns Undefined when text and pattern together are too large.
 */
export function matchesPattern(
  program: Step[],
  text: string,
  available: { left: number },
): boolean | undefined {
  const scan = createScan(program)
  const maxCharacters = MAX_WORK / scanSize(scan) - 1
  // A character has one or two code units.
  if (text.length > Math.min(2 * maxCharacters, available.left)) return undefined
  available.left -= text.length
  const codes = codePoints(text)
  if (codes.length > maxCharacters) return undefined
  const most = Math.min(MAX_WORK * MAX_ROUNDS, available.left)
  const budget = { left: most }
  const matches = matchesAnywhere(scan, codes, budget)
  available.left -= most - budget.left
  return matches
}

/** Returns the code points of a text. A list would take several times as long and as much memory. */
function codePoints(text: string): Uint32Array {
  const codes = new Uint32Array(text.length)
  let count = 0
  for (const character of text) codes[count++] = character.codePointAt(0)!
  return codes.subarray(0, count)
}

function matchesAnywhere(scan: Scan, codes: Uint32Array, budget: { left: number }): boolean | undefined {
  for (let position = codes.length; position >= 0; position--) {
    advance(scan, codes, position, budget)
    if (budget.left < 0) return undefined
    if (scan.current[0]) return true
  }
  return false
}

interface Scan {
  program: Step[]
  /** Index of a step -> 1 when the text from this position on matches from that step. */
  current: Uint8Array
  /** The same for the next position. */
  following: Uint8Array
  /** Index of a step -> the scan of its look-ahead, at the same position. */
  lookaheads: Map<number, Scan>
}

function createScan(program: Step[]): Scan {
  const lookaheads = new Map<number, Scan>()
  for (const [index, step] of program.entries())
    if (step.kind === 'lookahead') lookaheads.set(index, createScan(step.program))
  return {
    program,
    current: new Uint8Array(program.length),
    following: new Uint8Array(program.length),
    lookaheads,
  }
}

function scanSize(scan: Scan): number {
  let size = scan.program.length
  for (const lookahead of scan.lookaheads.values()) size += scanSize(lookahead)
  return size
}

/** Moves a scan one character to the left. */
function advance(scan: Scan, codes: Uint32Array, position: number, budget: { left: number }): void {
  for (const lookahead of scan.lookaheads.values()) advance(lookahead, codes, position, budget)
  const { program, current: following, following: current } = scan
  scan.current = current
  scan.following = following
  current.fill(0)
  // From the last step to the first, because a step mostly depends on later ones. A loop needs further rounds.
  for (let changed = true; changed; ) {
    changed = false
    budget.left -= program.length
    for (let index = program.length - 1; index >= 0; index--) {
      if (current[index] || !succeeds(scan, index, codes, position)) continue
      current[index] = 1
      changed = true
    }
  }
}

function succeeds(scan: Scan, index: number, codes: Uint32Array, position: number): boolean {
  const step = scan.program[index]!
  const { current, following } = scan
  switch (step.kind) {
    case 'done':
      return true
    case 'character':
      return following[step.next] === 1 && position < codes.length && step.accepts(codes[position]!)
    case 'split':
      return current[step.next] === 1 || current[step.alternative] === 1
    case 'start':
      return position === 0 && current[step.next] === 1
    case 'end':
      return position === codes.length && current[step.next] === 1
    case 'lineStart':
      return (position === 0 || codes[position - 1] === NEWLINE) && current[step.next] === 1
    case 'lineEnd':
      return (position === codes.length || codes[position] === NEWLINE) && current[step.next] === 1
    case 'word':
      return (
        current[step.next] === 1 && isWordCharacter(codes, position - 1) !== isWordCharacter(codes, position)
      )
    case 'notWord':
      return (
        current[step.next] === 1 && isWordCharacter(codes, position - 1) === isWordCharacter(codes, position)
      )
    case 'lookahead':
      return current[step.next] === 1 && (scan.lookaheads.get(index)!.current[0] === 1) !== step.negated
  }
}

function isWordCharacter(codes: Uint32Array, position: number): boolean {
  const code = codes[position]
  return code !== undefined && isWordCode(code)
}
