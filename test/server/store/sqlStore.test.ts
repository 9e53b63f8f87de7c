import { describe, expect, it } from 'vitest'
import { createSchema, openEmptyStore, openLocklessStore, STORE_KIND } from '../../support/testStore'
import { storeContract } from './storeContract'

const kind = STORE_KIND === 'memory' ? 'sqlite' : STORE_KIND
const openEmpty = openEmptyStore[kind]!

storeContract(kind, openEmpty)
if (kind === 'postgres')
  storeContract('postgres without advisory locks', async () => openLocklessStore(await createSchema()))

describe(`transaction of ${kind}`, () => {
  it('shows nothing to readers before it is committed', async () => {
    const store = await openEmpty()
    const where = { project_id: 1, person_id: 'p' }
    const row = { ...where, distinct_id: 'a' }
    await store.transaction(async transaction => {
      await transaction.put('distinctIds', row)
      expect(await transaction.find('distinctIds', { where })).toEqual([row])
      expect(await store.find('distinctIds', { where })).toEqual([])
    })
    expect(await store.find('distinctIds', { where })).toEqual([row])
  })
})
