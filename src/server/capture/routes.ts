import { BATCH_PATH, CAPTURE_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { decodeBody } from '../http/decode/decodeBody'
import { invalidInput, type Reply, unauthenticated } from '../http/reply'
import type { RequestContext } from '../http/requestContext'
import type { PublicRoute } from '../http/route'
import { formatIsoDate } from '../lib/isoDate'
import type { ServiceContext } from '../serviceContext'
import type { ProjectRow } from '../store/rows'
import { enforceRetention } from './enforceRetention'
import { parseQueryClock, parseTimestamp } from './eventTime'
import type { CaptureHost } from './host'
import { type IngestResult, ingestEvent } from './ingestEvent'
import { type EventWarning, type NormalizedEvent, normalizeEvent } from './normalizeEvent'
import { type ParsedBatch, parseBatch } from './parseBatch'
import { projectKeyError } from './projectKeyError'
import { batchBody, captureReplyBody, singleEventBody } from './schema'

/** Legacy addresses, and the name of an event that has none there. */
const LEGACY_PATHS: [path: string, impliedName?: string][] = [
  ['/e/'],
  ['/capture/'],
  ['/track/'],
  ['/engage/', '$identify'],
]

const replies = {
  200: { description: 'Accepted; what section 7 names is not stored.', schema: captureReplyBody },
}

/** Interface section 4.4. */
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
    handle: context => capture(host, context, { guessBase64: false }),
  },
  ...LEGACY_PATHS.map(
    ([path, impliedName]): PublicRoute => ({
      method: 'POST',
      path,
      access: 'public',
      summary: 'Captures events, as older clients call it.',
      replies,
      isHidden: true,
      isLegacy: true,
      handle: context => capture(host, context, { guessBase64: true, impliedName }),
    }),
  ),
]

async function capture(
  host: CaptureHost,
  context: RequestContext,
  { guessBase64, impliedName }: { guessBase64: boolean; impliedName?: string },
): Promise<Reply> {
  const { service, query } = context
  const json = await decodeBody(context, { strictCompression: false, guessBase64 })
  const batch = parseBatch(json)
  if ('detail' in batch) throw invalidInput(batch.detail, batch.attr, 'invalid_payload')
  const token = requireToken(batch)
  service.throttle('capture', token)
  const accepted: Reply =
    query.get('beacon') === '1' ? { status: 204 } : { status: 200, body: { status: 'Ok' } }

  const now = service.now()
  const project = await findProjectByToken(service, token)
  const normalizeContext = {
    projectId: project?.id ?? 0,
    now,
    receivedAt: new Date(now).toISOString(),
    queryClock: parseQueryClock(query.get('_')),
    sentAt: parseTimestamp(batch.sentAt) === undefined ? undefined : batch.sentAt,
    historicalMigration: batch.historicalMigration,
    impliedName,
    uuid: service.uuid,
  }
  const events = batch.items.map(item => normalizeEvent(item, normalizeContext))
  const [singleEvent] = events
  if (batch.isSingle && singleEvent?.kind === 'refused')
    throw invalidInput(singleEvent.detail, singleEvent.attr, 'invalid_payload')
  if (!project) {
    if (service.options.strictTokens)
      throw unauthenticated('invalid_api_key', 'API key is not valid: unknown')
    return accepted
  }
  const quota = service.quota(project.id)
  if (!quota.events) await storeEvents(host, context.service, project, events)
  return quota.recordings && accepted.status === 200
    ? { status: 200, body: { status: 'Ok', quota_limited: ['recordings'] } }
    : accepted
}

/** @throws HttpError 401 when there is no key, more than one, or one that cannot be. */
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

async function storeEvents(
  host: CaptureHost,
  service: ServiceContext,
  project: ProjectRow,
  events: NormalizedEvent[],
): Promise<void> {
  const now = new Date(service.now()).toISOString()
  const deps = { ...host, projectId: project.id, now, uuid: service.uuid }
  const results: IngestResult[] = []
  await service.store.transaction(async transaction => {
    for (const item of events) {
      const result = item.kind === 'event' ? await ingestEvent(transaction, deps, item.event) : undefined
      if (result) results.push(result)
      for (const warning of [...eventWarnings(item), ...(result?.warnings ?? [])]) {
        const event = item.kind === 'event' ? item.event : undefined
        await transaction.put('warnings', {
          id: service.uuid(),
          project_id: project.id,
          type: warning.type,
          detail: warning.detail,
          distinct_id: event?.distinct_id ?? null,
          event: event?.event ?? null,
          at: now,
        })
      }
    }
    const answeredSurveyIds = results.flatMap(result => result.answeredSurveyId ?? [])
    await host.endFullSurveys(
      transaction,
      project.id,
      [...new Set(answeredSurveyIds)],
      formatIsoDate(service.now()),
    )
    await enforceRetention(transaction, project.id, service.maxEvents)
  })
  for (const { stored } of results) if (stored) service.emitEvent(stored)
}

function eventWarnings(item: NormalizedEvent): EventWarning[] {
  switch (item.kind) {
    case 'event':
      return item.warnings
    case 'dropped':
      return [item.warning]
    case 'refused':
      return [{ type: 'event_refused', detail: item.detail }]
  }
}
