import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entry, EntryList } from '../../../src/server/store/entryList'

describe('EntryList', () => {
  it('is a sorted array under any inserts and removals (R50)', () => {
    const step = fc.record({ order: fc.integer({ min: 0, max: 400 }), isRemoval: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1500, maxLength: 3000 }), fc.nat(), fc.nat(), (steps, a, b) => {
        const list = new EntryList()
        let model: Entry[] = []
        for (const [sequence, { order, isRemoval }] of steps.entries()) {
          const removed = isRemoval && sequence % 3 === 0 ? model[order % (model.length || 1)] : undefined
          if (removed) {
            list.remove(removed)
            model = model.filter(entry => entry !== removed)
          } else {
            const entry = { row: {}, order, sequence, bytes: 1 }
            list.insert(entry)
            model.push(entry)
          }
        }
        model.sort((x, y) => x.order - y.order || x.sequence - y.sequence)
        expect(list.slice(0, list.size())).toEqual(model)
        expect([list.size(), list.bytes()]).toEqual([model.length, model.length])
        const [start, end] = [a % (model.length + 1), b % (model.length + 1)]
        expect(list.slice(start, end)).toEqual(model.slice(start, end))
        expect(list.rank(200, -1)).toBe(model.filter(entry => entry.order < 200).length)
      }),
      { numRuns: 30 },
    )
  })
})
