import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/server/store/memoryStore'
import { listPublicSurveys } from '../../../src/server/surveys/public/publicSurveys'
import { createTestService } from '../testService'

describe('listPublicSurveys', () => {
  const listed = async () => {
    const store = createMemoryStore()
    const surveys = [
      { id: 'plain', questions: [{ type: 'open' as const, question: 'Why?' }] },
      { id: 'linked', linked_flag_key: 'beta', questions: [] },
    ]
    await createTestService({ store, surveys, flags: { beta: true } }).state.events()
    return { store, list: () => listPublicSurveys(store, 1) }
  }

  it('returns the same values to all requests until a survey changes (R50, D-856)', async () => {
    const { store, list } = await listed()
    const first = await list()
    const second = await list()
    expect(second).toEqual(first)
    for (const [index, survey] of first.entries()) expect(second[index]).toBe(survey)
    const [row] = await store.find('surveys', { where: { project_id: 1, archived: false } })
    await store.transaction(transaction => transaction.put('surveys', { ...row!, name: 'Changed' }))
    const third = await list()
    expect(third.find(({ id }) => id === row!.id)?.name).toBe('Changed')
    expect(third.filter(survey => first.includes(survey))).toHaveLength(1)
  })

  it('returns the new key of a flag (R50, D-856)', async () => {
    const { store, list } = await listed()
    const [row] = await store.find('surveys', { where: { project_id: 1, archived: false } })
    const [flag] = await store.find('flags', { where: { project_id: 1 } })
    await store.transaction(transaction => transaction.put('surveys', { ...row!, linked_flag_id: flag!.id }))
    const keyOf = async () => (await list()).find(({ id }) => id === row!.id)?.linked_flag_key
    expect(await keyOf()).toBe(flag!.key)
    await store.transaction(transaction => transaction.put('flags', { ...flag!, key: 'renamed' }))
    expect(await keyOf()).toBe('renamed')
  })
})
