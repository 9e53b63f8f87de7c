import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMemoryStore } from '../../src/server/store/memoryStore'
import type { Store } from '../../src/server/store/store'
import { createTestService, post } from './testService'

/** Creates a store that counts the pages of rows in each turn of the event loop. */
function createPageCounter() {
  const store = createMemoryStore()
  const state = { now: 0, most: 0 }
  const counted = async function* <P>(pages: AsyncIterable<P>) {
    for await (const page of pages) {
      state.most = Math.max(state.most, ++state.now)
      yield page
    }
  }
  const counting: Store = {
    ...store,
    pages: (name, query) =>
      name === 'surveyEvents' ? store.pages(name, query) : counted(store.pages(name, query)),
    getPages: (name, keys) =>
      name === 'events' ? counted(store.getPages(name, keys)) : store.getPages(name, keys),
  }
  const mostIn = async (work: Promise<unknown>): Promise<number> => {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    Object.assign(state, { now: 0, most: 0 })
    while (!isDone) {
      await setImmediate()
      state.now = 0
    }
    return state.most
  }
  return { store: counting, mostIn }
}

it.each([
  'surveys/s/results',
  'surveys/s/responses',
  'surveys/s/responses?format=csv',
  'persons/?search=none',
  'events/?search=none',
])(
  'reads few pages in a turn of the event loop while 20 requests for %s scan all rows, and answers each (R50, D-798)',
  async path => {
    const { store, mostIn } = createPageCounter()
    const surveys = [{ id: 's', questions: [{ id: 'q', type: 'open', question: 'Why?' }] }] as never
    const service = createTestService({ store, surveys })
    const batch = Array.from({ length: 600 }, (_, index) => ({
      event: 'survey sent',
      distinct_id: `u${index}`,
      properties: { $survey_id: 's', $survey_submission_id: `a${index}`, $survey_response_q: 'yes' },
    }))
    expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    const headers = { authorization: 'Bearer phx_demo' }
    const get = async () => (await service.fetch(`/api/projects/1/${path}`, { headers })).text()
    const alone = await get()
    const replies = Promise.all(Array.from({ length: 20 }, get))
    const most = await mostIn(replies)
    expect(new Set(await replies)).toEqual(new Set([alone]))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(4)
  },
)
