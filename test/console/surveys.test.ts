import { describe, expect, it } from 'vitest'
import { copyOf } from '../../src/console/surveys/copyOf'
import { matchesSearch, type SurveyRow, sortRows } from '../../src/console/surveys/sortRows'
import { surveyState } from '../../src/console/surveys/surveyState'
import { createService } from '../../src/server'
import type { ReadSurvey } from '../../src/wire/managedSurvey'
import type { SurveyStats } from '../../src/wire/surveyStats'

const NOW = Date.parse('2026-03-31T12:00:00Z')
const survey = (more: Partial<ReadSurvey> = {}): ReadSurvey =>
  ({
    id: 'a',
    name: 'NPS',
    description: '',
    archived: false,
    start_date: null,
    end_date: null,
    ...more,
  }) as ReadSurvey

describe('surveyState', () => {
  it.each([
    ['draft', {}],
    ['draft', { end_date: '2026-01-01T00:00:00Z' }],
    ['scheduled', { start_date: '2026-03-31T12:00:01Z' }],
    ['running', { start_date: '2026-03-31T12:00:00Z' }],
    ['running', { start_date: '2026-03-01T00:00:00Z', end_date: '2026-04-01T00:00:00Z' }],
    ['ended', { start_date: '2026-03-01T00:00:00Z', end_date: '2026-03-31T12:00:00Z' }],
    ['archived', { start_date: '2026-03-01T00:00:00Z', archived: true }],
  ] as const)('returns %s for %j', (state, fields) => {
    expect(surveyState(survey(fields), NOW)).toBe(state)
  })
})

const row = (id: string, sent?: number): SurveyRow => ({
  survey: survey({ id, name: id }),
  state: 'running',
  stats:
    sent === undefined
      ? undefined
      : ({ stats: { 'survey sent': { total_count: sent, last_seen: null } } } as unknown as SurveyStats),
})

describe('sortRows', () => {
  const rows = [row('b', 2), row('c'), row('A', 10)]
  const order = (column: string, isDescending: boolean) =>
    sortRows(rows, { column, isDescending })
      .map(({ survey }) => survey.id)
      .join('')

  it('orders by a column, with unknown values last in both directions', () => {
    expect(order('answered', true)).toBe('Abc')
    expect(order('answered', false)).toBe('bAc')
    expect(order('name', false)).toBe('Abc')
    expect(order('name', true)).toBe('cbA')
    expect(order('last', true)).toBe('bcA')
  })
})

describe('matchesSearch', () => {
  it('looks for each word in name, description and questions, in any case', () => {
    const shown = survey({
      description: 'For buyers',
      questions: [{ type: 'open', question: 'What nearly stopped you?' }],
    })
    expect(matchesSearch(shown, 'STOPPED nps buyers')).toBe(true)
    expect(matchesSearch(shown, 'nps sellers')).toBe(false)
    expect(matchesSearch(shown, '')).toBe(true)
  })
})

describe('copyOf', () => {
  it('returns the body of a draft that the service accepts, with the targeting and new question ids', async () => {
    const service = createService({ now: () => NOW })
    const headers = { authorization: 'Bearer phx_demo', 'content-type': 'application/json' }
    const call = async (method: string, path = '', body?: unknown) => {
      const url = `http://service/api/projects/1/surveys/${path}`
      const response = await service.fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    const filters = { groups: [{ properties: [{ key: 'plan', value: ['pro'], type: 'person' }] }] }
    const { body: written } = await call('POST', '', {
      name: 'NPS',
      type: 'popover',
      start_date: '2026-03-01T00:00:00Z',
      end_date: '2026-03-02T00:00:00Z',
      questions: [{ type: 'open', question: 'Why?' }],
      conditions: { url: '/pricing' },
      targeting_flag_filters: filters,
    })
    const { body: original } = await call('GET', `${written.id}/`)
    const copy = copyOf(original, ['NPS', 'Copy of NPS', 'Copy of NPS 2'])
    const { status, body } = await call('POST', '', copy)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Copy of NPS 3',
      start_date: null,
      end_date: null,
      archived: false,
      conditions: { url: '/pricing' },
      targeting_flag: { filters: { groups: [{ properties: [{ key: 'plan', value: ['pro'] }] }] } },
    })
    expect(body.targeting_flag.id).not.toBe(original.targeting_flag.id)
    expect(body.questions[0].question).toBe('Why?')
    expect(body.questions[0].id).not.toBe(original.questions[0].id)
  })
})
