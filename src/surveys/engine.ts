import { createCatalogue } from './catalogue'
import type { Decisions, Director, HeardEvent } from './director'
import {
  ANY_EVENT,
  type Candidate,
  CHECKS,
  obstacle,
  prepareCandidate,
  type Surroundings,
} from './eligibility'
import type { SurveyHost } from './host'
import { prepareTest } from './match'
import { IN_PROGRESS, SEEN, TRIGGERED } from './seen'
import { createSightings } from './sightings'
import { lookAround } from './surroundings'
import { createWatch } from './watch'

/** The longest that `setTimeout` can wait; a later moment takes another turn. */
const LONGEST_TIMER_MS = 2_147_483_647
/** Evaluations that one evaluation may cause; more would be two surveys that chase each other. */
const MAX_ROUNDS = 20
/** Events kept for triggers while the list or the acting part is on its way. */
const MAX_HEARD = 100
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 600_000

type Heard = [event: HeardEvent, at: number]

/**
 * Decides which surveys may show, whenever something happened that can matter and never otherwise. The part that acts is
 * fetched when there is something for it to do; until then this knows no trigger that has fired and no survey that is open.
 */
export function createEngine(host: SurveyHost) {
  const { page, store } = host
  const catalogue = createCatalogue(host, prepare)
  /** Who wants to know which surveys match. */
  const watchers = new Set<(matching: readonly Candidate[]) => void>()
  const sightings = createSightings(host)
  const watch = createWatch(page, evaluate)

  let candidates: Candidate[] = []
  /** Those that show by themselves. */
  let automatic: Candidate[] = []
  /** When surveys start and end, in order. */
  let moments: number[] = []
  /** True: earlier pages left something for the acting part to do. */
  let left = false
  let starting = new Set<string>()
  let cancelling = new Set<string>()
  let director: Director | undefined
  /** Events captured before there was a list, which may be triggers in it; `undefined` from then on. */
  let early: Heard[] | undefined = []
  let heard: Heard[] = []
  let fetching = false
  let failures = 0
  let pauseUntil = 0
  let stopMoment = () => {}
  let busy = false
  let again = false
  let stopped = false

  const around = (options?: { quiet: boolean }): Surroundings =>
    lookAround(host, sightings, director, options)

  const decisions: Decisions = {
    candidates: () => candidates,
    checks: CHECKS,
    prepareTest,
    around,
    against: (candidate, among) => obstacle(candidate, around(), among),
    evaluate,
    atOnce,
  }

  function prepare() {
    candidates = catalogue.surveys().flatMap(survey => {
      const onFault = () => host.report('survey_condition_invalid', { id: survey.id })
      try {
        return prepareCandidate(survey, catalogue.config(), onFault)
      } catch {
        // Something in it is of a kind that nobody foresaw: this survey is left out, and no other.
        onFault()
        return []
      }
    })
    automatic = candidates.filter(({ survey }) => survey.type === 'popover' || survey.type === 'widget')
    starting = new Set(candidates.flatMap(({ startedBy }) => startedBy))
    cancelling = new Set(candidates.flatMap(({ cancelledBy }) => cancelledBy))
    moments = candidates
      .flatMap(({ start, end }) => [start, end])
      .filter(Number.isFinite)
      .sort((a, b) => a - b)
    const isLeft = (prefix: string) => store.keys(prefix).length > 0
    left =
      (starting.size > 0 && isLeft(TRIGGERED)) ||
      (host.settings().capture_survey_abandoned && isLeft(IN_PROGRESS))
    for (const given of early ?? []) hear(...given)
    early = undefined
    evaluate()
  }

  /** The acting part; each call while it is not there is a new try to fetch it. */
  async function direct(): Promise<Director> {
    const runtime = director ? undefined : await host.loadRuntime()
    if (stopped) throw new Error('stopped')
    if (!runtime) return director!
    director ??= runtime.direct(runtime, host, decisions)
    for (const given of heard) director.hear(...given)
    heard = []
    evaluate()
    return director
  }

  function fetchDirector() {
    if (fetching || page.elapsed() < pauseUntil) return
    fetching = true
    direct()
      .catch(error => {
        if (stopped) return
        host.report('survey_ui_failed', error)
        pauseUntil = page.elapsed() + Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS)
      })
      .finally(() => {
        fetching = false
      })
  }

  /** Surveys start and end at moments that are known: one timer, for the next of them. */
  function setMoment() {
    stopMoment()
    const now = page.now()
    const next = moments.find(moment => moment > now)
    if (next) stopMoment = page.after(Math.min(next - now, LONGEST_TIMER_MS), evaluate)
  }

  function update() {
    catalogue.retry()
    const now = around()
    const settings = host.settings()
    const quiet = settings.disable_surveys || settings.disable_surveys_automatic_display
    const open = !quiet && host.canCapture()
    const eligible: Candidate[] = []
    const matches = new Map<string, boolean>()
    for (const candidate of open ? automatic : []) {
      const against = obstacle(candidate, now)
      const { selector } = candidate.survey.conditions
      if (!against) eligible.push(candidate)
      if (selector && (!against || against === 'selector')) matches.set(selector, !against)
    }
    watch.set(matches)
    if (director) director.update(eligible, now)
    else if (eligible.length > 0 || (open && (left || heard.length > 0))) fetchDirector()
    for (const watcher of watchers) watcher(matching())
    setMoment()
  }

  function matching(): Candidate[] {
    const now = around()
    return candidates.filter(candidate => !obstacle(candidate, now))
  }

  /** Decides anew, as often as deciding causes it. Nobody is asked while the page is hidden. */
  function evaluate() {
    again = true
    if (busy || stopped || !page.visible()) return
    atOnce(() => {
      for (let round = 0; again && round < MAX_ROUNDS; round++) {
        again = false
        update()
      }
    })
  }

  function atOnce(run: () => void) {
    const outermost = !busy
    busy = true
    try {
      run()
    } catch (error) {
      host.report('survey_failed', error)
    }
    if (outermost) busy = false
  }

  /** Gives an event to the triggers; `noted`: it is one of a survey. @returns Whether triggers changed. */
  function hear(event: HeardEvent, at: number, noted = false): boolean {
    const starts = starting.has(event.event) || starting.has(ANY_EVENT)
    const awaited = starts || cancelling.has(event.event)
    if (director) return (awaited || noted) && director.hear(event, at)
    // What takes a survey back matters only after what started it.
    const kept = starts || (awaited && (fetching || heard.length > 0))
    if (kept && heard.length < MAX_HEARD) heard.push([event, at])
    return kept
  }

  function onCaptured(captured: HeardEvent) {
    const now = page.now()
    if (early && early.length < MAX_HEARD) early.push([captured, now])
    const noted = sightings.note(captured)
    if (hear(captured, now, noted) || noted) evaluate()
  }

  function closeHere(key: string) {
    director?.close(key)
    evaluate()
  }

  const offs = [
    page.on('navigate', evaluate),
    page.on('visible', evaluate),
    page.on('return', evaluate),
    page.on('online', evaluate),
    // Answered or closed in another tab: marked there, or the run that both were in has been ended there.
    store.onForeignChange(SEEN, (stored, value) => value !== null && closeHere(stored.slice(SEEN.length))),
    store.onForeignChange(
      IN_PROGRESS,
      (stored, value) => value ?? closeHere(stored.slice(IN_PROGRESS.length)),
    ),
  ]

  return {
    catalogue,
    decisions,
    watchers,
    matching,
    evaluate,
    direct,
    onCaptured,
    /** The acting part, if it is there. */
    director: () => director,
    /** Runs when no trigger is in the balance any more. */
    whenHeard(run: () => void) {
      if (heard.length === 0) run()
      else direct().then(run, run)
    },
    onSession(id: string | undefined) {
      director?.onSession(id)
      evaluate()
    },
    reset() {
      atOnce(() => {
        director?.reset()
        heard = []
        early &&= []
        sightings.forget()
        for (const stored of [...store.keys(IN_PROGRESS), ...store.keys(TRIGGERED)]) store.remove(stored)
      })
      evaluate()
    },
    stop() {
      stopped = true
      for (const off of offs) off()
      atOnce(() => director?.stop())
      watch.set(new Map())
      stopMoment()
      watchers.clear()
    },
  }
}
