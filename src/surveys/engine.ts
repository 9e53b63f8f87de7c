import { type CapturedEvent, SURVEY_ID, SURVEY_ITERATION, SURVEY_SHOWN } from '../wire/event'
import { createActivations } from './activations'
import { createAsked } from './asked'
import { createAutomatic } from './automatic'
import { createCatalogue } from './catalogue'
import { type Candidate, obstacle, prepareCandidate, type Surroundings } from './eligibility'
import type { SurveyHost } from './host'
import { IN_PROGRESS, keyDealtWith, keyFor, LAST_SEEN, markSeen, SEEN } from './seen'
import { createSessionCount } from './sessionCount'
import { createStage } from './stage'
import { lookAround, type Memory } from './surroundings'
import { type Trigger, triggerIndex } from './triggers'

/** The longest that `setTimeout` can wait; a later moment takes another turn. */
const LONGEST_TIMER_MS = 2_147_483_647
/** Evaluations that one evaluation may cause; more is two surveys that chase each other. */
const MAX_ROUNDS = 20

interface Waiter {
  candidate: Candidate
  starts: boolean
}

/** What moves surveys: it decides again whenever something happened that can matter, and never otherwise. */
export function createEngine(host: SurveyHost) {
  const { page, store } = host
  const memory: Memory = { seen: new Set(), lastSeen: undefined }
  const activations = createActivations(store, page)
  const stage = createStage(host, evaluate)
  const catalogue = createCatalogue(host, prepare)
  const automatic = createAutomatic({ host, stage, activations, count: createSessionCount(host), evaluate })
  const asked = createAsked({ host, stage, lookAround: () => around(false), atOnce })
  /** Who wants to know which surveys match. */
  const watchers = new Set<(matching: readonly Candidate[]) => void>()

  let candidates: Candidate[] = []
  let waiters = triggerIndex<Waiter>([])
  let cancelMoment = () => {}
  let busy = false
  let again = false
  let stopped = false

  function around(quiet: boolean): Surroundings {
    return lookAround(host, { memory, activations, stage }, { quiet })
  }

  const find = (id: string): Candidate | undefined => candidates.find(({ survey }) => survey.id === id)

  const matching = (): Candidate[] => {
    const now = around(false)
    return candidates.filter(candidate => !obstacle(candidate, now))
  }

  function prepare() {
    const fault = (id: string) => () => host.report('survey_condition_invalid', { id })
    candidates = catalogue
      .surveys()
      .map(survey => prepareCandidate(survey, catalogue.config(), host.conditionUrl, fault(survey.id)))
    waiters = triggerIndex(
      candidates.flatMap<{ triggers: readonly Trigger[]; owner: Waiter }>(candidate => [
        { triggers: candidate.triggers.start, owner: { candidate, starts: true } },
        { triggers: candidate.triggers.cancel, owner: { candidate, starts: false } },
      ]),
    )
    evaluate()
  }

  /** Surveys start and end at moments that are known: one timer, for the next of them. */
  function setMoment() {
    cancelMoment()
    const now = page.now()
    const next = Math.min(
      ...candidates.flatMap(({ start, end }) => [start, end]).filter(moment => moment > now),
    )
    if (Number.isFinite(next)) cancelMoment = page.after(Math.min(next - now, LONGEST_TIMER_MS), evaluate)
  }

  function update() {
    const { disable_surveys_automatic_display: quiet } = host.settings()
    const free = quiet || !host.canCapture() ? [] : candidates
    automatic.update(
      free.filter(({ survey }) => survey.type === 'popover' || survey.type === 'widget'),
      around(false),
    )
    if (watchers.size > 0) for (const watcher of watchers) watcher(matching())
    setMoment()
  }

  /** Decides anew. What it causes may ask for another round; nobody is asked while the page is hidden. */
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
    if (!outermost) return
    busy = false
  }

  function isRunning({ start, end }: Candidate): boolean {
    return start <= page.now() && page.now() < end
  }

  function onSurveyEvent({ event, properties }: Pick<CapturedEvent, 'event' | 'properties'>): boolean {
    const key = keyDealtWith(event, properties)
    if (key !== undefined) {
      memory.seen.add(key)
      markSeen(store, key)
      if (properties.$survey_completed !== false) activations.end(key)
    } else if (event === SURVEY_SHOWN) {
      const shown = keyFor(String(properties[SURVEY_ID]), properties[SURVEY_ITERATION])
      memory.lastSeen = page.now()
      store.write(LAST_SEEN, page.iso())
      activations.shown(
        shown,
        candidates.find(candidate => candidate.key === shown),
      )
    } else return false
    return true
  }

  const offs = [
    page.on('navigate', evaluate),
    page.on('visible', evaluate),
    page.on('return', evaluate),
    page.on('online', evaluate),
    store.onForeignChange(SEEN, (stored, value) => {
      // Answered or closed in another tab.
      if (value !== null) stage.hide(({ candidate }) => SEEN + candidate.key === stored)
      evaluate()
    }),
  ]
  activations.restart(host.sessionId())

  return {
    catalogue,
    automatic,
    asked,
    stage,
    watchers,
    around,
    find,
    matching,
    evaluate,
    onCaptured(event: Pick<CapturedEvent, 'event' | 'properties'>) {
      const heard = waiters(event)
      for (const { candidate, starts } of heard) {
        if (!isRunning(candidate)) continue
        if (starts) activations.start(candidate)
        else activations.end(candidate.key)
        automatic[starts ? 'renew' : 'cancel'](candidate.key)
      }
      if (onSurveyEvent(event) || heard.length > 0) evaluate()
    },
    onSession(id: string | undefined) {
      activations.restart(id)
      evaluate()
    },
    reset() {
      atOnce(() => {
        stage.hide(() => true)
        stage.forget()
        activations.clear()
        asked.stop()
        memory.seen.clear()
        memory.lastSeen = undefined
        for (const stored of [...store.keys(SEEN), ...store.keys(IN_PROGRESS), LAST_SEEN])
          store.remove(stored)
      })
      evaluate()
    },
    stop() {
      atOnce(() => {
        stopped = true
        for (const off of offs) off()
        stage.hide(() => true)
        asked.stop()
        automatic.stop()
        catalogue.stop()
        cancelMoment()
        watchers.clear()
      })
    },
  }
}
