import { describe, expect, it } from 'vitest'
import {
  progressKey,
  readProgress,
  removeProgress,
  writeProgress,
} from '../../../src/surveys/storage/savedProgress'
import { fakeStorage } from '../../support/fakeStore'
import { questions, survey } from '../../support/surveys'

const NOW = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const twoQuestions = survey({ questions: questions({}, {}) })
const expiry = { now: NOW, ttlMinutes: 60 }
const KEY = 'inProgressSurvey_s1'
const stored = (record: unknown) =>
  fakeStorage({ [KEY]: typeof record === 'string' ? record : JSON.stringify(record) }).open()

/** Returns the UUIDv7 of a timestamp. */
function uuidAt(ms: number) {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const progress = { surveySubmissionId: 'session', responses: { $survey_response_a: 'x' }, savedAt: NOW }

describe('writeProgress', () => {
  it('stores a record that readProgress returns unchanged until removeProgress', () => {
    const store = fakeStorage().open()
    const record = { ...progress, lastQuestionIndex: 1, visitedIndices: [0], surveyLanguage: null }
    writeProgress(store, twoQuestions, record)
    expect(readProgress(store, progressKey(twoQuestions), expiry)).toEqual(record)
    removeProgress(store, twoQuestions)
    expect(readProgress(store, progressKey(twoQuestions), expiry)).toBeNull()
  })

  it('stores one record per iteration', () => {
    const store = fakeStorage().open()
    writeProgress(store, { ...twoQuestions, current_iteration: 2 }, progress)
    expect(readProgress(store, progressKey(twoQuestions), expiry)).toBeNull()
    expect(store.keys('')).toEqual(['inProgressSurvey_s1_2'])
  })
})

describe('readProgress', () => {
  it.each<[string, unknown, boolean]>([
    ['ignores a record as old as the TTL', { ...progress, savedAt: NOW - 60 * MINUTE }, false],
    ['returns a record younger than the TTL', { ...progress, savedAt: NOW - 59 * MINUTE }, true],
    [
      'ignores a record without a date whose id is older than the TTL',
      { ...progress, savedAt: undefined, surveySubmissionId: uuidAt(NOW - 61 * MINUTE) },
      false,
    ],
    [
      'returns a record without a date whose id is younger than the TTL',
      { ...progress, savedAt: undefined, surveySubmissionId: uuidAt(NOW) },
      true,
    ],
    ['ignores a record whose date is none (D-438)', { ...progress, savedAt: 'yesterday' }, false],
    ['ignores a record without any date (D-438)', { surveySubmissionId: 'session' }, false],
    [
      'ignores a record whose id is of another version than 7 (D-438)',
      { surveySubmissionId: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' },
      false,
    ],
    ['ignores a record of a clock far ahead (D-438)', { ...progress, savedAt: NOW + 61 * MINUTE }, false],
    ['returns a record of a clock a little ahead', { ...progress, savedAt: NOW + 59 * MINUTE }, true],
    ['returns a record without a position', progress, true],
    ['returns a record whose position is not a number', { ...progress, lastQuestionIndex: null }, true],
    [
      'returns a record whose position is no question of the survey',
      { ...progress, lastQuestionIndex: 2 },
      true,
    ],
    ['ignores a record without an id', { ...progress, surveySubmissionId: undefined }, false],
    ['ignores a list', [], false],
    ['ignores null', 'null', false],
    ['ignores truncated JSON', '{"surveySubm', false],
  ])('%s', (_, record, expected) => {
    expect(readProgress(stored(record), progressKey(twoQuestions), expiry) !== null).toBe(expected)
  })
})
