import type { Page } from '../../page/page'
import type { Store } from '../../persistence/store'
import { type Properties, SURVEY_SHOWN } from '../../wire/event'
import { finishedSurveyKey } from './finishedSurvey'
import { LAST_SEEN_KEY, SEEN_PREFIX } from './storageKeys'

/** Marks a survey as answered or dismissed on this device. See D-112. */
export const markSeen = (store: Store, key: string): boolean => store.write(SEEN_PREFIX + key, 'true')

/** Whether a survey is marked as answered or dismissed on this device, by any tab. See D-112. */
export const isMarkedSeen = (store: Store, key: string): boolean => store.read(SEEN_PREFIX + key) !== null

/**
 * Creates the record of the surveys that were finished on this device, and of when one was last visible. The store keeps it in
 * memory where storage is unavailable. See D-112, D-114.
 */
export const createSeenSurveys = (page: Page, store: Store) => ({
  /** Whether the survey was answered or dismissed. */
  isSeen: (key: string): boolean => isMarkedSeen(store, key),
  /** Milliseconds since 1970 when a survey was last visible; NaN if none was. */
  lastSeenAt: (): number => +new Date(store.read(LAST_SEEN_KEY) ?? ''),
  /** Records a captured event. Returns whether it changed the record. */
  recordEvent(event: string, properties: Properties): boolean {
    const key = finishedSurveyKey(event, properties)
    if (key !== undefined) markSeen(store, key)
    else if (event === SURVEY_SHOWN) store.write(LAST_SEEN_KEY, page.isoTimestamp())
    else return false
    return true
  },
})

/** The record of finished surveys on this device. See D-112. */
export type SeenSurveys = ReturnType<typeof createSeenSurveys>
