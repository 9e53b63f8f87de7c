import { hashAndMask, personalKeyRow } from '../store/personalKeys'
import type { PersonalKeyRow } from '../store/rows'
import type { Transaction } from '../store/store'
import { newKey } from './newKey'

/** Adds a random personal key. Returns the key, which is known here alone, and its row. */
export async function addPersonalKey(
  transaction: Transaction,
  fields: Pick<PersonalKeyRow, 'label' | 'user_id' | 'scopes' | 'project_ids'>,
): Promise<{ key: string; row: PersonalKeyRow }> {
  const key = newKey('phx_')
  const row = personalKeyRow({ ...hashAndMask(key), ...fields, created_at: new Date().toISOString() })
  await transaction.put('personalKeys', row)
  return { key, row }
}
