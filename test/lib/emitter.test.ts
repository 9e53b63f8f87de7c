import { describe, expect, it } from 'vitest'
import { createEmitter } from '../../src/lib/emitter'
import { memoizeLast } from '../../src/lib/memoizeLast'

describe('a signal', () => {
  it('tells the listeners behind one that throws', () => {
    const thrown: unknown[] = []
    const heard: number[] = []
    const signal = createEmitter<number>(error => thrown.push(error))
    signal.on(() => {
      throw new Error('page')
    })
    signal.on(n => heard.push(n))
    signal.emit(1)
    expect(heard).toEqual([1])
    expect(thrown).toHaveLength(1)
  })

  it('ends each subscription by itself, also two of one function', () => {
    const heard: number[] = []
    const signal = createEmitter<number>(() => {})
    const run = (n: number) => void heard.push(n)
    const end = signal.on(run)
    signal.on(run)
    end()
    end()
    signal.emit(1)
    expect(heard).toEqual([1])
  })
})

describe('a remembered result', () => {
  it('is worked out again only for other inputs', () => {
    let times = 0
    const sum = memoizeLast((a: number, b: number) => {
      times++
      return a + b
    })
    expect([sum(1, 2), sum(1, 2), sum(1, 3), sum(1, 2)]).toEqual([3, 3, 4, 3])
    expect(times).toBe(3)
  })
})
