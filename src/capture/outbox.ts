import type { Page } from '../page/page'
import { LEASE, type Locks } from '../persistence/locks'
import type { Store } from '../persistence/store'
import type { Compression, Encoded, Encoder } from '../transport/encode'
import { classifyResponse, retryDelay } from '../transport/retry'
import { byteLength, type Reply, type Transport } from '../transport/transport'
import type { CapturedEvent, CaptureReply } from '../wire/event'
import { BATCH_PATH, CAPTURE_PATH } from '../wire/paths'
import { batchSize, captureBody, nextBatchSize, type QueuedEvent } from './batch'

/** Events that the service has not answered yet, and their sending. */
export interface Outbox {
  /** Keeps an event and sends it soon. `text` is its JSON. */
  add(event: CapturedEvent, text: string): void
  /** Sends what waits. Resolves when nothing waits any more, or when the service cannot be reached now. */
  flush(): Promise<void>
  /** Begins to send; before, events only gather. Adopts what dead tabs have left. */
  start(): void
  /** Forgets everything, what other tabs have left included. */
  clear(): void
  /** Takes the newest event out of storage, which has no room for what matters more. @returns False: none is stored. */
  evictNewest(): boolean
  stop(): void
}

interface Entry extends QueuedEvent {
  /** Under which it is stored; empty when it is in memory alone. */
  key: string
  sending?: boolean
}

/** Text that all stored events together may take; the store is the host's too. */
const MAX_STORED_CHARACTERS = 1_000_000
const MAX_EVENTS = 10_000
const TIMEOUT_MS = 60_000
const QUOTA_PAUSE_MS = 60_000
/** Dead tabs are looked for at most so often. */
const ADOPTION_INTERVAL_MS = 10_000
/** With less than this left of what the browser carries past the end of a page, no event fits. */
const MIN_EVENT_BYTES = 700
/** How many times smaller gzip makes events; where it is less, the body is halved. */
const GZIP_RATIO = 16

export interface OutboxDeps {
  page: Page
  token: string
  store: Store
  locks: Locks
  transport: Transport
  encoder: Encoder
  compression(): Compression
  /** Of the stored keys; this tab's id follows it. */
  prefix: string
  /** Whether consent allows sending; it may have been taken back in another tab. */
  canSend(): boolean
  /** The full address of a path of the interface. */
  buildUrl(path: string, query: Record<string, string | number | undefined>): string
  flushIntervalMs(): number
  /** The service has taken some. */
  onSent(): void
  /** Hears of what was dropped, and why. */
  emitError(reason: string, detail?: unknown): void
}

