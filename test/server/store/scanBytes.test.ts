import { describe, expect, it } from 'vitest'
import { callConsole, capture } from '../../interface/consoleApi'
import { createTestService } from '../testService'
import { openCounting } from './countingStore'

/** What one request reads at most: 16 MB and the row that exceeds them, with the sizes and small rows of others. */
const MAX_READ = 18_000_000

async function openFilled(count: number, event: (i: number) => object) {
  const { store, read, reset } = await openCounting()
  const service = createTestService({
    store,
    surveys: [
      { id: 's', start_date: '2025-01-01', questions: [{ id: 'why', type: 'open', question: 'Why?' }] },
    ],
  })
  for (let i = 0; i < count; i++) await capture(service, [event(i)])
  /** Follows `next` of a list. Resolves to the number of requests and what they have found. */
  const search = async (path: string) => {
    const found: unknown[] = []
    let requests = 0
    for (let next: string | null = path; next !== null; requests++) {
      reset()
      const { body } = await callConsole(service, next)
      expect(read.characters).toBeLessThan(MAX_READ)
      found.push(...body.results)
      next = body.next
    }
    return { requests, found }
  }
  return { search }
}

describe('a search for one of many large rows', () => {
  it('reads 16 MB of events with each request (R50, D-793)', async () => {
    const { search } = await openFilled(40, i => ({
      event: `event ${i}`,
      distinct_id: 'u',
      properties: { t: 'x'.repeat(1_000_000), needle: i },
    }))
    for (const query of ['search=%22needle%22:0', 'event=event+0', 'distinct_id=u&event=event+0']) {
      const { requests, found } = await search(`events/?${query}`)
      expect(found).toMatchObject([{ event: 'event 0' }])
      expect([query, requests]).toEqual([query, 3])
    }
  })

  it('reads 16 MB of persons with each request (R50, D-793)', async () => {
    const { search } = await openFilled(90, i => ({
      event: '$set',
      distinct_id: `u${i}`,
      properties: { $set: { t: 'x'.repeat(400_000), email: `${i}@example.com` } },
    }))
    for (const query of ['search=0@example.com', 'email=0@example.com']) {
      const { requests, found } = await search(`persons/?${query}`)
      expect(found.at(-1)).toMatchObject({ properties: { email: '0@example.com' } })
      expect(requests).toBeGreaterThan(2)
    }
  })

  it('reads 16 MB of the events of responses with each request (R50, D-793)', async () => {
    const { search } = await openFilled(40, i => ({
      event: 'survey sent',
      distinct_id: 'u',
      timestamp: new Date(Date.UTC(2025, 8, 1, 0, i)).toISOString(),
      properties: { $survey_id: 's', t: 'x'.repeat(1_000_000), $survey_response_why: `answer ${i}.` },
    }))
    const { requests, found } = await search('surveys/s/responses?search=answer+0.')
    expect(found).toMatchObject([{ answers: [{ answer: 'answer 0.' }] }])
    expect(requests).toBe(3)
  })
})
