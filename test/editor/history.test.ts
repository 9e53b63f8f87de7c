import { describe, expect, it } from 'vitest'
import { createHistory, recordChange, redo, undo } from '../../src/editor/state/history'

const historyOf = (...changes: [value: string, field: string, at: number][]) =>
  changes.reduce((history, [value, field, at]) => recordChange(history, value, field, at), createHistory(''))

describe('history', () => {
  it('undoes and redoes every change', () => {
    const history = historyOf(['a', '', 0], ['b', '', 0])
    expect(undo(history).present).toBe('a')
    expect(undo(undo(history)).present).toBe('')
    expect(redo(undo(undo(history))).present).toBe('a')
    expect(redo(redo(undo(undo(history)))).present).toBe('b')
  })

  it('undoes quick changes of one field as one change', () => {
    const history = historyOf(['h', 'name', 0], ['he', 'name', 100], ['hey', 'name', 200])
    expect(undo(history).present).toBe('')
  })

  it.each([
    ['after a pause', historyOf(['h', 'name', 0], ['he', 'name', 5000])],
    ['of another field', historyOf(['h', 'name', 0], ['he', 'text', 100])],
    ['without a field', historyOf(['h', '', 0], ['he', '', 100])],
  ])('undoes a change %s separately', (_, history) => {
    expect(undo(history).present).toBe('h')
  })

  it('starts a new undo step after an undo', () => {
    const history = recordChange(undo(historyOf(['a', 'name', 0])), 'b', 'name', 10)
    expect(undo(history).present).toBe('')
    expect(redo(history).present).toBe('b')
  })

  it('keeps the value when there is nothing to undo or redo', () => {
    const history = createHistory('a')
    expect(undo(history).present).toBe('a')
    expect(redo(history).present).toBe('a')
  })

  it('ignores a change to the same value', () => {
    const history = historyOf(['a', '', 0])
    expect(recordChange(history, 'a', '', 10)).toBe(history)
  })
})
