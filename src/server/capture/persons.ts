import { ILLEGAL_IDS } from '../../wire/illegalIds'
import { findPerson, findPersonId } from '../store/findPerson'
import type { PersonRow } from '../store/rows'
import type { Transaction } from '../store/store'
import { changedProperties } from './changedProperties'
import type { Effect, PersonChange } from './eventEffects'
import type { CaptureHost } from './host'
import type { EventWarning } from './normalizeEvent'

/** What persons need besides the store. */
export interface PersonDeps {
  projectId: number
  /** ISO 8601. */
  now: string
  uuid: () => string
  moveRespondent: CaptureHost['moveRespondent']
}

/** The person that owns an id, made when there is none. */
async function ensurePerson(
  transaction: Transaction,
  deps: PersonDeps,
  distinctId: string,
): Promise<PersonRow> {
  const existing = await findPerson(transaction, deps.projectId, distinctId)
  if (existing) return existing
  const person: PersonRow = {
    project_id: deps.projectId,
    id: deps.uuid(),
    properties: {},
    is_identified: false,
    main_distinct_id: distinctId,
    created_at: deps.now,
  }
  await transaction.put('persons', person)
  await assignDistinctId(transaction, deps, person, distinctId)
  return person
}

/** Gives an id to a person; what the id did anonymously becomes the person's. */
async function assignDistinctId(
  transaction: Transaction,
  deps: PersonDeps,
  person: PersonRow,
  distinctId: string,
): Promise<void> {
  const { project_id, id } = person
  await transaction.put('distinctIds', { project_id, distinct_id: distinctId, person_id: id })
  await deps.moveRespondent(transaction, project_id, distinctId, id)
}

/**
 * Applies `$set`, `$set_once` and `$unset`, to a person made for it when there is none. Interface section 6.
 *
 * @param change Undefined: the person is only to be there, as most events have it; one that is known is then not read.
 * @returns The id of the person.
 */
export async function changePerson(
  transaction: Transaction,
  deps: PersonDeps,
  distinctId: string,
  change: PersonChange | undefined,
): Promise<string> {
  const personId = change ? undefined : await findPersonId(transaction, deps.projectId, distinctId)
  if (personId !== undefined) return personId
  const person = await ensurePerson(transaction, deps, distinctId)
  if (change) {
    const properties = changedProperties(person.properties, change)
    await transaction.put('persons', { ...person, properties })
  }
  return person.id
}

/**
 * Makes one person of two ids: their properties together, those of `into` winning.
 *
 * @returns A warning when the merge is refused; the event is kept all the same.
 */
export async function mergePersons(
  transaction: Transaction,
  deps: PersonDeps,
  merge: Extract<Effect, { kind: 'merge' }>,
): Promise<EventWarning | undefined> {
  if ([merge.into, merge.from].some(id => ILLEGAL_IDS.test(id.trim()))) {
    return { type: 'cannot_merge_with_illegal_distinct_id', detail: `${merge.from} into ${merge.into}` }
  }
  const from = await findPerson(transaction, deps.projectId, merge.from)
  const existing = await findPerson(transaction, deps.projectId, merge.into)
  if (from && existing && from.id !== existing.id && from.is_identified && !merge.mergeIdentified) {
    return { type: 'cannot_merge_already_identified', detail: `${merge.from} into ${merge.into}` }
  }
  const into = existing ?? from ?? (await ensurePerson(transaction, deps, merge.into))
  const source = from && from.id !== into.id ? from : undefined
  const merged: PersonRow = {
    ...into,
    properties: { ...source?.properties, ...into.properties },
    is_identified: true,
    main_distinct_id: merge.main,
    created_at: source && source.created_at < into.created_at ? source.created_at : into.created_at,
  }
  await transaction.put('persons', merged)
  if (!existing) await assignDistinctId(transaction, deps, merged, merge.into)
  if (!from) await assignDistinctId(transaction, deps, merged, merge.from)
  if (source) await absorbPerson(transaction, deps, merged, source)
  await insertHashOverride(transaction, merged, merge.from)
  return undefined
}

/** Everything that the lost person had goes to the one that stays. */
async function absorbPerson(
  transaction: Transaction,
  deps: PersonDeps,
  into: PersonRow,
  source: PersonRow,
): Promise<void> {
  const { project_id } = into
  const where = { project_id, person_id: source.id }
  for (const row of await transaction.find('distinctIds', { where })) {
    await transaction.put('distinctIds', { ...row, person_id: into.id })
  }
  for (const event of await transaction.find('events', { where })) {
    await transaction.put('events', { ...event, person_id: into.id })
  }
  await deps.moveRespondent(transaction, project_id, source.id, into.id)
  const hash = await transaction.get('hashOverrides', where)
  if (hash) await insertHashOverride(transaction, into, hash.hash_id)
  await transaction.remove('hashOverrides', where)
  await transaction.remove('persons', { project_id, id: source.id })
}

/** The first id that a person was known by goes on deciding flags with experience continuity. */
async function insertHashOverride(
  transaction: Transaction,
  person: PersonRow,
  hashId: string,
): Promise<void> {
  await transaction.insert('hashOverrides', {
    project_id: person.project_id,
    person_id: person.id,
    hash_id: hashId,
  })
}
