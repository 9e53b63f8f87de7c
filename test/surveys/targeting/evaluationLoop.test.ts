import { describe, expect, it } from 'vitest'
import { createEvaluationLoop } from '../../../src/surveys/targeting/evaluationLoop'

/** A loop whose passes are counted. */
function loop(pass: (count: number) => void = () => {}) {
  const state = { passes: 0, canEvaluate: true, errors: [] as unknown[] }
  const [evaluate, batch] = createEvaluationLoop(
    () => pass(++state.passes),
    () => state.canEvaluate,
    error => state.errors.push(error),
  )
  return { state, evaluate, batch }
}

describe('createEvaluationLoop', () => {
  it('adds one pass for all requests during a pass, after it', () => {
    const seen: number[] = []
    const { state, evaluate } = loop(count => {
      if (count === 1) for (let i = 0; i < 3; i++) evaluate()
      seen.push(state.passes)
    })
    evaluate()
    expect(seen).toEqual([1, 2])
    evaluate()
    expect(state.passes).toBe(3)
  })

  it('ends after twenty passes when each requests another one', () => {
    const { state, evaluate } = loop(() => evaluate())
    evaluate()
    expect(state.passes).toBe(20)
    evaluate()
    expect(state.passes).toBe(40)
  })

  it('runs no pass while evaluation is not possible', () => {
    const { state, evaluate } = loop()
    state.canEvaluate = false
    evaluate()
    expect(state.passes).toBe(0)
    state.canEvaluate = true
    evaluate()
    expect(state.passes).toBe(1)
  })

  it('drops the requests of a batch, those after an inner batch included', () => {
    const { state, evaluate, batch } = loop()
    batch(() => {
      evaluate()
      batch(evaluate)
      evaluate()
    })
    expect(state.passes).toBe(0)
    evaluate()
    expect(state.passes).toBe(1)
  })

  it('reports what a pass or a batch throws, and runs the next evaluation', () => {
    const { state, evaluate, batch } = loop(count => {
      if (count === 1) throw new Error('pass')
    })
    evaluate()
    batch(() => {
      throw new Error('batch')
    })
    evaluate()
    expect([state.passes, state.errors]).toEqual([2, [new Error('pass'), new Error('batch')]])
  })
})
