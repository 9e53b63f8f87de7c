import {
  ALIAS,
  GROUP_IDENTIFY,
  IDENTIFY,
  SURVEY_DISMISSED,
  SURVEY_SENT,
  SURVEY_SHOWN,
} from '../../wire/event'
import type { Turn } from '../http/createTurns'
import { formatIsoDate } from '../lib/isoDate'
import { yieldToRequests } from '../lib/yieldToRequests'
import type { ServiceContext } from '../serviceContext'
import { approximateBytes } from '../store/approximateBytes'
import type { StoredEvent } from '../store/rows'
import { MAX_STATEMENTS, type Transaction } from '../store/store'
import { announceRows } from './announceRows'
import type { CaptureContext } from './captureContext'
import { enforceRetention } from './enforceRetention'
import { MERGE_DANGEROUSLY } from './eventEffects'
import type { CaptureHost } from './host'
import { ingestEvent } from './ingestEvent'
import type { EventWarning, NormalizedEvent, RefusedEvent } from './normalizeEvent'
import { createPropertyDrafts } from './propertyDrafts'

/** The destination of the events of one request. */
interface StoreEventsDeps {
  host: CaptureHost
  service: ServiceContext
  projectId: number
  turn: Pick<Turn, 'endEarly' | 'pass' | 'sender' | 'store' | 'takeRest'>
}

/** Events of this size together may wait for their transaction while other large requests are read. */
const MAX_WAITING_BYTES = 256 * 1024

/** A transaction stores no more events than this. Other requests are answered between two of them. */
const EVENTS_PER_TRANSACTION = 500

/** A transaction ends after the event that brings it above this size: about 50,000 values. See D-491, D-558. */
const BYTES_PER_TRANSACTION = 1.5 * 1024 * 1024

/** It also ends after the event that brings its work with persons and groups above this size. See D-745. */
const ROW_BYTES_PER_TRANSACTION = 12 * 1024 * 1024

/** A transaction about more persons and groups than this shares a commit with no other. See D-497. */
const MANY_ROWS = 16

/** About how many rows an event takes the time of, beside the person of its distinct id. See D-840. */
const ROWS_OF_EVENTS = new Map([
  [GROUP_IDENTIFY, 1],
  [SURVEY_SHOWN, 1],
  [SURVEY_DISMISSED, 1],
  [SURVEY_SENT, 1],
  [IDENTIFY, 8],
  [ALIAS, 8],
  [MERGE_DANGEROUSLY, 8],
])

/** So many warnings take about the time of a person. See D-853. */
const WARNINGS_PER_ROW = 64

/** A request stores no more warnings than this: a batch may have nothing but invalid events. */
const MAX_WARNINGS = 1000

/** Other requests are answered after so many events without anything to store. */
const DROPPED_PER_TURN = 10_000

/** The state of a request between two of its transactions. */
interface Progress {
  /** How many warnings the request may still store. */
  warningsLeft: number
  /** Whether any of its events is stored, by this request or an earlier one. */
  hasStored: boolean
}

/**
 * Stores the events of one request, with their warnings. Then calls the listeners of the service.
 *
 * A large batch takes several transactions, so that neither its time nor the steps to undo it grow with its length.
 * See D-376.
 *
 * @returns The first refused event when none is stored. See D-808.
 */
export async function storeEvents(
  deps: StoreEventsDeps,
  events: Iterable<NormalizedEvent>,
): Promise<RefusedEvent | undefined> {
  let progress: Progress = { warningsLeft: MAX_WARNINGS, hasStored: false }
  let refused: RefusedEvent | undefined
  let part: NormalizedEvent[] = []
  let bytes = 0
  let isOnlyPart = true
  let dropped = 0
  for (const event of events) {
    if (event.kind === 'refused') refused ??= event
    // Nothing is stored of it.
    if (event.kind !== 'event' && ++dropped > MAX_WARNINGS) {
      if (dropped % DROPPED_PER_TURN === 0) await yieldToRequests()
      continue
    }
    if (part.length === EVENTS_PER_TRANSACTION || bytes > BYTES_PER_TRANSACTION) {
      progress = await storePart(deps, part, progress)
      await yieldToRequests()
      await deps.turn.pass()
      isOnlyPart = false
      part = []
      bytes = 0
    }
    part.push(event)
    bytes += approximateBytes(event, BYTES_PER_TRANSACTION)
  }
  if (isOnlyPart && bytes < MAX_WAITING_BYTES) deps.turn.endEarly(countRows(part))
  progress = await storePart(deps, part, progress)
  return progress.hasStored ? undefined : refused
}

