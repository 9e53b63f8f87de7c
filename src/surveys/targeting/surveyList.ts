import type { SurveyConfig } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { type ParsedSurvey, parseSurveys } from './parseSurvey'

/** What a callback learns beside the surveys. */
export interface LoadContext {
  isLoaded: boolean
  error?: string
}

export type SurveysCallback = (surveys: ParsedSurvey[], context: LoadContext) => void

/** The surveys there are, wherever they come from. */
export interface SurveyList {
  surveys(): readonly ParsedSurvey[]
  config(): SurveyConfig
  /** Takes the field `surveys` of a configuration: a list, `true` for "ask", all else for "none". */
  receive(input: unknown, config?: SurveyConfig | null): void
  failed(error: string): void
  get(callback: SurveysCallback, force: boolean): void
  /** Asks again for a list that was promised and has not come, when the pause after the last failure is over. */
  retry(): void
  /** Calls back once they are known, or known to be unknown; at once when that is so already. */
  onLoaded(callback: SurveysCallback): () => void
}

const MAX_AGE_MS = 300_000
const FIRST_RETRY_MS = 5_000

/** Keeps the list of surveys; `onChange` hears of each new one. Callbacks must not throw. */
export function createSurveyList(host: SurveyHost, onChange: () => void): SurveyList {
  const { page } = host
  const waiting = new Set<SurveysCallback>()
  const listeners = new Set<SurveysCallback>()
  let surveys: readonly ParsedSurvey[] = []
  let config: SurveyConfig = {}
  /** `undefined`: nothing is known. */
  let outcome: LoadContext | undefined
  /** False: nobody has sent a list, so that a caller who wants one makes a request. */
  let hasList = false
  let isPending = false
  /** What was applied last: the same list again, stored and fresh, changes nothing. */
  let last: string | undefined
  let isRequesting = false
  let loadedAt = 0
  let failures = 0
  let pauseUntil = 0

  const notify = (callback: SurveysCallback) => callback([...surveys], outcome ?? { isLoaded: false })

  function settle(error?: string) {
    const isChange = !hasList || error === undefined
    if (isChange) outcome = { isLoaded: error === undefined, error }
    const callbacks = [...waiting, ...(isChange ? listeners : [])]
    waiting.clear()
    callbacks.forEach(notify)
  }

  function apply(list: unknown, input: SurveyConfig | null | undefined) {
    hasList = Array.isArray(list)
    failures = 0
    loadedAt = page.now()
    const text = JSON.stringify([list, input])
    if (text !== last) {
      last = text
      config = input ?? {}
      surveys = parseSurveys(hasList ? (list as unknown[]) : [], (id, fault) =>
        host.emitError('survey_malformed', { id, fault }),
      )
      onChange()
    }
    settle()
  }

  function fail(error: Error) {
    host.emitError('surveys_request_failed', error)
    pauseUntil =
      page.monotonicNow() + (hasList ? MAX_AGE_MS : Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_AGE_MS))
    settle(error.message)
  }

  /** @returns Whether an answer is on its way. */
  function request(force: boolean): boolean {
    if (isRequesting || !host.canCapture() || (!force && page.monotonicNow() < pauseUntil))
      return isRequesting
    isRequesting = true
    host
      .fetchSurveys()
      .finally(() => {
        isRequesting = false
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
    receive(input, settings) {
      const isHere = isPending && hasList
      isPending = input === true
      if (!isPending) apply(Array.isArray(input) && input.length > 0 ? input : undefined, settings)
      else if (!isHere) request(false)
    },
    failed: error => settle(error),
    get(callback, force) {
      if (hasList && !force) {
        notify(callback)
        if (page.now() - loadedAt >= MAX_AGE_MS) request(false)
      } else if (request(force)) waiting.add(callback)
      else notify(callback)
    },
    retry() {
      if (isPending && !hasList) request(false)
    },
    onLoaded(callback) {
      listeners.add(callback)
      if (outcome) notify(callback)
      return () => void listeners.delete(callback)
    },
  }
}
