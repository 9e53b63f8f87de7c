import type { FlagResult } from '../../../wire/flag'
import { createCohortMatcher } from './cohortMatcher'
import type { CompiledFlag } from './compileFlag'
import { evaluateFlag } from './evaluateFlag'
import type { EvaluationContext } from './evaluationContext'
import { evaluationOrder } from './evaluationOrder'
import { failedResult, flagResult } from './flagResult'
import type { Evaluation } from './matchesFilter'
import { createPropertyReader, createTextBudget } from './propertyReader'

const MISSING = 'missing_dependency'

/**
 * Evaluates flags for one request.
 *
 * @param flags The flags to evaluate, with all flags that they depend on.
 * @param inactive Ids of flags that exist and are off. A flag that depends on one sees it as false.
 * @returns One result per flag, by id.
 *
 * Never throws: a flag that cannot be computed is `failed`. Interface section 4.3; D-264, D-268.
 */
export function evaluateFlags(
  flags: CompiledFlag[],
  inactive: ReadonlySet<number>,
  context: EvaluationContext,
): Map<number, FlagResult> {
  const { ordered, missing, cyclic } = evaluationOrder(withoutInactive(flags, inactive))
  const results = new Map<number, FlagResult>()
  const evaluation = createEvaluation(context, results)
  for (const flag of ordered) {
    const { id } = flag.definition
    results.set(id, missing.has(id) ? missingResult(flag) : evaluateDependent(flag, evaluation))
  }
  for (const flag of flags) {
    const { id } = flag.definition
    if (cyclic.has(id)) results.set(id, failedResult(flag, MISSING))
  }
  return results
}

function createEvaluation(context: EvaluationContext, results: ReadonlyMap<number, FlagResult>): Evaluation {
  const budget = createTextBudget()
  const person = createPropertyReader(context.person, budget)
  const groups = [...context.groups].map(
    ([index, { properties }]) => [index, createPropertyReader(properties, budget)] as const,
  )
  return {
    context,
    results,
    person,
    groups: new Map(groups),
    isInCohort: createCohortMatcher(context, person),
  }
}

const missingResult = (flag: CompiledFlag): FlagResult => flagResult(flag, { enabled: false, code: MISSING })

/** A flag that cannot be computed is not known to be off, so that no flag on it can be computed either. See D-478, D-493. */
function evaluateDependent(flag: CompiledFlag, evaluation: Evaluation): FlagResult {
  const isUnknown = flag.dependsOn.some(id => {
    const result = evaluation.results.get(id)
    return result?.failed || result?.reason?.code === MISSING
  })
  return isUnknown ? failedResult(flag, MISSING) : evaluateFlag(flag, evaluation)
}

/** Removes dependencies on inactive flags: they exist, and their value is known without evaluation. */
function withoutInactive(flags: CompiledFlag[], inactive: ReadonlySet<number>): CompiledFlag[] {
  if (inactive.size === 0) return flags
  return flags.map(flag =>
    flag.dependsOn.some(id => inactive.has(id))
      ? { ...flag, dependsOn: flag.dependsOn.filter(id => !inactive.has(id)) }
      : flag,
  )
}
