import { IDENTIFY } from '../../wire/event'
import { BATCH_PATH, CAPTURE_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { decodeBody } from '../http/decode/decodeBody'
import { invalidInput, type Reply, unauthenticated } from '../http/reply'
import type { RequestContext } from '../http/requestContext'
import type { PublicRoute } from '../http/route'
import { parseQueryClock, parseTimestamp } from './eventTime'
import type { CaptureHost } from './host'
import { type NormalizedEvent, normalizeEvent, type RefusedEvent } from './normalizeEvent'
import { type ParsedBatch, parseBatch } from './parseBatch'
import { projectKeyError } from './projectKeyError'
import { batchBody, captureReplyBody, singleEventBody } from './schema'
import { storeEvents } from './storeEvents'

/** Paths of older clients, with the name of an event that has none. */
const LEGACY_PATHS: [path: string, impliedName?: string][] = [
  ['/e/'],
  ['/capture/'],
  ['/track/'],
  ['/engage/', IDENTIFY],
]

const replies = {
  200: {
    description: 'Accepted. Events that are invalid by section 7 are not stored.',
    schema: captureReplyBody,
  },
}

/** Creates the capture endpoints. Interface section 4.4. */
export const createCaptureRoutes = (host: CaptureHost): PublicRoute[] => [
  {
    method: 'POST',
    path: CAPTURE_PATH,
    access: 'public',
    summary: 'Captures one event.',
    body: singleEventBody,
    replies,
    handle: context => capture(host, context, { guessBase64: false }),
  },
  {
    method: 'POST',
    path: BATCH_PATH,
    access: 'public',
    summary: 'Captures many events.',
    body: batchBody,
    replies,
    handle: context => capture(host, context, { guessBase64: false, requiresBatch: true }),
  },
  ...LEGACY_PATHS.map(
    ([path, impliedName]): PublicRoute => ({
      method: 'POST',
      path,
      access: 'public',
      summary: 'Captures events of older clients.',
      replies,
      isHidden: true,
      isLegacy: true,
      handle: context => capture(host, context, { guessBase64: true, impliedName }),
    }),
  ),
]

/** The differences between the capture endpoints. */
interface CaptureOptions {
  guessBase64: boolean
  /** The name of an event that has none. */
  impliedName?: string
  requiresBatch?: boolean
}

async function capture(
  host: CaptureHost,
  context: RequestContext,
  { guessBase64, impliedName, requiresBatch = false }: CaptureOptions,
): Promise<Reply> {
  const { service, query, request } = context
  service.addressLimits.count('capture', request.ip)
  const json = await decodeBody(context, { strictCompression: false, guessBase64, splitsBatch: true })
  const batch = parseBatch(json, { requiresBatch })
  if ('detail' in batch) throw invalidInput(batch.detail, batch.attr, 'invalid_payload')
  const token = requireToken(batch)
  service.throttle('capture', token)
  const project = await findProjectByToken(service, token)
  const now = service.now()
  const normalizeContext = {
    projectId: project?.id ?? 0,
    now,
    receivedAt: new Date(now).toISOString(),
    queryClock: parseQueryClock(query.get('_')),
    sentAt: parseTimestamp(batch.sentAt),
    historicalMigration: batch.historicalMigration,
    impliedName,
    uuid: service.uuid,
  }
  const normalize = (item: unknown) => normalizeEvent(item, normalizeContext)
  const singleEvent = batch.isSingle ? normalize([...batch.items][0]) : undefined
  if (singleEvent?.kind === 'refused') throw refusal(singleEvent)

  if (!project) {
    if (service.options.strictTokens)
      throw unauthenticated('invalid_api_key', 'API key is not valid: unknown')
    return captureReply(query, {})
  }
  const quota = service.quota(project.id)
  if (quota.events) return captureReply(query, quota)
  const refused = await storeEvents(
    { host, service, projectId: project.id, turn: context.turn },
    batchEvents(batch, singleEvent ? () => singleEvent : normalize),
  )
  if (refused) throw refusal(refused)
  return captureReply(query, quota)
}

const refusal = ({ detail, attr }: RefusedEvent) => invalidInput(detail, attr, 'invalid_payload')

/** Holds one event at a time: those of a large batch take far more memory than its text. */
function* batchEvents(
  { warnings, items }: ParsedBatch,
  normalize: (item: unknown) => NormalizedEvent,
): Generator<NormalizedEvent> {
  for (const warning of warnings) yield { kind: 'request', warning }
  for (const item of items) yield normalize(item)
}

function captureReply(query: URLSearchParams, quota: { recordings?: boolean }): Reply {
  if (query.get('beacon') === '1') return { status: 204 }
  const quotaLimited = quota.recordings ? { quota_limited: ['recordings'] } : {}
  return { status: 200, body: { status: 'Ok', ...quotaLimited } }
}

/**
 * Returns the one project key of a request.
 *
 * @throws HttpError 401 when the key is missing or malformed, or when events have different keys.
 */
function requireToken(batch: ParsedBatch): string {
  const [token, secondToken] = batch.tokens
  if (token === undefined) throw unauthenticated('missing_api_key', 'event submitted without an api_key')
  if (secondToken !== undefined) {
    throw unauthenticated('invalid_api_key', 'batch submitted with inconsistent api_key values')
  }
  const problem = projectKeyError(token)
  if (problem) throw unauthenticated('invalid_api_key', `API key is not valid: ${problem}`)
  return token
}
