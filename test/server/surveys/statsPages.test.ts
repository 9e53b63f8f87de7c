import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/server/index'
import { callSurveys } from '../../interface/surveyApi'
import { openEmptyStore } from '../../support/testStore'
import { createTestService, post } from '../testService'

describe('statistics between two dates on disk (D-547)', () => {
  it('hold at most a page of events at once', async () => {
    const store = await openEmptyStore['sqlite']!()
    const pages: number[] = []
    const limits: (number | undefined)[] = []
    const observed: Store = {
      ...store,
      async *pages(table, query) {
        for await (const page of store.pages(table, query)) {
          pages.push(page.length)
          yield page
        }
      },
      find: (table, query) => {
        if (table === 'surveyEvents') limits.push(query.limit)
        return store.find(table, query)
      },
    }
    const service = createTestService({ store: observed, surveys: [{ id: 'nps' }] })
    const batch = Array.from({ length: 2500 }, (_, index) => ({
      event: 'survey sent',
      distinct_id: `user-${index % 300}`,
      properties: { $survey_id: 'nps' },
    }))
    expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    const { body } = await callSurveys(service, 'GET', 'nps/stats?date_from=2025-01-01')
    expect(body.stats['survey sent']).toMatchObject({ total_count: 2500, unique_persons: 300 })
    expect(pages.filter(length => length > 0)).toEqual([500, 500, 500, 500, 500])
    expect(new Set(limits)).toEqual(new Set([1]))
  })
})
