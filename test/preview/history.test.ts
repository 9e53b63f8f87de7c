import { describe, expect, it } from 'vitest'
import { changed, newHistory, redone, undone } from '../../examples/preview/edit/history'

const typed = (...steps: [value: string, field: string, at: number][]) =>
  steps.reduce((history, [value, field, at]) => changed(history, value, field, at), newHistory(''))

describe('undo and redo', () => {
  it('go back and forth through every change', () => {
    const history = typed(['a', '', 0], ['b', '', 0])
    expect(undone(history).present).toBe('a')
    expect(undone(undone(history)).present).toBe('')
    expect(redone(undone(undone(history))).present).toBe('a')
    expect(redone(redone(undone(undone(history)))).present).toBe('b')
  })

  it('take what was typed into one field in one go as one change', () => {
    const history = typed(['h', 'name', 0], ['he', 'name', 100], ['hey', 'name', 200])
    expect(undone(history).present).toBe('')
  })

  it.each([
    ['after a pause', typed(['h', 'name', 0], ['he', 'name', 5000])],
    ['in another field', typed(['h', 'name', 0], ['he', 'text', 100])],
    ['that stands alone', typed(['h', '', 0], ['he', '', 100])],
  ])('take a change %s for itself', (_, history) => {
    expect(undone(history).present).toBe('h')
  })

  it('begin a new change after an undo', () => {
    const history = changed(undone(typed(['a', 'name', 0])), 'b', 'name', 10)
    expect(undone(history).present).toBe('')
    expect(redone(history).present).toBe('b')
  })

  it('stop at the ends', () => {
    const history = newHistory('a')
    expect(undone(history).present).toBe('a')
    expect(redone(history).present).toBe('a')
  })

  it('do not count what changes nothing', () => {
    const history = typed(['a', '', 0])
    expect(changed(history, 'a', '', 10)).toBe(history)
  })
})
