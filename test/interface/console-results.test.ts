import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryStore, type Store } from '../../src/server/index'
import type { SurveyResponse, SurveyResults } from '../../src/wire/console'
import type { Question } from '../../src/wire/survey'
import { createTestService, fetchManagement } from '../server/testService'
import { callConsole, capture, readAllPages } from './consoleApi'

/** A scale that leads detractors past the second question, choices with a text field, and a text. */
const QUESTIONS: Question[] = [
  {
    id: 'nps',
    type: 'rating',
    display: 'number',
    scale: 10,
    question: 'How likely?',
    branching: { type: 'response_based', responseValues: { detractors: 2 } },
  },
  {
    id: 'like',
    type: 'multiple_choice',
    question: 'What do you like?',
    choices: ['Price', 'Speed', 'Other'],
    hasOpenChoice: true,
    translations: { de: { choices: ['Preis', 'Tempo', 'Anderes'] } },
  },
  { id: 'why', type: 'open', question: 'Why?', optional: true },
]

const createSurveyService = (questions: Question[] = QUESTIONS, timeZone = 'UTC') =>
  createTestService({ timeZone, surveys: [{ id: 's', name: 'NPS', start_date: '2025-01-01', questions }] })

type TestService = ReturnType<typeof createSurveyService>

/** A time on a day of September. */
const at = (day: number, time = '10:00:00') => `2025-09-${String(day).padStart(2, '0')}T${time}Z`

/** A `survey sent` event as the client sends it: all questions are listed, those on the way have a response. */
const sent = (submission: string, answers: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const { timestamp = at(1), distinct_id = submission, ...properties } = more
  return {
    event: 'survey sent',
    distinct_id,
    timestamp,
    properties: {
      $survey_id: 's',
      $survey_submission_id: submission,
      $survey_completed: true,
      $survey_questions: QUESTIONS.map(({ id, question }) => ({ id, question, response: answers[id!] })),
      ...Object.fromEntries(
        Object.entries(answers).map(([id, answer]) => [`$survey_response_${id}`, answer]),
      ),
      ...properties,
    },
  }
}
const partial = { $survey_completed: false }

const results = async (service: TestService, query = ''): Promise<SurveyResults> =>
  (await callConsole(service, `surveys/s/results${query}`)).body
const responses = async (service: TestService, query = ''): Promise<SurveyResponse[]> =>
  (await readAllPages<SurveyResponse>(service, `surveys/s/responses${query}`)).flat()
const ids = async (service: TestService, query: string) =>
  (await responses(service, query)).map(({ id }) => id)

/** Three ways: a promoter, a detractor past the choices, and one who left at the text. */
async function answeredService() {
  const service = createSurveyService()
  await capture(service, [
    ...['ann', 'bob', 'eve', 'joe'].map(distinct_id => ({
      event: 'survey shown',
      distinct_id,
      timestamp: at(1),
      properties: { $survey_id: 's' },
    })),
    sent('ann', { nps: 10, like: ['Price', 'the colour'], why: null }, { $set: { plan: 'pro' } }),
    sent('bob', { nps: 2, why: 'Too slow' }, { timestamp: at(2), $survey_language: 'de' }),
    sent('eve', { nps: 9 }, { ...partial, timestamp: at(3) }),
    sent('eve', { nps: 9, like: ['Preis'] }, { ...partial, timestamp: at(4), $survey_language: 'de' }),
  ])
  return service
}

