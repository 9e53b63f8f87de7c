import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/server/index'
import { createTestService, fetchFlags } from '../server/testService'

type Flags = NonNullable<ServiceOptions['flags']>

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] }
const withFilter = (filter: object) => ({ groups: [{ properties: [{ value: 'free', ...filter }] }] })
const needs = (id: number, value: boolean) => ({
  groups: [{ properties: [{ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value }] }],
})

/** The cast stands for a seed file, a database or a test that is not typed. */
const createFlags = (flags: unknown) => createTestService({ flags: flags as Flags })

describe('4.3 a flag of a wrong shape', () => {
  it.each<[string, object]>([
    ['a filter with a negation', { filters: withFilter({ key: 'plan', operator: 'exact', negation: true }) }],
    [
      'a filter on no group type',
      { filters: withFilter({ key: 'plan', type: 'group', operator: 'is_not' }) },
    ],
    [
      'a filter on a group type of a negative index',
      { filters: withFilter({ key: 'plan', type: 'group', group_type_index: -1, operator: 'is_not' }) },
    ],
    [
      'a condition about a group type of a negative index',
      { filters: { ...everyone, aggregation_group_type_index: -1 } },
    ],
    ['a rollout above 100', { filters: { groups: [{ properties: [], rollout_percentage: 1000 }] } }],
    ['a rollout below 0', { filters: { groups: [{ properties: [], rollout_percentage: -1 }] } }],
    [
      'a variant above 100',
      { filters: { ...everyone, multivariate: { variants: [{ key: 'a', rollout_percentage: 1000 }] } } },
    ],
    ['a holdout above 100', { filters: { ...everyone, holdout: { id: 1, exclusion_percentage: 1000 } } }],
    ['early access as a text', { filters: { ...everyone, feature_enrollment: 'false' } }],
    ['an early exit as a text', { filters: { ...everyone, early_exit: 'false' } }],
    ['an unknown runtime', { filters: everyone, evaluation_runtime: 'servr' }],
    ['an empty runtime', { filters: everyone, evaluation_runtime: '' }],
  ])('is off and reported for %s (D-493)', async (_, flag) => {
    const { flags, errorsWhileComputingFlags } = await fetchFlags(createFlags({ f: flag, plain: true }))
    expect(flags['f']).toMatchObject({ enabled: false, failed: true })
    expect(flags['plain']).toMatchObject({ enabled: true })
    expect(errorsWhileComputingFlags).toBe(true)
  })

  it.each(['SERVER', 'Client', 'all', null])('is none for the runtime %s', async evaluation_runtime => {
    const service = createFlags({ f: { filters: everyone, evaluation_runtime } })
    expect((await fetchFlags(service)).errorsWhileComputingFlags).toBe(false)
  })

  it('is not taken for off by the flags on it when it needs a flag that does not exist (D-493)', async () => {
    const service = createFlags([
      { key: 'a', id: 1, filters: needs(999, true) },
      { key: 'b', id: 2, filters: needs(1, false) },
      { key: 'c', id: 3, filters: needs(2, false) },
    ])
    const { flags, errorsWhileComputingFlags } = await fetchFlags(service)
    expect(Object.values(flags).map(({ enabled }) => enabled)).toEqual([false, false, false])
    expect(errorsWhileComputingFlags).toBe(true)
  })

  it('is off and reported for a cohort whose group has an operator (D-493)', async () => {
    const isUser = { key: 'distinct_id', type: 'person', value: 'u' }
    const service = createTestService({
      flags: { f: { filters: withFilter({ key: 'id', type: 'cohort', value: 1 }) as never } },
      cohorts: [{ id: 1, filters: { type: 'OR', operator: 'not_in', values: [isUser] } as never }],
    })
    expect((await fetchFlags(service)).flags['f']).toMatchObject({ enabled: false, failed: true })
  })
})
