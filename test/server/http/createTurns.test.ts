import { describe, expect, it } from 'vitest'
import { createTurns, type Turn } from '../../../src/server/http/createTurns'

/** A handler that ends when it is told to. */
function createHandler({ endsEarly = false } = {}) {
  const state = { isStarted: false, finish: () => {}, fail: (_: Error) => {} }
  const handle = async (turn: Turn) => {
    await turn.take()
    state.isStarted = true
    if (endsEarly) turn.endEarly()
    return new Promise<string>((resolve, reject) => {
      state.finish = () => resolve('done')
      state.fail = reject
    })
  }
  return { state, handle }
}
const settle = () => new Promise(resolve => setTimeout(resolve, 0))

describe('createTurns (D-376, D-549)', () => {
  it('starts a request when the one before has ended, also by an error', async () => {
    const withTurn = createTurns()
    const [first, second, third] = [createHandler(), createHandler(), createHandler()]
    const results = [first, second, third].map(({ handle }) => withTurn(handle).catch(error => error.message))
    await settle()
    expect([first, second, third].map(({ state }) => state.isStarted)).toEqual([true, false, false])
    first.state.fail(new Error('no'))
    await settle()
    expect([second, third].map(({ state }) => state.isStarted)).toEqual([true, false])
    second.state.finish()
    await settle()
    third.state.finish()
    expect(await Promise.all(results)).toEqual(['no', 'done', 'done'])
  })

  it('starts the next request when one ends its turn early, for sixteen at once', async () => {
    const withTurn = createTurns()
    const handlers = Array.from({ length: 20 }, () => createHandler({ endsEarly: true }))
    const results = handlers.map(({ handle }) => withTurn(handle))
    const started = () => handlers.filter(({ state }) => state.isStarted).length
    await settle()
    // The seventeenth keeps its turn.
    expect(started()).toBe(17)
    handlers[3]!.state.finish()
    await settle()
    expect(started()).toBe(17)
    handlers[16]!.state.finish()
    await settle()
    expect(started()).toBe(19)
    for (let round = 0; round < 5; round++) {
      for (const { state } of handlers) state.finish()
      await settle()
    }
    expect(await Promise.all(results)).toHaveLength(20)
  })
})
