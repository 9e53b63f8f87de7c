import { type Assertion, type Node, parsePattern } from './parsePattern'
import { PatternError } from './patternError'

/** One step of a compiled pattern. `next` and `alternative` are indexes of steps. */
export type Step =
  | { kind: 'character'; accepts: (code: number) => boolean; next: number }
  | { kind: 'split'; next: number; alternative: number }
  | { kind: Assertion; next: number }
  | { kind: 'lookahead'; program: Step[]; negated: boolean; next: number }
  | { kind: 'done' }

/** Repetitions are unrolled, so a short pattern can become a long program. Steps of look-aheads count too. See D-407. */
const MAX_STEPS = 20_000

/**
 * Compiles a regular expression for `matchesPattern`.
 *
 * Supports classes, groups, alternation, repetition, anchors, word boundaries, look-ahead and the inline modes `i`, `m`
 * and `s`. Back references and look-behind cannot be matched in bounded time, so they count as invalid.
 * See D-279.
 *
 * @returns Undefined when the pattern is invalid or too large.
 */
export function compilePattern(pattern: string): Step[] | undefined {
  try {
    return createProgram(parsePattern(pattern), { left: MAX_STEPS })
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

/** The steps that a pattern may still take, its look-aheads included. */
interface Budget {
  left: number
}

function createProgram(node: Node, budget: Budget): Step[] {
  const steps: Step[] = []
  emit(node, steps, budget)
  steps.push({ kind: 'done' })
  return steps
}

/** Appends the steps of a node. Their last step leads to the step that is appended next. */
function emit(node: Node, steps: Step[], budget: Budget): void {
  // Each node appends a bounded number of steps beside those of its parts.
  if (budget.left-- <= 0) throw new PatternError()
  switch (node.type) {
    case 'character':
      steps.push({ kind: 'character', accepts: node.accepts, next: steps.length + 1 })
      return
    case 'assert':
      steps.push({ kind: node.kind, next: steps.length + 1 })
      return
    case 'lookahead': {
      const program = createProgram(node.body, budget)
      steps.push({ kind: 'lookahead', program, negated: node.negated, next: steps.length + 1 })
      return
    }
    case 'sequence':
      for (const part of node.parts) emit(part, steps, budget)
      return
    case 'choice':
      emitChoice(node.parts, steps, budget)
      return
    case 'repeat':
      emitRepeat(node, steps, budget)
  }
}

function emitChoice(parts: Node[], steps: Step[], budget: Budget): void {
  const ends: number[] = []
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const fork = steps.length
    if (!isLast) steps.push({ kind: 'split', next: fork + 1, alternative: fork })
    emit(part, steps, budget)
    if (isLast) continue
    ends.push(steps.length)
    steps.push({ kind: 'split', next: 0, alternative: 0 })
    steps[fork] = { kind: 'split', next: fork + 1, alternative: steps.length }
  }
  for (const end of ends) steps[end] = { kind: 'split', next: steps.length, alternative: steps.length }
}

function emitRepeat(node: Node & { type: 'repeat' }, steps: Step[], budget: Budget): void {
  const before = steps.length
  for (let count = 0; count < node.min; count++) {
    emit(node.body, steps, budget)
    // A body without steps matches the empty text, once as well as a billion times.
    if (steps.length === before) return
  }
  if (node.max === Number.POSITIVE_INFINITY) {
    const fork = steps.length
    steps.push({ kind: 'split', next: fork + 1, alternative: fork })
    emit(node.body, steps, budget)
    steps.push({ kind: 'split', next: fork, alternative: fork })
    steps[fork] = { kind: 'split', next: fork + 1, alternative: steps.length }
    return
  }
  const forks: number[] = []
  for (let count = node.min; count < node.max; count++) {
    forks.push(steps.length)
    steps.push({ kind: 'split', next: steps.length + 1, alternative: 0 })
    emit(node.body, steps, budget)
  }
  for (const fork of forks) steps[fork] = { kind: 'split', next: fork + 1, alternative: steps.length }
}
