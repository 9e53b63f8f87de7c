import type { SurveyGraph } from './graph'

/** Returns the row of each question: one below the lowest question that leads to it. */
export function rowIndexes(count: number, { edges, reachable }: SurveyGraph): number[] {
  const rowOf = Array.from({ length: count }, () => 0)
  const forward = edges.filter(
    ({ isBackEdge, to, from }) => !isBackEdge && to !== 'end' && reachable.has(from),
  )
  // Each round settles at least one more row, so `count` rounds are enough.
  for (let round = 0; round < count; round++) {
    for (const { from, to } of forward) {
      if (to !== 'end') rowOf[to] = Math.max(rowOf[to]!, rowOf[from]! + 1)
    }
  }
  const lastRow = Math.max(0, ...[...reachable].map(index => rowOf[index]!))
  const unreachable = Array.from({ length: count }, (_, index) => index).filter(
    index => !reachable.has(index),
  )
  for (const [offset, index] of unreachable.entries()) rowOf[index] = lastRow + 2 + offset
  return rowOf
}
