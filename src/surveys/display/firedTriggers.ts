import { parseJson, stringify } from '../../lib/json'
import type { Store } from '../../persistence/store'
import { SURVEY_COMPLETED, SURVEY_ID, SURVEY_ITERATION, SURVEY_SHOWN } from '../../wire/event'
import type { TriggerEvent } from '../contract'
import { finishedSurveyKey } from '../storage/finishedSurvey'
import { surveyKey, TRIGGER_PREFIX } from '../storage/storageKeys'
import type { PreparedSurvey } from '../targeting/prepareSurvey'

/** The list that `createFiredTriggers` creates. See D-118 to D-120. */
export type FiredTriggers = ReturnType<typeof createFiredTriggers>

/** What a fired trigger counts for, as text: an edit of it, or another launch, makes another text. */
const conditionOf = ({ survey: { conditions, start_date } }: PreparedSurvey): string =>
  stringify([conditions.events, conditions.actions, start_date])

/**
 * Creates the list of surveys whose trigger has fired and that are not finished. It belongs to one visitor session, because a
 * trigger means "now", not "ever", and counts only for the condition that fired it.
 *
 * See D-118 to D-120, D-364.
 */
export function createFiredTriggers(store: Store) {
  /** `firedAt`: milliseconds since 1970 when the trigger fired; `undefined` once the survey was shown. By survey key. */
  const fired = new Map<string, { firedAt: number | undefined; condition: string }>()
  let sessionId: string | undefined

  function persist(key: string) {
    const { firedAt = null, condition } = fired.get(key)!
    if (sessionId !== undefined) store.write(TRIGGER_PREFIX + key, stringify([sessionId, firedAt, condition]))
  }

  function restore(storedKey: string) {
    const { 0: storedId, 1: firedAt, 2: condition } = Object(parseJson(store.read(storedKey)))
    // Truncated, or written by other code: removed like a trigger of another session.
    if (storedId !== sessionId || sessionId === undefined) return store.remove(storedKey)
    fired.set(storedKey.slice(TRIGGER_PREFIX.length), { firedAt: Number(firedAt) || undefined, condition })
  }

  function remove(key: string) {
    if (fired.delete(key)) store.remove(TRIGGER_PREFIX + key)
  }

  /** Returns the trigger of a survey that has fired. Removes one that an edit of the condition has ended. */
  function find(prepared: PreparedSurvey) {
    const trigger = fired.get(prepared.key)
    if (!trigger || trigger.condition === conditionOf(prepared)) return trigger
    remove(prepared.key)
    return undefined
  }

  /** A repeatable survey waits for its trigger again; any other may come back in this session, also after a reload. */
  function onShown(key: string, prepared: PreparedSurvey | undefined) {
    const trigger = fired.get(key)
    if (!trigger) return
    if (!prepared || prepared.repeatable) return remove(key)
    trigger.firedAt = undefined
    persist(key)
  }

  return {
    has: (prepared: PreparedSurvey): boolean => find(prepared) !== undefined,
    /** Returns milliseconds since 1970; `undefined` when the survey was shown since, so that its delay starts over. */
    firedAt: (prepared: PreparedSurvey) => find(prepared)?.firedAt,
    /** Adds a survey. The first of several events counts. A trigger with a delay is stored, so that a reload keeps it. */
    add(prepared: PreparedSurvey, firedAt: number) {
      if (find(prepared)?.firedAt !== undefined) return
      fired.set(prepared.key, { firedAt, condition: conditionOf(prepared) })
      if (prepared.delayMs > 0) persist(prepared.key)
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
    clear: () => fired.clear(),
  }
}
