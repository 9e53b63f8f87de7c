import { changedProperties } from '../flags/personProperties'
import type { PersonRow } from '../store/rows'
import type { Transaction } from '../store/store'
import { moveRespondent } from '../surveys/stats/surveyEvents'
import type { Effect, PersonChange } from './eventEffects'
import { isIllegalId } from './illegalId'
import type { EventWarning } from './normalizeEvent'

/** What persons need besides the store. */
export interface PersonTools {
  projectId: number
  /** ISO 8601. */
  now: string
  uuid: () => string
}

/** The id of the person that owns a distinct id, if any does. */
export async function ownerOf(
  store: Pick<Transaction, 'get'>,
  projectId: number,
  distinctId: string,
): Promise<string | undefined> {
  const row = await store.get('distinctIds', { project_id: projectId, distinct_id: distinctId })
  return row?.person_id
}

/** The person that owns an id, if any does. */
export async function personOf(
  store: Pick<Transaction, 'get'>,
  projectId: number,
  distinctId: string,
): Promise<PersonRow | undefined> {
  const id = await ownerOf(store, projectId, distinctId)
  return id === undefined ? undefined : store.get('persons', { project_id: projectId, id })
}

/** The person that owns an id, made when there is none. */
async function ensurePerson(
  transaction: Transaction,
  tools: PersonTools,
  distinctId: string,
): Promise<PersonRow> {
  const known = await personOf(transaction, tools.projectId, distinctId)
  if (known) return known
  const person: PersonRow = {
    project_id: tools.projectId,
    id: tools.uuid(),
    properties: {},
    is_identified: false,
    main_distinct_id: distinctId,
    created_at: tools.now,
  }
  await transaction.put('persons', person)
  await own(transaction, person, distinctId)
  return person
}

/** Gives an id to a person; what the id did anonymously becomes the person's. */
async function own(transaction: Transaction, person: PersonRow, distinctId: string): Promise<void> {
  const { project_id, id } = person
  await transaction.put('distinctIds', { project_id, distinct_id: distinctId, person_id: id })
  await moveRespondent(transaction, project_id, distinctId, id)
}

/**
 * Applies `$set`, `$set_once` and `$unset`, to a person made for it when there is none. Interface section 6.
 *
 * @param change Undefined: the person is only to be there, as most events have it; one that is known is then not read.
 * @returns The id of the person.
 */
export async function changePerson(
  transaction: Transaction,
  tools: PersonTools,
  distinctId: string,
  change: PersonChange | undefined,
): Promise<string> {
  const owner = change ? undefined : await ownerOf(transaction, tools.projectId, distinctId)
  if (owner !== undefined) return owner
  const person = await ensurePerson(transaction, tools, distinctId)
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
  tools: PersonTools,
  merge: Extract<Effect, { kind: 'merge' }>,
): Promise<EventWarning | undefined> {
  if (isIllegalId(merge.into) || isIllegalId(merge.from)) {
    return { type: 'cannot_merge_with_illegal_distinct_id', detail: `${merge.from} into ${merge.into}` }
  }
  const from = await personOf(transaction, tools.projectId, merge.from)
  const known = await personOf(transaction, tools.projectId, merge.into)
  if (from && known && from.id !== known.id && from.is_identified && !merge.force) {
    return { type: 'cannot_merge_already_identified', detail: `${merge.from} into ${merge.into}` }
  }
  const into = known ?? from ?? (await ensurePerson(transaction, tools, merge.into))
  const loser = from && from.id !== into.id ? from : undefined
  const merged: PersonRow = {
    ...into,
    properties: { ...loser?.properties, ...into.properties },
    is_identified: true,
    main_distinct_id: merge.main,
    created_at: loser && loser.created_at < into.created_at ? loser.created_at : into.created_at,
  }
  await transaction.put('persons', merged)
  if (!known) await own(transaction, merged, merge.into)
  if (!from) await own(transaction, merged, merge.from)
  if (loser) await absorb(transaction, merged, loser)
  await keepHash(transaction, merged, merge.from)
  return undefined
}

/** Everything that the lost person had goes to the one that stays. */
async function absorb(transaction: Transaction, into: PersonRow, loser: PersonRow): Promise<void> {
  const { project_id } = into
  const where = { project_id, person_id: loser.id }
  for (const row of await transaction.find('distinctIds', { where })) {
    await transaction.put('distinctIds', { ...row, person_id: into.id })
  }
  for (const event of await transaction.find('events', { where })) {
    await transaction.put('events', { ...event, person_id: into.id })
  }
  await moveRespondent(transaction, project_id, loser.id, into.id)
  const hash = await transaction.get('hashOverrides', where)
  if (hash) await keepHash(transaction, into, hash.hash_id)
  await transaction.remove('hashOverrides', where)
  await transaction.remove('persons', { project_id, id: loser.id })
}

/** The first id that a person was known by goes on deciding flags with experience continuity. */
async function keepHash(transaction: Transaction, person: PersonRow, hashId: string): Promise<void> {
  await transaction.insert('hashOverrides', {
    project_id: person.project_id,
    person_id: person.id,
    hash_id: hashId,
  })
}