/**
 * Every event is stored before it is sent and forgotten when the service has answered, so a crash, a closed tab or an
 * offline day loses none. An event may arrive twice; its uuid tells.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { page, token, store, locks, transport, encoder, compression, prefix, emitError } = deps
  const tab = page.uuid()
  // A Map keeps the order of capture, and finds and forgets one event of thousands at the same cost as one of ten.
  let entries = new Map<string, Entry>()
  let stored = 0
  let started = false
  let left = false
  let draining: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined
  let cancelAdoption: (() => void) | undefined
  let beaconed: Entry[] = []
  /** Moments of `page.elapsed`. */
  let nextFlush = 0
  let nextAdoption = 0
  let failures = 0
  /** After a failure, and while the quota is used up. */
  let pausedUntil = 0
  let limit = MAX_EVENTS
  let dropped = 0
  let cleanups: (() => void)[] = []

  const moveToMemory = (entry: Entry) => {
    store.remove(entry.key)
    entry.key = ''
    // Packed, many more of them fit into what the browser carries past the end of the page.
    void encoder.preload()
  }
  const remove = ({ uuid, text, key }: Entry) => {
    if (!entries.delete(uuid) || !key) return
    store.remove(key)
    stored -= text.length
  }
  const dropOldest = () => {
    for (const entry of entries.values()) {
      if (entry.sending) continue
      remove(entry)
      dropped++
      return
    }
  }
  const isQueued = (entry: Entry) => entries.get(entry.uuid) === entry && !entry.sending
  const queuedEntries = () => [...entries.values()].filter(isQueued)
  const setSending = (events: readonly Entry[], sending: boolean) => {
    for (const entry of events) entry.sending = sending
  }

  const schedule = () => {
    if (!started || draining || cancelTimer || entries.size === 0 || !page.online()) return
    const delay = Math.max(pausedUntil, nextFlush) - page.monotonicNow()
    if (delay <= 0) void drain()
    else
      cancelTimer = page.setTimer(delay, () => {
        cancelTimer = undefined
        void drain()
      })
  }
  const text = (events: readonly Entry[]) => captureBody(token, events, page.isoTimestamp())
  const post = async (events: readonly Entry[], body: Encoded): Promise<boolean> => {
    setSending(events, true)
    // Where sending fails, it may be because of `keepalive`: some service workers and proxies break it.
    const keepalive = left || failures === 0
    return settle(
      events,
      await transport.post(urlFor(events, body), body, { timeoutMs: TIMEOUT_MS, keepalive }),
    )
  }
  const urlFor = (events: readonly Entry[], body: Encoded) => {
    const isOne = events.length === 1
    // The flat body has no room for `sent_at`.
    const query = { compression: body.compression, _: isOne ? page.now() : undefined }
    return deps.buildUrl(isOne ? CAPTURE_PATH : BATCH_PATH, query)
  }

  /** @returns Whether sending may go on. */
  const settle = (events: readonly Entry[], { status, json, retryAfterMs, redirected }: Reply): boolean => {
    const count = events.length
    const answer = json as CaptureReply | undefined
    setSending(events, false)
    // A redirect that turned POST into GET ends in some page's 200: only our service's answer counts there.
    const wasRedirected = redirected && answer?.status === undefined
    const outcome = wasRedirected ? 'retry' : classifyResponse(status, count)
    if (outcome === 'retry') {
      failures++
      pausedUntil = page.monotonicNow() + retryDelay(failures, page.random(), retryAfterMs)
      emitError(wasRedirected ? 'redirected' : 'unreachable', { status, failures })
      return false
    }
    failures = 0
    if (outcome === 'split') {
      limit = Math.ceil(count / 2)
      return true
    }
    events.forEach(remove)
    if (outcome === 'drop') emitError('refused', { status, events: count, detail: json })
    else {
      if (count >= limit) limit *= 2
      deps.onSent()
      if (!answer?.quota_limited?.includes?.('events')) return true
      pausedUntil = page.monotonicNow() + QUOTA_PAUSE_MS
      emitError('quota_limited', answer.quota_limited)
      return false
    }
    return true
  }

  const flushAll = async (isCurrent: () => boolean) => {
    // One turn later, so that what the page captures in one go leaves together.
    await undefined
    nextFlush = page.monotonicNow() + deps.flushIntervalMs()
    if (!deps.canSend()) return clear()
    // What is captured meanwhile waits for the next flush.
    for (let queue = queuedEntries(); queue.length > 0; ) {
      if (!started || !isCurrent() || !page.online()) return
      const events = queue.slice(0, nextBatchSize(queue, limit))
      const body = await encoder.encode(text(events), compression())
      // Unless the page was hidden while we encoded, and they left with what was there.
      if (isCurrent() && events.every(isQueued) && !(await post(events, body))) return
      queue = queue.filter(isQueued)
    }
  }
  const drain = (): Promise<void> => {
    if (draining) return draining
    const isCurrent = () => draining === own
    const own = flushAll(isCurrent).finally(() => {
      if (!isCurrent()) return
      draining = undefined
      if (dropped > 0) emitError('outbox_full', { dropped })
      dropped = 0
      schedule()
      if (failures === 0) adoptSoon()
    })
    draining = own
    return own
  }

  /** The page may end now: nothing may be waited for. What does not fit stays stored, for the next page. */
  const flushOnUnload = () => {
    // While the quota is used up, what arrived would be thrown away.
    if (!started || !deps.canSend() || (failures === 0 && pausedUntil > page.monotonicNow())) return
    const encoded = (events: readonly Entry[]) => encoder.encodeSync(text(events), compression())
    // Those that are in memory alone go first: for them there is no next page.
    const isStored = ({ key }: Entry) => Number(key !== '')
    for (let rest = queuedEntries().sort((a, b) => isStored(a) - isStored(b)); rest.length > 0; ) {
      const room = transport.keepaliveBudget()
      if (room < MIN_EVENT_BYTES) break
      let count = batchSize(rest, MAX_EVENTS, room * GZIP_RATIO)
      let body = encoded(rest.slice(0, count))
      if (!body.compression) {
        count = batchSize(rest, MAX_EVENTS, room)
        body = encoded(rest.slice(0, count))
      }
      while (count > 1 && byteLength(body) > room) {
        count >>= 1
        body = encoded(rest.slice(0, count))
      }
      // One that is too large by itself does not keep back those behind it.
      if (byteLength(body) <= room) void post(rest.slice(0, count), body).then(schedule)
      rest = rest.slice(count)
    }
    const rest = queuedEntries()
    const events = rest.slice(0, batchSize(rest, MAX_EVENTS))
    if (!events[0]) return
    const body = encoded(events)
    // A beacon has no answer: its events stay stored, and are sent again when the page comes back, or by the next one.
    if (!transport.beacon(urlFor(events, body), body)) return
    setSending(events, true)
    beaconed = events
  }

  const adopt = async () => {
    nextAdoption = page.monotonicNow() + ADOPTION_INTERVAL_MS
    const found = new Map<string, [uuid: string, key: string][]>()
    for (const key of store.keys(prefix)) {
      const [owner = '', uuid = ''] = key.slice(prefix.length).split('_')
      if (owner === tab || entries.has(uuid)) continue
      if (uuid !== LEASE) found.set(owner, [...(found.get(owner) ?? []), [uuid, key]])
      else if (Number(store.read(key)) < page.now()) store.remove(key)
    }
    for (const [owner, left] of found) {
      if (!(await locks.acquire(prefix + owner))) continue
      const older = new Map<string, Entry>()
      for (const [uuid, key] of left.sort()) {
        const text = store.read(key)
        if (!text) continue
        older.set(uuid, { uuid, text, key })
        stored += text.length
      }
      // They are older, so they come first.
      entries = new Map([...older, ...entries])
    }
    schedule()
  }
  const adoptSoon = () => {
    if (!started || page.monotonicNow() < nextAdoption) return
    cancelAdoption?.()
    cancelAdoption = page.whenIdle(() => void adopt())
  }
  const clear = () => {
    entries.clear()
    stored = 0
    for (const key of store.keys(prefix)) store.remove(key)
  }

  const retryNow = () => {
    setSending(beaconed, false)
    beaconed = []
    if (failures > 0) pausedUntil = 0
    cancelTimer?.()
    cancelTimer = undefined
    schedule()
  }
  const claimTab = () => {
    left = false
    void locks.acquire(prefix + tab)
    adoptSoon()
  }

  return {
    clear,
    add({ uuid }, text) {
      const entry: Entry = { uuid, text, key: `${prefix}${tab}_${uuid}` }
      entries.set(uuid, entry)
      if (stored + text.length <= MAX_STORED_CHARACTERS && store.write(entry.key, text)) stored += text.length
      else moveToMemory(entry)
      if (entries.size > MAX_EVENTS) dropOldest()
      if (left) flushOnUnload()
      else schedule()
    },
    evictNewest() {
      const newest = [...entries.values()].reverse().find(({ key }) => key)
      if (!newest) return false
      stored -= newest.text.length
      moveToMemory(newest)
      return true
    },
    async flush() {
      await draining
      if (failures > 0) pausedUntil = 0
      if (entries.size > 0) await drain()
    },
    start() {
      if (started) return
      started = true
      cleanups = [
        page.on('hidden', flushOnUnload),
        page.on('pagehide', () => {
          left = true
          flushOnUnload()
          // A page that holds a lock is not kept for the way back.
          locks.release()
        }),
        page.on('restore', () => {
          claimTab()
          // Another tab may have taken us for dead and sent what we had stored; of the rest the answers may be lost.
          for (const entry of [...entries.values()]) {
            entry.sending = false
            if (entry.key && store.read(entry.key) === null) remove(entry)
          }
          // Firefox drops what was awaited while the page was put away: that flush may never end.
          draining = undefined
          retryNow()
        }),
        page.on('online', retryNow),
        page.on('visible', retryNow),
      ]
      claimTab()
      schedule()
    },
    stop() {
      started = false
      cancelTimer?.()
      cancelAdoption?.()
      locks.release()
      for (const end of cleanups) end()
    },
  }
}
