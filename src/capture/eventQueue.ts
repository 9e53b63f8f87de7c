import { attempt } from '../lib/attempt'
import { stringifyStored } from '../lib/json'
import { memoizeLast } from '../lib/memoizeLast'
import { LEASE } from '../persistence/locks'
import type { Store } from '../persistence/store'
import type { CapturedEvent, Properties } from '../wire/event'
import {
  compactEvent,
  expandEvent,
  isIntact,
  needsNewShare,
  parseShared,
  type SharedProperties,
  sharedPropertiesOf,
  type ToJson,
} from './compactEvent'
import { createHandovers, type Handover, isHandoverNote } from './handovers'
import { createTakeovers } from './takeovers'

/** Shared properties, and how many events of the queue need them. */
interface Share extends SharedProperties {
  /** The key in storage; empty when they are in memory alone, and so are their events. */
  key: string
  uses: number
}

/** An event that the service has not accepted yet. */
export interface QueuedEvent {
  uuid: string
  /** What it does not share, as JSON. */
  text: string
  share: Share
  /** Characters of the whole event as JSON, about. */
  length: number
  /** The key in storage; empty when the event is in memory alone. */
  key: string
  /**
   * `sending`: a request is under way. `handedOver`: the browser has accepted it in a beacon, or from a page that is gone, and its
   * arrival is not known.
   */
  state: 'queued' | 'sending' | 'handedOver'
  /** Whether the browser continues its request when the page is left. */
  isKeptAlive: boolean | undefined
  /** The handover that the event was part of, before the page was left: an answer to it does not come, or may not. */
  lastHandover: Handover | undefined
}

/** Most characters of events in storage, keys included: a half of what browsers give a site. 10,000 usual events fit. */
const MAX_STORED_CHARACTERS = 2_500_000
/** Less than a lease lasts: see `createLocks`. */
const CHECK_MS = 60_000

export interface EventQueueDeps {
  store: Store
  /** Begins the stored keys of all outboxes of the project. */
  prefix: string
  /** Names this tab in stored keys. Another name begins when the page comes back. */
  tab(): string
  /** Epoch ms. */
  now(): number
}

/**
 * Keeps events in the order of their capture, in memory and, as far as there is room, in storage: one entry per event with what
 * differs from the shared properties of its page, which are an entry of their own.
 *
 * | key after the prefix | what |
 * |---|---|
 * | `<tab>_e<number, base 36>` | one event: the number of its shared properties, a space, what it does not share; or the whole event |
 * | `<tab>_s<number>` | shared properties |
 * | `<tab>_handover` | what the page handed over when it was left; empty while it has come back and waits for the answers |
 * | `<tab>_lease` | a sign of life, where there are no Web Locks |
 * | `<tab>_<uuid>` | one whole event of version 0.1.0 |
 * | `taken` | which tab has taken over the events of which |
 */
