import { z } from '@hono/zod-openapi'
import type { Page, PersonItem } from '../../wire/console'
import { PERSONS_PATH } from '../../wire/paths'
import { cursorLink, parseCursorLimit, queryFields } from '../http/paging'
import { notFound, type Reply } from '../http/reply'
import type { ManagementContext } from '../http/requestContext'
import type { ManagementRoute } from '../http/route'
import { anyObject } from '../http/schema'
import { validate } from '../http/validate'
import { ownProperty } from '../lib/values'
import { findPerson } from '../store/findPerson'
import type { PersonRow } from '../store/rows'
import { scanNewest } from '../store/scanNewest'
import type { StoreReader } from '../store/store'
import { deletePerson } from './deletePerson'
import type { PersonsHost } from './host'

const PERSON = `${PERSONS_PATH}:id/`

const listQuery = z.object({
  search: z.string().optional().openapi({ description: 'A distinct id, or a part of an email or a name.' }),
  distinct_id: z.string().min(1).optional().openapi({ description: 'A distinct id of the person.' }),
  email: z.string().min(1).optional().openapi({ description: 'The property `email` of the person.' }),
  limit: z.string().optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .openapi({ description: 'From `next`.' }),
})

/** Strict, because a misspelt name would keep the events behind a 204. */
const deleteQuery = z.strictObject({ delete_events: z.enum(['true', 'false']).optional() })

/** Creates the endpoints of persons. See D-586, D-592. */
export const createPersonRoutes = (host: PersonsHost): ManagementRoute[] => [
  {
    method: 'GET',
    path: PERSONS_PATH,
    access: 'management',
    scope: 'person:read',
    summary: 'Lists persons, newest first.',
    query: listQuery,
    replies: {
      200: {
        description: 'A page of persons.',
        schema: z.looseObject({ results: z.array(anyObject), next: z.string().nullable() }),
      },
    },
    isHidden: true,
    handle: listPersons,
  },
  {
    method: 'GET',
    path: PERSON,
    access: 'management',
    scope: 'person:read',
    summary: 'Retrieves a person.',
    replies: { 200: { description: 'The person.', schema: anyObject } },
    isHidden: true,
    handle: async ({ service, project, params }) => {
      const person = await requirePerson(service.store, project.id, params['id'])
      return { status: 200, body: await serializePerson(service.store, person) }
    },
  },
  {
    method: 'DELETE',
    path: PERSON,
    access: 'management',
    scope: 'person:write',
    summary: 'Deletes a person, on request with all events.',
    query: deleteQuery,
    replies: { 204: { description: 'Deleted.' } },
    isHidden: true,
    handle: async ({ service: { store }, project, params, query }) => {
      const person = { project_id: project.id, id: params['id']!.toLowerCase() }
      if ((await store.position('persons', person)) === undefined) throw notFound()
      const { delete_events } = validate(deleteQuery, queryFields(query))
      await deletePerson({ store, host }, person, { withEvents: delete_events === 'true' })
      return { status: 204 }
    },
  },
]

/** A person whose distinct id is searched comes first. See D-761. */
async function listPersons({ service, project, query, request }: ManagementContext): Promise<Reply> {
  const { store } = service
  const { search, distinct_id, email, cursor } = validate(
    listQuery,
    queryFields(query, ['distinct_id', 'email']),
  )
  const searched = search === undefined ? undefined : await findPerson(store, project.id, search)
  const hasEmail = ({ properties }: PersonRow) =>
    email === undefined || ownProperty(properties, 'email') === email
  const isListed = (person: PersonRow) =>
    hasEmail(person) && (search === undefined || person.id === searched?.id || isNamed(person, search))
  const first = distinct_id === undefined ? searched : await findPerson(store, project.id, distinct_id)
  // One person has the distinct id.
  const { rows, next } =
    distinct_id !== undefined
      ? { rows: [], next: undefined }
      : await scanNewest(service, 'persons', {
          where: { project_id: project.id },
          to: cursor === undefined ? undefined : Number(cursor),
          limit: parseCursorLimit(query),
          matches: ({ id }, whole) => id !== first?.id && isListed(whole()),
        })
  const persons = first && cursor === undefined && isListed(first) ? [first, ...rows] : rows
  const body: Page<PersonItem> = {
    results: await Promise.all(persons.map(person => serializePerson(store, person))),
    next: cursorLink(request.url, next),
  }
  return { status: 200, body }
}

function isNamed({ properties }: PersonRow, search: string): boolean {
  return ['email', 'name'].some(key => {
    const value = ownProperty(properties, key)
    return typeof value === 'string' && value.toLowerCase().includes(search.toLowerCase())
  })
}

/** @throws HttpError 404. */
async function requirePerson(
  store: StoreReader,
  project_id: number,
  id: string | undefined,
): Promise<PersonRow> {
  const person = id && (await store.get('persons', { project_id, id: id.toLowerCase() }))
  if (!person) throw notFound()
  return person
}

const MAX_DISTINCT_IDS = 100

async function serializePerson(store: StoreReader, person: PersonRow): Promise<PersonItem> {
  const { project_id, id, properties, is_identified, created_at, main_distinct_id } = person
  const where = { project_id, person_id: id }
  const rows = await store.find('distinctIds', { where, limit: MAX_DISTINCT_IDS })
  const ids = new Set([main_distinct_id, ...rows.map(row => row.distinct_id)])
  return {
    id,
    distinct_ids: [...ids].slice(0, MAX_DISTINCT_IDS),
    properties,
    is_identified,
    created_at,
  }
}
