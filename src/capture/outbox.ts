import type { Page } from '../page/page'
import { LEASE, type Locks } from '../persistence/lock'
import type { Store } from '../persistence/store'
import type { Compression, Encoder } from '../transport/encode'
import { retryDelay, verdict } from '../transport/retry'
import { byteLength, type Reply, type Transport } from '../transport/transport'
import type { CaptureReply, CapturedEvent } from '../wire/event'
import { BATCH_PATH, CAPTURE_PATH } from '../wire/paths'
import { batchBody, batchCount, nextCount, singleBody, type Waiting } from './queue'

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
  size(): number
  stop(): void
}

export interface OutboxSettings {
  token: string
  /** The full address of a path of the interface. */
  to(path: string, query: Record<string, string | number | undefined>): string
  flushIntervalMs: number
}

interface Entry extends Waiting {
  /** Under which it is stored; empty when it is in memory alone. */
  key: string
  sending?: boolean
}

/** Text that all stored events together may take; the store is the host's too. */
const STORED_CHARACTERS = 1_000_000
const MAX_EVENTS = 10_000
const TIMEOUT_MS = 60_000
const QUOTA_PAUSE_MS = 60_000


export interface OutboxParts {
  page: Page
  store: Store
  locks: Locks
  transport: Transport
  encoder: Encoder
  compression(): Compression
  /** Of the stored keys; this tab's id follows it. */
  prefix: string
  settings(): OutboxSettings
  /** The service has taken some. */
  onSent(): void
  /** Hears of what was dropped, and why. */
  report(reason: string, detail?: unknown): void
}