export function createEventQueue({ store, prefix, tab, now }: EventQueueDeps) {
  // A Map keeps the order, and finds one event of thousands as fast as one of ten.
  let events = new Map<string, QueuedEvent>()
  let storedCharacters = 0
  let eventCount = 0
  let shareCount = 0
  let current: Share | undefined
  let checkedAt = now()
  const handovers = createHandovers({ store, prefix, tab })
  const takeovers = createTakeovers(store, `${prefix}taken`, tab)
  const listed = () => [...events.values()]
  const stored = () => listed().filter(({ key }) => key)
  const tabKey = (name: string) => `${prefix}${tab()}_${name}`
  const isMissing = (key?: string) => !!key && store.read(key) === null
  const sizeOf = ({ key, text }: QueuedEvent) => key.length + text.length
  const ownerOf = (key: string) => key.slice(prefix.length).split('_')[0]!

  /**
   * Compares memory with storage. Removes what another tab has delivered, which may have taken this one for dead, in a sleep or when
   * the clock was changed; a tab that is awake keeps its lease. Stores again what is missing because somebody has emptied the
   * storage. See D-697, D-698.
   */
  function reconcile(minMs = CHECK_MS): void {
    const all = stored()
    if (!isMissing(all[0]?.key) && Math.abs(now() - checkedAt) < minMs) return
    checkedAt = now()
    const isShareMissing = memoizeLast(isMissing)
    const kept: string[] = []
    for (const event of all) {
      const { key, share } = event
      const isGone = isMissing(key)
      if (isGone && takeovers.isElsewhere(ownerOf(key))) remove(event)
      else {
        kept.push(key)
        if (isGone || isShareMissing(share.key)) storeAgain(event)
      }
    }
    claim(kept)
  }
  /** This tab has the events of the keys, or has delivered them, whoever has taken them over since. */
  function claim(keys: readonly string[]): void {
    new Set(keys.filter(key => key).map(ownerOf)).forEach(takeovers.claim)
  }
  function storeAgain(event: QueuedEvent): void {
    moveToMemory(event)
    const { share } = event
    // A whole event that was adopted has none.
    if (!share.key || isMissing(share.key)) storeShare(share)
    writeCompact(event)
  }

  function removeUnused(share: Share): void {
    if (share.uses === 0 && share.key) store.remove(share.key)
  }
  function remove(event: QueuedEvent): void {
    const { uuid, share } = event
    if (!events.delete(uuid)) return
    share.uses--
    if (share !== current) removeUnused(share)
    if (event.key) moveToMemory(event)
  }
  /** Removes events that have arrived. Another tab may have adopted them too, and must not take the storage for emptied. */
  function removeDelivered(delivered: readonly QueuedEvent[]): void {
    claim(delivered.map(({ key }) => key))
    delivered.forEach(remove)
  }
  function moveToMemory(event: QueuedEvent): void {
    storedCharacters -= sizeOf(event)
    store.remove(event.key)
    event.key = ''
  }

  function shareFor(event: CapturedEvent, common: Properties, toJson?: ToJson): Share {
    // Somebody has emptied the storage, or another tab has removed it with the last of the events that it has adopted. What is stored
    // next may be adopted, and then all events that are missing would count as delivered by the other tab. See D-782.
    if (!current || isMissing(current.key)) {
      reconcile(current && 0)
      setCurrent()
    }
    if (current && !needsNewShare(current, event, common)) return current
    const share = { ...sharedPropertiesOf(event, common, toJson), key: '', uses: 0 }
    storeShare(share)
    setCurrent(share)
    return share
  }
  function storeShare(share: Share): void {
    const key = tabKey(`s${shareCount}`)
    // Storage of some pages accepts and keeps nothing. Every event would store all those before it again.
    share.key = store.write(key, share.text) && !isMissing(key) ? key : ''
    shareCount++
  }
  function setCurrent(share?: Share): void {
    if (current) removeUnused(current)
    current = share
  }
  const writeCompact = (event: QueuedEvent) => write(event, `${shareNumber(event.share)} ${event.text}`)
  /** Stores an event of this page. Without room, it is in memory alone. */
  function write(event: QueuedEvent, text: string): void {
    event.key = tabKey(`e${(eventCount++).toString(36)}`)
    storedCharacters += sizeOf(event)
    // A whole event needs no shared properties.
    const hasRoom = (event.share.key || text[0] === '{') && storedCharacters <= MAX_STORED_CHARACTERS
    if (!hasRoom || !store.write(event.key, text)) moveToMemory(event)
  }

  function enqueue(
    given: Pick<QueuedEvent, 'uuid' | 'text' | 'share' | 'key' | 'lastHandover'>,
  ): QueuedEvent {
    const { uuid, text, share, lastHandover } = given
    share.uses++
    const event: QueuedEvent = {
      ...given,
      length: text.length + share.text.length,
      state: lastHandover ? 'handedOver' : 'queued',
      // Not left out: `Object.prototype` of the page may have it. See D-357, D-500.
      isKeptAlive: undefined,
    }
    events.set(uuid, event)
    return event
  }

  /** Takes over one stored event; one that cannot be read is removed. */
  function adoptEvent(key: string, shares: ReadonlyMap<string, Share>, lastHandover?: Handover): void {
    const json = store.read(key) ?? ''
    try {
      // A whole event has no shared properties.
      const end = json[0] === '{' ? 0 : json.indexOf(' ')
      const share = shares.get(json.slice(0, end))!
      const text = end ? json.slice(end + 1) : compactEvent(share, JSON.parse(json) as CapturedEvent)
      const expanded = expandEvent(share, text)
      const { uuid } = expanded
      if (events.has(uuid) || !isIntact(expanded)) return store.remove(key)
      storedCharacters += sizeOf(enqueue({ uuid, text, share, key, lastHandover }))
    } catch {
      store.remove(key)
    }
  }
  const readShare = (key: string): Share => ({
    ...(attempt(() => parseShared(store.read(key) ?? '{}')) ?? parseShared('{}')),
    key,
    uses: 0,
  })

  function oldestQueued(): QueuedEvent | undefined {
    for (const event of events.values()) if (event.state === 'queued') return event
  }
  const isInBeacon = ({ state, lastHandover }: QueuedEvent) => state === 'handedOver' && !lastHandover
  function requeue(event: QueuedEvent): void {
    event.state = 'queued'
    event.lastHandover = undefined
  }

  return {
    size: () => events.size,
    hasQueued: () => !!oldestQueued(),
    /** Returns the events that wait to be sent. */
    queued: () => listed().filter(event => event.state === 'queued'),
    isQueued: (event: QueuedEvent) => events.get(event.uuid) === event && event.state === 'queued',
    expand: ({ share, text }: QueuedEvent) => expandEvent(share, text),
    /**
     * Adds an event. Returns false when it is in memory alone, because storage is full or closed.
     *
     * @param common Has the names of the properties that every event of the page has.
     */
    add(event: CapturedEvent, common: Properties, toJson?: ToJson): boolean {
      const { uuid } = event
      const share = shareFor(event, common, toJson)
      const text = compactEvent(share, event, toJson)
      const queued = enqueue({ uuid, text, share, key: '', lastHandover: undefined })
      writeCompact(queued)
      return queued.key !== ''
    },
    removeDelivered,
    reconcile,
    /** The service has not accepted the event: it waits again. */
    requeue,
    /** Removes the oldest event that is not being sent. Returns false when there is none. */
    removeOldest(): boolean {
      const oldest = oldestQueued()
      if (oldest) remove(oldest)
      return !!oldest
    },
    /** Moves the newest stored events to memory. Returns false when none is stored. */
    evictNewest(count: number): boolean {
      const newest = stored().slice(-count)
      newest.forEach(moveToMemory)
      return newest.length > 0
    },
    /** Removes everything, the outboxes of other tabs included. */
    clear(): void {
      events.clear()
      storedCharacters = 0
      current = undefined
      for (const key of store.keys(prefix)) store.remove(key)
    },

    /** The page is left: stores which events the browser has accepted, and removes what no event needs. */
    saveHandover(isHealthy: boolean): void {
      // What was adopted has a note already.
      const accepted = stored()
        .filter(event => (event.state === 'sending' ? event.isKeptAlive : isInBeacon(event)))
        .map(({ key }) => key)
      if (isHealthy && accepted[0]) handovers.save(accepted, now())
      else handovers.remove()
      // Another tab removes shared properties with the last of the events that it has adopted. See D-692.
      setCurrent()
    },
    /**
     * A request has failed: nothing that was handed over counts as delivered, in other tabs neither. Those that adopt it, or have
     * adopted it, may know of later requests alone. See D-691, D-654.
     */
    discardHandovers: handovers.discardAll,
    /** Decides on what was handed over: it has arrived, or it is sent again. `answeredAt`: start of a request, epoch ms. */
    settleHandedOver(answeredAt: number): void {
      const delivered: QueuedEvent[] = []
      // Read once per note: it names as many events as it counts for.
      const isNoteMissing = memoizeLast(isMissing)
      for (const event of listed()) {
        const { lastHandover } = event
        if (!lastHandover) continue
        const isWithdrawn = isNoteMissing(lastHandover.key)
        if (!isWithdrawn && !(lastHandover.at < answeredAt)) continue
        // Another tab has decided.
        if (isMissing(event.key) && takeovers.isElsewhere(ownerOf(event.key))) remove(event)
        else if (isWithdrawn) requeue(event)
        else delivered.push(event)
      }
      removeDelivered(delivered)
      new Set(delivered.map(({ lastHandover }) => lastHandover!.key)).forEach(store.remove)
    },
    /** The page has come back: its own answers count again, and the events of a beacon, which has none, are queued again. */
    resume(): void {
      if (listed().some(event => event.state === 'sending' && event.lastHandover)) handovers.awaitAnswers()
      else handovers.remove()
      listed().filter(isInBeacon).forEach(requeue)
    },
    /**
     * After the back/forward cache, under a new tab name: the answers to what was handed over may never come, requests without
     * keepalive were dropped, and another tab may have sent what was stored. Returns a function to call when no answer comes any more:
     * requests made later decide. A time that is computed before is wrong when the clock is set. See D-783.
     */
    resync(): () => void {
      reconcile(0)
      // No request decides until then.
      const lastHandover: Handover = { at: NaN, key: handovers.awaitAnswers() }
      for (const event of listed()) {
        if (event.state !== 'sending') continue
        if (lastHandover.key && event.isKeptAlive) {
          event.lastHandover = lastHandover
          // A tab that has adopted it leaves it to this one. As a whole: its shared properties have the former tab name.
          if (event.key) moveToMemory(event)
          write(event, stringifyStored(expandEvent(event.share, event.text)))
        } else requeue(event)
      }
      return () => {
        lastHandover.at = now()
      }
    },

    /** Returns the keys of this tab in a store, and those of what it has adopted. A tab that is still alive may go on under its name. */
    tabKeys({ keys }: Store): string[] {
      const held = new Set(listed().flatMap(({ key, share }) => [key, share.key]))
      // A note stays where other tabs can withdraw it.
      return keys(prefix).filter(key => held.has(key) || (ownerOf(key) === tab() && !isHandoverNote(key)))
    },
    /** Returns the stored keys of other tabs, by tab; removes leases that have run out. */
    otherOutboxes(): Map<string, string[]> {
      const outboxes = new Map<string, string[]>()
      for (const key of store.keys(prefix)) {
        const [owner = '', name] = key.slice(prefix.length).split('_')
        if (owner === tab() || !name) continue
        if (name !== LEASE) (outboxes.get(owner) ?? outboxes.set(owner, []).get(owner)!).push(key)
        else if (Number(store.read(key)) < now()) store.remove(key)
      }
      return outboxes
    },
    /** Takes over the outboxes of dead tabs. Their events are older, so they come first. */
    adopt(outboxes: ReadonlyMap<string, string[]>): void {
      const newer = events
      events = new Map()
      for (const [owner, keys] of outboxes) {
        const { size } = events
        const handedOver = handovers.ofTab(owner)
        const isShare = (key: string) => key.startsWith(`${prefix}${owner}_s`)
        const shares = new Map([['', readShare('')]])
        for (const key of keys.filter(isShare)) shares.set(shareNumber({ key }), readShare(key))
        for (const key of keys.sort(inCaptureOrder)) {
          if (!isShare(key) && !isHandoverNote(key)) adoptEvent(key, shares, handedOver.get(key))
        }
        if (events.size > size) takeovers.add(owner)
        shares.forEach(removeUnused)
      }
      for (const [uuid, event] of newer) events.set(uuid, event)
    },
  }
}

const shareNumber = ({ key }: { key: string }): string => key.slice(key.lastIndexOf('_s') + 2)

const inCaptureOrder = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)
