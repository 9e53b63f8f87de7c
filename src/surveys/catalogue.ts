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
  /** Asks again for a list that was promised and has not come, when the pause after the last failure is over. */
  retry(): void
  /** Calls back once they are known, or known to be unknown; at once when that is so already. */
  onLoaded(callback: SurveysCallback): () => void
}

const FRESH_MS = 300_000
const FIRST_PAUSE_MS = 5_000

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
  let promised = false
  /** What was applied last: the same list again, stored and fresh, changes nothing. */
  let last: string | undefined
  let asking = false
  let loadedAt = 0
  let failures = 0
  let pauseUntil = 0

  const tell = (callback: SurveysCallback) => callback([...surveys], outcome ?? { isLoaded: false })

  function settle(error?: string) {
    const isNews = !listed || error === undefined
    if (isNews) outcome = { isLoaded: error === undefined, error }
    const callbacks = [...waiting, ...(isNews ? listeners : [])]
    waiting.clear()
    callbacks.forEach(tell)
  }

  function apply(list: unknown, given: SurveyConfig | null | undefined) {
    listed = Array.isArray(list)
    failures = 0
    loadedAt = page.now()
    const text = JSON.stringify([list, given])
    if (text !== last) {
      last = text
      config = given ?? {}
      surveys = readDefinitions(listed ? (list as unknown[]) : [], (id, fault) =>
        host.report('survey_malformed', { id, fault }),
      )
      onChange()
    }
    settle()
  }

  function fail(error: Error) {
    host.report('surveys_request_failed', error)
    pauseUntil = page.elapsed() + (listed ? FRESH_MS : Math.min(FIRST_PAUSE_MS * 2 ** failures++, FRESH_MS))
    settle(error.message)
  }

  /** @returns Whether an answer is on its way. */
  function ask(force: boolean): boolean {
    if (asking || !host.canCapture() || (!force && page.elapsed() < pauseUntil)) return asking
    asking = true
    host
      .fetchSurveys()
      .finally(() => {
        asking = false
      })
      .then(reply => {
        const list = reply?.surveys ?? []
        if (Array.isArray(list)) apply(list, reply?.survey_config)
        else fail(new Error('surveys is no list'))
      }, fail)
    return true
  }

  return {
    surveys: () => surveys,
    config: () => config,
    receive(given, settings) {
      const isHere = promised && listed
      promised = given === true
      if (!promised) apply(Array.isArray(given) && given.length > 0 ? given : undefined, settings)
      else if (!isHere) ask(false)
    },
    failed: error => settle(error),
    get(callback, force) {
      if (listed && !force) {
        tell(callback)
        if (page.now() - loadedAt >= FRESH_MS) ask(false)
      } else if (ask(force)) waiting.add(callback)
      else tell(callback)
    },
    retry() {
      if (promised && !listed) ask(false)
    },
    onLoaded(callback) {
      listeners.add(callback)
      if (outcome) tell(callback)
      return () => void listeners.delete(callback)
    },
  }
}