/**
 * Every event is stored before it is sent and forgotten when the service has answered, so a crash, a closed tab or an
 * offline day loses none. An event may arrive twice; its uuid tells.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { page, store, locks, transport, encoder, compression, prefix, settings, report } = parts
  const tab = page.uuid()
  // A Map keeps the order of capture, and finds and forgets one event of thousands at the same cost as one of ten.
  let entries = new Map<string, Entry>()
  let stored = 0
  let started = false
  let draining: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined
  let lastFlush = Number.NEGATIVE_INFINITY
  let failures = 0
  let pausedUntil = 0
  let limit = Number.POSITIVE_INFINITY
  let dropped = 0

  const keep = (entry: Entry) => {
    const key = `${prefix}${tab}_${entry.uuid}`
    if (stored + entry.text.length > STORED_CHARACTERS || !store.write(key, entry.text)) return
    entry.key = key
    stored += entry.text.length
  }
  const forget = (entry: Entry) => {
    entries.delete(entry.uuid)
    if (!entry.key) return
    store.remove(entry.key)
    stored -= entry.text.length
  }
  const waiting = () => [...entries.values()].filter(entry => !entry.sending)

  const schedule = () => {
    if (!started || draining || cancelTimer || entries.size === 0) return
    const now = page.elapsed()
    const delay = Math.max(pausedUntil - now, lastFlush + settings().flushIntervalMs - now)
    if (delay <= 0) void drain()
    else
      cancelTimer = page.after(delay, () => {
        cancelTimer = undefined
        void drain()
      })
  }

  const url = (single: boolean, encoding?: string) =>
    settings().to(single ? CAPTURE_PATH : BATCH_PATH, {
      compression: encoding,
      // The flat body has no room for `sent_at`.
      _: single ? page.now() : undefined,
    })
  const bodyOf = (events: readonly Entry[]) =>
    events.length === 1
      ? singleBody(settings().token, events[0]!)
      : batchBody(settings().token, events, page.iso())

  /** @returns Whether sending may go on. */
  const settle = (events: readonly Entry[], reply: Reply): boolean => {
    for (const entry of events) entry.sending = false
    const answer = reply.json as CaptureReply | undefined
    // A redirect that turned POST into GET ends in some page's 200: only our service's answer counts there.
    const astray = reply.redirected && answer?.status === undefined
    switch (astray ? 'retry' : verdict(reply.status, events.length)) {
      case 'done':
        failures = 0
        events.forEach(forget)
        parts.onSent()
        if (answer?.quota_limited?.includes('events')) {
          pausedUntil = page.elapsed() + QUOTA_PAUSE_MS
          report('quota_limited', answer.quota_limited)
          return false
        }
        if (events.length > 1) limit = Math.max(limit, events.length * 2)
        return true
      case 'split':
        limit = Math.ceil(events.length / 2)
        return true
      case 'drop':
        events.forEach(forget)
        report('refused', { status: reply.status, events: events.length, detail: reply.json })
        return true
      case 'retry':
        failures++
        pausedUntil = page.elapsed() + retryDelay(failures, page.random(), reply.retryAfterMs)
        report(astray ? 'redirected' : 'unreachable', { status: reply.status, failures })
        return false
    }
  }

  const drain = (): Promise<void> => {
    draining ??= (async () => {
      // One turn later, so that what the page captures in one go leaves together.
      await undefined
      lastFlush = page.elapsed()
      while (started && page.online()) {
        const queue = waiting()
        const events = queue.slice(0, nextCount(queue, limit))
        if (events.length === 0) break
        const body = await encoder.encode(bodyOf(events), compression())
        // The page was hidden while we encoded, and they left with what was there.
        if (events.some(entry => entry.sending)) continue
        for (const entry of events) entry.sending = true
        const target = url(events.length === 1, body.compression)
        if (!settle(events, await transport.post(target, body, { timeoutMs: TIMEOUT_MS, keepalive: true }))) break
      }
      if (dropped > 0) {
        report('outbox_full', { dropped })
        dropped = 0
      }
    })().finally(() => {
      draining = undefined
      if (page.online()) schedule()
    })
    return draining
  }

  /** The page may end now: nothing may be waited for. What does not fit stays stored, for the next page. */
  const leave = () => {
    if (!started) return
    const handOver = (events: readonly Entry[]): void => {
      if (events.length === 0) return
      const body = encoder.encodeNow(bodyOf(events), compression())
      const target = url(events.length === 1, body.compression)
      if (byteLength(body) <= transport.keepaliveRoom()) {
        for (const entry of events) entry.sending = true
        void transport.post(target, body, { timeoutMs: TIMEOUT_MS, keepalive: true }).then(reply => {
          settle(events, reply)
          schedule()
        })
      } else if (transport.beacon(target, body)) {
        events.forEach(forget)
      } else if (events.length > 1) {
        const half = Math.ceil(events.length / 2)
        handOver(events.slice(0, half))
        handOver(events.slice(half))
      }
    }
    for (let queue = waiting(); queue.length > 0; ) {
      const count = batchCount(queue, queue.length)
      handOver(queue.slice(0, count))
      queue = queue.slice(count)
    }
  }

  const adopt = async () => {
    const found = new Map<string, Entry[]>()
    for (const key of store.keys(prefix)) {
      const [owner, uuid] = key.slice(prefix.length).split('_')
      if (!owner || !uuid || owner === tab) continue
      const left = found.get(owner) ?? []
      found.set(owner, left)
      const text = uuid !== LEASE && store.read(key)
      if (text) left.push({ uuid, text, key })
    }
    for (const [owner, left] of found) {
      if (!(await locks.take(prefix + owner))) continue
      // Their own events come first: they are older.
      const older = left.sort((a, b) => (a.uuid < b.uuid ? -1 : 1)).filter(entry => !entries.has(entry.uuid))
      stored += older.reduce((sum, entry) => sum + entry.text.length, 0)
      entries = new Map([...older.map(entry => [entry.uuid, entry] as const), ...entries])
    }
    schedule()
  }

  const retryNow = () => {
    if (failures > 0) pausedUntil = 0
    cancelTimer?.()
    cancelTimer = undefined
    schedule()
  }
  const ends = [
    page.on('hidden', leave),
    page.on('leave', () => {
      leave()
      // A page that holds a lock is not kept for the way back.
      locks.release()
    }),
    page.on('return', () => {
      void locks.take(prefix + tab)
      // Another tab may have taken us for dead and sent what we had stored.
      for (const entry of [...entries.values()]) if (entry.key && store.read(entry.key) === null) entries.delete(entry.uuid)
      retryNow()
    }),
    page.on('online', retryNow),
    page.on('visible', retryNow),
  ]

  return {
    add(event, text) {
      const entry: Entry = { uuid: event.uuid, text, key: '' }
      entries.set(entry.uuid, entry)
      keep(entry)
      if (entries.size > MAX_EVENTS) {
        for (const oldest of entries.values()) {
          if (oldest.sending) continue
          forget(oldest)
          dropped++
          break
        }
      }
      schedule()
    },
    async flush() {
      if (draining) await draining
      if (failures > 0) pausedUntil = 0
      if (entries.size > 0) await drain()
    },
    start() {
      if (started) return
      started = true
      void locks.take(prefix + tab)
      ends.push(page.idle(() => void adopt()))
      schedule()
    },
    clear() {
      entries.clear()
      stored = 0
      for (const key of store.keys(prefix)) store.remove(key)
    },
    size: () => entries.size,
    stop() {
      started = false
      cancelTimer?.()
      locks.release()
      for (const end of ends) end()
    },
  }
}
