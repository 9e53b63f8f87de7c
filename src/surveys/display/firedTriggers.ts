import { stringify } from '../../lib/json'
import type { Store } from '../../persistence/store'
import { SURVEY_COMPLETED, SURVEY_ID, SURVEY_ITERATION, SURVEY_SHOWN } from '../../wire/event'
import type { TriggerEvent } from '../contract'
import { finishedSurveyKey } from '../storage/finishedSurvey'
import { surveyKey, TRIGGER_PREFIX } from '../storage/storageKeys'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** The list that `createFiredTriggers` creates. See D-118 to D-120. */
export type FiredTriggers = ReturnType<typeof createFiredTriggers>

/**
 * Creates the list of surveys whose trigger has fired and that are not finished. It belongs to one visitor session, because a
 * trigger means "now", not "ever".
 *
 * See D-118 to D-120.
 */
export function createFiredTriggers(store: Store) {
  /** Survey key -> milliseconds since 1970 when the trigger fired; `undefined` once the survey was shown. */
  const fired = new Map<string, number | undefined>()
  let sessionId: string | undefined

  function persist(key: string, firedAt: number | null) {
    if (sessionId !== undefined) store.write(TRIGGER_PREFIX + key, stringify([sessionId, firedAt]))
  }

  function restore(storedKey: string) {
    try {
      const [storedId, firedAt] = JSON.parse(store.read(storedKey) ?? '[]')
      if (storedId === sessionId && sessionId !== undefined)
        return void fired.set(storedKey.slice(TRIGGER_PREFIX.length), Number(firedAt) || undefined)
    } catch {
      // Truncated, or written by other code: removed like a trigger of another session.
    }
    store.remove(storedKey)
  }

  function remove(key: string) {
    if (fired.delete(key)) store.remove(TRIGGER_PREFIX + key)
  }

  /** A repeatable survey waits for its trigger again; any other may come back in this session, also after a reload. */
  function onShown(key: string, prepared: PreparedSurvey | undefined) {
    if (!fired.has(key)) return
    if (!prepared || prepared.repeatable) return remove(key)
    fired.set(key, undefined)
    persist(key, null)
  }

  return {
    has: (key: string): boolean => fired.has(key),
    /** Returns milliseconds since 1970; `undefined` when the survey was shown since, so that its delay starts over. */
    firedAt: (key: string) => fired.get(key),
    /** Adds a survey. The first of several events counts. A trigger with a delay is stored, so that a reload keeps it. */
    add({ key, delayMs }: PreparedSurvey, firedAt: number) {
      if (fired.get(key) !== undefined) return
      fired.set(key, firedAt)
      if (delayMs > 0) persist(key, firedAt)
    },
    remove,
    /** Removes a survey that was completed or dismissed. A partial response changes nothing. */
    recordEvent({ event, properties }: TriggerEvent, surveys: readonly PreparedSurvey[]) {
      const finishedKey = finishedSurveyKey(event, properties)
      if (finishedKey !== undefined && properties[SURVEY_COMPLETED] !== false) remove(finishedKey)
      if (event !== SURVEY_SHOWN) return
      const shownKey = surveyKey(String(properties[SURVEY_ID]), properties[SURVEY_ITERATION])
      onShown(
        shownKey,
        surveys.find(({ key }) => key === shownKey),
      )
    },
    /** Changes the visitor session: restores what its earlier pages stored, and removes all that other sessions stored. */
    setSessionId(id: string | undefined) {
      // Triggers that fired before the first id was known belong to that session.
      if (sessionId !== undefined) fired.clear()
      sessionId = id
      for (const storedKey of store.keys(TRIGGER_PREFIX)) restore(storedKey)
    },
    clear() {
      fired.clear()
      for (const storedKey of store.keys(TRIGGER_PREFIX)) store.remove(storedKey)
    },
  }
}
