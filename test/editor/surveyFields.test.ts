import { describe, expect, it } from 'vitest'
import { describeFieldChange, surveyAfterEntry } from '../../src/editor/publish/activity'
import { previewUrl } from '../../src/editor/publish/previewUrl'
import {
  changedFields,
  editorSurvey,
  fieldsChangedBetween,
  withQuestionIds,
} from '../../src/editor/publish/surveyFields'
import { surveyStatus } from '../../src/editor/publish/surveyStatus'
import { createSurvey } from '../interface/surveyApi'
import { createTestService, fetchManagement } from '../server/testService'

const newService = () => createTestService({ personalKeys: [{ key: 'phx_demo' }] })
const read = async (fields: object = {}) => (await createSurvey(newService(), fields)).body

const OPEN = { type: 'open', question: '' }

describe('editorSurvey', () => {
  it('returns fields with a value, and neither computed fields nor those of other people', async () => {
    const survey = editorSurvey(
      await read({ responses_limit: 5, questions: [{ type: 'open', question: 'Why?' }] }),
    )
    expect(survey).toMatchObject({ name: 'NPS', type: 'popover', schedule: 'once', responses_limit: 5 })
    for (const name of ['created_at', 'created_by', 'linked_flag', 'current_iteration', 'conditions'])
      expect(survey).not.toHaveProperty(name)
  })

  it.each([{}, { choices: null }])(
    'returns a list of choices for a question with %j (D-752)',
    async fields => {
      const question = { id: 'a', type: 'single_choice', question: 'Which?', ...fields }
      const survey = editorSurvey(await read({ questions: [question] }))
      expect(survey.questions).toMatchObject([{ choices: [] }])
      expect(changedFields(survey, survey)).toEqual({})
      const after = [{ ...question, choices: ['Red'] }]
      expect(describeFieldChange({ field: 'questions', before: [question], after })).toEqual([
        '"Which?" also offers "Red", which earlier visitors could not choose.',
      ])
    },
  )

  it.each<[unknown, object[]]>([
    [
      [null, 'why'],
      [OPEN, OPEN],
    ],
    [{ a: 1 }, []],
    ['abc', []],
    [5, []],
  ])(
    'returns questions that can be edited for %j in a row of another version (D-753)',
    async (value, questions) => {
      const survey = editorSurvey({ ...(await read()), questions: value })
      expect(survey.questions).toEqual(questions)
      expect(withQuestionIds(survey, () => 'id').questions).toHaveLength(questions.length)
      expect(changedFields(survey, survey)).toEqual({})
      expect(describeFieldChange({ field: 'questions', before: value, after: [] })).not.toEqual([])
    },
  )
})

describe('changedFields', () => {
  it('returns the changed fields alone', async () => {
    const before = editorSurvey(await read({ responses_limit: 5 }))
    expect(changedFields(before, { ...before, name: 'CSAT' })).toEqual({ name: 'CSAT' })
    expect(changedFields(before, before)).toEqual({})
  })

  it('clears a field that the editor has removed, and leaves one that it does not know', async () => {
    const before = editorSurvey(
      await read({ responses_limit: 5, description: 'For us', appearance: { maxWidth: '300px' } }),
    )
    const template = {
      id: 'new',
      name: 'NPS',
      type: 'popover' as const,
      schedule: 'once' as const,
      questions: [],
    }
    expect(changedFields(before, template)).toEqual({ appearance: null, enable_partial_responses: null })
  })

  it('produces a patch that the service accepts, and that changes nothing else', async () => {
    const service = newService()
    const { body } = await createSurvey(service, {
      responses_limit: 5,
      conditions: { url: '/a', unknown: { kept: true } },
      questions: [{ type: 'open', question: 'Why?' }],
    })
    const before = editorSurvey(body)
    const patch = changedFields(before, { ...before, questions: [] })
    const path = `/api/projects/1/surveys/${body.id}`
    expect((await fetchManagement(service, 'PATCH', path, patch)).status).toBe(200)
    const after = await (await fetchManagement(service, 'GET', path)).json()
    expect(after).toMatchObject({ responses_limit: 5, conditions: body.conditions, questions: [] })
    expect(fieldsChangedBetween(body, after)).toEqual(['questions'])
  })
})

