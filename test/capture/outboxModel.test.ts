import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { createService } from '../../src/server/index'
import { fakeBrowser } from '../support/fakeBrowser'
import { type Started, startClient } from '../support/startClient'

/** How a request ends that begins now. */
type Outcome = 'accepted' | 'unreachable' | 'unavailable' | 'redirected' | 'unanswered'

/** What differs between browsers, and between services. */
interface World {
  hasWebLocks: boolean
  /** Firefox sends on the requests of a page that enters the back/forward cache, and drops their promises. */
  dropsPromises: boolean
  /** Whether an event arrives as soon as it is sent, or when the request is answered. */
  arrivesAtOnce: boolean
  /** Whether a page that comes back is visible before `pageshow`. */
  isVisibleFirst: boolean
  latencyMs: number
}

type TabStep = 'capture' | 'hide' | 'show' | 'cache' | 'restore' | 'return' | 'close' | 'crash'
type Step =
  | { type: TabStep; tab: number }
  | { type: 'open' }
  | { type: 'switch'; tab: number; persistence: Config['persistence'] }
  /** The page or the visitor empties the storage. */
  | { type: 'empty' }
  /** Somebody sets the clock of the device. */
  | { type: 'clock'; ms: number }
  | { type: 'wait'; ms: number }
  | { type: 'network'; outcome: Outcome }
  | { type: 'line'; online: boolean }

interface Tab extends Started {
  state: 'live' | 'cached' | 'closed'
  failedAt: number
  /** Whether other tabs have its storage too. */
  isShared: boolean
}

interface Request {
  tab: Tab
  body: string
  keepalive: boolean
  outcome: Outcome
  startedAt: number
  dueAt: number
  /** Whether an answer may still come. */
  isOpen: boolean
  hasArrived: boolean
  resolve(response: Response): void
  reject(): void
}

const MAX_LIVE_TABS = 3
/** The client knows of a failed request by then. See D-343. */
const NOTICE_MS = 200
const CONFIG = {
  capture_pageview: false,
  capture_pageleave: false,
  advanced_disable_flags: true,
  rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
} as const
/** Never called: the network of the world stands in its place, and a service would count a repeated event once. */
const service = createService()

