import { callAll } from '../lib/callAll'
import type { Page } from '../page/page'
import type { Locks } from '../persistence/locks'
import type { Store } from '../persistence/store'
import type { Compression, Encoded, Encoder } from '../transport/encode'
import { classifyResponse } from '../transport/retry'
import { byteLength, type Reply, type Transport } from '../transport/transport'
import type { CapturedEvent, CaptureReply, Properties } from '../wire/event'
import { batchSize, captureBody, captureEndpoint, isSmall, nextBatchSize } from './batch'
import type { ToJson } from './compactEvent'
import { createEventQueue, type QueuedEvent } from './eventQueue'
import {
  afterAccepted,
  afterFailure,
  afterOverQuota,
  afterRefused,
  afterTooLarge,
  afterWakeUp,
  initialSendState,
  isOverQuota,
} from './sendState'

/** Most events that wait, stored or not; beyond it the oldest are dropped. */
const MAX_EVENTS = 10_000
const TIMEOUT_MS = 60_000
/** Outboxes of dead tabs are looked for at most this often. */
const ADOPTION_INTERVAL_MS = 10_000
/** No event fits into less than this of what browsers still send for a page that is left. */
const MIN_EVENT_BYTES = 700
/** Packing takes time that a page that is left does not have: many large events are left to the next page. */
const MAX_LEAVING_BODIES = 9
/** How much smaller gzip makes events, about. The ratio of a body that is larger than estimated takes its place. */
const GZIP_RATIO = 16
/** Browsers refuse more than 65,536 bytes for a page that is left, of which the transport uses 60,000. See D-451. */
const BEACON_RESERVE_BYTES = 5_500

export interface OutboxDeps {
  page: Page
  token: string
  store: Store
  locks: Locks
  transport: Transport
  encoder: Encoder
  compression(): Compression
  /** Begins the stored keys of all outboxes of the project. */
  prefix: string
  /** Whether consent allows sending. It may have been withdrawn in another tab. */
  canSend(): boolean
  /** Returns the URL of a path of the interface. */
  buildUrl(path: string, query: Record<string, string | number | undefined>): string
  flushIntervalMs(): number
  /** Receives what was dropped or could not be sent, and why. */
  emitError(reason: string, detail?: unknown): void
}

/** `left`: after `pagehide`, until the page comes back; every event leaves at once. */
type Phase = 'stopped' | 'running' | 'left'

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Creates the outbox: every event is stored before it is sent and removed when the service has answered, so that a crash, a
 * closed tab or an offline day loses none. Delivery is at least once; the service recognizes a repeated event by its uuid.
 */
