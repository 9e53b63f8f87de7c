import { describe, expect, it } from 'vitest'
import { switchableStore } from '../../src/persistence/switchableStore'
import { fakeStorage } from '../support/fakeStore'

describe('switchableStore', () => {
  it('keeps values in memory without a backend, and moves them to the next backend', () => {
    const real = fakeStorage({ b: 'real' })
    const store = switchableStore()
    store.write('a', '1')
    expect([store.read('a'), store.read('b'), real.entries.has('a')]).toEqual(['1', null, false])
    store.setBackend(real.open())
    expect([store.read('a'), store.read('b'), real.entries.get('a')]).toEqual(['1', 'real', '1'])
  })

  it('leaves the values of a removed backend unchanged', () => {
    const real = fakeStorage({ a: 'real' })
    const store = switchableStore(real.open())
    store.setBackend(undefined)
    store.remove('a')
    expect([store.read('a'), real.entries.get('a')]).toEqual([null, 'real'])
  })

  it('keeps values in memory that a full backend rejects', () => {
    const real = fakeStorage({ p1: 'old' })
    const store = switchableStore(real.open())
    real.setFull(true)
    expect(store.write('p1', 'new'), 'whether the value is stored').toBe(false)
    store.write('p2', 'x')
    expect([store.read('p1'), store.keys('p').sort()]).toEqual(['new', ['p1', 'p2']])
    store.remove('p1')
    store.remove('p2')
    expect([store.read('p1'), store.keys('p')]).toEqual([null, []])
  })

  it('reports changes of other tabs only while it has a backend', () => {
    const real = fakeStorage()
    const received: string[] = []
    const store = switchableStore()
    const unsubscribe = store.onExternalChange('k', key => received.push(key))
    const other = real.open()
    other.write('k1', '')
    store.setBackend(real.open())
    other.write('k2', '')
    store.setBackend(undefined)
    other.write('k3', '')
    store.setBackend(real.open())
    unsubscribe()
    other.write('k4', '')
    expect(received).toEqual(['k2'])
  })
})
