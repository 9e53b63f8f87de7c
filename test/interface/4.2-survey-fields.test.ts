import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestService, fetchFlags } from '../server/testService'
import { returnStores } from '../support/testStore'
import { callSurveys, createSurvey } from './surveyApi'

const integer = fc.integer({ min: -2147483648, max: 2147483647 })
const date = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(value => value.toISOString().replace('.000Z', 'Z'))
const json = fc.jsonValue({ maxDepth: 3 }).filter(value => value !== null)
const text = fc.string({ maxLength: 40 })
const integers = (...fields: string[]) => Object.fromEntries(fields.map(field => [field, integer]))

/** What the interface allows in each field. Ids of flags, which must exist, have tests of their own. */
const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  description: text,
  type: fc.constantFrom('popover', 'widget', 'api'),
  schedule: text,
  conditions: json,
  appearance: json,
  targeting_flag_filters: json,
  response_sampling_daily_limits: json,
  start_date: date,
  end_date: date,
  archived: fc.boolean(),
  ...integers('responses_limit', 'iteration_count', 'iteration_frequency_days', 'current_iteration'),
  iteration_start_dates: fc.array(date, { maxLength: 4 }),
  current_iteration_start_date: date,
  response_sampling_start_date: date,
  response_sampling_interval_type: fc.constantFrom('day', 'week', 'month'),
  ...integers('response_sampling_interval', 'response_sampling_limit'),
  enable_partial_responses: fc.boolean(),
  _create_in_folder: text,
}

