import { describe, expect, it } from 'vitest'
import { createEmitter } from '../../src/lib/emitter'

describe('createEmitter', () => {
  it('calls the remaining listeners when one throws', () => {
    const errors: unknown[] = []
    const received: number[] = []
    const emitter = createEmitter<number>(error => errors.push(error))
    emitter.on(() => {
      throw new Error('page')
    })
    emitter.on(n => received.push(n))
    emitter.emit(1)
    expect(received).toEqual([1])
    expect(errors).toHaveLength(1)
  })

  it('removes only its own subscription when one function has subscribed twice', () => {
    const received: number[] = []
    const emitter = createEmitter<number>(() => {})
    const listener = (n: number) => void received.push(n)
    const unsubscribe = emitter.on(listener)
    emitter.on(listener)
    unsubscribe()
    unsubscribe()
    emitter.emit(1)
    expect(received).toEqual([1])
  })
})
