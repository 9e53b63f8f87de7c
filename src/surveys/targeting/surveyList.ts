import { stringify } from '../../lib/json'
import type { SurveyConfig, SurveyListReply } from '../../wire/survey'
import type { SurveyHost } from '../host'
import { type ParsedSurvey, parseSurveys } from './parseSurvey'

/** Whether surveys are known, and why not. See D-124. */
export interface LoadContext {
  isLoaded: boolean
  error?: string
}

/** Callback of the methods that load surveys. See D-124. */
export type SurveysCallback = (surveys: ParsedSurvey[], context: LoadContext) => void

const MAX_AGE_MS = 300_000
const FIRST_RETRY_MS = 5_000

/**
 * Creates the list of surveys, which comes with the configuration or is requested. Callbacks must not throw.
 *
 * @param onChange Called with each list that differs from the previous one. See D-124.
 */
export function createSurveyList(
  host: SurveyHost,
  onChange: (surveys: readonly ParsedSurvey[], config: SurveyConfig) => void,
) {
  const { page } = host
  /** Callbacks of `get` that wait for the request in flight. */
  const waiting = new Set<SurveysCallback>()
  const listeners = new Set<SurveysCallback>()
  /** The list; `undefined` while there is none, so that `get` requests one. */
  let list: readonly ParsedSurvey[] | undefined
  let loadedAt = 0
  /** The latest result; `undefined` before the first. */
  let context: LoadContext | undefined
  /** Whether the configuration says that there is a list to request. */
  let isPromised = false
  /** The list applied last, to detect that the stored and the current one are the same. */
  let appliedJson: string | undefined
  let isRequesting = false
  let failures = 0
  let retryAt = 0

  const notify = (callback: SurveysCallback) => callback([...(list ?? [])], context ?? { isLoaded: false })

  /** Ends a load: with the list, or with an error, which does not replace a list that is loaded. */
  function settle(error?: string) {
    const isChange = !list || error === undefined
    if (isChange) context = { isLoaded: error === undefined, error }
    const callbacks = [...waiting, ...(isChange ? listeners : [])]
    waiting.clear()
    callbacks.forEach(notify)
  }

  function apply(input: readonly unknown[] | undefined, config: SurveyConfig | null | undefined) {
    const json = stringify([input, config])
    const isNew = json !== appliedJson
    appliedJson = json
    failures = 0
    loadedAt = page.now()
    if (isNew) {
      list = input && parseSurveys(input, (id, fault) => host.emitError('survey_malformed', { id, fault }))
      onChange(list ?? [], config ?? {})
    }
    settle()
  }

  /** Requests the list, at most once at a time. Returns whether a request is in flight. */
  function load(force?: boolean): boolean {
    if (isRequesting || host.whyBlocked() || (!force && page.monotonicNow() < retryAt)) return isRequesting
    isRequesting = true
    host.fetchSurveys().then(onReply).catch(onFailure)
    return true
  }

  function onReply(reply: SurveyListReply) {
    const input = reply?.surveys ?? []
    if (!Array.isArray(input)) throw new Error('surveys is not an array')
    isRequesting = false
    apply(input, reply?.survey_config)
  }

  function onFailure(error: Error) {
    isRequesting = false
    retryAt =
      page.monotonicNow() + (list ? MAX_AGE_MS : Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_AGE_MS))
    host.emitError('surveys_request_failed', error)
    settle(error.message)
  }

  return {
    /** Takes the field `surveys` of a configuration: a list, `true` for "request it", anything else for "none". */
    receive(input: unknown, config?: SurveyConfig | null) {
      isPromised = input === true
      if (!isPromised) apply(Array.isArray(input) && input.length > 0 ? input : undefined, config)
      else load()
    },
    /** Records that the configuration could not be loaded. */
    failed: settle,
    /** Calls back with the list, at once if it is loaded. A list older than five minutes is then renewed. */
    get(callback: SurveysCallback, force: boolean) {
      if (list && !force) {
        notify(callback)
        if (page.now() - loadedAt >= MAX_AGE_MS) load()
      } else if (load(force)) waiting.add(callback)
      else notify(callback)
    },
    /** Requests a list that the configuration promised and that is not loaded, unless a pause after a failure lasts. */
    retry() {
      if (isPromised && !list) load()
    },
    /** Calls back with each result, at once if there is one already. Returns a cleanup function. */
    onLoaded(callback: SurveysCallback): () => void {
      listeners.add(callback)
      if (context) notify(callback)
      return () => void listeners.delete(callback)
    },
  }
}