const answered = (status: number) => new Response('{"status":"Ok"}', { status })
function redirected(): Response {
  const response = new Response('<p>', { status: 200 })
  Object.defineProperty(response, 'redirected', { value: true })
  return response
}
const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** Creates a browser with tabs, and a network that counts how often each event has arrived. */
function createWorld({ hasWebLocks, dropsPromises, arrivesAtOnce, isVisibleFirst, latencyMs }: World) {
  const browser = fakeBrowser({ withoutLocks: !hasWebLocks })
  const tabs: Tab[] = []
  const captured: string[] = []
  const arrivals = new Map<string, number>()
  let requests: Request[] = []
  let now = Date.UTC(2026, 0, 5, 12)
  let outcome: Outcome = 'accepted'
  let isOnline = true
  /** How far the clock of the device is ahead. */
  let aheadMs = 0
  /** An outage that began when a page was left: it lasts until a page knows that a later request has failed. See D-337, D-696. */
  let outageSince: number | undefined
  /** The pages that were left in the outage. */
  const leftInOutage = new Set<Tab>()

  // The network

  function arrive(request: Request): void {
    if (request.hasArrived || request.outcome !== 'accepted') return
    request.hasArrived = true
    const body = JSON.parse(request.body)
    for (const { uuid } of body.batch ?? [body]) arrivals.set(uuid, (arrivals.get(uuid) ?? 0) + 1)
  }
  function fail({ tab, startedAt }: Request): void {
    tab.failedAt = now
    const since = outageSince ?? now
    if (startedAt > since)
      tab.page.setTimer(NOTICE_MS, () => {
        if (outageSince !== since) return
        // Another tab withdraws what a page has noted in `localStorage` alone.
        for (const left of leftInOutage) if (left === tab || left.isShared) leftInOutage.delete(left)
        if (leftInOutage.size === 0) outageSince = undefined
      })
  }
  function answer(request: Request): void {
    arrive(request)
    // The page receives the answer when it comes back.
    if (!request.isOpen || request.tab.state !== 'live') return
    request.isOpen = false
    if (request.outcome === 'accepted') return request.resolve(answered(200))
    fail(request)
    if (request.outcome === 'unavailable') request.resolve(answered(503))
    else if (request.outcome === 'redirected') request.resolve(redirected())
    else request.reject()
  }
  function answerDue(): void {
    for (const request of requests)
      if (request.outcome !== 'unanswered' && request.dueAt <= now) answer(request)
    requests = requests.filter(({ isOpen }) => isOpen)
  }
  const send = (tab: Tab, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const request: Request = {
        tab,
        body: String(init.body),
        keepalive: init.keepalive === true,
        outcome: isOnline ? outcome : 'unreachable',
        startedAt: now,
        dueAt: now + (isOnline ? latencyMs : 0),
        isOpen: true,
        hasArrived: false,
        resolve,
        reject: () => reject(new TypeError('Failed to fetch')),
      }
      requests.push(request)
      if (arrivesAtOnce) arrive(request)
      init.signal?.addEventListener('abort', () => answer(request))
    })
  function setOutcome(next: Outcome): void {
    if (next !== 'accepted' || outageSince === undefined) outcome = next
  }
  function setOnline(next: boolean): void {
    if (next && outageSince !== undefined) return
    isOnline = next
    for (const { state, page } of tabs) {
      if (!next) page.goOffline()
      else if (state === 'live') page.goOnline()
    }
  }

  // The tabs

  const inState = (state: Tab['state']) => tabs.filter(tab => tab.state === state)
  function open(): void {
    const started = startClient({
      browser,
      service,
      page: { seed: tabs.length + 1, now: now + aheadMs, online: isOnline },
      config: { ...CONFIG, fetch: (_, init = {}) => send(tab, init) },
    })
    const tab: Tab = { ...started, state: 'live', failedAt: Number.NEGATIVE_INFINITY, isShared: true }
    tabs.push(tab)
  }
  /** The last request of the page fails, or may fail: the next page can only tell if the outage lasts. */
  function leaveInOutage(tab: Tab): void {
    const isFailing = ({ tab: owner, outcome }: Request) => owner === tab && outcome !== 'accepted'
    if (outcome === 'accepted' && isOnline && !requests.some(isFailing) && now - tab.failedAt >= NOTICE_MS)
      return
    if (outcome === 'accepted') outcome = 'unreachable'
    outageSince = now
    leftInOutage.add(tab)
  }
  function endRequests(tab: Tab): void {
    for (const request of requests.filter(request => request.tab === tab)) {
      // The browser sends on what it has accepted.
      if (request.keepalive) arrive(request)
      if (tab.state === 'cached' && !dropsPromises) {
        if (request.keepalive) continue
        request.outcome = 'unreachable'
      } else request.isOpen = false
    }
  }
  function leave(tab: Tab): void {
    tab.page.setVisible(false)
    tab.page.pagehide()
    leaveInOutage(tab)
  }
  function end(tab: Tab): void {
    tab.state = 'closed'
    endRequests(tab)
    tab.tab.kill()
  }
  function crash(tab: Tab): void {
    // A hidden page has handed over its events.
    if (!tab.page.visible()) leaveInOutage(tab)
    end(tab)
  }
  function restore(tab: Tab): void {
    // It counts its own answers. See D-338.
    if (!dropsPromises && leftInOutage.delete(tab) && leftInOutage.size === 0) outageSince = undefined
    tab.state = 'live'
    tab.page.setClock(now + aheadMs)
    if (isVisibleFirst) tab.page.setVisible(true)
    tab.page.restore()
    tab.page.setVisible(true)
    if (isOnline && !tab.page.isOnline()) tab.page.goOnline()
  }
  const tabSteps: Record<TabStep, (tab: Tab) => void> = {
    capture: ({ client }) => captured.push(client.capture('e')!.uuid),
    hide: ({ page }) => page.setVisible(false),
    show: ({ page }) => page.setVisible(true),
    cache(tab) {
      leave(tab)
      tab.state = 'cached'
      endRequests(tab)
    },
    restore,
    return(tab) {
      tabSteps.cache(tab)
      restore(tab)
    },
    close(tab) {
      leave(tab)
      end(tab)
    },
    crash,
  }
  function switchStore(tab: Tab, persistence: Config['persistence']): void {
    tab.isShared = persistence === 'localStorage'
    tab.client.set_config({ persistence })
  }
  function setClock(ms: number): void {
    aheadMs += ms
    for (const { page } of inState('live')) page.setClock(now + aheadMs)
  }

  // Time

  async function wait(ms: number): Promise<void> {
    // In parts, so that answers and timers keep their order.
    const part = ms > 5_000 ? 2_500 : 100
    for (let left = ms; left > 0; left -= part) {
      now += Math.min(left, part)
      answerDue()
      for (const { page } of inState('live')) {
        page.advance(Math.min(left, part))
        page.runIdle()
      }
      await nextTurn()
    }
    for (let turn = 0; turn < 6; turn++) {
      await nextTurn()
      answerDue()
      for (const { page } of inState('live')) page.advance(0)
    }
  }
  async function take(step: Step): Promise<void> {
    if (step.type === 'wait') await wait(step.ms)
    else if (step.type === 'network') setOutcome(step.outcome)
    else if (step.type === 'line') setOnline(step.online)
    else if (step.type === 'clock') setClock(step.ms)
    else if (step.type === 'empty') browser.local.entries.clear()
    else if (step.type === 'open') inState('live').length < MAX_LIVE_TABS && open()
    else {
      const candidates = inState(step.type === 'restore' ? 'cached' : 'live')
      const tab = candidates[step.tab % candidates.length]
      if (step.type === 'switch') tab && switchStore(tab, step.persistence)
      else if (tab) tabSteps[step.type](tab)
    }
    await wait(1)
  }
  /** The outage that is under way is noticed and ends, and one tab adopts what all others have left. */
  async function recover({ comesBack = false } = {}): Promise<void> {
    if (comesBack) for (const tab of inState('cached')) restore(tab)
    if (!inState('live')[0]) open()
    while (outageSince !== undefined) {
      for (const { page, client } of inState('live')) {
        page.setVisible(true)
        client.capture('during the outage')
      }
      await wait(70_000)
      // An offline page makes no request.
      isOnline = true
      for (const { page } of inState('live')) page.goOnline()
    }
    setOutcome('accepted')
    setOnline(true)
    for (const tab of inState('cached')) end(tab)
    // Longer than the time limit of a request.
    await wait(70_000)
    for (const tab of inState('live').slice(1)) tabSteps.close(tab)
    for (let visit = 0; visit < 5; visit++) {
      const { page, client } = inState('live')[0]!
      // After many failures, the next attempt would be minutes away.
      page.goOnline()
      client.capture('later')
      await wait(70_000)
    }
  }

  open()
  return {
    take,
    recover,
    /** How often each captured event has arrived. */
    arrivals: () => captured.map(uuid => arrivals.get(uuid) ?? 0),
  }
}

