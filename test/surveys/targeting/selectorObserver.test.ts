import { describe, expect, it } from 'vitest'
import { createSelectorObserver } from '../../../src/surveys/targeting/selectorObserver'
import { fakePage } from '../../support/fakePage'

function observer() {
  const page = fakePage()
  let changes = 0
  const { observe } = createSelectorObserver(page, () => changes++)
  return { page, observe, changes: () => changes }
}

describe('createSelectorObserver', () => {
  it('calls back when one of the selectors starts or stops matching', () => {
    const { page, observe, changes } = observer()
    observe(
      new Map([
        ['.a', false],
        ['.b', false],
      ]),
    )
    page.setMatches('.c', true)
    expect(changes()).toBe(0)
    page.setMatches('.b', true)
    expect(changes()).toBe(1)
    observe(
      new Map([
        ['.a', false],
        ['.b', true],
      ]),
    )
    page.setMatches('.c', false)
    expect(changes()).toBe(1)
    page.setMatches('.b', false)
    expect(changes()).toBe(2)
  })

  it('observes the document once, and only while there are selectors', () => {
    const { page, observe } = observer()
    const listeners = [[], ['.a'], ['.a', '.b'], [], ['.a'], []].map(selectors => {
      observe(new Map(selectors.map(selector => [selector, false])))
      return page.listeners()
    })
    expect(listeners).toEqual([0, 1, 1, 0, 1, 0])
  })
})
