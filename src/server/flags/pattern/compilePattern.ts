import { type Assertion, type Node, parsePattern } from './parsePattern'
import { PatternError } from './patternError'

/** One step of a compiled pattern. `next` and `alternative` are indexes of steps. */
export type Step =
  | { kind: 'character'; accepts: (code: number) => boolean; next: number }
  | { kind: 'split'; next: number; alternative: number }
  | { kind: Assertion; next: number }
  | { kind: 'lookahead'; program: Step[]; negated: boolean; next: number }
  | { kind: 'done' }

/** Repetitions are unrolled, so a short pattern can become a long program. */
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
    const steps: Step[] = []
    emit(parsePattern(pattern), steps)
    steps.push({ kind: 'done' })
    return steps
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

/** Appends the steps of a node. Their last step leads to the step that is appended next. */
function emit(node: Node, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new PatternError()
  switch (node.type) {
    case 'character':
      steps.push({ kind: 'character', accepts: node.accepts, next: steps.length + 1 })
      return
    case 'assert':
      steps.push({ kind: node.kind, next: steps.length + 1 })
      return
    case 'lookahead': {
      const program: Step[] = []
      emit(node.body, program)
      program.push({ kind: 'done' })
      steps.push({ kind: 'lookahead', program, negated: node.negated, next: steps.length + 1 })
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
    if (!isLast) steps.push({ kind: 'split', next: fork + 1, alternative: fork })
    emit(part, steps)
    if (isLast) continue
    ends.push(steps.length)
    steps.push({ kind: 'split', next: 0, alternative: 0 })
    steps[fork] = { kind: 'split', next: fork + 1, alternative: steps.length }
  }
  for (const end of ends) steps[end] = { kind: 'split', next: steps.length, alternative: steps.length }
}

function emitRepeat(node: Node & { type: 'repeat' }, steps: Step[]): void {
  const before = steps.length
  for (let count = 0; count < node.min; count++) {
    emit(node.body, steps)
    // A body without steps matches the empty text, once as well as a billion times.
    if (steps.length === before) return
  }
  if (node.max === Number.POSITIVE_INFINITY) {
    const fork = steps.length
    steps.push({ kind: 'split', next: fork + 1, alternative: fork })
    emit(node.body, steps)
    steps.push({ kind: 'split', next: fork, alternative: fork })
    steps[fork] = { kind: 'split', next: fork + 1, alternative: steps.length }
    return
  }
  const forks: number[] = []
  for (let count = node.min; count < node.max; count++) {
    forks.push(steps.length)
    steps.push({ kind: 'split', next: steps.length + 1, alternative: 0 })
    emit(node.body, steps)
  }
  for (const fork of forks) steps[fork] = { kind: 'split', next: fork + 1, alternative: steps.length }
}
