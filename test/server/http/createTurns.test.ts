import { describe, expect, it } from 'vitest'
import { createTurns, type Turn } from '../../../src/server/http/createTurns'
import { yieldToRequests } from '../../../src/server/lib/yieldToRequests'

const SMALL = 100
const MEDIUM = 64 * 1024 + 1
const LARGE = 256 * 1024 + 1

/** A handler of bodies of these sizes that ends when the test says so. */
function createHandler({
  sizes = [SMALL],
  endsEarly = false,
}: {
  sizes?: number[]
  endsEarly?: boolean
} = {}) {
  const state = { isStarted: false, finish: () => {}, fail: (_: Error) => {} }
  const handle = async (turn: Turn) => {
    for (const bytes of sizes) await turn.take(bytes)
    state.isStarted = true
    if (endsEarly) turn.endEarly(1)
    return new Promise<string>((resolve, reject) => {
      state.finish = () => resolve('done')
      state.fail = reject
    })
  }
  return { state, handle }
}
/** Work that waits for its turn of the event loop goes on in the order of its calls. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await yieldToRequests()
}

describe('createTurns (D-376, D-549, D-807)', () => {
  it('starts a request when the one before has ended, also by an error', async () => {
    const withTurn = createTurns()
    const [first, second, third] = [createHandler(), createHandler(), createHandler()]
    const results = [first, second, third].map(({ handle }) =>
      withTurn('sender', handle).catch(error => error.message),
    )
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
    const results = handlers.map(({ handle }) => withTurn('sender', handle))
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
    const handlers = [LARGE, SMALL, LARGE, SMALL].map(bytes => createHandler({ sizes: [bytes] }))
    const results = handlers.map(({ handle }) => withTurn('sender', handle))
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

  it('lets a request wait for none of a larger size, up to 256 kB (R50, D-459)', async () => {
    const withTurn = createTurns()
    const handlers = [LARGE, MEDIUM, LARGE - 1].map(bytes => createHandler({ sizes: [bytes] }))
    const results = handlers.map(({ handle }) => withTurn('sender', handle))
    const started = () => handlers.map(({ state }) => state.isStarted)
    await settle()
    expect(started()).toEqual([true, true, false])
    handlers[1]!.state.finish()
    await settle()
    expect(started()).toEqual([true, true, true])
    for (const { state } of handlers) state.finish()
    await Promise.all(results)
  })

  it('ends the small turn of a request that waits for the large one', async () => {
    const withTurn = createTurns()
    const large = createHandler({ sizes: [LARGE] })
    const grown = createHandler({ sizes: [SMALL, LARGE] })
    const small = createHandler()
    const handlers = [large, grown, small]
    const results = handlers.map(({ handle }) => withTurn('sender', handle))
    await settle()
    expect(handlers.map(({ state }) => state.isStarted)).toEqual([true, false, true])
    large.state.finish()
    await settle()
    expect(grown.state.isStarted).toBe(true)
    for (const { state } of handlers) state.finish()
    expect(await Promise.all(results)).toHaveLength(3)
  })

  it('gives senders their turns one after another, two at a time (D-835, D-498)', async () => {
    const withTurn = createTurns()
    const handlers = ['flood', 'flood', 'flood', 'a', 'b'].map(sender => ({ ...createHandler(), sender }))
    const results = handlers.map(({ sender, handle }) => withTurn(sender, handle))
    const started = () => handlers.map(({ state }) => state.isStarted)
    await settle()
    expect(started()).toEqual([true, false, false, true, false])
    handlers[0]!.state.finish()
    await settle()
    expect(started()).toEqual([true, false, false, true, true])
    handlers[3]!.state.finish()
    await settle()
    expect(started()).toEqual([true, true, false, true, true])
    for (let round = 0; round < 2; round++) {
      for (const { state } of handlers) state.finish()
      await settle()
    }
    expect(await Promise.all(results)).toHaveLength(5)
  })

  it.each([
    ['two small ones', SMALL, 2],
    ['two of up to 256 kB', MEDIUM, 2],
    ['one large one', LARGE, 1],
  ])('has %s of different senders in memory at a time (D-498)', async (_, bytes, count) => {
    const withTurn = createTurns()
    const handlers = Array.from({ length: 4 }, () => createHandler({ sizes: [bytes] }))
    const results = handlers.map(({ handle }, index) => withTurn(`${index}`, handle))
    await settle()
    expect(handlers.filter(({ state }) => state.isStarted)).toHaveLength(count)
    for (let round = 0; round < 4; round++) {
      for (const { state } of handlers) state.finish()
      await settle()
    }
    expect(await Promise.all(results)).toHaveLength(4)
  })

  it('lets eight requests pass their turn on while they wait for it again (R50, D-496)', async () => {
    const withTurn = createTurns()
    let begun = 0
    const ends: (() => void)[] = []
    const handle = async (turn: Turn) => {
      await turn.take(MEDIUM)
      begun++
      await turn.pass()
      await new Promise<void>(end => ends.push(end))
    }
    const results = Array.from({ length: 30 }, (_, index) => withTurn(`${index}`, handle))
    await settle()
    // Two keep their turn, because eight wait for theirs.
    expect(begun).toBe(10)
    for (let round = 0; round < 30; round++) {
      for (const end of ends.splice(0)) end()
      await settle()
    }
    expect(await Promise.all(results)).toHaveLength(30)
  })

  it('lets eight requests wait with their values for the turn of large ones, and others keep theirs (R50, D-745)', async () => {
    const withTurn = createTurns()
    const large = createHandler({ sizes: [LARGE] })
    let rests = 0
    const ends: (() => void)[] = []
    const handle = async (turn: Turn) => {
      await turn.take(SMALL)
      await turn.takeRest(LARGE)
      rests++
      await new Promise<void>(end => ends.push(end))
    }
    const results = [
      withTurn('import', large.handle),
      ...Array.from({ length: 12 }, (_, index) => withTurn(`${index}`, handle)),
    ]
    await settle()
    // Eight wait for the import, two have the turns of small bodies, and two wait for those.
    expect(rests).toBe(2)
    large.state.finish()
    for (let round = 0; round < 12; round++) {
      for (const end of ends.splice(0)) end()
      await settle()
    }
    expect(await Promise.all(results)).toHaveLength(13)
  })

  it('keeps the turn of large bodies for a request that asks for one of small ones', async () => {
    const withTurn = createTurns()
    const [large, next] = [createHandler({ sizes: [LARGE, SMALL] }), createHandler({ sizes: [LARGE] })]
    const results = [large, next].map(({ handle }) => withTurn('sender', handle))
    await settle()
    expect([large, next].map(({ state }) => state.isStarted)).toEqual([true, false])
    large.state.finish()
    await settle()
    next.state.finish()
    expect(await Promise.all(results)).toHaveLength(2)
  })

  it('lets a request that has ended its turn take one again, and another end its own (R50, D-745)', async () => {
    const withTurn = createTurns()
    const ends = Array.from({ length: 17 }, () => () => {})
    let early = 0
    const handle = (index: number) => async (turn: Turn) => {
      await turn.take(SMALL)
      turn.endEarly(1)
      early++
      if (index === 0) await turn.take(LARGE)
      await new Promise<void>(resolve => {
        ends[index] = resolve
      })
    }
    const results = ends.map((_, index) => withTurn('sender', handle(index)))
    await settle()
    expect(early).toBe(17)
    // Sixteen are early without the first, so that the next one waits for none of them.
    const next = createHandler()
    const result = withTurn('sender', next.handle)
    await settle()
    expect(next.state.isStarted).toBe(true)
    for (const end of ends) end()
    next.state.finish()
    expect(await Promise.all([...results, result])).toHaveLength(18)
  })

  it('counts the requests of both lanes that have ended their turn early', async () => {
    const withTurn = createTurns()
    const handlers = Array.from({ length: 40 }, (_, index) =>
      createHandler({ sizes: [index % 2 === 0 ? SMALL : LARGE], endsEarly: true }),
    )
    const results = handlers.map(({ handle }) => withTurn('sender', handle))
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
