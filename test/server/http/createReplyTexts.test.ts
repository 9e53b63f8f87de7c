import { describe, expect, it } from 'vitest'
import { createReplyTexts } from '../../../src/server/http/createReplyTexts'
import { createMemoryStore, type Store } from '../../../src/server/index'
import { yieldToRequests } from '../../../src/server/lib/yieldToRequests'
import { createTestService } from '../testService'

const REQUESTS = 20
const description = 'd'.repeat(25_000)
const surveys = Array.from({ length: 40 }, (_, i) => ({
  id: `s${i}`,
  questions: [{ type: 'open' as const, question: 'Why?', description }],
}))

describe('replies to requests that wait for the same row', () => {
  it.each(['/api/surveys/?token=phc_demo', '/array/phc_demo/config', '/array/phc_demo/config.js'])(
    'are made one after another when they are large: %s (R50, D-796)',
    async path => {
      const store = createMemoryStore()
      let release: (() => void) | undefined
      let waiting = 0
      let gate: Promise<void> | undefined
      const slow: Store = {
        ...store,
        // As the check of versions of a database, which all requests wait for.
        find: async (table, query) => {
          if (table === 'surveys') {
            waiting++
            await gate
          }
          return store.find(table, query)
        },
      }
      const service = createTestService({ store: slow, surveys })
      await service.fetch(path)
      // Until then its text counts for the turn.
      await yieldToRequests()
      gate = new Promise(resolve => {
        release = resolve
      })
      waiting = 0
      let made = 0
      const lengths = Array.from({ length: REQUESTS }, async () => {
        const response = await service.fetch(path)
        made++
        return (await response.text()).length
      })
      await expect.poll(() => waiting).toBe(REQUESTS)
      release?.()
      // Nothing is written before the next turn of the event loop.
      for (let i = 0; i < 5000; i++) await Promise.resolve()
      expect(made).toBe(1)
      for (const length of await Promise.all(lengths)) expect(length).toBeGreaterThan(1_000_000)
    },
  )
})

describe('createReplyTexts', () => {
  it('makes the texts of several senders in turn (R50, D-855)', async () => {
    const makeText = createReplyTexts()
    const made: string[] = []
    const make = (sender: string, text: string) =>
      makeText(sender, () => {
        made.push(sender)
        return text
      })
    const large = 'x'.repeat(400_000)
    await Promise.all([
      ...Array.from({ length: 30 }, () => make('flood', large)),
      make('visitor', '{"status":"Ok"}'),
    ])
    expect(made).toHaveLength(31)
    expect(made.indexOf('visitor')).toBeLessThan(3)
  })
})
