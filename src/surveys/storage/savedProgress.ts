import { parseJson, stringify } from '../../lib/json'
import { nullProtoRecord } from '../../lib/nullProtoRecord'
import { isText } from '../../lib/typeGuards'
import { uuidTime } from '../../lib/uuid'
import type { Store } from '../../persistence/store'
import type { Answer, Survey } from '../../wire/survey'
import { keyOfSurvey, PROGRESS_PREFIX } from './storageKeys'

/**
 * An unfinished survey session as it is stored. The fields are those of posthog-js, so that either library can resume it.
 * See D-172.
 */
export interface SavedProgress {
  /** Id of the survey session, sent with each of its events. */
  surveySubmissionId: string
  /** `$survey_response_<question id>` -> answer, including answers on abandoned branches. */
  responses?: Record<string, Answer>
  /** Question id -> positions of the choices that were picked for its answer. Ours alone. See D-360. */
  picks?: Readonly<Record<string, readonly number[] | undefined>>
  /** Question id -> its type, with the scale of a rating: an answer to another one is none. Ours alone. See D-439. */
  questionTypes?: Readonly<Record<string, string>>
  lastQuestionIndex?: number
  visitedIndices?: readonly number[]
  surveyLanguage?: string | null
  /** Question ids in display order, when they were shuffled. */
  questionOrder?: string[]
  /** Question id -> its text when it was answered. */
  questionSnapshots?: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  savedAt?: number
  /** Whether `survey shown` was captured for this session. */
  shown?: boolean
}

/** What decides whether saved progress has expired. */
interface ExpiryOptions {
  /** Milliseconds since 1970. */
  now: number
  ttlMinutes: number
}

/** Returns the key under which the progress of a survey is stored. */
export const progressKey = (survey: Survey): string => PROGRESS_PREFIX + keyOfSurvey(survey)

/**
 * Reads the saved progress under a key, expired or not.
 *
 * @returns `null` if there is none, or if the stored text is not ours. See D-172.
 */
export function readRecord(store: Store, key: string): SavedProgress | null {
  // The text may be truncated.
  const record: Partial<SavedProgress> = nullProtoRecord(parseJson(store.read(key)))
  return isText(record.surveySubmissionId) ? (record as SavedProgress) : null
}

/** Milliseconds since 1970. A record without a date still has the one in its UUIDv7. */
const savedAt = (record: SavedProgress): number => record.savedAt ?? uuidTime(record.surveySubmissionId)

/** Whether the survey can still be finished. A date that is none, or as far ahead, would never end. See D-172, D-438. */
export const isCurrent = (record: SavedProgress, { now, ttlMinutes }: ExpiryOptions): boolean =>
  Math.abs(now - savedAt(record)) < ttlMinutes * 60_000

/**
 * Reads the progress under a key that a survey session can resume from.
 *
 * @returns `null` also for a record that is invalid or expired. See D-172.
 */
export function readProgress(store: Store, key: string, expiry: ExpiryOptions): SavedProgress | null {
  const record = readRecord(store, key)
  return record && isCurrent(record, expiry) ? record : null
}

/** Saves the progress of a survey. Returns whether storage accepted it. See D-172. */
export const writeProgress = (store: Store, survey: Survey, record: SavedProgress): boolean =>
  store.write(progressKey(survey), stringify(record))

/** Removes the saved progress of a survey. See D-172. */
export const removeProgress = (store: Store, survey: Survey): void => store.remove(progressKey(survey))
