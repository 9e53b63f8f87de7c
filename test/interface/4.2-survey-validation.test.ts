import { describe, expect, it } from 'vitest'
import { createTestService } from '../server/testService'
import { callSurveys, createSurvey } from './surveyApi'

type Case = [fields: object, detail: string, attr: string | null, code?: string]

const itRejects = (cases: [name: string, ...args: Case][]) =>
  it.each(cases.map(([name, ...args]) => [name, args] as const))(
    'rejects %s',
    async (_, [fields, detail, attr, code]) => {
      const { status, body } = await createSurvey(
        createTestService({ flags: { plain: true, shape: 'round' } }),
        fields,
      )
      expect(body).toEqual({ type: 'validation_error', code: code ?? 'invalid_input', detail, attr })
      expect(status).toBe(400)
    },
  )

describe('4.2 the fields of a survey', () => {
  const required = 'This field is required.'
  itRejects([
    ['a missing name', { name: undefined }, required, 'name', 'required'],
    ['a missing type', { type: undefined }, required, 'type', 'required'],
    [
      'a missing name before a missing type',
      { name: undefined, type: undefined },
      required,
      'name',
      'required',
    ],
    ['null as name', { name: null }, 'This field may not be null.', 'name', 'null'],
    ['a blank name', { name: '' }, 'This field may not be blank.', 'name', 'blank'],
    ['a number as name', { name: 7 }, 'Not a valid string.', 'name'],
    [
      'a name of more than 400 characters',
      { name: 'x'.repeat(401) },
      'Ensure this field has no more than 400 characters.',
      'name',
      'max_length',
    ],
    ['an unknown type', { type: 'banner' }, '"banner" is not a valid choice.', 'type', 'invalid_choice'],
    [
      'an unknown interval type',
      { response_sampling_interval_type: 'year' },
      '"year" is not a valid choice.',
      'response_sampling_interval_type',
      'invalid_choice',
    ],
    [
      'text as responses limit',
      { responses_limit: 'many' },
      'A valid integer is required.',
      'responses_limit',
    ],
    [
      'a fraction as responses limit',
      { responses_limit: 1.5 },
      'A valid integer is required.',
      'responses_limit',
    ],
    [
      'a responses limit of more than 32 bits',
      { responses_limit: 2147483648 },
      'Ensure this value is less than or equal to 2147483647.',
      'responses_limit',
      'max_value',
    ],
    [
      'a responses limit above the safe integers',
      { responses_limit: 1e20 },
      'Ensure this value is less than or equal to 2147483647.',
      'responses_limit',
      'max_value',
    ],
    [
      'a responses limit below the safe integers',
      { responses_limit: -1e20 },
      'Ensure this value is greater than or equal to -2147483648.',
      'responses_limit',
      'min_value',
    ],
    ...['0000-01-01T00:00:00+05:00', '9999-12-31T23:59:59-05:00'].map((start_date): [string, ...Case] => [
      `a date without a four-digit year in UTC, ${start_date}`,
      { start_date },
      'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
      'start_date',
    ]),
    ['a number as archived', { archived: 1 }, 'Must be a valid boolean.', 'archived'],
    [
      'text that is not a date as start date',
      { start_date: 'soon' },
      'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
      'start_date',
    ],
    [
      'a day that does not exist as start date',
      { start_date: '2025-02-30T00:00:00Z' },
      'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
      'start_date',
    ],
    [
      'text as iteration dates',
      { iteration_start_dates: 'x' },
      'Expected a list of items but got type "str".',
      'iteration_start_dates',
      'not_a_list',
    ],
  ])
})