describe('withQuestionIds', () => {
  it('gives an id to each question that lacks one', () => {
    const question = { type: 'open' as const, question: 'Why?' }
    const survey = { id: 's', type: 'popover' as const, questions: [question, { ...question, id: 'a' }] }
    const identified = withQuestionIds(survey, () => 'new')
    expect(identified.questions.map(({ id }) => id)).toEqual(['new', 'a'])
    expect(withQuestionIds(identified, () => 'newer')).toBe(identified)
  })
})

describe('surveyStatus', () => {
  const now = Date.parse('2025-06-01T00:00:00Z')
  const [past, future] = ['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z']
  it.each([
    ['draft', { start_date: null, end_date: null, archived: false }],
    ['scheduled', { start_date: future, end_date: null, archived: false }],
    ['running', { start_date: past, end_date: future, archived: false }],
    ['stopped', { start_date: past, end_date: past, archived: false }],
    ['archived', { start_date: past, end_date: null, archived: true }],
  ])('returns %s', (status, survey) => {
    expect(surveyStatus(survey, now)).toBe(status)
  })
  it('returns draft for a survey that was not created yet', () => {
    expect(surveyStatus(null, now)).toBe('draft')
  })
})

describe('previewUrl', () => {
  it('adds the token to the query of the page, in place of an older one', () => {
    expect(previewUrl('https://shop.example/a?b=c&earshot_preview=old#d', '1-f-s')).toBe(
      'https://shop.example/a?b=c&earshot_preview=1-f-s#d',
    )
  })
  it.each(['', 'shop.example', 'javascript:alert(1)', 'file:///a'])('returns nothing for "%s"', page => {
    expect(previewUrl(page, 't')).toBeUndefined()
  })
})

describe('surveyAfterEntry', () => {
  const SURVEYS = '/api/projects/1/surveys/'
  async function log() {
    const service = newService()
    const { body } = await createSurvey(service, { name: 'First', start_date: null })
    const patch = (fields: object) => fetchManagement(service, 'PATCH', SURVEYS + body.id, fields)
    await patch({ name: 'Second', description: 'For us' })
    await patch({ start_date: '2025-10-01T00:00:00Z' })
    await patch({ name: 'Third' })
    const current = await (await fetchManagement(service, 'GET', SURVEYS + body.id)).json()
    const { results } = await (await fetchManagement(service, 'GET', `${SURVEYS}${body.id}/activity`)).json()
    return { current, entries: results }
  }

  it('returns the survey of each entry, and keeps its start', async () => {
    const { current, entries } = await log()
    const versions = entries.map((_: unknown, index: number) => surveyAfterEntry(current, entries, index))
    expect(versions.map((survey: { name: string }) => survey.name)).toEqual([
      'Third',
      'Second',
      'Second',
      'First',
    ])
    expect(versions[3].start_date).toBe(current.start_date)
  })

  it('returns nothing when the log has a gap', async () => {
    const { current, entries } = await log()
    expect(surveyAfterEntry({ ...current, name: 'Changed in silence' }, entries, 2)).toBeUndefined()
  })
})

describe('describeFieldChange', () => {
  it.each([
    ['name', 'a', 'b', ['Name: from a to b.']],
    ['responses_limit', null, 5, ['Limit of responses: from nothing to 5.']],
    ['archived', false, true, ['Archived: from no to yes.']],
    [
      'questions',
      [{ id: 'a', type: 'open', question: 'Why?' }],
      [{ id: 'a', type: 'open', question: 'How?' }],
      ['"Why?" now reads "How?". Earlier answers were given to the earlier text.'],
    ],
    ['questions', null, [], ['Questions: from nothing to [].']],
  ])('says what changed in %s', (field, before, after, sentences) => {
    expect(describeFieldChange({ field, before, after })).toEqual(sentences)
  })
})
