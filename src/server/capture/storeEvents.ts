import { formatIsoDate } from '../lib/isoDate'
import type { ServiceContext } from '../serviceContext'
import type { StoredEvent } from '../store/rows'
import type { CaptureContext } from './captureContext'
import { enforceRetention } from './enforceRetention'
import type { CaptureHost } from './host'
import { ingestEvent } from './ingestEvent'
import type { EventWarning, NormalizedEvent } from './normalizeEvent'

/** The destination of the events of one request. */
interface StoreEventsDeps {
  host: CaptureHost
  service: ServiceContext
  projectId: number
}

/** Stores the events of one request, with their warnings, in one transaction. Then calls the listeners of the service. */
export async function storeEvents(
  { host, service, projectId }: StoreEventsDeps,
  events: NormalizedEvent[],
): Promise<void> {
  const now = service.now()
  const stored: StoredEvent[] = []
  await service.store.transaction(async transaction => {
    const context: CaptureContext = {
      ...host,
      transaction,
      projectId,
      now: new Date(now).toISOString(),
      uuid: service.uuid,
    }
    const answeredSurveyIds = new Set<string>()
    for (const normalized of events) {
      const event = normalized.kind === 'event' ? normalized.event : undefined
      const result = event ? await ingestEvent(context, event) : {}
      if (result.stored) stored.push(result.stored)
      if (result.answeredSurveyId !== undefined) answeredSurveyIds.add(result.answeredSurveyId)
      for (const warning of [...eventWarnings(normalized), ...(result.warning ? [result.warning] : [])])
        await putWarning(context, warning, event)
    }
    await host.endFullSurveys(transaction, projectId, [...answeredSurveyIds], formatIsoDate(now))
    await enforceRetention(transaction, projectId, service.maxEvents)
  })
  for (const event of stored) service.emitEvent(event)
}

function eventWarnings(normalized: NormalizedEvent): EventWarning[] {
  switch (normalized.kind) {
    case 'event':
      return normalized.warnings
    case 'dropped':
      return [normalized.warning]
    case 'refused':
      return [{ type: 'event_refused', detail: normalized.detail }]
  }
}

async function putWarning(
  { transaction, projectId, now, uuid }: CaptureContext,
  { type, detail }: EventWarning,
  event: StoredEvent | undefined,
): Promise<void> {
  await transaction.put('warnings', {
    id: uuid(),
    project_id: projectId,
    type,
    detail,
    distinct_id: event?.distinct_id ?? null,
    event: event?.event ?? null,
    at: now,
  })
}
