import { describe, expect, it } from 'vitest'
import { createHistoryObserver } from '../../src/page/historyObserver'

/** A window with an address and a history, and nothing else. */
function fakeWindow() {
  const location = { href: 'https://shop.test/' }
  const move = (_state: unknown, _title: string, url: string) => {
    location.href = new URL(url, location.href).href
  }
  return { location, history: { pushState: move, replaceState: move }, move }
}

/** Wraps the history of a window. */
function wrap(window: ReturnType<typeof fakeWindow>) {
  const listen = () => () => {}
  return createHistoryObserver(window as unknown as Window, listen, run => run)
}

describe('the history of the page', () => {
  it('is as it was before, when nobody listens any more', () => {
    const window = fakeWindow()
    const heard: string[] = []
    const { on } = wrap(window)
    const ends = [on(how => heard.push(`one ${how}`)), on(how => heard.push(`two ${how}`))]
    window.history.pushState(null, '', '/a')
    ends[0]!()
    window.history.replaceState(null, '', '/b')
    ends[1]!()
    window.history.pushState(null, '', '/c')
    expect(heard).toEqual(['one pushState', 'two pushState', 'two replaceState'])
    expect([window.history.pushState, window.history.replaceState]).toEqual([window.move, window.move])
  })

  it('that another library has wrapped meanwhile keeps its wrapping; ours does nothing in it', () => {
    const window = fakeWindow()
    const heard: string[] = []
    const end = wrap(window).on(how => heard.push(how))
    const ours = window.history.pushState
    const theirs: typeof ours = (...given) => ours(...given)
    window.history.pushState = theirs
    end()
    window.history.pushState(null, '', '/a')
    expect([window.history.pushState, window.location.href, heard]).toEqual([
      theirs,
      'https://shop.test/a',
      [],
    ])
  })
})
