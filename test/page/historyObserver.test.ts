import { describe, expect, it } from 'vitest'
import { createHistoryObserver } from '../../src/page/historyObserver'

/** A window with only a location and a history. */
function fakeWindow() {
  const location = { href: 'https://shop.test/' }
  const move = (_state: unknown, _title: string, url: string) => {
    location.href = new URL(url, location.href).href
  }
  return { location, history: { pushState: move, replaceState: move }, move }
}

/** Creates an observer without DOM events. */
function observe(window: ReturnType<typeof fakeWindow>) {
  const listen = () => () => {}
  return createHistoryObserver(window as unknown as Window, listen, () => {})
}

describe('createHistoryObserver with the Navigation API (R36)', () => {
  it('wraps no method and reports each change of the URL with its type', () => {
    const navigation = Object.assign(new EventTarget(), { currentEntry: {} })
    const window = { ...fakeWindow(), navigation }
    const received: string[] = []
    const unsubscribe = createHistoryObserver(
      window as unknown as Window,
      (target, type, listener) => {
        target.addEventListener(type, listener)
        return () => target.removeEventListener(type, listener)
      },
      () => {},
    ).on(type => received.push(type))
    expect([window.history.pushState, window.history.replaceState]).toEqual([window.move, window.move])
    const change = (url: string, navigationType: string | null) => {
      window.move(null, '', url)
      navigation.dispatchEvent(Object.assign(new Event('currententrychange'), { navigationType }))
    }
    change('/a', 'push')
    change('/a', 'push')
    change('/b', 'replace')
    change('/a', 'traverse')
    unsubscribe()
    change('/c', 'push')
    expect(received).toEqual(['pushState', 'replaceState', 'popstate'])
  })

  it('wraps the methods when the API is off', () => {
    const window = { ...fakeWindow(), navigation: Object.assign(new EventTarget(), { currentEntry: null }) }
    observe(window).on(() => {})
    expect(window.history.pushState).not.toBe(window.move)
  })
})

describe('createHistoryObserver', () => {
  it('restores the original methods when the last listener is removed', () => {
    const window = fakeWindow()
    const received: string[] = []
    const { on } = observe(window)
    const unsubscribes = [on(type => received.push(`one ${type}`)), on(type => received.push(`two ${type}`))]
    window.history.pushState(null, '', '/a')
    unsubscribes[0]!()
    window.history.replaceState(null, '', '/b')
    unsubscribes[1]!()
    window.history.pushState(null, '', '/c')
    expect(received).toEqual(['one pushState', 'two pushState', 'two replaceState'])
    expect([window.history.pushState, window.history.replaceState]).toEqual([window.move, window.move])
  })

  it('keeps the wrapper of another library, and reports nothing through it, after the last listener is removed', () => {
    const window = fakeWindow()
    const received: string[] = []
    const unsubscribe = observe(window).on(type => received.push(type))
    const ours = window.history.pushState
    const theirs: typeof ours = (...args) => ours(...args)
    window.history.pushState = theirs
    unsubscribe()
    window.history.pushState(null, '', '/a')
    expect([window.history.pushState, window.location.href, received]).toEqual([
      theirs,
      'https://shop.test/a',
      [],
    ])
  })
})
