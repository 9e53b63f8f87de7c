import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../../../src/server/index'
import { createTestService, fetchManagement } from '../../testService'

const everyone = { properties: [], rollout_percentage: 100 }
const allOf = (...properties: object[]) => ({ groups: [{ properties, rollout_percentage: 100 }] })
const needs = (id: number, fields: object = {}) =>
  allOf({ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true, ...fields })
const memberOf = (value: number, operator?: string) => ({ key: 'id', type: 'cohort', value, operator })
const cohort = (id: number, ...values: object[]) => ({ id, filters: { type: 'OR', values } })
const aboutCompany = { aggregation_group_type_index: 0 }
const email = (operator: string, value: unknown) => ({ key: 'email', type: 'person', operator, value })

/** Returns the condition that SDKs receive for the flag `f`. */
async function definitionOf(options: object) {
  const service = createTestService({ groupTypes: ['company'], ...options } as ServiceOptions)
  const response = await fetchManagement(service, 'GET', '/flags/definitions?token=phc_demo')
  const { flags, cohorts } = (await response.json()) as {
    flags: { key: string; active: boolean; filters: { groups: { properties: object[] }[] } }[]
    cohorts: Record<string, object>
  }
  const { active, filters } = flags.find(({ key }) => key === 'f')!
  const [condition, ...others] = filters.groups
  const [filter] = condition?.properties ?? []
  // A cohort that does not exist makes every SDK ask the service.
  const isLeft = others.length === 0 && JSON.stringify(filter)?.includes('"value":-1')
  return { isLeft: active && isLeft === true, cohorts: Object.keys(cohorts) }
}

/** Flags `f` that SDKs of some language or version evaluate differently. */
const LEFT: Record<string, object> = {
  'needs another flag about persons': {
    flags: [
      { id: 1, key: 'g', filters: { groups: [everyone] } },
      { id: 2, key: 'f', filters: needs(1) },
    ],
  },
  'needs a flag about groups': {
    flags: [
      { id: 1, key: 'g', filters: { groups: [everyone], ...aboutCompany } },
      { id: 2, key: 'f', filters: needs(1) },
    ],
  },
  'needs a flag with experience continuity': {
    flags: [
      {
        id: 1,
        key: 'g',
        ensure_experience_continuity: true,
        filters: { groups: [{ rollout_percentage: 50 }] },
      },
      { id: 2, key: 'f', filters: needs(1) },
    ],
  },
  'needs another flag, without an operator': {
    flags: [
      { id: 1, key: 'g', filters: { groups: [everyone] } },
      { id: 2, key: 'f', filters: needs(1, { operator: undefined }) },
    ],
  },
  'has a holdout': {
    flags: [{ key: 'f', filters: { groups: [everyone], holdout: { id: 1, exclusion_percentage: 10 } } }],
  },
  'has a holdout in the older form': {
    flags: [
      {
        key: 'f',
        filters: { groups: [everyone], holdout_groups: [{ rollout_percentage: 10, variant: 'holdout-1' }] },
      },
    ],
  },
  'is about persons, with a condition about groups': {
    flags: [{ key: 'f', filters: { groups: [{ ...everyone, ...aboutCompany }] } }],
  },
  'has rollouts by device': {
    flags: [{ key: 'f', bucketing_identifier: 'device_id', filters: { groups: [everyone] } }],
  },
  'is for those who are not in a cohort': {
    cohorts: [cohort(1, email('exact', 'ann@example.com'))],
    flags: [{ key: 'f', filters: allOf(memberOf(1, 'not_in')) }],
  },
  'is for a cohort of those who are not in another one': {
    cohorts: [cohort(1, email('exact', 'ann@example.com')), cohort(2, memberOf(1, 'not_in'))],
    flags: [{ key: 'f', filters: allOf(memberOf(2)) }],
  },
  'has a pattern': { flags: [{ key: 'f', filters: allOf(email('regex', '^[[:alpha:]]+@example.com$')) }] },
  'has a negated pattern': { flags: [{ key: 'f', filters: allOf(email('not_regex', '^a{,3}$')) }] },
  'is for a cohort with a pattern': {
    cohorts: [cohort(1, email('not_regex', '^true$'))],
    flags: [{ key: 'f', filters: allOf(memberOf(1)) }],
  },
}

const EMAIL_FILTERS_LEFT: Record<string, [operator: string, value: unknown]> = {
  'compares with false': ['exact', 'false'],
  'compares with false as a boolean': ['exact', false],
  'compares with a list of false': ['exact', ['false']],
  'compares with true and false': ['exact', ['true', 'false']],
  'is for those whose property is not false': ['is_not', ['False']],
  'compares with an empty list': ['exact', []],
  'looks for letters beyond ASCII': ['icontains', 'MÜN'],
  'looks for small letters beyond ASCII': ['not_icontains', 'münchen'],
  'looks for letters beyond ASCII at the end': ['ends_with', '@bücher.example'],
}

const EMAIL_FILTERS_LOCAL: Record<string, [operator: string, value: unknown]> = {
  'compares with true': ['exact', ['true']],
  'is for those whose property is not true': ['is_not', true],
  'compares with true and a text': ['exact', ['true', 'false', 'x']],
  'compares with letters beyond ASCII': ['exact', 'MÜN'],
  'looks for a text without case': ['icontains', '@例.jp'],
  'needs a property': ['is_set', 'is_set'],
}

const LOCAL: Record<string, object> = {
  'compares texts': { flags: [{ key: 'f', filters: allOf(email('ends_with', '@example.com')) }] },
  'is for a cohort': {
    cohorts: [cohort(1, email('icontains', '@example.com'))],
    flags: [{ key: 'f', filters: allOf(memberOf(1, 'in')) }],
  },
  'is about groups': { flags: [{ key: 'f', filters: { groups: [everyone], ...aboutCompany } }] },
  'is off, and needs another flag': {
    flags: [
      { id: 1, key: 'g', filters: { groups: [everyone] } },
      { id: 2, key: 'f', active: false, filters: needs(1) },
    ],
  },
}

describe('GET /flags/definitions', () => {
  it.each(Object.entries(LEFT))('leaves to the service a flag that %s (R51, D-755)', async (_, options) => {
    expect((await definitionOf(options)).isLeft).toBe(true)
  })

  it.each(Object.entries(LOCAL))('sends whole a flag that %s (R51, D-755)', async (_, options) => {
    expect((await definitionOf(options)).isLeft).toBe(false)
  })

  it.each(Object.entries(EMAIL_FILTERS_LEFT))(
    'leaves to the service a flag that %s (R51, D-795)',
    async (_, [operator, value]) => {
      const flags = [{ key: 'f', filters: allOf(email(operator, value)) }]
      expect((await definitionOf({ flags })).isLeft).toBe(true)
    },
  )

  it.each(Object.entries(EMAIL_FILTERS_LOCAL))(
    'sends whole a flag that %s (R51, D-795)',
    async (_, [operator, value]) => {
      const flags = [{ key: 'f', filters: allOf(email(operator, value)) }]
      expect((await definitionOf({ flags })).isLeft).toBe(false)
    },
  )

  it('leaves out a cohort of those who are not in another one, and one with a pattern (R51, D-755)', async () => {
    const { cohorts } = await definitionOf({
      cohorts: [
        cohort(1, email('exact', 'ann@example.com')),
        cohort(2, memberOf(1, 'not_in')),
        cohort(3, memberOf(1)),
        cohort(4, email('regex', '^a')),
      ],
      flags: [{ key: 'f', filters: { groups: [everyone] } }],
    })
    expect(cohorts).toEqual(['1', '3'])
  })
})
