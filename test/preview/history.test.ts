import { describe, expect, it } from 'vitest'
import { createHistory, recordChange, redo, undo } from '../../examples/preview/state/history'

const typed = (...steps: [value: string, field: string, at: number][]) =>
  steps.reduce((history, [value, field, at]) => recordChange(history, value, field, at), createHistory(''))

describe('undo and redo', () => {
  it('go back and forth through every change', () => {
    const history = typed(['a', '', 0], ['b', '', 0])
    expect(undo(history).present).toBe('a')
    expect(undo(undo(history)).present).toBe('')
    expect(redo(undo(undo(history))).present).toBe('a')
    expect(redo(redo(undo(undo(history)))).present).toBe('b')
  })

  it('take what was typed into one field in one go as one change', () => {
    const history = typed(['h', 'name', 0], ['he', 'name', 100], ['hey', 'name', 200])
    expect(undo(history).present).toBe('')
  })

  it.each([
    ['after a pause', typed(['h', 'name', 0], ['he', 'name', 5000])],
    ['in another field', typed(['h', 'name', 0], ['he', 'text', 100])],
    ['that stands alone', typed(['h', '', 0], ['he', '', 100])],
  ])('take a change %s for itself', (_, history) => {
    expect(undo(history).present).toBe('h')
  })

  it('begin a new change after an undo', () => {
    const history = recordChange(undo(typed(['a', 'name', 0])), 'b', 'name', 10)
    expect(undo(history).present).toBe('')
    expect(redo(history).present).toBe('b')
  })

  it('stop at the ends', () => {
    const history = createHistory('a')
    expect(undo(history).present).toBe('a')
    expect(redo(history).present).toBe('a')
  })

  it('do not count what changes nothing', () => {
    const history = typed(['a', '', 0])
    expect(recordChange(history, 'a', '', 10)).toBe(history)
  })
})