describe('results of a survey (D-588)', () => {
  it('returns totals, funnel and paths of the ways that were taken', async () => {
    const found = await results(await answeredService())
    expect(found).toMatchObject({
      survey_id: 's',
      totals: { shown: 4, dismissed: 0, sent: 3, shown_persons: 4, sent_persons: 3 },
      started: 3,
      completed: 2,
    })
    expect(found.funnel).toEqual([
      { question_id: 'nps', question: 'How likely?', reached: 3, answered: 3, skipped: 0, lost: 0 },
      { question_id: 'like', question: 'What do you like?', reached: 2, answered: 2, skipped: 0, lost: 0 },
      { question_id: 'why', question: 'Why?', reached: 3, answered: 1, skipped: 1, lost: 1 },
    ])
    expect(found.paths).toEqual([
      { question_ids: ['nps', 'like', 'why'], count: 1, completed: 1 },
      { question_ids: ['nps', 'why'], count: 1, completed: 1 },
      { question_ids: ['nps', 'like'], count: 1, completed: 0 },
    ])
    expect(found.languages).toEqual([{ language: 'de', count: 2 }])
  })

  it('returns the numbers of each type of question', async () => {
    const [nps, like, why] = (await results(await answeredService())).questions
    expect(nps).toMatchObject({ type: 'rating', scale: 10, answered: 3, average: 7, median: 9 })
    expect(nps).toHaveProperty('counts.length', 11)
    expect(nps).toHaveProperty('nps', {
      promoters: 2,
      passives: 0,
      detractors: 1,
      score: 33,
      over_time: [
        { date: '2025-09-01', score: 100, count: 1 },
        { date: '2025-09-02', score: -100, count: 1 },
        { date: '2025-09-04', score: 100, count: 1 },
      ],
    })
    expect(like).toMatchObject({
      // A choice in another language counts as that of the base language.
      choices: [
        { choice: 'Price', count: 2, is_open: false },
        { choice: 'Other', count: 1, is_open: true },
        { choice: 'Speed', count: 0, is_open: false },
      ],
      open_texts: [{ text: 'the colour', response_id: 'ann', at: '2025-09-01T10:00:00.000Z' }],
    })
    expect(why).toMatchObject({
      answered: 1,
      skipped: 1,
      texts: [{ text: 'Too slow', response_id: 'bob', at: '2025-09-02T10:00:00.000Z' }],
    })
  })

  it('dates the score in the time zone of the project, by week when it spans more than 90 days', async () => {
    const service = createSurveyService(QUESTIONS, 'Asia/Tokyo')
    await capture(service, [sent('a', { nps: 9 }, { timestamp: at(1, '20:00:00') })])
    const overTime = async () => {
      const [nps] = (await results(service)).questions
      return nps?.type === 'rating' ? nps.nps?.over_time : undefined
    }
    expect(await overTime()).toEqual([{ date: '2025-09-02', score: 100, count: 1 }])
    await capture(service, [
      sent('b', { nps: 0 }, { timestamp: at(4) }),
      sent('c', { nps: 0 }, { timestamp: '2025-05-01T10:00:00Z' }),
    ])
    expect(await overTime()).toEqual([
      { date: '2025-04-28', score: -100, count: 1 },
      { date: '2025-09-01', score: 0, count: 2 },
    ])
  })

  it('reads answers by index and without a list of questions, as other clients send them', async () => {
    const service = createSurveyService()
    const properties = { $survey_id: 's', $survey_response: '9', $survey_response_2: 'fine' }
    await capture(service, [{ event: 'survey sent', distinct_id: 'u', properties }])
    const { funnel, completed, paths } = await results(service)
    expect(completed).toBe(1)
    expect(paths).toEqual([{ question_ids: ['nps', 'like', 'why'], count: 1, completed: 1 }])
    expect(funnel.map(({ answered, skipped }) => [answered, skipped])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ])
  })

  it('keeps answers that branching no longer leads to, and ignores values outside of the scale', async () => {
    const service = createSurveyService()
    await capture(service, [
      sent('a', { nps: 1, like: ['Speed'], why: 'x' }),
      sent('b', { nps: 11, like: ['Speed'], why: 'x' }),
    ])
    const { paths, questions } = await results(service)
    expect(paths.map(({ question_ids }) => question_ids)).toEqual([
      ['nps', 'why', 'like'],
      ['nps', 'like', 'why'],
    ])
    expect(questions[0]).toMatchObject({ answered: 2, average: 1, nps: { detractors: 1, promoters: 0 } })
  })

  it('filters by date, language, completion, path and person property', async () => {
    const service = await answeredService()
    const started = async (query: string) => (await results(service, query)).started
    expect(await started('?date_from=2025-09-02T00:00:00Z')).toBe(2)
    expect(await started('?date_to=2025-09-02T00:00:00Z')).toBe(1)
    expect(await started('?language=de')).toBe(2)
    expect(await started('?completion=partial')).toBe(1)
    expect(await started('?completion=completed')).toBe(2)
    expect(await started('?path=nps,why')).toBe(1)
    expect(await started('?person_property=plan%3Dpro')).toBe(1)
    expect(await started('?person_property=plan%3Dfree')).toBe(0)
    expect(await started('?person_property=__proto__%3Dx')).toBe(0)
    // The totals are those of the statistics, which have dates alone.
    expect((await results(service, '?completion=partial')).totals.sent).toBe(3)
  })

  it('tells properties of persons to keys with person:read alone (5, D-734)', async () => {
    const service = createTestService({
      surveys: [{ id: 's', name: 'NPS', questions: QUESTIONS }],
      persons: [{ distinct_ids: ['a'], properties: { email: 'ann@example.com' } }],
      personalKeys: [
        { key: 'phx_demo', scopes: ['survey:read'] },
        { key: 'phx_both', scopes: ['survey:read', 'person:read'] },
      ],
    })
    await capture(service, [sent('a', { nps: 9 })])
    const get = async (path: string, key: string) => {
      const response = await fetchManagement(
        service,
        'GET',
        `/api/projects/1/surveys/s/${path}`,
        undefined,
        key,
      )
      return { status: response.status, text: await response.text() }
    }
    for (const path of ['responses', 'responses?format=csv', 'results']) {
      const { status, text } = await get(path, 'phx_demo')
      expect([path, status, text.includes('ann@example.com')]).toEqual([path, 200, false])
    }
    expect((await get('responses', 'phx_both')).text).toContain('ann@example.com')
    for (const path of ['responses', 'responses?format=csv&', 'results']) {
      const filtered = `${path}${path.includes('?') ? '' : '?'}person_property=email%3Dann@example.com`
      const statuses = [await get(filtered, 'phx_demo'), await get(filtered, 'phx_both')]
      expect([path, ...statuses.map(({ status }) => status)]).toEqual([path, 403, 200])
    }
  })

  it('refuses an unknown survey, and filters that cannot be read', async () => {
    const service = await answeredService()
    expect((await callConsole(service, 'surveys/other/results')).status).toBe(404)
    expect((await callConsole(service, 'surveys/other/responses')).status).toBe(404)
    for (const query of ['completion=maybe', 'person_property=plan', 'date_from=yesterday'])
      expect([query, (await callConsole(service, `surveys/s/results?${query}`)).status]).toEqual([query, 400])
  })

  it('returns a survey without questions or answers as empty', async () => {
    expect(await results(createSurveyService([]))).toEqual({
      survey_id: 's',
      totals: { shown: 0, dismissed: 0, sent: 0, shown_persons: 0, sent_persons: 0 },
      started: 0,
      completed: 0,
      funnel: [],
      paths: [],
      languages: [],
      questions: [],
    })
    const [nps, like] = (await results(createSurveyService())).questions
    expect(nps).toMatchObject({ average: null, median: null, nps: { score: null, over_time: [] } })
    expect(like).toHaveProperty('choices.length', 3)
  })

  const kind = fc.constantFrom('shown', 'dismissed', 'sent', 'sent')
  const events = fc.array(
    fc.record({
      kind,
      person: fc.integer({ min: 0, max: 4 }),
      submission: fc.integer({ min: 0, max: 6 }),
      day: fc.integer({ min: 1, max: 9 }),
      isCompleted: fc.boolean(),
      score: fc.integer({ min: 0, max: 10 }),
    }),
    { maxLength: 30 },
  )

  it('has the totals of the statistics, and numbers that add up, whatever the events', async () => {
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 9 }), async (all, day) => {
        const service = createSurveyService()
        await capture(
          service,
          all.map(({ kind, person, submission, day, isCompleted, score }) => ({
            event: `survey ${kind}`,
            distinct_id: `p${person}`,
            timestamp: at(day),
            properties: {
              ...sent(`${submission}`, { nps: score }).properties,
              $survey_completed: isCompleted,
            },
          })),
        )
        for (const query of ['', `?date_from=${at(day)}`, `?date_to=${at(day)}`]) {
          const { totals, started, funnel, paths, questions } = await results(service, query)
          const { stats } = (await callConsole(service, `surveys/s/stats${query}`)).body
          expect(totals).toEqual({
            shown: stats['survey shown'].total_count,
            dismissed: stats['survey dismissed'].total_count,
            sent: stats['survey sent'].total_count,
            shown_persons: stats['survey shown'].unique_persons,
            sent_persons: stats['survey sent'].unique_persons,
          })
          expect(started).toBe(totals.sent)
          expect(funnel[0]).toMatchObject({ reached: started, answered: started })
          expect(paths.reduce((sum, { count }) => sum + count, 0)).toBe(started)
          const [nps] = questions
          expect(nps?.type === 'rating' && nps.counts.reduce((sum, { count }) => sum + count, 0)).toBe(
            started,
          )
          expect(await responses(service, query)).toHaveLength(started)
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('results of hostile surveys and answers (R50)', () => {
  it('list 100 values of a scale that has more (D-729)', async () => {
    const rating: Question = {
      id: 'nps',
      type: 'rating',
      display: 'number',
      scale: 1_000_000,
      question: 'How?',
    }
    const service = createSurveyService([rating])
    await capture(service, [sent('a', { nps: 100 }), sent('b', { nps: 101 }), sent('c', { nps: 0 })])
    const [question] = (await results(service)).questions
    expect(question).toMatchObject({ answered: 3, average: 100 })
    expect(question?.type === 'rating' && question.counts.length).toBe(100)
  })

  it.each<[string, object, object[]]>([
    ['no choices', {}, [{ choice: 'a', count: 1, is_open: false }]],
    ['null for choices', { choices: null }, [{ choice: 'a', count: 1, is_open: false }]],
    [
      'an open choice and no choices',
      { hasOpenChoice: true, branching: { type: 'response_based', responseValues: { '-1': 'end' } } },
      [{ choice: 'a', count: 1, is_open: false }],
    ],
    [
      'choices of other types',
      { choices: [1, { a: 1 }, 'a'] },
      [
        { choice: 'a', count: 1, is_open: false },
        { choice: '1', count: 0, is_open: false },
        { choice: '', count: 0, is_open: false },
      ],
    ],
    [
      'translated choices that are no list',
      { choices: ['a'], translations: { de: { choices: 5 } } },
      [{ choice: 'a', count: 1, is_open: false }],
    ],
    [
      'translations that are no object',
      { choices: ['a'], translations: 'de' },
      [{ choice: 'a', count: 1, is_open: false }],
    ],
  ])('are read of a question that was stored with %s (2.4, D-752)', async (_, fields, choices) => {
    const service = createTestService()
    const questions = [
      { type: 'single_choice', question: 'Which?', ...fields },
      { type: 'open', question: 'Why?' },
    ]
    const survey = { name: 's', type: 'popover', questions }
    const made = await fetchManagement(service, 'POST', '/api/projects/1/surveys/', survey)
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }
    const event = sent('ann', {}, { $survey_id: id, $survey_response: 'a', $survey_language: 'de' })
    await capture(service, [{ ...event, properties: { ...event.properties, $survey_questions: undefined } }])
    const { body } = await callConsole(service, `surveys/${id}/results`)
    expect(body.questions[0]).toMatchObject({ answered: 1, choices })
    expect(body.funnel).toMatchObject([{ answered: 1 }, { reached: 1 }])
    const [page] = await readAllPages<SurveyResponse>(service, `surveys/${id}/responses`)
    expect(page).toMatchObject([{ answers: [{ question: 'Which?', answer: 'a' }] }])
    const csv = await fetchManagement(service, 'GET', `/api/projects/1/surveys/${id}/responses?format=csv`)
    expect(await csv.text()).toContain('"a"')
  })

  it.each<[string, object[], object]>([
    ['of an unknown type', [{ id: 'why', type: 'matrix', question: 'Why?' }], { question: 'Why?' }],
    ['without type and text', [{ id: 'why' }], { question: '' }],
    ['that is null', [null as never], { question_id: '0', question: '' }],
    ['with a number for an id', [{ id: 5, type: 'open', question: 7 }], { question_id: '5', question: '7' }],
  ])('are read of a question %s, in a row of another version (D-753)', async (_, questions, expected) => {
    const service = createSurveyService(questions as never)
    const properties = { $survey_id: 's', $survey_questions: undefined, $survey_response: 'because' }
    await capture(service, [sent('ann', {}, properties)])
    expect((await results(service)).questions).toMatchObject([
      { type: 'open', answered: 1, texts: [{ text: 'because' }], ...expected },
    ])
    const { body } = await callConsole(service, 'surveys/s/responses')
    expect(body.results).toMatchObject([{ answers: [{ answer: 'because' }] }])
    const csv = await fetchManagement(service, 'GET', '/api/projects/1/surveys/s/responses?format=csv')
    expect(await csv.text()).toContain('"because"')
  })

  it('are read of a survey whose questions are no list (D-753)', async () => {
    const service = createSurveyService({ a: 1 } as never)
    await capture(service, [sent('ann', {}, { $survey_id: 's' })])
    expect(await results(service)).toMatchObject({ started: 1, questions: [] })
  })

  it('have the beginning of long answers, which the responses have in full (D-727)', async () => {
    const service = createSurveyService()
    const answer = 'y'.repeat(100_000)
    await capture(service, [sent('a', { like: [answer], why: answer }, { $survey_language: answer })])
    const body = await results(service)
    expect(body.languages).toEqual([])
    expect(JSON.stringify(body).length).toBeLessThan(15_000)
    expect(body.questions).toMatchObject([
      {},
      { open_texts: [{ text: 'y'.repeat(5000) }] },
      { texts: [{ text: 'y'.repeat(5000) }] },
    ])
    const { body: responses } = await callConsole(service, 'surveys/s/responses')
    expect(responses.results[0].answers).toMatchObject([{ answer: [answer] }, { answer }])
  })

  it.each([
    ['responses', 'surveys/s/responses'],
    ['CSV', 'surveys/s/responses?format=csv'],
    ['results', 'surveys/s/results'],
    ['events', 'events'],
    ['events of a search', 'events?search=ann'],
  ])('parse the long properties of an event once for %s (D-746)', async (_, path) => {
    const service = createSurveyService()
    const answer = 'y'.repeat(20_000)
    await capture(service, [sent('ann', { why: answer }), sent('anne', { why: answer })])
    const parse = vi.spyOn(JSON, 'parse')
    const response = await fetchManagement(service, 'GET', `/api/projects/1/${path}`)
    const body = await response.text()
    const parsed = parse.mock.calls.filter(([text]) => text.includes(answer))
    parse.mockRestore()
    expect(body).toContain('yyy')
    expect(parsed).toHaveLength(2)
  })

  it('are read once for the CSV of many responses of one time (D-725)', async () => {
    const store = createMemoryStore()
    const read = new Map<string, number>()
    const observed: Store = {
      ...store,
      find: (table, query) => {
        if (table === 'surveyEvents') expect(query.limit).toBeLessThanOrEqual(200)
        return store.find(table, query)
      },
      async *pages(table, query) {
        for await (const page of store.pages(table, query)) {
          expect(page.length).toBeLessThanOrEqual(200)
          read.set(table, (read.get(table) ?? 0) + page.length)
          yield page
        }
      },
    }
    const service = createTestService({ store: observed, surveys: [{ id: 's', questions: QUESTIONS }] })
    const responses = Array.from({ length: 1500 }, (_, i) => sent(`${i}`, { why: 'because' }))
    await capture(service, responses)
    read.clear()
    const csv = await fetchManagement(service, 'GET', '/api/projects/1/surveys/s/responses?format=csv')
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(1501)
    expect(read.get('surveyEvents')).toBe(1500)
    const listed = await readAllPages<SurveyResponse>(service, 'surveys/s/responses?limit=200')
    expect(new Set(listed.flat().map(({ id }) => id)).size).toBe(1500)
  })
})

describe('reading the events of a survey (D-587)', () => {
  /** A store that counts the events that are read, by key and by query. */
  function observedStore() {
    const store = createMemoryStore()
    const read = { byKey: 0, byQuery: 0 }
    const observed: Store = {
      ...store,
      getPages: (table, keys) => {
        if (table === 'events') read.byKey += keys.length
        return store.getPages(table, keys)
      },
      async *pages(table, query) {
        for await (const page of store.pages(table, query)) {
          if (table === 'events') read.byQuery += page.length
          yield page
        }
      },
      find: async (table, query) => {
        const found = await store.find(table, query)
        if (table === 'events') read.byQuery += found.length
        return found
      },
    }
    return { store: observed, read }
  }

  it('reads one event for each submission, whatever else is stored', async () => {
    const { store, read } = observedStore()
    const service = createTestService({ store, surveys: [{ id: 's', questions: QUESTIONS }] })
    const others = Array.from({ length: 1000 }, () => ({ event: 'other', distinct_id: 'u' }))
    await capture(service, [
      ...others,
      sent('a', { nps: 1 }, partial),
      sent('a', { nps: 2 }, { timestamp: at(2) }),
    ])
    await capture(service, [sent('b', { nps: 3 }), ...others])
    await results(service)
    expect(read).toEqual({ byKey: 2, byQuery: 0 })
    await responses(service)
    expect(read).toEqual({ byKey: 4, byQuery: 0 })
  })

  it('finds the event of a row of an earlier version by its submission', async () => {
    const { store } = observedStore()
    const service = createTestService({ store, surveys: [{ id: 's', questions: QUESTIONS }] })
    await capture(service, [
      sent('a', { nps: 1 }, partial),
      sent('a', { nps: 2 }, { timestamp: at(2) }),
      { ...sent('', { nps: 3 }), distinct_id: 'b' },
    ])
    const where = { project_id: 1, survey_id: 's', kind: 'sent' as const }
    await store.transaction(async transaction => {
      for (const { event_uuid, ...row } of await transaction.find('surveyEvents', { where }))
        await transaction.put('surveyEvents', row)
    })
    const found = (await responses(service)).map(({ answers }) => answers[0]!.answer)
    expect(found).toEqual([2, 3])
  })

  it('answers other requests while it reads many', async () => {
    // In memory, where nothing else lets the requests in.
    const store = createMemoryStore()
    const service = createTestService({ store, surveys: [{ id: 's', questions: QUESTIONS }] })
    await capture(
      service,
      Array.from({ length: 450 }, (_, index) => sent(`r${index}`, { nps: 5 })),
    )
    const order: string[] = []
    const reading = results(service).then(() => order.push('results'))
    for (let count = 0; count < 3; count++) {
      await capture(service, [{ event: 'other', distinct_id: 'u' }])
      order.push('captured')
    }
    await reading
    expect(order).toEqual(['captured', 'captured', 'captured', 'results'])
  })
})

describe('responses to a survey (D-589)', () => {
  it('lists one response for each submission, newest first, with its person', async () => {
    const found = await responses(await answeredService())
    expect(found.map(({ id, is_completed }) => [id, is_completed])).toEqual([
      ['eve', false],
      ['bob', true],
      ['ann', true],
    ])
    expect(found[2]).toMatchObject({
      distinct_id: 'ann',
      person_id: expect.any(String),
      person_properties: { plan: 'pro' },
      at: '2025-09-01T10:00:00.000Z',
      language: null,
      url: null,
      answers: [
        { question_id: 'nps', question: 'How likely?', answer: 10 },
        { question_id: 'like', question: 'What do you like?', answer: ['Price', 'the colour'] },
        { question_id: 'why', question: 'Why?', answer: null },
      ],
    })
  })

  it('filters by text and by person, next to the filters of results', async () => {
    const service = await answeredService()
    expect(await ids(service, '?search=SLOW')).toEqual(['bob'])
    expect(await ids(service, '?search=colour&completion=completed')).toEqual(['ann'])
    expect(await ids(service, '?search=colour&completion=partial')).toEqual([])
    const [eve] = await responses(service)
    expect(await ids(service, `?person_id=${eve!.person_id}`)).toEqual(['eve'])
  })

  it('has pages without repeats or gaps while responses arrive, also at equal times', async () => {
    const service = createSurveyService()
    const numbers = Array.from({ length: 300 }, (_, index) => `r${index}`)
    await capture(
      service,
      numbers.map(id => sent(id, { nps: 9 }, { timestamp: at(5) })),
    )
    const seen: string[] = []
    for (let next: string | null = 'surveys/s/responses?limit=120'; next !== null; ) {
      const { body }: { body: { results: SurveyResponse[]; next: string | null } } = await callConsole(
        service,
        next,
      )
      expect(body.results.length).toBeGreaterThan(0)
      seen.push(...body.results.map(({ id }) => id))
      // One arrives at the same time, and one submission moves to the top.
      await capture(service, [
        sent(`new ${seen.length}`, { nps: 1 }, { timestamp: at(5) }),
        sent(seen[0]!, { nps: 2 }, { timestamp: at(6) }),
      ])
      next = body.next
    }
    expect(seen).toEqual(numbers.toReversed())
  })

  it('ends a page whose filter matches nothing, with a next one', async () => {
    // In memory: databases take long to store so many.
    const store = createMemoryStore()
    const service = createTestService({ store, surveys: [{ id: 's', questions: QUESTIONS }] })
    const many = Array.from({ length: 2100 }, (_, index) =>
      sent(`r${index}`, { nps: 9, why: `text ${index}` }),
    )
    await capture(service, many)
    const pages = await readAllPages<SurveyResponse>(service, 'surveys/s/responses?search=text%2042&limit=5')
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toHaveLength(11)
  })

  it('does not fail when events are gone, or have answers of any shape', async () => {
    const service = createTestService({ maxEvents: 2, surveys: [{ id: 's', questions: QUESTIONS }] })
    await capture(service, [
      sent('gone', { nps: 1 }),
      sent('a', { nps: { deep: [] }, like: 'Price', why: ['x', { y: 1 }] }, { timestamp: at(2) }),
      sent('b', { nps: [7], like: [], why: true }, { timestamp: at(3), $survey_questions: [1, null, {}] }),
    ])
    expect(await ids(service, '')).toEqual(['b', 'a'])
    const { totals, started, questions } = await results(service)
    expect([totals.sent, started]).toEqual([3, 2])
    expect(questions[0]).toMatchObject({ answered: 2, nps: { passives: 1 } })
  })
})

describe('responses as CSV (D-590)', () => {
  const csv = async (service: TestService, query = '') => {
    const path = `/api/projects/1/surveys/s/responses?format=csv${query}`
    const response = await fetchManagement(service, 'GET', path)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { response, bytes, text: new TextDecoder().decode(bytes) }
  }

  it('has all responses with a column for each question', async () => {
    const { response, bytes, text } = await csv(await answeredService())
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="responses-s.csv"')
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(text.split('\r\n')).toEqual([
      '"id","time","completed","language","distinct id","url","How likely?","What do you like?","Why?"',
      '"eve","2025-09-04T10:00:00.000Z","false","de","eve","","9","Preis",""',
      '"bob","2025-09-02T10:00:00.000Z","true","de","bob","","2","","Too slow"',
      '"ann","2025-09-01T10:00:00.000Z","true","","ann","","10","Price; the colour",""',
      '',
    ])
  })

  it('makes formulas texts, and quotes what would end a cell', async () => {
    const service = createSurveyService([{ id: 'why', type: 'open', question: '=cmd|" /C calc"!A0' }])
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      'a "quote", a comma\r\nand a line',
      '\u202e=1',
    ]
    await capture(
      service,
      hostile.map((why, index) =>
        sent(`=${index}`, { why }, { timestamp: at(1 + index), $current_url: '=url', distinct_id: '@id' }),
      ),
    )
    const { text } = await csv(service)
    const cells = [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(match => match[1]!.replaceAll('""', '"'))
    expect(cells).toHaveLength(7 * (1 + hostile.length))
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    expect(cells[6]).toBe(`'=cmd|" /C calc"!A0`)
    expect(cells.filter((_, index) => index % 7 === 6).slice(1)).toEqual(
      hostile.toReversed().map(why => (/^[=+\-@\t\r\u202e]/.test(why) ? `'${why}` : why)),
    )
  })

  it('makes formulas texts where a spreadsheet skips blanks or begins a cell in spite of the quotes (D-633)', async () => {
    const service = createSurveyService()
    const separators = [
      ';',
      ' ; ',
      ';;',
      ';\u200b',
      'a;',
      'a\n',
      'a\r\n\u00a0',
      'a\t',
      'a";"',
      ' ',
      '\u00a0',
      '\0',
      '\ufeff',
    ]
    const hostile = separators.flatMap(separator =>
      ['=A1', '+1', '-1', '@A1', '＝A1'].map(text => separator + text),
    )
    await capture(
      service,
      hostile.map((why, index) => sent(`r${index}`, { like: ['Price', why], why }, { $current_url: why })),
    )
    const { text } = await csv(service)
    for (const cell of text.split(/[;\t\r\n]|","/)) expect(cell).not.toMatch(/^["\s\p{C}]*[=+\-@＝]/u)
  })

  it('leaves signs within a text as they are', async () => {
    const service = createSurveyService()
    await capture(service, [sent('ann', { why: 'a = b - c; d, ann@shop.test' })])
    expect((await csv(service)).text).toContain('"a = b - c; d, ann@shop.test"')
  })

  it('has more responses than a page, with the filters of the list', async () => {
    const service = createSurveyService()
    const many = Array.from({ length: 450 }, (_, index) => sent(`r${index}`, { nps: index % 2 }))
    await capture(service, many)
    expect((await csv(service)).text.split('\r\n')).toHaveLength(452)
    expect((await csv(service, '&limit=1&search=1')).text.split('\r\n')).toHaveLength(227)
  })
})
