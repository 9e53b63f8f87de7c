import { isWordCode, NEWLINE } from './characters'
import type { Step } from './compilePattern'

/** Steps times characters that one match may cost: well under a second at worst. */
const MAX_WORK = 4_000_000

/**
 * Whether a compiled pattern is found anywhere in a text.
 *
 * Reads the text once, from its end, keeping the set of steps from which the
 * rest would match. No pattern takes longer than its size times the text's:
 * what hangs a backtracking engine cannot hang this one. DECISIONS, "Regular expressions".
 *
 * @returns Undefined when text and pattern together are too large to try.
 */
export function matchesPattern(program: Step[], text: string): boolean | undefined {
  const codes = Array.from(text, character => character.codePointAt(0)!)
  const scan = scanOf(program)
  if (sizeOf(scan) * (codes.length + 1) > MAX_WORK) return undefined
  for (let at = codes.length; at >= 0; at--) {
    advance(scan, codes, at)
    if (scan.here[0]) return true
  }
  return false
}

interface Scan {
  program: Step[]
  /** Step -> whether the text from here on matches; and from the next character on. */
  here: Uint8Array
  after: Uint8Array
  /** Step -> the scan of its look-ahead, kept at the same place. */
  looks: Map<number, Scan>
}

function scanOf(program: Step[]): Scan {
  const looks = new Map<number, Scan>()
  for (const [index, step] of program.entries())
    if (step.kind === 'look') looks.set(index, scanOf(step.program))
  return { program, here: new Uint8Array(program.length), after: new Uint8Array(program.length), looks }
}

function sizeOf(scan: Scan): number {
  let size = scan.program.length
  for (const look of scan.looks.values()) size += sizeOf(look)
  return size
}

/** Moves a scan one character to the left. */
function advance(scan: Scan, codes: number[], at: number): void {
  for (const look of scan.looks.values()) advance(look, codes, at)
  const { program, here: after, after: here } = scan
  scan.here = here
  scan.after = after
  here.fill(0)
  // Later steps first: what follows is then mostly known, and a loop needs one more round.
  for (let changed = true; changed; ) {
    changed = false
    for (let index = program.length - 1; index >= 0; index--) {
      if (here[index] || !succeeds(scan, index, codes, at)) continue
      here[index] = 1
      changed = true
    }
  }
}

function succeeds(scan: Scan, index: number, codes: number[], at: number): boolean {
  const step = scan.program[index]!
  const { here, after } = scan
  switch (step.kind) {
    case 'done':
      return true
    case 'character':
      return after[step.next] === 1 && at < codes.length && step.accepts(codes[at]!)
    case 'both':
      return here[step.next] === 1 || here[step.other] === 1
    case 'start':
      return at === 0 && here[step.next] === 1
    case 'end':
      return at === codes.length && here[step.next] === 1
    case 'lineStart':
      return (at === 0 || codes[at - 1] === NEWLINE) && here[step.next] === 1
    case 'lineEnd':
      return (at === codes.length || codes[at] === NEWLINE) && here[step.next] === 1
    case 'word':
      return here[step.next] === 1 && isWordAt(codes, at - 1) !== isWordAt(codes, at)
    case 'notWord':
      return here[step.next] === 1 && isWordAt(codes, at - 1) === isWordAt(codes, at)
    case 'look':
      return here[step.next] === 1 && (scan.looks.get(index)!.here[0] === 1) !== step.negated
  }
}

function isWordAt(codes: number[], at: number): boolean {
  const code = codes[at]
  return code !== undefined && isWordCode(code)
}