const branchings = fc.oneof(
  fc.constant({ type: 'next_question' }),
  fc.constant({ type: 'end' }),
  fc.constant({ type: 'specific_question', index: 0 }),
)
const common = {
  id: fc.string({ minLength: 1, maxLength: 8 }),
  question: text,
  description: text,
  optional: fc.boolean(),
  buttonText: text,
  branching: branchings,
}
const choices = {
  choices: fc.array(json, { maxLength: 3 }),
  shuffleOptions: fc.boolean(),
  hasOpenChoice: fc.boolean(),
}
const question = (type: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record<Record<string, unknown>>(
    { type: fc.constant(type), ...common, ...fields },
    { requiredKeys: ['type', 'id', 'question'] },
  )
const questions = fc.array(
  fc.oneof(
    question('open'),
    question('link', {
      link: fc.constantFrom('', '/relative', 'http://a.test', 'mailto:', 'https://', 'tel:1'),
    }),
    question('rating', {
      display: fc.constantFrom('number', 'emoji'),
      scale: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
      lowerBoundLabel: text,
      upperBoundLabel: text,
    }),
    question('single_choice', choices),
    question('multiple_choice', choices),
  ),
  { maxLength: 4 },
)

describe('2.1 and 2.4 the fields of a survey (R56, R57)', () => {
  it.each([...Object.entries(FIELDS), ['questions', questions] as const])(
    'stores every value of %s that the interface allows, and reads it back unchanged',
    async (field, values) => {
      const service = createTestService({ flags: { on: true } })
      let count = 0
      await fc.assert(
        fc.asyncProperty(values, async value => {
          const written = await createSurvey(service, { name: `Survey ${++count}`, [field]: value })
          expect([written.status, written.body[field]]).toEqual([201, value])
          const patched = await callSurveys(service, 'PATCH', written.body.id, { [field]: value })
          expect([patched.status, patched.body[field]]).toEqual([200, value])
          const read = await callSurveys(service, 'GET', written.body.id)
          if (field in read.body) expect(read.body[field]).toEqual(value)
          expect((await service.fetch('/api/surveys/?token=phc_demo')).status).toBe(200)
          expect((await fetchFlags(service)).flags['on']?.enabled).toBe(true)
        }),
        { numRuns: 20 },
      )
    },
  )

  it.each([...Object.keys(FIELDS), 'questions', 'name', 'remove_targeting_flag'])(
    'takes null for %s, which clears it, unless a survey must have it',
    async field => {
      const service = createTestService()
      const { status, body } = await createSurvey(service, { [field]: null })
      if (['name', 'type'].includes(field))
        return expect([status, body.code, body.attr]).toEqual([400, 'null', field])
      const cleared = { description: '', archived: false, enable_partial_responses: false }
      const expected = field in cleared ? cleared[field as keyof typeof cleared] : null
      expect([status, body[field]]).toEqual([201, expected])
      const filled = { description: 'a', archived: true, enable_partial_responses: true }
      await callSurveys(service, 'PATCH', body.id, filled)
      const patched = await callSurveys(service, 'PATCH', body.id, { [field]: null })
      expect([patched.status, patched.body[field]]).toEqual([200, expected])
    },
  )

  it('takes dates with the nanoseconds of other languages', async () => {
    const { status, body } = await createSurvey(createTestService(), {
      start_date: '2026-01-01T00:00:00.123456789Z',
      end_date: '2026-02-01T00:00:00.1234567+02:00',
    })
    expect([status, body.start_date, body.end_date]).toEqual([
      201,
      '2026-01-01T00:00:00.123Z',
      '2026-01-31T22:00:00.123Z',
    ])
  })

  it('stores any combination of fields, or names the field that it refuses', async () => {
    // No dates are the value of a new survey, so they do not replace computed dates.
    const iteration_start_dates = fc.array(date, { minLength: 1, maxLength: 4 })
    const fields = { ...FIELDS, iteration_start_dates, questions }
    const survey = fc.record<Record<string, unknown>>(fields, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(survey, async fields => {
        const { status, body } = await createSurvey(createTestService(), fields)
        await returnStores()
        if (status === 400) return expect(Object.keys(fields)).toContain(body.attr)
        const written = Object.fromEntries(Object.keys(fields).map(field => [field, body[field]]))
        expect([status, written]).toEqual([201, fields])
      }),
      { numRuns: 60 },
    )
  })

  it('refuses values of the wrong type, naming the field', async () => {
    const typed = [
      'description',
      'start_date',
      'archived',
      'responses_limit',
      'iteration_start_dates',
      'questions',
    ]
    for (const field of [...typed, 'schedule', 'current_iteration', '_create_in_folder'])
      for (const value of [{ a: 1 }, 1.5]) {
        const { status, body } = await createSurvey(createTestService(), { [field]: value })
        expect([field, status, body.attr]).toEqual([field, 400, field])
        await returnStores()
      }
    const { status, body } = await createSurvey(createTestService(), { iteration_start_dates: [null] })
    expect([status, body.attr]).toEqual([400, 'iteration_start_dates__0'])
  })

  it('shows a survey to nobody when its targeting filters have the wrong shape', async () => {
    for (const filters of ['x', 5, [], { groups: 'all' }, { groups: [{ properties: 'x' }] }]) {
      const service = createTestService()
      const { body } = await createSurvey(service, {
        targeting_flag_filters: filters,
        start_date: '2025-09-01T00:00:00Z',
      })
      await callSurveys(service, 'PATCH', body.id, { name: 'active' })
      const { flags } = await fetchFlags(service)
      expect([filters, flags[body.targeting_flag.key]?.enabled]).toEqual([filters, false])
    }
  })

  it('replies no targeting filters after they were removed', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { targeting_flag_filters: { groups: [] } })
    const removed = await callSurveys(service, 'PATCH', body.id, { remove_targeting_flag: true })
    expect([removed.body.targeting_flag_filters, removed.body.targeting_flag]).toEqual([null, null])
  })

  it('ends a survey whose responses limit becomes lower than its responses', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, { start_date: '2025-09-01T00:00:00Z' })
    for (const distinct_id of ['a', 'b'])
      await service.fetch('/i/v0/e/', {
        method: 'POST',
        body: JSON.stringify({
          api_key: 'phc_demo',
          event: 'survey sent',
          distinct_id,
          properties: { $survey_id: body.id },
        }),
      })
    const change = async (responses_limit: number) =>
      (await callSurveys(service, 'PATCH', body.id, { responses_limit })).body
    expect((await change(3)).end_date).toBeNull()
    const ended = await change(1)
    expect([ended.end_date, ended.internal_targeting_flag.active]).toEqual(['2025-10-01T12:00:00Z', false])
  })
})
