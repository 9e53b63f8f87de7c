import type { Activations } from './activations'
import { byUrgency, type Candidate, obstacle, type Surroundings } from './eligibility'
import type { SurveyHost } from './host'
import type { Stage } from './stage'
import { createWidgets } from './widgets'

/** What is shown without anybody asking. */
export interface Automatic {
  /** Shows, hides, starts and cancels delays, as things stand now. */
  update(candidates: readonly Candidate[], around: Surroundings): void
  /** Takes a waiting survey back until it has stopped matching once; no effect on one that is open. */
  cancel(key: string): void
  /** Takes a survey's cancellation back: it was triggered again. */
  renew(key: string): void
  isWaiting(key: string): boolean
  stop(): void
}

interface Parts {
  host: SurveyHost
  stage: Stage
  activations: Activations
  /** Surveys that have been shown by themselves in this session. */
  count: { reached(): boolean; add(): void }
  evaluate(): void
}

/** Shows surveys by themselves: one popover at a time, any number of widgets. DECISIONS, "Order of popovers". */
export function createAutomatic({ host, stage, activations, count, evaluate }: Parts): Automatic {
  const { page } = host
  const widgets = createWidgets(host, stage)
  /** Delays that run or are over, by key; `due` as `page.elapsed()` has it. */
  const delays = new Map<string, { due: number; cancel: () => void }>()
  const cancelled = new Set<string>()
  let stopObserving: (() => void) | undefined

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

  /** The document is watched only while a selector is all that can change a survey's mind. */
  function observe(wanted: boolean) {
    if (wanted === (stopObserving !== undefined)) return
    stopObserving?.()
    stopObserving = wanted ? page.onMutation(evaluate) : undefined
  }

  function hideLost({ url }: Surroundings) {
    stage.hide(({ automatic, candidate }) => automatic && candidate.url !== undefined && !candidate.url(url))
  }

  function openNext(popovers: readonly Candidate[], around: Surroundings) {
    const sorted = [...popovers].sort(byUrgency(around.isUnderWay))
    // Every delay is started, so that a long one runs while another survey is open (W35).
    const next = sorted.filter(isDue)[0]
    const runtime = sorted.length > 0 ? stage.runtime() : undefined
    if (!next || !runtime || stage.popover() || (count.reached() && !around.isUnderWay(next))) return
    if (!around.isUnderWay(next)) count.add()
    endDelay(next.key)
    stage.open(runtime, { candidate: next, role: 'popover', automatic: true }, { display: 'popover' })
  }

  return {
    update(candidates, around) {
      hideLost(around)
      const eligible: Candidate[] = []
      let selectors = false
      for (const candidate of candidates) {
        const against = obstacle(candidate, around)
        if (!against) eligible.push(candidate)
        if (candidate.survey.conditions.selector && (!against || against === 'selector')) selectors = true
      }
      const keys = new Set(eligible.map(({ key }) => key))
      for (const key of delays.keys()) if (!keys.has(key)) endDelay(key)
      for (const key of cancelled) if (!keys.has(key)) cancelled.delete(key)
      observe(selectors)
      widgets.update(eligible.filter(({ survey }) => survey.type === 'widget'))
      const free = eligible.filter(
        ({ survey, key }) =>
          survey.type === 'popover' &&
          !cancelled.has(key) &&
          !stage.isBroken(key) &&
          !stage.find(key, 'popover'),
      )
      openNext(free, around)
    },
    cancel(key) {
      if (!delays.has(key)) return
      endDelay(key)
      cancelled.add(key)
    },
    renew: key => void cancelled.delete(key),
    isWaiting: key => delays.has(key),
    stop() {
      for (const key of [...delays.keys()]) endDelay(key)
      observe(false)
      widgets.update([])
    },
  }
}
