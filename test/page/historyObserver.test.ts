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