describe('4.2 rule 3, questions', () => {
  const question = (fields: object) => ({ questions: [{ type: 'open', question: 'Why?', ...fields }] })
  const rating = { type: 'rating', display: 'number', scale: 5 }
  const choices = { type: 'single_choice', choices: ['a', 'b'] }
  const list = 'Questions must be a list of objects'
  const values = 'Branching responseValues must map answers to a question index or to end'
  const notResponseBased =
    'Question branching type must be one of: next_question, end, specific_question; response_based is for rating and single_choice questions'
  itRejects([
    ['an object as questions', { questions: {} }, list, 'questions'],
    ['text as a question', { questions: ['x'] }, list, 'questions'],
    ['null as a question', { questions: [null] }, list, 'questions'],
    ['a question without text', { questions: [{ type: 'open' }] }, 'Question text is required', 'questions'],
    [
      'an unknown content type of a description',
      question({ descriptionContentType: 'md' }),
      "Question descriptionContentType must be one of ['text', 'html']",
      'questions',
    ],
    [
      'a question without a type',
      question({ type: undefined }),
      'Question type must be one of: open, link, rating, single_choice, multiple_choice',
      'questions',
    ],
    [
      'a question of an unknown type',
      question({ type: 'matrix' }),
      'Question type must be one of: open, link, rating, single_choice, multiple_choice',
      'questions',
    ],
    ...[' JavaScript:alert(1)', 'java\tscript:x', 'data:text/html,x'].map((link): [string, ...Case] => [
      `the link ${JSON.stringify(link)}`,
      question({ type: 'link', link }),
      'Question link must not be a script or data URL',
      'questions',
    ]),
    [
      'text as choices',
      question({ ...choices, choices: 'a' }),
      'Question choices must be a list',
      'questions',
    ],
    [
      'choices of an open question',
      question({ choices: ['a'] }),
      'Question choices is no field of questions of type open',
      'questions',
    ],
    ['text as optional', question({ optional: 'yes' }), 'Question optional must be a boolean', 'questions'],
    [
      'a script URL as link',
      question({ type: 'link', link: 'javascript:alert(1)' }),
      'Question link must not be a script or data URL',
      'questions',
    ],
    [
      'response-based branching of an open question',
      question({ branching: { type: 'response_based', responseValues: {} } }),
      notResponseBased,
      'questions',
    ],
    [
      'response-based branching of a multiple-choice question',
      question({
        ...choices,
        type: 'multiple_choice',
        branching: { type: 'response_based', responseValues: {} },
      }),
      notResponseBased,
      'questions',
    ],
    [
      'an unknown branching type',
      question({ ...choices, branching: { type: 'jump' } }),
      'Question branching type must be one of: next_question, end, specific_question, response_based',
      'questions',
    ],
    [
      'specific-question branching without an index',
      question({ branching: { type: 'specific_question' } }),
      'Branching index must be an integer',
      'questions',
    ],
    [
      'branching to an index after the last question',
      question({ branching: { type: 'specific_question', index: 1 } }),
      'Branching index must be the index of a question',
      'questions',
    ],
    [
      'branching to a negative index',
      question({ branching: { type: 'specific_question', index: -1 } }),
      'Branching index must be the index of a question',
      'questions',
    ],
    [
      'response-based branching to a question that does not exist',
      question({ ...rating, branching: { type: 'response_based', responseValues: { negative: 3 } } }),
      values,
      'questions',
    ],
    [
      'response-based branching to an unknown word',
      question({ ...rating, branching: { type: 'response_based', responseValues: { negative: 'finish' } } }),
      values,
      'questions',
    ],
    [
      'a list as responseValues',
      question({ ...rating, branching: { type: 'response_based', responseValues: [] } }),
      values,
      'questions',
    ],
  ])

  it('accepts questions of each type with each branching type', async () => {
    const common = {
      question: 'Why?',
      description: 'd',
      descriptionContentType: 'html',
      optional: true,
      buttonText: 'Go',
    }
    const questions = [
      { ...common, id: '1', type: 'open', branching: { type: 'next_question' } },
      { ...common, id: '2', type: 'link', link: 'https://a.test/x', branching: { type: 'end' } },
      { ...common, id: '3', type: 'link', link: 'mailto:me@a.test', branching: null },
      {
        ...common,
        id: '4',
        ...rating,
        lowerBoundLabel: 'l',
        upperBoundLabel: 'u',
        branching: { type: 'response_based', responseValues: { negative: 0, positive: 'end' } },
      },
      {
        ...common,
        id: '5',
        ...choices,
        shuffleOptions: true,
        hasOpenChoice: true,
        branching: { type: 'response_based', responseValues: { 0: 5 } },
      },
      {
        ...common,
        id: '6',
        ...choices,
        type: 'multiple_choice',
        branching: { type: 'specific_question', index: 0 },
      },
    ]
    const { status, body } = await createSurvey(createTestService(), { questions })
    expect(status).toBe(201)
    expect(body.questions).toEqual(questions)
  })
})