export function createOutbox(deps: OutboxDeps) {
  const { page, token, store, locks, transport, encoder, compression, prefix, emitError } = deps
  const newTabName = () => page.uuid().slice(19).replace('-', '')
  let tab = newTabName()
  const queue = createEventQueue({ store, prefix, tab: () => tab, now: page.now })
  let phase: Phase = 'stopped'
  let sendState = initialSendState(MAX_EVENTS)
  let nextFlush = 0
  let nextAdoption = 0
  let droppedCount = 0
  /** The flush that is under way. */
  let draining: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined
  let cancelAdoption: (() => void) | undefined
  let unsubscribes: (() => void)[] = []
  /** Epoch ms: when the latest request began that was answered, of whatever kind. */
  let answeredAt = 0

  const bodyOf = (events: readonly QueuedEvent[]) =>
    captureBody(token, events.map(queue.expand), page.isoTimestamp())
  const urlFor = (count: number, { compression }: Encoded) => {
    const [path, query] = captureEndpoint(count, page.now())
    return deps.buildUrl(path, { compression, ...query })
  }

  // Sending while the page is there

  function schedule(): void {
    if (phase === 'stopped' || draining || cancelTimer || !queue.hasQueued() || !page.isOnline()) return
    const delay = Math.max(sendState.pausedUntil, nextFlush) - page.monotonicNow()
    if (delay <= 0) return void drain()
    cancelTimer = page.setTimer(delay, () => {
      cancelTimer = undefined
      void drain()
    })
  }
  function drain(): Promise<void> {
    if (draining) return draining
    const isCurrent = () => draining === own
    const end = () => {
      if (isCurrent()) draining = undefined
      if (droppedCount > 0) emitError('outbox_full', { dropped: droppedCount })
      droppedCount = 0
      schedule()
      if (sendState.failures === 0) adoptWhenIdle()
    }
    // The page may have replaced `Promise` by one without `finally`. See D-686.
    const own = flushAll(isCurrent).then(end, end)
    draining = own
    return own
  }
  async function flushAll(isCurrent: () => boolean): Promise<void> {
    // One turn later, so that the events of one task are sent together.
    await undefined
    nextFlush = page.monotonicNow() + deps.flushIntervalMs()
    if (!deps.canSend()) return queue.clear()
    queue.reconcile()
    // An event that is captured meanwhile waits for the next flush.
    for (let waiting = queue.queued(); waiting.length > 0; waiting = waiting.filter(queue.isQueued)) {
      if (phase === 'stopped' || !isCurrent() || !page.isOnline()) return
      const events = waiting.slice(0, nextBatchSize(waiting, sendState.maxBatchEvents))
      const json = bodyOf(events)
      const body = await encoder.encode(json, isSmall(json) ? 'none' : compression())
      // The page may have been hidden meanwhile, and have sent them.
      const isStillQueued = isCurrent() && events.every(queue.isQueued)
      // Some service workers and proxies break `keepalive`: after a failure it is tried without.
      const mayKeepAlive = phase === 'left' || sendState.failures === 0
      if (isStillQueued && !(await post(events, body, mayKeepAlive))) return
    }
  }
  /** Returns whether sending may continue. */
  async function post(
    events: readonly QueuedEvent[],
    body: Encoded,
    mayKeepAlive: boolean,
  ): Promise<boolean> {
    const isKeptAlive = mayKeepAlive && byteLength(body) <= transport.keepaliveBudget()
    for (const event of events) Object.assign(event, { state: 'sending', isKeptAlive })
    const options = { limitMs: TIMEOUT_MS, keepalive: isKeptAlive, isLeaving: phase === 'left' }
    return settle(events, await transport.post(urlFor(events.length, body), body, options))
  }
  function settle(events: readonly QueuedEvent[], reply: Reply): boolean {
    const { status, retryAfterMs } = reply
    const json = reply.json as CaptureReply | undefined
    const now = page.monotonicNow()
    const count = events.length
    events.forEach(queue.requeue)
    // A redirect that turned POST into GET ends at some page's 200: then only the service's own answer counts.
    const wasRedirected = reply.redirected && json?.status === undefined
    const outcome = wasRedirected ? 'retry' : classifyResponse(status, count)
    switch (outcome) {
      case 'retry':
        sendState = afterFailure(sendState, now, page.random(), retryAfterMs)
        if (phase === 'left') queue.saveHandover(false)
        emitError(wasRedirected ? 'redirected' : 'unreachable', { status, failures: sendState.failures })
        return false
      case 'split':
        sendState = afterTooLarge(sendState, count)
        return true
      case 'drop':
        sendState = afterRefused(sendState)
        queue.removeDelivered(events)
        emitError('refused', { status, events: count, detail: json })
        return true
      case 'done': {
        sendState = afterAccepted(sendState, count)
        queue.removeDelivered(events)
        if (!json?.quota_limited?.includes?.('events')) return true
        sendState = afterOverQuota(sendState, now)
        emitError('quota_limited', json.quota_limited)
        return false
      }
    }
  }

  // Leaving: nothing can be waited for. What does not fit stays stored for the next page.

  function flushOnUnload(): void {
    if (!deps.canSend()) return
    queue.reconcile()
    settleHandedOver()
    const isHealthy = sendState.failures === 0 && page.isOnline()
    if (!isOverQuota(sendState, page.monotonicNow())) {
      sendWithKeepalive()
      sendBeacon()
    }
    queue.saveHandover(isHealthy)
  }

  const encodeSync = (events: readonly QueuedEvent[]) => encoder.encodeSync(bodyOf(events), compression())
  function sendWithKeepalive(): void {
    // Those in memory alone go first: the next page does not have them.
    const isStored = ({ key }: QueuedEvent) => Number(key !== '')
    let waiting = queue.queued().sort((a, b) => isStored(a) - isStored(b))
    for (let left = MAX_LEAVING_BODIES; left > 0 && waiting[0]; left--) {
      const budget = transport.keepaliveBudget()
      if (budget < MIN_EVENT_BYTES) return
      const [count, body] = fitInto(waiting, budget)
      // One that is too large by itself does not keep back those behind it.
      if (byteLength(body) <= budget) void post(waiting.slice(0, count), body, true).then(schedule)
      waiting = waiting.slice(count)
    }
  }
  /** Returns how many of the events a body of so many bytes can carry, and the body. A single event may be larger. */
  function fitInto(events: readonly QueuedEvent[], bytes: number): [count: number, body: Encoded] {
    let ratio = GZIP_RATIO
    let count = batchSize(events, MAX_EVENTS, bytes * ratio)
    let body = encodeSync(events.slice(0, count))
    while (count > 1 && byteLength(body) > bytes) {
      ratio *= bytes / byteLength(body)
      count = batchSize(events, count >> 1, bytes * ratio)
      body = encodeSync(events.slice(0, count))
    }
    return [count, body]
  }
  function sendBeacon(): void {
    const waiting = queue.queued()
    if (!waiting[0]) return
    const budget = transport.keepaliveBudget() + BEACON_RESERVE_BYTES
    const [count, body] = fitInto(waiting, budget)
    if (byteLength(body) > budget || !transport.beacon(urlFor(count, body), body)) return
    for (const event of waiting.slice(0, count)) event.state = 'handedOver'
  }

  // The outboxes of dead tabs

  function adoptWhenIdle(): void {
    if (phase === 'stopped' || page.monotonicNow() < nextAdoption) return
    cancelAdoption?.()
    cancelAdoption = page.whenIdle(() => void adopt())
  }
  async function adopt(): Promise<void> {
    nextAdoption = page.monotonicNow() + ADOPTION_INTERVAL_MS
    const outboxes = queue.otherOutboxes()
    for (const owner of outboxes.keys()) if (!(await locks.acquire(prefix + owner))) outboxes.delete(owner)
    queue.adopt(outboxes)
    settleHandedOver()
  }
  /** What earlier pages handed over has arrived if a request that was made after it succeeds. */
  function settleHandedOver(): void {
    // The clock was set back: no request is known to be later. See D-698.
    if (answeredAt > page.now()) answeredAt = 0
    queue.settleHandedOver(answeredAt)
    schedule()
  }
  function claimTab(): void {
    phase = 'running'
    void locks.acquire(prefix + tab)
    adoptWhenIdle()
  }

  function onResume(): void {
    // Browsers differ in whether a page that comes back is visible before it is shown.
    if (phase === 'left') return
    queue.resume()
    sendState = afterWakeUp(sendState)
    cancelTimer?.()
    cancelTimer = undefined
    schedule()
  }

  return {
    /** Removes everything, what other tabs have left included. */
    clear: queue.clear,
    /** Returns the keys of this tab in a store, and of those that it has adopted. */
    tabKeys: queue.tabKeys,
    /** Moves the newest events out of storage, which has no room for what matters more. Returns false when none is stored. */
    evictNewest(count: number): boolean {
      void encoder.preload()
      return queue.evictNewest(count)
    },
    /**
     * Stores an event and sends it soon.
     *
     * @param common Has the names of the properties that every event of the page has.
     */
    add(event: CapturedEvent, common: Properties, toJson?: ToJson): void {
      // Compressed, many more of the events in memory fit into what browsers still send for a page that is left.
      if (!queue.add(event, common, toJson)) void encoder.preload()
      if (queue.size() > MAX_EVENTS && queue.removeOldest()) droppedCount++
      if (phase === 'left') flushOnUnload()
      else schedule()
    },
    /** Sends what waits. Resolves when nothing waits any more, or when the service cannot be reached now. */
    async flush(): Promise<void> {
      await draining
      sendState = afterWakeUp(sendState)
      if (queue.hasQueued()) await drain()
    },
    /** A request of the page, of whatever kind, has ended. `startedAt`: epoch ms. */
    onRequest(startedAt: number, isAnswered: boolean): void {
      if (isAnswered) answeredAt = startedAt
      else queue.discardHandovers()
      settleHandedOver()
    },
    /** The page comes back from the back/forward cache. */
    onRestore(): void {
      claimTab()
      // Another tab that had taken over the lock leaves it to any tab. What waits keeps its key. See D-683.
      tab = newTabName()
      claimTab()
      page.setTimer(TIMEOUT_MS, queue.resync())
      // Firefox drops what was awaited while the page was cached, so that flush may never end.
      draining = undefined
      onResume()
    },
    /** Begins to send; before, events only gather. Adopts what dead tabs have left. */
    start(): void {
      claimTab()
      unsubscribes = [
        page.on('hidden', flushOnUnload),
        page.on('pagehide', () => {
          phase = 'left'
          flushOnUnload()
          // A page that holds a lock is not kept in the back/forward cache.
          locks.release()
        }),
        page.on('online', onResume),
        page.on('visible', onResume),
      ]
      schedule()
    },
    stop(): void {
      phase = 'stopped'
      cancelTimer?.()
      cancelAdoption?.()
      locks.release()
      callAll(unsubscribes)()
    },
  }
}