async function storePart(
  deps: StoreEventsDeps,
  part: NormalizedEvent[],
  before: Progress,
): Promise<Progress> {
  let progress = before
  let left = part
  let most = part.length
  while (left.length > 0) {
    if (left !== part) {
      await yieldToRequests()
      // A small body about large rows takes as long as a large one.
      await deps.turn.takeRest(ROW_BYTES_PER_TRANSACTION)
    }
    const { done, ...after } = await storeFirst(deps, left.slice(0, most), progress)
    progress = after
    left = left.slice(done)
    // Each transaction reads what is announced of its events, although it may end before most of them.
    most = 2 * done
  }
  return progress
}

/** Stores as many of the first events as the rows which they change have room for in one transaction. */
async function storeFirst(
  { host, service, projectId, turn }: StoreEventsDeps,
  events: NormalizedEvent[],
  before: Progress,
): Promise<Progress & { done: number }> {
  const now = service.now()
  const storeEach = async (transaction: Transaction) => {
    const stored: StoredEvent[] = []
    let { warningsLeft, hasStored } = before
    let done = 0
    const startedAt = transaction.statementCount()
    const context: CaptureContext = {
      ...host,
      transaction,
      projectId,
      now: new Date(now).toISOString(),
      uuid: service.uuid,
      persons: createPropertyDrafts({
        add: row => transaction.add('persons', row),
        put: row => transaction.put('persons', row),
      }),
      newHashIds: new Map(),
      groups: createPropertyDrafts({
        add: row => transaction.add('groups', row),
        put: row => transaction.put('groups', row),
      }),
    }
    const { persons, groups } = context
    const answeredSurveyIds = new Set<string>()
    for (const normalized of events) {
      const event = normalized.kind === 'event' ? normalized.event : undefined
      const result = event ? await ingestEvent(context, event) : {}
      if (result.stored) stored.push(result.stored)
      // Without a warning, an event that is not stored was stored before.
      if (event && (result.stored || !result.warning)) hasStored = true
      if (result.answeredSurveyId !== undefined) answeredSurveyIds.add(result.answeredSurveyId)
      for (const warning of [...eventWarnings(normalized), ...(result.warning ? [result.warning] : [])])
        if (warningsLeft-- > 0) await putWarning(context, warning, event)
      done++
      if (persons.workBytes() + groups.workBytes() > ROW_BYTES_PER_TRANSACTION) break
      if (transaction.statementCount() - startedAt > MAX_STATEMENTS) break
    }
    await persons.flush()
    await groups.flush()
    await host.endFullSurveys(transaction, projectId, [...answeredSurveyIds], formatIsoDate(now))
    return { stored, warningsLeft, hasStored, done }
  }
  const announce = announceRows(events.flatMap(item => (item.kind === 'event' ? [item.event] : [])))
  const rows = countRows(events)
  const { stored, ...result } = await turn.store(rows, () =>
    service.store.transaction(storeEach, {
      announce,
      isLong: rows > MANY_ROWS,
      sender: turn.sender,
      end: {
        name: `retention ${projectId}`,
        rows: events.length,
        work: (transaction, rows) => enforceRetention(transaction, projectId, service, rows),
      },
    }),
  )
  for (const event of stored) service.emitEvent(event)
  return result
}

/** Returns about how many persons and groups the events change. A merge, and many warnings, take the time of several. */
function countRows(normalized: NormalizedEvent[]): number {
  const ids = new Set<string>()
  let rows = 0
  let warnings = 0
  for (const item of normalized) {
    warnings += eventWarnings(item).length
    if (item.kind !== 'event') continue
    ids.add(item.event.distinct_id)
    rows += ROWS_OF_EVENTS.get(item.event.event) ?? 0
  }
  return ids.size + rows + Math.ceil(warnings / WARNINGS_PER_ROW)
}

function eventWarnings(normalized: NormalizedEvent): EventWarning[] {
  switch (normalized.kind) {
    case 'event':
      return normalized.warnings
    case 'dropped':
    case 'request':
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
  await transaction.add('warnings', {
    id: uuid(),
    project_id: projectId,
    type,
    detail,
    distinct_id: event?.distinct_id ?? null,
    event: event?.event ?? null,
    at: now,
  })
}
