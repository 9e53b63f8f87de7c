import { ILLEGAL_IDS } from '../../wire/illegalIds'
import { findPerson } from '../store/findPerson'
import type { PersonRow } from '../store/rows'
import type { CaptureContext } from './captureContext'
import { assignDistinctId, ensurePerson } from './ensurePerson'
import type { Effect } from './eventEffects'
import type { EventWarning } from './normalizeEvent'

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
  const from = await findCurrentPerson(context, merge.from)
  const existing = await findCurrentPerson(context, merge.into)
  if (from && existing && from.id !== existing.id && from.is_identified && !merge.mergeIdentified)
    return { type: 'cannot_merge_already_identified', detail }

  const into = existing ?? from ?? (await ensurePerson(context, merge.into))
  const source = from && from.id !== into.id ? from : undefined
  const [kept, absorbed] = source ? await bySize(context, into, source) : [into]
  const opened = context.persons.open(kept.id, kept)
  const { created_at } = into
  opened.row = {
    ...opened.row,
    is_identified: true,
    main_distinct_id: merge.into,
    created_at: source && source.created_at < created_at ? source.created_at : created_at,
  }
  if (absorbed) {
    for (const [name, value] of context.persons.open(absorbed.id, absorbed).draft.entries())
      if (absorbed === into || !opened.draft.has(name)) opened.draft.set(name, value)
    context.persons.discard(absorbed.id)
  }
  if (!existing) await assignDistinctId(context, opened.row, merge.into)
  if (!from) await assignDistinctId(context, opened.row, merge.from)
  const hashId = (await findHashId(context, into)) ?? (source && (await findHashId(context, source)))
  if (absorbed) await absorbPerson(context, opened.row, absorbed)
  await context.transaction.put('hashOverrides', {
    project_id: context.projectId,
    person_id: kept.id,
    // The first id that a person was known by: flags with experience continuity are computed from it.
    hash_id: hashId ?? merge.from,
  })
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
  into: PersonRow,
  source: PersonRow,
): Promise<[kept: PersonRow, absorbed: PersonRow]> {
  const countRows = async ({ project_id, id }: PersonRow, limit: number) => {
    const query = { where: { project_id, person_id: id }, limit }
    return (await transaction.count('distinctIds', query)) + (await transaction.count('events', query))
  }
  for (let limit = COUNTED_ROWS; ; limit *= 4) {
    const [ofSource, ofInto] = [await countRows(source, limit), await countRows(into, limit)]
    if (Math.min(ofSource, ofInto) < limit) return ofSource > ofInto ? [source, into] : [into, source]
  }
}

/** Returns the person of a distinct id as the batch has changed it so far, except for its properties. */
async function findCurrentPerson(
  context: CaptureContext,
  distinctId: string,
): Promise<PersonRow | undefined> {
  const person = await findPerson(context.transaction, context.projectId, distinctId)
  return person && context.persons.open(person.id, person).row
}

/** Moves all rows of `source` to the person that stays, then removes `source`. */
async function absorbPerson(context: CaptureContext, into: PersonRow, source: PersonRow): Promise<void> {
  const { transaction, moveRespondent } = context
  const { project_id } = into
  const where = { project_id, person_id: source.id }
  for await (const rows of transaction.pages('distinctIds', { where }))
    for (const row of rows) await transaction.put('distinctIds', { ...row, person_id: into.id })
  for await (const events of transaction.pages('events', { where }))
    for (const event of events) await transaction.put('events', { ...event, person_id: into.id })
  await moveRespondent(transaction, project_id, source.id, into.id)
  await transaction.remove('hashOverrides', where)
  await transaction.remove('persons', { project_id, id: source.id })
}

async function findHashId(
  { transaction }: CaptureContext,
  { project_id, id }: PersonRow,
): Promise<string | undefined> {
  return (await transaction.get('hashOverrides', { project_id, person_id: id }))?.hash_id
}
