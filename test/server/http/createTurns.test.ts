import { describe, expect, it } from 'vitest'
import { createTurns, type Turn } from '../../../src/server/http/createTurns'

/** A handler that ends when it is told to. */
function createHandler({
  lanes = ['small'],
  endsEarly = false,
}: {
  lanes?: ('small' | 'large')[]
  endsEarly?: boolean
} = {}) {
  const state = { isStarted: false, finish: () => {}, fail: (_: Error) => {} }
  const handle = async (turn: Turn) => {
    for (const lane of lanes) await turn.take(lane)
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

describe('createTurns (D-376, D-549, D-807)', () => {
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

  it('lets a small request wait for no large one, and the other way around', async () => {
    const withTurn = createTurns()
    const handlers = (['large', 'small', 'large', 'small'] as const).map(lane =>
      createHandler({ lanes: [lane] }),
    )
    const results = handlers.map(({ handle }) => withTurn(handle))
    const started = () => handlers.map(({ state }) => state.isStarted)
    await settle()
    expect(started()).toEqual([true, true, false, false])
    handlers[1]!.state.finish()
    await settle()
    expect(started()).toEqual([true, true, false, true])
    handlers[0]!.state.finish()
    await settle()
    expect(started()).toEqual([true, true, true, true])
    for (const { state } of handlers) state.finish()
    await Promise.all(results)
  })

  it('ends the small turn of a request that waits for the large one', async () => {
    const withTurn = createTurns()
    const large = createHandler({ lanes: ['large'] })
    const grown = createHandler({ lanes: ['small', 'large'] })
    const small = createHandler()
    const handlers = [large, grown, small]
    const results = handlers.map(({ handle }) => withTurn(handle))
    await settle()
    expect(handlers.map(({ state }) => state.isStarted)).toEqual([true, false, true])
    large.state.finish()
    await settle()
    expect(grown.state.isStarted).toBe(true)
    for (const { state } of handlers) state.finish()
    expect(await Promise.all(results)).toHaveLength(3)
  })

  it('counts the requests of both lanes that have ended their turn early', async () => {
    const withTurn = createTurns()
    const handlers = Array.from({ length: 40 }, (_, index) =>
      createHandler({ lanes: [index % 2 === 0 ? 'small' : 'large'], endsEarly: true }),
    )
    const results = handlers.map(({ handle }) => withTurn(handle))
    await settle()
    // Sixteen, and one that keeps its turn in each lane.
    expect(handlers.filter(({ state }) => state.isStarted)).toHaveLength(18)
    for (let round = 0; round < 5; round++) {
      for (const { state } of handlers) state.finish()
      await settle()
    }
    expect(await Promise.all(results)).toHaveLength(40)
  })
})
