import type { Store } from '../../persistence/store'
import type { Answer, Survey } from '../../wire/survey'
import { keyOfSurvey, PROGRESS_PREFIX } from './storageKeys'

/** An unfinished run, as it is stored. Field names are those of posthog-js, so that either can resume it. */
export interface SavedProgress {
  /** One for the whole run, of each event about it. */
  surveySubmissionId: string
  /** `$survey_response_<question id>` -> answer, those of abandoned branches included. */
  responses?: Record<string, Answer>
  lastQuestionIndex?: number
  visitedIndices?: readonly number[]
  surveyLanguage?: string | null
  /** Ids in the order they are asked, when they were shuffled. */
  questionOrder?: string[]
  /** Question id -> its text when it was answered. */
  questionSnapshots?: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  savedAt?: number
  /** True: `survey shown` was reported for this run. */
  shown?: boolean
}

export interface Clock {
  /** Milliseconds since 1970. */
  now: number
  ttlMinutes: number
}

/** What is stored of a survey, however old. @returns `null` for none, and for somebody else's text under our key. */
export function readRecord(store: Store, survey: Survey): SavedProgress | null {
  try {
    const record = JSON.parse(store.read(PROGRESS_PREFIX + keyOfSurvey(survey)) ?? 'null')
    return typeof record?.surveySubmissionId === 'string' ? record : null
  } catch {
    // Cut off, or not JSON: as good as none.
    return null
  }
}

/** When it was saved; a record without a date has at least the one inside its UUIDv7. */
const savedAt = (record: SavedProgress): number =>
  record.savedAt ?? Number.parseInt(record.surveySubmissionId.slice(0, 13).replace('-', ''), 16)

/** True: the visitor has had the time to finish it, and did not. */
export const isExpired = (record: SavedProgress, { now, ttlMinutes }: Clock): boolean =>
  now - savedAt(record) >= ttlMinutes * 60_000

/**
 * The unfinished run of a survey.
 *
 * @returns `null` also when the record is broken, older than `ttlMinutes`, or points past the questions there are
 *   now. Without a usable position it stays, and the run goes on at the first question.
 */
export function readProgress(store: Store, survey: Survey, clock: Clock): SavedProgress | null {
  const record = readRecord(store, survey)
  if (!record || isExpired(record, clock)) return null
  const index = record.lastQuestionIndex ?? 0
  return index < 0 || index >= survey.questions.length ? null : record
}

export const writeProgress = (store: Store, survey: Survey, record: SavedProgress): boolean =>
  store.write(PROGRESS_PREFIX + keyOfSurvey(survey), JSON.stringify(record))

export const removeProgress = (store: Store, survey: Survey): void =>
  store.remove(PROGRESS_PREFIX + keyOfSurvey(survey))
