import { describe, expect, it } from 'vitest'
import { findVisitor } from '../../src/console/results/findVisitor'
import { pageConditions } from '../../src/console/results/pageConditions'
import { type VisitorFacts, whyNotShown } from '../../src/console/results/whyNotShown'
import { formatTime } from '../../src/console/ui/format'
import { createService } from '../../src/server'
import type { FlagEvaluation, PersonItem } from '../../src/wire/console'
import type { ReadSurvey } from '../../src/wire/managedSurvey'

const NOW = Date.parse('2026-06-10T12:00:00Z')
const KEYS = {
  linked_flag_key: 'new-cart',
  targeting_flag_key: 'survey-targeting-1',
  internal_targeting_flag_key: 'survey-targeting-1-custom',
  internal_response_sampling_flag_key: 'survey-targeting-1-sampling',
} as const

const flag = (
  value: FlagEvaluation['value'],
  reason = 'condition_match',
  condition_index: number | null = 0,
): FlagEvaluation => ({ value, evaluation: { reason, condition_index, description: '' } })

/** Returns a running survey with all flags. */
const survey = (more: Partial<ReadSurvey> = {}) =>
  ({
    id: 's1',
    type: 'popover',
    schedule: 'once',
    start_date: '2026-06-01T12:00:00Z',
    end_date: null,
    archived: false,
    responses_limit: null,
    iteration_count: null,
    current_iteration: null,
    conditions: null,
    appearance: null,
    targeting_flag: null,
    feature_flag_keys: Object.entries(KEYS).map(([key, value]) => ({ key, value })),
    ...more,
  }) as ReadSurvey

/** Returns a visitor for whom each flag is on, except for those given. */
const visitor = ({ flags = {}, ...more }: Partial<VisitorFacts> = {}): VisitorFacts => ({
  properties: {},
  flags: { ...Object.fromEntries(Object.values(KEYS).map(key => [key, flag(true)])), ...flags },
  answeredAt: undefined,
  responseCount: 0,
  ...more,
})

const problems = (of: ReadSurvey, who = visitor()) => whyNotShown(of, who, NOW).map(({ problem }) => problem)
const at = (iso: string) => formatTime(iso)
const off = (key: string, reason: string, index: number | null = null) => ({
  [key]: flag(false, reason, index),
})

