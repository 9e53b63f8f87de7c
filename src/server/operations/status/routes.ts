import { z } from '@hono/zod-openapi'
import { VERSION } from '../../../lib/version'
import type { ServiceStatus } from '../../../wire/console'
import { STATUS_PATH } from '../../../wire/paths'
import type { Reply } from '../../http/reply'
import type { ManagementContext } from '../../http/requestContext'
import type { ManagementRoute } from '../../http/route'
import { anyObject } from '../../http/schema'
import type { StoreReader } from '../../store/store'
import { eventsPerMinute } from './eventsPerMinute'
import { groupWarnings } from './groupWarnings'

/** The state of a project: what arrives, what was dropped, and how much is stored. See D-586, D-594. */
export const statusRoute: ManagementRoute = {
  method: 'GET',
  path: STATUS_PATH,
  access: 'management',
  scope: 'project:read',
  summary: 'Returns events per minute, warnings, storage and version.',
  replies: {
    200: {
      description: 'The status.',
      schema: z.looseObject({
        version: z.string(),
        storage: anyObject,
        events_per_minute: z.array(anyObject),
        warnings: z.array(anyObject),
      }),
    },
  },
  isHidden: true,
  handle: getStatus,
}

/** Warnings that are read, of what may be a million. */
const MAX_WARNINGS = 1000

async function getStatus({ service, project }: ManagementContext): Promise<Reply> {
  const { store } = service
  const where = { project_id: project.id }
  const body: ServiceStatus = {
    version: VERSION,
    storage: {
      kind: store.kind ?? 'other',
      bytes: await projectBytes(store, project.id),
      events: await store.count('events', { where }),
      persons: await store.count('persons', { where }),
    },
    events_per_minute: await eventsPerMinute(store, project.id, service.now()),
    warnings: groupWarnings(await store.find('warnings', { where, order: 'newest', limit: MAX_WARNINGS })),
  }
  return { status: 200, body }
}

/** Stores count the bytes of each of these tables, so that nothing is read. */
const COUNTED = [
  'events',
  'persons',
  'distinctIds',
  'groups',
  'warnings',
  'surveyEvents',
  'surveyRespondents',
] as const

async function projectBytes(store: StoreReader, project_id: number): Promise<number> {
  const bytes = await Promise.all(COUNTED.map(table => store.bytes(table, { project_id })))
  return bytes.reduce((sum, ofTable) => sum + ofTable, 0)
}
