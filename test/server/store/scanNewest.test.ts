import { expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/server/store/memoryStore'
import { scanNewest } from '../../../src/server/store/scanNewest'

/** More rows than a scan tests. */
const ROWS = 2100

async function storeWithPersons() {
  const store = createMemoryStore()
  await store.transaction(async transaction => {
    for (let i = 0; i < ROWS; i++)
      await transaction.put('persons', {
        project_id: 1,
        id: `p${i}`,
        properties: {},
        is_identified: false,
        main_distinct_id: `p${i}`,
        created_at: '2025-10-01T12:00:00.000Z',
      })
  })
  return store
}

it('goes on below a scan from which a row was deleted meanwhile (D-589, D-746)', async () => {
  const store = await storeWithPersons()
  const removals: Promise<boolean>[] = []
  const tested: string[] = []
  let to: number | undefined
  do {
    const { next } = await scanNewest({ store, limitSteps: items => items }, 'persons', {
      where: { project_id: 1 },
      ...(to !== undefined && { to }),
      limit: 10,
      matches: ({ id }) => {
        if (tested.push(id) === 1)
          removals.push(
            store.transaction(transaction => transaction.remove('persons', { project_id: 1, id: 'p1000' })),
          )
        return false
      },
    })
    to = next
  } while (to !== undefined)
  expect(await Promise.all(removals)).toEqual([true])
  expect(tested).toHaveLength(ROWS - 1)
  expect(tested.at(-1)).toBe('p0')
})
