import { describe, expect, it } from 'vitest'
import { switchableStore } from '../../src/persistence/switchableStore'
import { fakeStorage } from '../support/fakeStore'

describe('a store with a door', () => {
  it('keeps in memory while it is closed, and moves it when it opens', () => {
    const real = fakeStorage({ b: 'real' })
    const store = switchableStore()
    store.write('a', '1')
    expect([store.read('a'), store.read('b'), real.entries.has('a')]).toEqual(['1', null, false])
    store.setBackend(real.open())
    expect([store.read('a'), store.read('b'), real.entries.get('a')]).toEqual(['1', 'real', '1'])
  })

  it('leaves alone what is stored when it closes', () => {
    const real = fakeStorage({ a: 'real' })
    const store = switchableStore(real.open())
    store.setBackend(undefined)
    store.remove('a')
    expect([store.read('a'), real.entries.get('a')]).toEqual([null, 'real'])
  })

  it('keeps what a full store does not take, and lists and removes it', () => {
    const real = fakeStorage({ p1: 'old' })
    const store = switchableStore(real.open())
    real.setFull(true)
    expect(store.write('p1', 'new'), 'whether it outlives the page').toBe(false)
    store.write('p2', 'x')
    expect([store.read('p1'), store.keys('p').sort()]).toEqual(['new', ['p1', 'p2']])
    store.remove('p1')
    store.remove('p2')
    expect([store.read('p1'), store.keys('p')]).toEqual([null, []])
  })

  it('hears of other tabs while it is open, whenever it was asked', () => {
    const real = fakeStorage()
    const heard: string[] = []
    const store = switchableStore()
    const end = store.onExternalChange('k', key => heard.push(key))
    const other = real.open()
    other.write('k1', '')
    store.setBackend(real.open())
    other.write('k2', '')
    store.setBackend(undefined)
    other.write('k3', '')
    store.setBackend(real.open())
    end()
    other.write('k4', '')
    expect(heard).toEqual(['k2'])
  })
})
