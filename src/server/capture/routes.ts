import { BATCH_PATH, CAPTURE_PATH } from '../../wire/paths'
import { findProjectByToken } from '../http/auth'
import { decodeBody } from '../http/decode/decodeBody'
import { invalidInput, type Reply, unauthenticated } from '../http/reply'
import type { PublicRoute, RequestContext } from '../http/route'
import { isoText } from '../lib/isoDate'
import type { ProjectRow } from '../store/rows'
import { endFullSurveys } from '../surveys/schedule/endSurvey'
import { forgetOldest } from './enforceRetention'
import { momentOf, plausibleClock } from './eventTime'
import { type Ingested, ingestEvent } from './ingestEvent'
import { type EventWarning, type NormalisedEvent, normaliseEvent } from './normalizeEvent'
import { type ReadBatch, readBatch } from './parseBatch'
import { keyFault } from './projectKeyError'
import { batchBody, captureReplyBody, singleEventBody } from './schema'

/** Legacy addresses, and the name of an event that has none there. */
const LEGACY: [path: string, impliedName?: string][] = [
  ['/e/'],
  ['/capture/'],
  ['/track/'],
  ['/engage/', '$identify'],
]

const replies = {
  200: { description: 'Accepted; what section 7 names is not stored.', schema: captureReplyBody },
}

/** Interface section 4.4. */
export const captureRoutes: PublicRoute[] = [
  {
    method: 'POST',
    path: CAPTURE_PATH,
    access: 'public',
    summary: 'Captures one event.',
    body: singleEventBody,
    replies,
    handle: exchange => capture(exchange, false),
  },
  {
    method: 'POST',
    path: BATCH_PATH,
    access: 'public',
    summary: 'Captures many events.',
    body: batchBody,
    replies,
    handle: exchange => capture(exchange, false),
  },
  ...LEGACY.map(
    ([path, impliedName]): PublicRoute => ({
      method: 'POST',
      path,
      access: 'public',
      summary: 'Captures events, as older clients call it.',
      replies,
      isHidden: true,
      isLegacy: true,
      handle: exchange => capture(exchange, true, impliedName),
    }),
  ),
]

async function capture(exchange: RequestContext, guessBase64: boolean, impliedName?: string): Promise<Reply> {
  const { service, query } = exchange
  const json = decodeBody(exchange, { strictCompression: false, guessBase64 })
  const batch = readBatch(json)
  if ('detail' in batch) throw invalidInput(batch.detail, batch.attr, 'invalid_payload')
  const token = tokenOf(batch)
  service.throttle('capture', token)
  const done: Reply = query.get('beacon') === '1' ? { status: 204 } : { status: 200, body: { status: 'Ok' } }

  const now = service.now()
  const project = await findProjectByToken(service, token)
  const context = {
    projectId: project?.id ?? 0,
    now,
    receivedAt: new Date(now).toISOString(),
    queryClock: plausibleClock(query.get('_')),
    sentAt: momentOf(batch.sentAt) === undefined ? undefined : batch.sentAt,
    historicalMigration: batch.historicalMigration,
    impliedName,
    uuid: service.uuid,
  }
  const events = batch.items.map(item => normaliseEvent(item, context))
  const [only] = events
  if (batch.isSingle && only?.kind === 'refused')
    throw invalidInput(only.detail, only.attr, 'invalid_payload')
  if (!project) {
    if (service.options.strictTokens)
      throw unauthenticated('invalid_api_key', 'API key is not valid: unknown')
    return done
  }
  const quota = service.quota(project.id)
  if (!quota.events) await store(exchange, project, events)
  return quota.recordings && done.status === 200
    ? { status: 200, body: { status: 'Ok', quota_limited: ['recordings'] } }
    : done
}

/** @throws HttpError 401 when there is no key, more than one, or one that cannot be. */
function tokenOf(batch: ReadBatch): string {
  const [token, other] = batch.tokens
  if (token === undefined) throw unauthenticated('missing_api_key', 'event submitted without an api_key')
  if (other !== undefined) {
    throw unauthenticated('invalid_api_key', 'batch submitted with inconsistent api_key values')
  }
  const fault = keyFault(token)
  if (fault) throw unauthenticated('invalid_api_key', `API key is not valid: ${fault}`)
  return token
}

async function store(
  exchange: RequestContext,
  project: ProjectRow,
  events: NormalisedEvent[],
): Promise<void> {
  const { service } = exchange
  const now = new Date(service.now()).toISOString()
  const tools = { projectId: project.id, now, uuid: service.uuid }
  const ingested: Ingested[] = []
  await service.store.transaction(async transaction => {
    for (const item of events) {
      const result = item.kind === 'event' ? await ingestEvent(transaction, tools, item.event) : undefined
      if (result) ingested.push(result)
      for (const warning of [...warningsOf(item), ...(result?.warnings ?? [])]) {
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
    const answered = ingested.flatMap(result => result.answeredSurvey ?? [])
    await endFullSurveys(transaction, project.id, [...new Set(answered)], isoText(service.now()))
    await forgetOldest(transaction, project.id, service.maxEvents)
  })
  for (const { stored } of ingested) if (stored) service.emitEvent(stored)
}

function warningsOf(item: NormalisedEvent): EventWarning[] {
  switch (item.kind) {
    case 'event':
      return item.warnings
    case 'dropped':
      return [item.warning]
    case 'refused':
      return [{ type: 'event_refused', detail: item.detail }]
  }
}
