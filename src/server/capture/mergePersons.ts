import { ILLEGAL_IDS } from '../../wire/illegalIds'
import type { PersonRow } from '../store/rows'
import type { Key } from '../store/tables'
import type { CaptureContext } from './captureContext'
import { assignDistinctId, ensurePerson, openPerson } from './ensurePerson'
import type { Effect } from './eventEffects'
import type { EventWarning } from './normalizeEvent'
import type { Draft } from './propertyDrafts'

/**
 * Makes one person of two distinct ids. The properties of the person of `into` win.
 *
 * @returns A warning when the merge is refused. The event is stored in either case.
 */
export async function mergePersons(
  context: CaptureContext,
  merge: Extract<Effect, { kind: 'merge' }>,
): Promise<EventWarning | undefined> {
  const detail = `${merge.from} into ${merge.into}`
  if ([merge.into, merge.from].some(id => ILLEGAL_IDS.test(id.trim())))
    return { type: 'cannot_merge_with_illegal_distinct_id', detail }
  const from = await openPerson(context, merge.from)
  const existing = await openPerson(context, merge.into)
  if (from && existing && from !== existing && from.fields().is_identified && !merge.mergeIdentified)
    return { type: 'cannot_merge_already_identified', detail }

  const into = existing ?? from ?? (await ensurePerson(context, merge.into))
  const source = from !== into ? from : undefined
  const [kept, absorbed] = source ? await bySize(context, into, source) : [into]
  const [{ created_at }, sourceCreatedAt] = [into.fields(), source?.fields().created_at]
  kept.update({
    is_identified: true,
    main_distinct_id: merge.into,
    created_at: sourceCreatedAt !== undefined && sourceCreatedAt < created_at ? sourceCreatedAt : created_at,
  })
  if (absorbed) {
    for (const [name, value] of Object.entries(absorbed.toRow().properties))
      if (absorbed === into || !kept.has(name)) kept.set(name, value)
    context.persons.discard(absorbed.fields().id)
  }
  const person = kept.fields()
  if (from && !existing) await assignDistinctId(context, person, merge.into)
  if (!from) await assignDistinctId(context, person, merge.from)
  const hashId =
    (await findHashId(context, into.fields())) ?? (source && (await findHashId(context, source.fields())))
  if (absorbed) await absorbPerson(context, person, absorbed.fields())
  // The first id that a person was known by: flags with experience continuity are computed from it.
  await putHashId(context, person, hashId ?? merge.from)
  return undefined
}

/** Rows that are counted first of two persons. */
const COUNTED_ROWS = 100

/**
 * Returns two persons, the one with more rows first. Its id stays, so that a row is moved only when its person at least
 * doubles: in a chain of merges the cost of one does not grow. Counting stops soon after all rows of the smaller one, which
 * are moved anyway. See D-406.
 */
async function bySize(
  { transaction }: CaptureContext,
  into: Draft<PersonRow>,
  source: Draft<PersonRow>,
): Promise<[kept: Draft<PersonRow>, absorbed: Draft<PersonRow>]> {
  const countRows = async (person: Draft<PersonRow>, limit: number) => {
    const { project_id, id } = person.fields()
    const query = { where: { project_id, person_id: id }, limit }
    return (await transaction.count('distinctIds', query)) + (await transaction.count('events', query))
  }
  for (let limit = COUNTED_ROWS; ; limit *= 4) {
    const [ofSource, ofInto] = [await countRows(source, limit), await countRows(into, limit)]
    if (Math.min(ofSource, ofInto) < limit) return ofSource > ofInto ? [source, into] : [into, source]
  }
}

/** Moves all rows of `source` to the person that stays, then removes `source`. */
async function absorbPerson(
  context: CaptureContext,
  into: Key<'persons'>,
  source: Key<'persons'>,
): Promise<void> {
  const { transaction, moveRespondent } = context
  const { project_id } = into
  const move = { project_id, from: source.id, to: into.id }
  await transaction.movePerson('distinctIds', move)
  await transaction.movePerson('events', move)
  await moveRespondent(transaction, move)
  await transaction.remove('hashOverrides', { project_id, person_id: source.id })
  await transaction.remove('persons', { project_id, id: source.id })
}

async function putHashId(
  { transaction, newHashIds }: CaptureContext,
  { project_id, id: person_id }: Key<'persons'>,
  hash_id: string,
): Promise<void> {
  const row = { project_id, person_id, hash_id }
  if (!newHashIds.has(person_id)) return transaction.put('hashOverrides', row)
  await transaction[newHashIds.get(person_id) === undefined ? 'add' : 'put']('hashOverrides', row)
  newHashIds.set(person_id, hash_id)
}

async function findHashId(
  { transaction, newHashIds }: CaptureContext,
  { project_id, id }: Key<'persons'>,
): Promise<string | undefined> {
  if (newHashIds.has(id)) return newHashIds.get(id)
  return (await transaction.get('hashOverrides', { project_id, person_id: id }))?.hash_id
}
