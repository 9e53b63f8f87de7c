import type { CompiledFlag } from './compileFlag'

/** The order in which flags can be evaluated, and the flags that cannot be. */
interface EvaluationOrder {
  /** Every flag comes after the flags that it depends on. */
  ordered: CompiledFlag[]
  /** Ids of flags that depend on a flag that does not exist. */
  missing: Set<number>
  /** Ids of flags that depend on a cycle, its members included. */
  cyclic: Set<number>
}

/** Orders flags by their dependencies, without recursion: a long chain must not overflow the stack. */
export function evaluationOrder(flags: CompiledFlag[]): EvaluationOrder {
  if (flags.every(flag => flag.dependsOn.length === 0))
    return { ordered: flags, missing: new Set(), cyclic: new Set() }
  const byId = new Map(flags.map(flag => [flag.definition.id, flag]))
  const pendingCounts = new Map<number, number>()
  const dependents = new Map<number, number[]>()
  const missing = new Set<number>()
  for (const flag of flags) {
    const existing = new Set(flag.dependsOn.filter(id => byId.has(id)))
    if (flag.dependsOn.some(id => !byId.has(id))) missing.add(flag.definition.id)
    pendingCounts.set(flag.definition.id, existing.size)
    for (const id of existing) {
      const ids = dependents.get(id) ?? []
      ids.push(flag.definition.id)
      dependents.set(id, ids)
    }
  }

  const ordered = flags.filter(flag => pendingCounts.get(flag.definition.id) === 0)
  for (let index = 0; index < ordered.length; index++) {
    for (const id of dependents.get(ordered[index]!.definition.id) ?? []) {
      const remaining = pendingCounts.get(id)! - 1
      pendingCounts.set(id, remaining)
      if (remaining === 0) ordered.push(byId.get(id)!)
    }
  }
  const orderedIds = new Set(ordered.map(flag => flag.definition.id))
  const cyclic = new Set(
    flags.filter(flag => !orderedIds.has(flag.definition.id)).map(flag => flag.definition.id),
  )
  return { ordered, missing, cyclic }
}
