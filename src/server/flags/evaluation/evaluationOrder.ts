import type { CompiledFlag } from './compileFlag'

/** In which order flags can be evaluated, and which cannot. */
interface EvaluationOrder {
  /** Every flag after those that it depends on. */
  ordered: CompiledFlag[]
  /** Ids of flags that depend on one that does not exist. */
  missing: Set<number>
  /** Ids of flags that depend on a cycle, its members included. */
  cyclic: Set<number>
}

/**
 * Orders flags by their dependencies, in time that grows with flags and
 * dependencies alone; a long chain needs no deep stack.
 */
export function evaluationOrder(flags: CompiledFlag[]): EvaluationOrder {
  if (flags.every(flag => flag.dependsOn.length === 0))
    return { ordered: flags, missing: new Set(), cyclic: new Set() }
  const byId = new Map(flags.map(flag => [flag.definition.id, flag]))
  const waitingFor = new Map<number, number>()
  const dependants = new Map<number, number[]>()
  const missing = new Set<number>()
  for (const flag of flags) {
    const existing = new Set(flag.dependsOn.filter(id => byId.has(id)))
    if (flag.dependsOn.some(id => !byId.has(id))) missing.add(flag.definition.id)
    waitingFor.set(flag.definition.id, existing.size)
    for (const id of existing) dependants.set(id, [...(dependants.get(id) ?? []), flag.definition.id])
  }

  const ordered = flags.filter(flag => waitingFor.get(flag.definition.id) === 0)
  for (let index = 0; index < ordered.length; index++) {
    for (const id of dependants.get(ordered[index]!.definition.id) ?? []) {
      const remaining = waitingFor.get(id)! - 1
      waitingFor.set(id, remaining)
      if (remaining === 0) ordered.push(byId.get(id)!)
    }
  }
  const orderedIds = new Set(ordered.map(flag => flag.definition.id))
  const cyclic = new Set(
    flags.filter(flag => !orderedIds.has(flag.definition.id)).map(flag => flag.definition.id),
  )
  return { ordered, missing, cyclic }
}
