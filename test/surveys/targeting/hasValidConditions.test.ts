import { describe, expect, it } from 'vitest'
import { survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const events = (...values: unknown[]) => ({ events: { values } })
const steps = (...given: unknown[]) => ({ actions: { values: [{ steps: given }] } })
const filters = (propertyFilters: unknown) => events({ name: 'paid', propertyFilters })

/** Opens a tab with a survey of these fields and returns the surveys that show and the reported ones. */
async function shown(fields: object, run = () => {}) {
  const { host } = await openTab([survey({ id: 'wrong', ...fields }), survey({ id: 'other' })])
  run()
  for (const event of ['paid', 'undefined', '']) host.captureFromPage(event, { plan: 'pro' })
  await new Promise(resolve => setTimeout(resolve, 0))
  const reported = new Set(
    host.errors.map(({ reason, detail }) => `${reason} ${(detail as { id: string }).id}`),
  )
  const first = host.ids()[0]
  host.shown[0]?.session.dismiss()
  return { ids: [first, ...host.ids()].sort(), reported: [...reported] }
}

const WRONG_CONDITIONS: unknown[] = [
  'text',
  5,
  true,
  ['Desktop'],
  [{ url: 'x' }],
  { url: 5 },
  { url: [] },
  { url: ['a'] },
  { url: {} },
  { url: true },
  { selector: ['body'] },
  { selector: {} },
  { selector: 5 },
  { deviceTypes: 'Desktop' },
  { deviceTypes: { 0: 'Desktop' } },
  { deviceTypes: [null] },
  { deviceTypes: [['Desktop']] },
  { deviceTypes: 1 },
  { deviceTypes: true },
  { seenSurveyWaitPeriodInDays: 'seven' },
  { seenSurveyWaitPeriodInDays: {} },
  { seenSurveyWaitPeriodInDays: [7] },
  { linkedFlagVariant: ['a'] },
  { events: 'paid' },
  { events: [{ name: 'paid' }] },
  { events: ['paid'] },
  { events: true },
  { events: 3 },
  { events: { values: 'paid' } },
  { events: { values: { name: 'paid' } } },
  { events: { values: true } },
  { events: { value: [{ name: 'paid' }] } },
  { events: { events: [{ name: 'paid' }], values: null } },
  events('paid'),
  events({}),
  events({ name: '' }),
  events(null),
  events({ event: 'paid' }),
  events({ name: 5 }),
  events(['paid']),
  filters('pro'),
  filters(5),
  filters(true),
  filters([{ key: 'plan' }]),
  filters({ plan: 'pro' }),
  filters({ plan: {} }),
  filters({ plan: { values: null, operator: 'is_not' } }),
  filters({ plan: { operator: 'is_not' } }),
  filters({ plan: { values: [{}], operator: 'is_not' } }),
  filters({ plan: { values: ['x'], operator: ['is_not'] } }),
  { actions: 'paid' },
  { actions: [{ steps: [{ event: 'paid' }] }] },
  { actions: { values: {} } },
  { actions: { values: [{}] } },
  { actions: { steps: [{ event: 'paid' }] } },
  { actions: { values: [null] } },
  { actions: { values: ['paid'] } },
  { actions: { values: [{ steps: { event: 'paid' } }] } },
  steps(),
  steps('paid'),
  steps(null),
  steps({}),
  steps({ name: 'paid' }),
  steps({ url_matching: 'contains' }),
  steps({ selector_regex: 'button' }),
  steps(['paid']),
  steps({ event: ['paid'] }),
  steps({ event: 'paid', url: { path: '/' } }),
  steps({ event: 'paid', properties: { key: 'plan' } }),
  { cancelEvents: 'left' },
  { cancelEvents: [{ name: 'left' }] },
  { cancelEvents: { values: ['left'] } },
  { cancelEvents: { names: ['left'] } },
]

describe('hasValidConditions', () => {
  it.each(WRONG_CONDITIONS)(
    'shows a survey to nobody and reports it when its conditions are %j (R06)',
    async conditions => {
      expect(await shown({ conditions })).toEqual({
        ids: ['other'],
        reported: ['survey_condition_invalid wrong'],
      })
    },
  )

  it.each<object>([
    { feature_flag_keys: 'flag' },
    { feature_flag_keys: ['flag'] },
    { feature_flag_keys: { key: 'a', value: 'b' } },
    { feature_flag_keys: [{ key: 'a', value: ['b'] }] },
    { linked_flag: 'flag' },
    { linked_flag: {} },
    { linked_flag_key: ['flag'] },
    { linked_flag_key: { key: 'flag' } },
    { targeting_flag: ['flag'] },
    { internal_targeting_flag: { id: 5 } },
    { targeting_flag_key: 5 },
  ])('shows a survey to nobody and reports it when its flags are %j (R06)', async fields => {
    expect(await shown(fields)).toEqual({ ids: ['other'], reported: ['survey_condition_invalid wrong'] })
  })

  it.each<unknown>([
    null,
    {},
    [],
    { events: null },
    { events: [] },
    { events: {} },
    { events: { values: null } },
    { events: { values: [] } },
    { actions: { values: [] } },
    { cancelEvents: null },
    { deviceTypes: [] },
    { deviceTypes: [''] },
    { url: '' },
    { seenSurveyWaitPeriodInDays: '7' },
    { seenSurveyWaitPeriodInDays: '' },
    { unknown: { a: 1 } },
    events({ name: 'paid' }),
    events(null, { name: '' }, { name: 'paid' }),
    filters({}),
    filters([]),
    filters(null),
    filters({ plan: { values: 'pro', operator: 'exact' } }),
    filters({ plan: { values: ['pro'] } }),
    steps({ event: 'paid' }),
    steps({ properties: [{ key: 'plan', value: 'pro', operator: 'exact' }] }),
  ])('shows a survey and reports nothing when its conditions are %j', async conditions => {
    expect(await shown({ conditions })).toEqual({ ids: ['other', 'wrong'], reported: [] })
  })
})
