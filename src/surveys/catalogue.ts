import type { SurveyConfig } from '../wire/survey'
import { type Definition, readDefinitions } from './definitions'
import type { SurveyHost } from './host'

/** What a callback learns beside the surveys. */
export interface LoadContext {
  isLoaded: boolean
  error?: string
}

export type SurveysCallback = (surveys: Definition[], context: LoadContext) => void

/** The surveys there are, wherever they come from. */
export interface Catalogue {
  surveys(): readonly Definition[]
  config(): SurveyConfig
  /** Takes the field `surveys` of a configuration: a list, `true` for "ask", all else for "none". */
  receive(given: unknown, config?: SurveyConfig | null): void
  failed(error: string): void
  get(callback: SurveysCallback, force: boolean): void
  /** Calls back once they are known, or known to be unknown; at once when that is so already. */
  onLoaded(callback: SurveysCallback): () => void
  stop(): void
}

const FRESH_MS = 300_000
const FIRST_PAUSE_MS = 5_000
/** After so many failures in a row only a caller or the network coming back makes a new request. */
const MAX_TRIES = 5

/** Keeps the list of surveys; `onChange` hears of each new one. Callbacks must not throw. */
export function createCatalogue(host: SurveyHost, onChange: () => void): Catalogue {
  const { page } = host
  const waiting = new Set<SurveysCallback>()
  const listeners = new Set<SurveysCallback>()
  let surveys: readonly Definition[] = []
  let config: SurveyConfig = {}
  /** `undefined`: nothing is known. */
  let outcome: LoadContext | undefined
  /** False: nobody has sent a list, so that a caller who wants one makes a request. */
  let listed = false
  let loadedAt = 0
  let failures = 0
  let pauseUntil = 0
  let asking = false
  let cancelRetry = () => {}

  const tell = (callback: SurveysCallback) => callback([...surveys], outcome ?? { isLoaded: false })

  function settle(next: LoadContext) {
    outcome = next
    const callbacks = [...waiting, ...listeners]
    waiting.clear()
    for (const callback of callbacks) tell(callback)
  }

  function apply(list: readonly unknown[], given: SurveyConfig | null | undefined) {
    surveys = readDefinitions(list, (id, fault) => host.report('survey_malformed', { id, fault }))
    config = given ?? {}
    failures = 0
    listed = true
    loadedAt = page.now()
    onChange()
    settle({ isLoaded: true })
  }

  function fail(error: unknown, again: boolean) {
    const text = error instanceof Error ? error.message : String(error)
    host.report('surveys_request_failed', text)
    const pause = listed ? FRESH_MS : Math.min(FIRST_PAUSE_MS * 2 ** failures, FRESH_MS)
    failures++
    pauseUntil = page.elapsed() + pause
    if (again && failures < MAX_TRIES) cancelRetry = page.after(pause, () => ask(true))
    if (!listed) return settle({ isLoaded: false, error: text })
    for (const callback of waiting) tell(callback)
    waiting.clear()
  }

  function ask(again: boolean) {
    if (asking) return
    asking = true
    cancelRetry()
    const done = () => {
      asking = false
    }
    host.fetchSurveys().then(
      reply => {
        done()
        apply(Array.isArray(reply?.surveys) ? reply.surveys : [], reply?.survey_config)
      },
      error => {
        done()
        fail(error, again)
      },
    )
  }

  return {
    surveys: () => surveys,
    config: () => config,
    receive(given, settings) {
      if (Array.isArray(given) && given.length > 0) apply(given, settings)
      else if (given === true) ask(true)
      else {
        surveys = []
        listed = false
        onChange()
        settle({ isLoaded: true })
      }
    },
    failed(error) {
      if (!listed) settle({ isLoaded: false, error })
    },
    get(callback, force) {
      const mayAsk = page.elapsed() >= pauseUntil
      if (listed && !force) {
        tell(callback)
        if (page.now() - loadedAt >= FRESH_MS && mayAsk) ask(false)
      } else if (mayAsk || force || asking) {
        waiting.add(callback)
        ask(false)
      } else tell(callback)
    },
    onLoaded(callback) {
      listeners.add(callback)
      if (outcome) tell(callback)
      return () => void listeners.delete(callback)
    },
    stop() {
      cancelRetry()
      waiting.clear()
      listeners.clear()
    },
  }
}
