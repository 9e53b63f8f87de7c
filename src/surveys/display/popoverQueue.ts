import type { SurveyHost } from '../host'
import type { EvaluationContext } from '../targeting/checks'
import type { PreparedSurvey } from '../targeting/prepareSurvey'
import type { FiredTriggers } from './firedTriggers'
import type { OpenSurveys } from './openSurveys'
import { createSessionCap } from './sessionCap'

/** Popovers that are shown without anybody asking. */
export interface PopoverQueue {
  /** Shows the next one, starts and cancels delays, as things stand now. */
  update(eligible: readonly PreparedSurvey[], around: EvaluationContext): void
  /** Takes a waiting survey back, to rest; no effect on one that is open. */
  cancel(key: string): void
  /** Lets a survey rest: it is not shown again on this page before it has stopped matching once, or is triggered again. */
  suppress(key: string): void
  /** Ends its rest: it was triggered. */
  unsuppress(key: string): void
  /** True: its delay runs. */
  isDelayed(key: string): boolean
  isSuppressed(key: string): boolean
  /** True: as many as the setting allows were shown in this session. */
  isCapReached(): boolean
  stop(): void
}

interface PopoverQueueDeps {
  host: SurveyHost
  openSurveys: OpenSurveys
  firedTriggers: FiredTriggers
  evaluate(): void
}

/** Unfinished ones first, `always` ones last, then the least delay; the service's order decides the rest. */
function byPriority(isUnderWay: (candidate: PreparedSurvey) => boolean) {
  const rank = (candidate: PreparedSurvey) =>
    isUnderWay(candidate) ? 0 : candidate.survey.schedule === 'always' ? 2 : 1
  return (one: PreparedSurvey, other: PreparedSurvey): number =>
    rank(one) - rank(other) || one.delayMs - other.delayMs
}

/** Shows one popover at a time. DECISIONS, "Order of popovers". */
export function createPopoverQueue({
  host,
  openSurveys,
  firedTriggers,
  evaluate,
}: PopoverQueueDeps): PopoverQueue {
  const { page } = host
  const sessionCap = createSessionCap(host)
  /** Delays that run or are over, by key; `due` as `page.elapsed()` has it. */
  const delays = new Map<string, { due: number; cancel: () => void }>()
  const suppressed = new Set<string>()

  function startDelay({ key, delayMs }: PreparedSurvey) {
    const firedAt = firedTriggers.firedAt(key)
    const passed = firedAt === undefined ? 0 : Math.max(page.now() - firedAt, 0)
    const suppress = Math.max(delayMs - passed, 0)
    const delay = { due: page.monotonicNow() + suppress, cancel: page.setTimer(suppress, evaluate) }
    delays.set(key, delay)
    return delay
  }

  const isDue = (candidate: PreparedSurvey): boolean =>
    candidate.delayMs === 0 || page.monotonicNow() >= (delays.get(candidate.key) ?? startDelay(candidate)).due

  function cancelDelay(key: string) {
    delays.get(key)?.cancel()
    delays.delete(key)
  }

  const canOpen = ({ survey, key }: PreparedSurvey): boolean =>
    survey.type === 'popover' &&
    !suppressed.has(key) &&
    !openSurveys.isBlocked(key) &&
    !openSurveys.find(key, 'popover')

  return {
    update(eligible, { isInProgress: isUnderWay }) {
      const keys = new Set(eligible.map(({ key }) => key))
      for (const key of delays.keys()) if (!keys.has(key)) cancelDelay(key)
      for (const key of suppressed) if (!keys.has(key)) suppressed.delete(key)
      // Every delay is started, so that a long one runs while another survey is open.
      const next = eligible.filter(canOpen).sort(byPriority(isUnderWay)).filter(isDue)[0]
      if (!next || openSurveys.popover()) return
      if (!isUnderWay(next)) {
        if (sessionCap.isReached()) return
        sessionCap.add()
      }
      cancelDelay(next.key)
      const anchor = next.survey.appearance.widgetSelector
      openSurveys.open({ prepared: next, role: 'popover', automatic: true }, { display: 'popover', anchor })
    },
    cancel(key) {
      if (!delays.has(key)) return
      cancelDelay(key)
      suppressed.add(key)
    },
    suppress: key => void suppressed.add(key),
    unsuppress: key => void suppressed.delete(key),
    isDelayed: key => (delays.get(key)?.due ?? 0) > page.monotonicNow(),
    isSuppressed: key => suppressed.has(key),
    isCapReached: sessionCap.isReached,
    stop() {
      for (const key of [...delays.keys()]) cancelDelay(key)
      suppressed.clear()
    },
  }
}