describe('whyNotShown', () => {
  it('returns nothing when the service lets the visitor see the survey', () => {
    expect(problems(survey())).toEqual([])
  })

  it.each<[string, Partial<ReadSurvey>]>([
    ['The survey is archived.', { archived: true }],
    ['The survey is a draft.', { start_date: null }],
    [`The survey starts on ${at('2026-07-01T12:00:00Z')}.`, { start_date: '2026-07-01T12:00:00Z' }],
    [`The survey ended on ${at('2026-06-05T12:00:00Z')}.`, { end_date: '2026-06-05T12:00:00Z' }],
  ])('says: %s', (problem, more) => {
    expect(problems(survey(more))).toEqual([problem])
  })

  it('names the limit of responses when it ended the survey', () => {
    const ended = survey({ end_date: '2026-06-05T12:00:00Z', responses_limit: 1500 })
    expect(problems(ended, visitor({ responseCount: 1500 }))).toEqual([
      `The survey ended on ${at('2026-06-05T12:00:00Z')}: it has 1,500 responses, and its limit is 1,500.`,
    ])
    expect(problems(ended, visitor({ responseCount: 1499 }))).toEqual([
      `The survey ended on ${at('2026-06-05T12:00:00Z')}.`,
    ])
  })

  it('says once that a survey does not run when its flags are switched off with it', () => {
    const { linked_flag_key: _, ...own } = KEYS
    const flags = Object.assign({}, ...Object.values(own).map(key => off(key, 'disabled')))
    expect(problems(survey({ start_date: null }), visitor({ flags }))).toEqual(['The survey is a draft.'])
  })

  it('names the end date to come that switches the flags of a running survey off', () => {
    const end_date = '2026-07-01T12:00:00Z'
    const flags = off(KEYS.internal_targeting_flag_key, 'disabled')
    expect(whyNotShown(survey({ end_date }), visitor({ flags }), NOW)).toEqual([
      {
        problem:
          'The flag of the survey “survey-targeting-1-custom” is off, because the flag is switched off.',
        remedy: `Remove the end date, ${at(end_date)}: a survey with one has its flags switched off.`,
      },
    ])
  })

  it('says how to switch on the targeting flag of a new survey (D-305)', async () => {
    const service = createService({ personalKeys: [{ key: 'phx_demo', scopes: ['*'] }] })
    const headers = { authorization: 'Bearer phx_demo', 'content-type': 'application/json' }
    const ask = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await service.fetch(`/api/projects/1/${path}`, init)).json()
    }
    const { id } = await ask<ReadSurvey>('surveys/', 'POST', {
      name: 'Cart',
      type: 'popover',
      questions: [{ type: 'open', question: 'What is missing?' }],
      targeting_flag_filters: {
        groups: [
          { properties: [{ key: 'blocked', operator: 'is_not_set', value: 'is_not_set', type: 'person' }] },
        ],
      },
      start_date: '2026-06-01T12:00:00Z',
    })
    const failures = async () => {
      const flags = await ask<VisitorFacts['flags']>('feature_flags/evaluation_reasons/?distinct_id=ann')
      const facts = { properties: {}, flags, answeredAt: undefined, responseCount: 0 }
      return whyNotShown(await ask<ReadSurvey>(`surveys/${id}`), facts, NOW)
    }
    expect(await failures()).toEqual([
      {
        problem: expect.stringMatching(/not in the audience.* is off, because the flag is switched off/),
        remedy:
          'Stop and resume the survey from the menu above: a change after its creation switches its flags on.',
      },
    ])
    await ask(`surveys/${id}/`, 'PATCH', { end_date: '2026-06-02T12:00:00Z' })
    await ask(`surveys/${id}/`, 'PATCH', { end_date: null })
    expect(await failures()).toEqual([])
  })

  it('gives the reason of a linked flag that is off', () => {
    const flags = off('new-cart', 'out_of_rollout_bound', 0)
    expect(whyNotShown(survey(), visitor({ flags }), NOW)).toEqual([
      {
        problem:
          'The linked flag “new-cart” is off, because condition 1 applies, and its rollout leaves this id out.',
        remedy: 'Raise its rollout on the page Flags.',
      },
    ])
  })

  it('says that a linked flag was deleted', () => {
    const { 'new-cart': _, ...flags } = visitor().flags
    expect(problems(survey(), { ...visitor(), flags })).toEqual([
      'The linked flag “new-cart” does not exist any more.',
    ])
  })

  it('names the variant of a linked flag and the one that the survey asks for', () => {
    const asks = (linkedFlagVariant: string) => survey({ conditions: { linkedFlagVariant } })
    const who = visitor({ flags: { 'new-cart': flag('control') } })
    expect(problems(asks('test'), who)).toEqual([
      'The linked flag “new-cart” is control for this visitor, and the survey asks for the variant “test”.',
    ])
    expect(problems(asks('control'), who)).toEqual([])
    expect(problems(asks('any'), who)).toEqual([])
  })

  it('names the audience and what the visitor has of it', () => {
    const filters = {
      groups: [
        { properties: [{ key: 'plan', value: 'pro' }], rollout_percentage: 50 },
        { properties: [{ key: 'country', value: ['NZ', 'AU'] }] },
      ],
    }
    const targeting_flag = { filters } as ReadSurvey['targeting_flag']
    const flags = off(KEYS.targeting_flag_key, 'no_condition_match')
    expect(problems(survey({ targeting_flag }), visitor({ flags, properties: { plan: 'free' } }))).toEqual([
      'The visitor is not in the audience: the flag “survey-targeting-1” is off, because no condition applies. ' +
        'The audience: “plan is pro” (50%) or “country is NZ or AU” (100%). The visitor has plan "free", no country.',
    ])
  })

  it('says when the visitor answered, or that they closed the survey', () => {
    const flags = off(KEYS.internal_targeting_flag_key, 'no_condition_match')
    const answered = {
      flags,
      properties: { '$survey_responded/s1': true },
      answeredAt: '2026-06-03T09:00:00Z',
    }
    expect(problems(survey(), visitor(answered))).toEqual([
      `The visitor has answered this survey on ${at('2026-06-03T09:00:00Z')}.`,
    ])
    const closed = {
      '$survey_dismissed/s1': true,
      $survey_last_seen_date: '2026-06-04T09:00:00Z',
    }
    expect(problems(survey(), visitor({ flags, properties: closed }))).toEqual([
      `The visitor has closed this survey. The visitor last saw a survey on ${at('2026-06-04T09:00:00Z')}.`,
    ])
  })

  it('reads the answers of the current iteration alone', () => {
    const flags = off(KEYS.internal_targeting_flag_key, 'no_condition_match')
    const iterated = survey({ iteration_count: 3, current_iteration: 2 })
    expect(problems(iterated, visitor({ flags, properties: { '$survey_responded/s1/2': true } }))).toEqual([
      'The visitor has answered iteration 2 of this survey.',
    ])
    const earlier = { '$survey_responded/s1/1': true, '$survey_responded/s1': true }
    expect(problems(iterated, visitor({ flags, properties: earlier }))).toEqual([
      'The flag of the survey “survey-targeting-1-custom” is off, because no condition applies.',
    ])
    expect(problems(iterated, visitor({ properties: earlier }))).toEqual([])
  })

  it('does not count answers to a survey that shows again', () => {
    const flags = off(KEYS.internal_targeting_flag_key, 'no_condition_match')
    const who = visitor({ flags, properties: { '$survey_responded/s1': true } })
    expect(problems(survey({ schedule: 'always' }), who)).toEqual([])
    const events = { repeatedActivation: true, values: [{ name: 'paid' }] }
    expect(problems(survey({ conditions: { events } }), who)).toEqual([])
  })

  it('says until when the waiting period lasts', () => {
    const flags = off(KEYS.internal_targeting_flag_key, 'no_condition_match')
    const properties = { $survey_last_seen_date: '2026-06-09T12:00:00Z' }
    const waits = survey({ conditions: { seenSurveyWaitPeriodInDays: 7 } })
    expect(whyNotShown(waits, visitor({ flags, properties }), NOW)).toEqual([
      {
        problem: `The visitor saw a survey on ${at('2026-06-09T12:00:00Z')}, and this one waits 7 days after any survey.`,
        remedy: `Wait until ${at('2026-06-16T12:00:00Z')}, or shorten the waiting period in the editor.`,
      },
    ])
  })

  it('says that sampling leaves the visitor out', () => {
    const flags = off(KEYS.internal_response_sampling_flag_key, 'out_of_rollout_bound', 0)
    expect(problems(survey(), visitor({ flags }))[0]).toContain(
      'The sampling of responses leaves this visitor out: the flag “survey-targeting-1-sampling” is off',
    )
  })

  it('returns all failures, the state of the survey first', () => {
    const flags = { ...off('new-cart', 'disabled'), ...off(KEYS.targeting_flag_key, 'no_condition_match') }
    expect(problems(survey({ archived: true }), visitor({ flags })).map(text => text.slice(0, 22))).toEqual([
      'The survey is archived',
      'The linked flag “new-c',
      'The visitor is not in ',
    ])
  })
})