const world: fc.Arbitrary<World> = fc.record({
  hasWebLocks: fc.boolean(),
  dropsPromises: fc.boolean(),
  arrivesAtOnce: fc.boolean(),
  isVisibleFirst: fc.boolean(),
  latencyMs: fc.constantFrom(0, 300, 3_000),
})
const tab = fc.nat(MAX_LIVE_TABS - 1)
const tabStep = (...types: TabStep[]): fc.Arbitrary<Step> =>
  fc.record({ type: fc.constantFrom(...types), tab })
const LIVES: fc.WeightedArbitrary<Step>[] = [
  { weight: 6, arbitrary: tabStep('capture') },
  { weight: 5, arbitrary: tabStep('cache', 'restore', 'return') },
  { weight: 1, arbitrary: tabStep('hide', 'show') },
  { weight: 2, arbitrary: fc.constant({ type: 'open' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('wait'),
      ms: fc.constantFrom(1, 50, 200, 1_100, 4_000, 11_000, 61_000, 200_000),
    }),
  },
]
const VISITS = [...LIVES, { weight: 1, arbitrary: tabStep('close') }]
const CRASH = { weight: 1, arbitrary: tabStep('crash') }
const clock = (...jumpsMs: number[]): fc.WeightedArbitrary<Step> => ({
  weight: 1,
  arbitrary: fc.record({ type: fc.constant('clock'), ms: fc.constantFrom(...jumpsMs) }),
})
const OUTAGES: fc.WeightedArbitrary<Step>[] = [
  clock(-3_600_000, -90_000, 90_000, 3_600_000),
  { weight: 1, arbitrary: fc.record({ type: fc.constant('line'), online: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('network'),
      outcome: fc.oneof(
        fc.constant<Outcome>('accepted'),
        fc.constantFrom<Outcome>('unreachable', 'unavailable', 'redirected', 'unanswered', 'unanswered'),
      ),
    }),
  },
]
/** Changes after which some events are in no storage: they last as long as their page. */
const STORAGE: fc.WeightedArbitrary<Step>[] = [
  { weight: 2, arbitrary: fc.constant({ type: 'empty' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('switch'),
      tab,
      persistence: fc.constantFrom('localStorage', 'sessionStorage', 'cookie', 'memory'),
    }),
  },
]
const CHROMIUM: World = {
  hasWebLocks: true,
  dropsPromises: false,
  arrivesAtOnce: false,
  isVisibleFirst: false,
  latencyMs: 0,
}
/** Orders that few random runs have. */
const OUTAGE_EXAMPLES: [World, Step[]][] = [
  // A page comes back, and its last request fails after a later one has succeeded. See D-338.
  [
    { ...CHROMIUM, hasWebLocks: false },
    [
      { type: 'network', outcome: 'unanswered' },
      { type: 'capture', tab: 0 },
      { type: 'return', tab: 0 },
      { type: 'network', outcome: 'accepted' },
      { type: 'capture', tab: 0 },
      { type: 'wait', ms: 1_100 },
    ],
  ],
  // A page comes back, and crashes before it knows that its last request has failed. See D-654.
  [
    { ...CHROMIUM, latencyMs: 300 },
    [
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'restore', tab: 0 },
      { type: 'network', outcome: 'accepted' },
      { type: 'crash', tab: 0 },
    ],
  ],
  // A page that has come back crashes, and the one that has adopted its event comes back too, and is left. See D-783.
  [
    CHROMIUM,
    [
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'return', tab: 0 },
      { type: 'crash', tab: 0 },
      { type: 'open' },
      { type: 'return', tab: 0 },
      { type: 'cache', tab: 0 },
    ],
  ],
  // A page is left in an outage, in the millisecond in which the latest request of another one began.
  [
    { ...CHROMIUM, hasWebLocks: false },
    [
      { type: 'open' },
      { type: 'wait', ms: 200_000 },
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 1 },
      { type: 'network', outcome: 'accepted' },
      { type: 'capture', tab: 0 },
      { type: 'close', tab: 1 },
      { type: 'cache', tab: 0 },
    ],
  ],
  // The clock is set back and forward while a page that has come back waits for two answers. See D-783.
  [
    { ...CHROMIUM, hasWebLocks: false, latencyMs: 300 },
    [
      { type: 'capture', tab: 0 },
      { type: 'clock', ms: -3_600_000 },
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'return', tab: 0 },
      { type: 'clock', ms: 3_600_000 },
      { type: 'network', outcome: 'unreachable' },
    ],
  ],
]
/** Somebody empties or changes the storage. */
const STORAGE_EXAMPLES: [World, Step[]][] = [
  // The note of the handover is in memory, where no other tab can withdraw it.
  [
    { ...CHROMIUM, hasWebLocks: false, dropsPromises: true },
    [
      { type: 'network', outcome: 'unanswered' },
      { type: 'capture', tab: 0 },
      { type: 'switch', tab: 0, persistence: 'cookie' },
      { type: 'cache', tab: 0 },
      { type: 'network', outcome: 'unreachable' },
      { type: 'open' },
      { type: 'capture', tab: 0 },
      { type: 'wait', ms: 1100 },
      { type: 'open' },
      { type: 'network', outcome: 'unreachable' },
      { type: 'open' },
    ],
  ],
  // The storage is emptied while a page is in the back/forward cache, and its last request has failed. See D-697.
  [
    CHROMIUM,
    [
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'empty' },
      { type: 'restore', tab: 0 },
    ],
  ],
  // Another tab moves what it has stored, and back, after the storage was emptied. See D-697.
  [
    CHROMIUM,
    [
      { type: 'open' },
      { type: 'capture', tab: 1 },
      { type: 'wait', ms: 1_100 },
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'switch', tab: 0, persistence: 'cookie' },
      { type: 'empty' },
      { type: 'switch', tab: 0, persistence: 'localStorage' },
      { type: 'restore', tab: 0 },
    ],
  ],
  // A tab that was taken for dead captures an event before the one that has adopted its events moves them. See D-696.
  [
    { ...CHROMIUM, hasWebLocks: false, latencyMs: 300 },
    [
      { type: 'clock', ms: 3_600_000 },
      { type: 'capture', tab: 0 },
      { type: 'open' },
      { type: 'capture', tab: 0 },
      { type: 'switch', tab: 1, persistence: 'cookie' },
    ],
  ],
  // The clock was set back since the latest answer. See D-698.
  [
    { ...CHROMIUM, latencyMs: 300 },
    [
      { type: 'capture', tab: 0 },
      { type: 'network', outcome: 'unreachable' },
      { type: 'clock', ms: -3_600_000 },
      { type: 'capture', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'network', outcome: 'accepted' },
      { type: 'wait', ms: 1 },
    ],
  ],
  // A page moves to memory what a cached page has handed over in an outage, and is left without a request of its own. See D-780.
  [
    { ...CHROMIUM, hasWebLocks: false },
    [
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'open' },
      { type: 'switch', tab: 0, persistence: 'cookie' },
      { type: 'open' },
      { type: 'wait', ms: 1 },
      { type: 'clock', ms: -3_600_000 },
    ],
  ],
  // A page with an event in memory alone is hidden after a failure, and left. See D-781.
  [
    { ...CHROMIUM, hasWebLocks: false, latencyMs: 3_000 },
    [
      { type: 'open' },
      { type: 'network', outcome: 'unreachable' },
      { type: 'open' },
      { type: 'switch', tab: 2, persistence: 'memory' },
      { type: 'cache', tab: 0 },
      { type: 'capture', tab: 1 },
      { type: 'wait', ms: 200_000 },
      { type: 'return', tab: 1 },
      { type: 'network', outcome: 'accepted' },
      { type: 'clock', ms: -3_600_000 },
    ],
  ],
  // Somebody empties the storage while a hidden page waits for an answer, and another tab adopts what follows. See D-782.
  [
    { ...CHROMIUM, hasWebLocks: false },
    [
      { type: 'network', outcome: 'unreachable' },
      { type: 'capture', tab: 0 },
      { type: 'hide', tab: 0 },
      { type: 'empty' },
      { type: 'capture', tab: 0 },
      { type: 'open' },
      { type: 'cache', tab: 0 },
      { type: 'network', outcome: 'unreachable' },
      { type: 'empty' },
      { type: 'switch', tab: 0, persistence: 'localStorage' },
    ],
  ],
]
/** A page takes back what another tab has adopted. See D-654. */
const VISIT_EXAMPLES: [World, Step[]][] = [
  // A cached page has what another tab has adopted, and both are left. See D-784.
  [
    { ...CHROMIUM, hasWebLocks: false, latencyMs: 300 },
    [
      { type: 'capture', tab: 0 },
      { type: 'return', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'open' },
      { type: 'restore', tab: 0 },
      { type: 'capture', tab: 0 },
      { type: 'capture', tab: 0 },
      { type: 'close', tab: 0 },
    ],
  ],
  [
    { ...CHROMIUM, latencyMs: 3_000 },
    [
      { type: 'capture', tab: 0 },
      { type: 'cache', tab: 0 },
      { type: 'open' },
      { type: 'restore', tab: 0 },
      { type: 'return', tab: 1 },
    ],
  ],
]
/** `FC_RUNS` tries more. */
const numRuns = Number(process.env.FC_RUNS ?? 100)
/** Any order of steps, and how often each captured event has arrived in the end. */
const checkArrivals = (
  steps: fc.WeightedArbitrary<Step>[],
  check: (arrivals: number[]) => void,
  examples: [World, Step[]][] = [],
  recovery?: { comesBack: boolean },
) =>
  fc.assert(
    fc.asyncProperty(
      world,
      fc.array(fc.oneof(...steps), { minLength: 3, maxLength: 25, size: 'max' }),
      async (world, steps) => {
        const { take, recover, arrivals } = createWorld(world)
        for (const step of steps) await take(step)
        await recover(recovery)
        check(arrivals())
      },
    ),
    { numRuns, examples },
  )

describe('outbox: any order of visits', () => {
  const isNeverZero = (arrivals: number[]) => expect(arrivals).not.toContain(0)
  const isAlwaysOne = (arrivals: number[]) => expect(arrivals).toEqual(arrivals.map(() => 1))

  it('loses no event, whatever fails meanwhile', () =>
    checkArrivals([...VISITS, CRASH, ...OUTAGES], isNeverZero, OUTAGE_EXAMPLES))

  it('loses no event of pages that stay, whoever empties or changes the storage (D-696, D-697)', () =>
    checkArrivals([...LIVES, ...OUTAGES, ...STORAGE], isNeverZero, STORAGE_EXAMPLES, { comesBack: true }))

  it('sends each event once when nothing fails', () => checkArrivals(VISITS, isAlwaysOne, VISIT_EXAMPLES))

  it('sends each event once when nothing fails and the clock is set back (D-698)', () =>
    checkArrivals([...VISITS, clock(-3_600_000, -90_000)], isAlwaysOne))
})
