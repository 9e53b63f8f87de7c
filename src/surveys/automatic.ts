import type { Activations } from './activations'
import type { Candidate, Surroundings } from './eligibility'
import type { SurveyHost } from './host'
import { createSessionCount } from './sessionCount'
import type { Stage } from './stage'

/** Popovers that are shown without anybody asking. */
export interface Automatic {
  /** Shows the next one, starts and cancels delays, as things stand now. */
  update(eligible: readonly Candidate[], around: Surroundings): void
  /** Takes a waiting survey back, to rest; no effect on one that is open. */
  cancel(key: string): void
  /** Lets a survey rest: it is not shown again on this page before it has stopped matching once, or is triggered again. */
  rest(key: string): void
  /** Ends its rest: it was triggered. */
  renew(key: string): void
  /** True: its delay runs. */
  isWaiting(key: string): boolean
  rests(key: string): boolean
  /** True: as many as the setting allows were shown in this session. */
  isFull(): boolean
  stop(): void
}

interface Parts {
  host: SurveyHost
  stage: Stage
  activations: Activations
  evaluate(): void
}

/** Unfinished ones first, `always` ones last, then the least delay; the service's order decides the rest. */
function byUrgency(isUnderWay: (candidate: Candidate) => boolean) {
  const rank = (candidate: Candidate) =>
    isUnderWay(candidate) ? 0 : candidate.survey.schedule === 'always' ? 2 : 1
  return (one: Candidate, other: Candidate): number => rank(one) - rank(other) || one.delayMs - other.delayMs
}

/** Shows one popover at a time. DECISIONS, "Order of popovers". */
export function createAutomatic({ host, stage, activations, evaluate }: Parts): Automatic {
  const { page } = host
  const count = createSessionCount(host)
  /** Delays that run or are over, by key; `due` as `page.elapsed()` has it. */
  const delays = new Map<string, { due: number; cancel: () => void }>()
  const resting = new Set<string>()

  function startDelay({ key, delayMs }: Candidate) {
    const firedAt = activations.at(key)
    const passed = firedAt === undefined ? 0 : Math.max(page.now() - firedAt, 0)
    const rest = Math.max(delayMs - passed, 0)
    const delay = { due: page.elapsed() + rest, cancel: page.after(rest, evaluate) }
    delays.set(key, delay)
    return delay
  }

  const isDue = (candidate: Candidate): boolean =>
    candidate.delayMs === 0 || page.elapsed() >= (delays.get(candidate.key) ?? startDelay(candidate)).due

  function endDelay(key: string) {
    delays.get(key)?.cancel()
    delays.delete(key)
  }

  const isFree = ({ survey, key }: Candidate): boolean =>
    survey.type === 'popover' && !resting.has(key) && !stage.isBarred(key) && !stage.find(key, 'popover')

  return {
    update(eligible, { isUnderWay }) {
      const keys = new Set(eligible.map(({ key }) => key))
      for (const key of delays.keys()) if (!keys.has(key)) endDelay(key)
      for (const key of resting) if (!keys.has(key)) resting.delete(key)
      // Every delay is started, so that a long one runs while another survey is open.
      const next = eligible.filter(isFree).sort(byUrgency(isUnderWay)).filter(isDue)[0]
      if (!next || stage.popover()) return
      if (!isUnderWay(next)) {
        if (count.reached()) return
        count.add()
      }
      endDelay(next.key)
      const anchor = next.survey.appearance.widgetSelector
      stage.open({ candidate: next, role: 'popover', automatic: true }, { display: 'popover', anchor })
    },
    cancel(key) {
      if (!delays.has(key)) return
      endDelay(key)
      resting.add(key)
    },
    rest: key => void resting.add(key),
    renew: key => void resting.delete(key),
    isWaiting: key => (delays.get(key)?.due ?? 0) > page.elapsed(),
    rests: key => resting.has(key),
    isFull: count.reached,
    stop() {
      for (const key of [...delays.keys()]) endDelay(key)
      resting.clear()
    },
  }
}