describe('pageConditions', () => {
  it('returns a sentence for each condition that the page decides', () => {
    const conditions = {
      url: '/cart',
      selector: '#pay',
      deviceTypes: ['Desktop', 'Tablet'],
      deviceTypesMatchType: 'exact' as const,
      seenSurveyWaitPeriodInDays: 7,
      events: { values: [{ name: 'paid' }] },
      actions: { values: [{ name: 'clicked help' }] },
      cancelEvents: { values: [{ name: 'left' }] },
    }
    const sentences = pageConditions(survey({ conditions, appearance: { surveyPopupDelaySeconds: 4 } }))
    expect(sentences.slice(0, 7)).toEqual([
      'The URL contains /cart.',
      'An element of the page matches #pay.',
      'The device is Desktop or Tablet.',
      'The session has captured “paid” or “clicked help”.',
      'The session captures no “left” before it opens.',
      'No survey was visible in the browser for 7 days.',
      'The visitor stays for 4 seconds.',
    ])
  })

  it('says who opens a survey that does not open by itself', () => {
    for (const [type, text] of [
      ['api', 'The code of the page'],
      ['widget', 'The visitor opens it'],
      ['external_survey', 'The visitor opens its link'],
    ] as const) {
      expect(pageConditions(survey({ type })).at(-1)).toContain(text)
    }
  })
})

describe('findVisitor', () => {
  const person = (id: string, distinct_ids: string[], email: string): PersonItem => ({
    id,
    distinct_ids,
    properties: { email },
    is_identified: true,
    created_at: '2026-06-01T12:00:00Z',
  })
  const ann = person('1', ['ann', 'ann-phone'], 'Ann@example.com')
  const joann = person('2', ['jo'], 'joann@example.com')

  it('keeps the distinct id that was entered', () => {
    expect(findVisitor([ann, joann], 'ann-phone')).toEqual({ distinctId: 'ann-phone', person: ann })
  })

  it('prefers a whole email address to a part of one', () => {
    expect(findVisitor([joann, ann], 'ann@example.com')).toEqual({ distinctId: 'ann', person: ann })
  })

  it('takes the only match, and none of several', () => {
    expect(findVisitor([joann], 'joan')).toEqual({ distinctId: 'jo', person: joann })
    expect(findVisitor([ann, joann], 'example')).toBeUndefined()
  })

  it('takes a text that nobody has for the distinct id of a visitor without a person', () => {
    expect(findVisitor([], 'anonymous')).toEqual({ distinctId: 'anonymous', person: undefined })
  })
})
