import { attempt } from '../../lib/attempt'

/** Most passes of one evaluation. More would be two surveys that keep replacing each other. */
const MAX_PASSES = 20

/**
 * Creates the loop of evaluations, which never nest. A request during a pass adds another pass, because showing a survey may
 * change which surveys may show.
 *
 * @param pass One pass of an evaluation.
 * @returns `evaluate` requests an evaluation. `batch` runs a callback without an evaluation in between, and drops the requests
 *   that it makes. See D-107 to D-109.
 */
export function createEvaluationLoop(
  pass: () => void,
  canEvaluate: () => boolean,
  onThrow: (error: unknown) => void,
): [evaluate: () => void, batch: (callback: () => void) => void] {
  let isBusy = false
  let isStale = false

  function evaluate() {
    isStale = true
    if (isBusy || !canEvaluate()) return
    batch(() => {
      for (let count = 0; isStale && count < MAX_PASSES; count++) {
        isStale = false
        pass()
      }
    })
  }

  function batch(callback: () => void) {
    const isOutermost = !isBusy
    isBusy = true
    attempt(callback, undefined, onThrow)
    if (isOutermost) isBusy = false
  }

  return [evaluate, batch]
}