describe('4.2 the survey as a whole', () => {
  const targeting = (group: object) => ({ targeting_flag_filters: { groups: [group] } })
  const everyone =
    'Invalid operation: User targeting rolls out to everyone. If you want to roll out to everyone, delete this targeting'
  itRejects([
    [
      'a linked flag that does not exist',
      { linked_flag_id: 99 },
      'Feature Flag with this ID does not exist',
      'linked_flag_id',
    ],
    [
      'a targeting flag that does not exist',
      { targeting_flag_id: 99 },
      'Feature Flag with this ID does not exist',
      'targeting_flag_id',
    ],
    [
      'a linked variant without a linked flag',
      { conditions: { linkedFlagVariant: 'a' } },
      'linkedFlagVariant can only be used when a linked_flag_id is specified',
      'conditions',
    ],
    [
      'a linked variant that the flag does not have',
      { linked_flag_id: 2, conditions: { linkedFlagVariant: 'x' } },
      "Feature flag variant 'x' does not exist. Available variants: round",
      'conditions',
    ],
    [
      'targeting of everyone',
      targeting({ properties: [], rollout_percentage: 100 }),
      everyone,
      'targeting_flag_filters',
    ],
    ['targeting of everyone by an empty condition', targeting({}), everyone, 'targeting_flag_filters'],
    [
      'shuffled questions with branching',
      {
        appearance: { shuffleQuestions: true },
        questions: [{ type: 'open', question: 'a', branching: { type: 'end' } }],
      },
      'Question shuffling and question branching cannot be used together. Please disable one of these features.',
      'questions',
    ],
    [
      'an external survey with a linked flag',
      { type: 'external_survey', linked_flag_id: 1 },
      'linked_flag_id is not allowed for external surveys',
      'linked_flag_id',
    ],
    [
      'an external survey with conditions',
      { type: 'external_survey', conditions: { url: 'x', events: { values: [{ name: 'a' }] } } },
      'The following condition fields are not allowed for external surveys: url, events',
      'conditions',
    ],
    [
      'an external survey with a delay',
      { type: 'external_survey', appearance: { surveyPopupDelaySeconds: 3 } },
      'surveyPopupDelaySeconds is not allowed for external surveys',
      'appearance',
    ],
  ])

  it('rejects the name of another survey of the project', async () => {
    const service = createTestService()
    const { body: first } = await createSurvey(service)
    expect((await createSurvey(service)).body).toMatchObject({
      code: 'unique',
      detail: 'There is already a survey with this name.',
    })
    const { body: second } = await createSurvey(service, { name: 'other' })
    const renamed = await callSurveys(service, 'PATCH', second.id, { name: 'NPS' })
    expect(renamed.body).toMatchObject({
      code: 'unique',
      detail: 'There is already another survey with this name.',
    })
    expect((await callSurveys(service, 'PATCH', first.id, { name: 'NPS' })).status).toBe(200)
    expect((await callSurveys(service, 'PATCH', second.id, { description: 'x' })).status).toBe(200)
  })

  it('rejects fewer iterations than have begun', async () => {
    const service = createTestService()
    const { body } = await createSurvey(service, {
      iteration_count: 5,
      iteration_frequency_days: 10,
      start_date: '2025-09-01T00:00:00Z',
    })
    const { body: read } = await callSurveys(service, 'GET', body.id)
    expect(read.current_iteration).toBe(4)
    expect((await callSurveys(service, 'PATCH', body.id, { iteration_count: 2 })).body).toMatchObject({
      detail: 'Cannot change survey recurrence to 2, should be at least 4',
    })
  })

  it('stores no survey, flag or activity when it rejects a request', async () => {
    const service = createTestService()
    await createSurvey(service, { linked_flag_id: 99 })
    await createSurvey(service, { questions: [1] })
    expect(await service.state.surveys()).toEqual([])
    expect(await service.state.flags()).toEqual([])
    expect((await callSurveys(service, 'GET', 'activity')).body.total_count).toBe(0)
  })
})

describe('4.2 unknown fields of a survey (D-410)', () => {
  const refusal = {
    type: 'validation_error',
    code: 'invalid_input',
    detail: 'A survey has no field of this name.',
  }

  it.each(['start_dat', 'Name', 'toString', ''])('refuses the unknown field "%s", naming it', async field => {
    const service = createTestService()
    const fields = { [field]: '2025-09-01T00:00:00Z' }
    const { body: survey } = await createSurvey(service)
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', survey.id],
      ['POST', `${survey.id}/summarize_responses/`],
    ] as const) {
      const body = method === 'POST' && path === '' ? { name: 'Other', type: 'popover', ...fields } : fields
      const reply = await callSurveys(service, method, path, body)
      expect([path, reply]).toEqual([path, { status: 400, body: { ...refusal, attr: field } }])
    }
    expect((await callSurveys(service, 'GET')).body.results).toHaveLength(1)
  })

  it('accepts a whole survey of each reply that is sent back unchanged', async () => {
    const service = createTestService({ flags: { plain: true } })
    const { body: created } = await createSurvey(service, {
      linked_flag_id: 1,
      translations: { de: { name: 'NPS' } },
      questions: [{ type: 'open', question: 'Why?' }],
    })
    const { body: read } = await callSurveys(service, 'GET', created.id)
    const { body: list } = await callSurveys(service, 'GET')
    for (const survey of [created, read, list.results[0]]) {
      expect((await callSurveys(service, 'PATCH', created.id, survey)).status).toBe(200)
      expect((await callSurveys(service, 'GET', created.id)).body).toEqual(read)
    }
  })
})
