import { describe, expect, it } from 'vitest'
import { readProgress, removeProgress, writeProgress } from '../../../src/surveys/storage/savedProgress'
import { fakeStorage } from '../../support/fakeStore'
import { questions, survey } from '../../support/surveys'

const NOW = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const asked = survey({ questions: questions({}, {}) })
const clock = { now: NOW, ttlMinutes: 60 }
const KEY = 'inProgressSurvey_s1'
const stored = (record: unknown) =>
  fakeStorage({ [KEY]: typeof record === 'string' ? record : JSON.stringify(record) }).open()

/** A UUIDv7 of a moment. */
function uuidOf(ms: number) {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const run = { surveySubmissionId: 'run', responses: { $survey_response_a: 'x' }, savedAt: NOW }

describe('unfinished runs', () => {
  it('come back as they were kept', () => {
    const store = fakeStorage().open()
    const record = { ...run, lastQuestionIndex: 1, visitedIndices: [0], surveyLanguage: null }
    writeProgress(store, asked, record)
    expect(readProgress(store, asked, clock)).toEqual(record)
    removeProgress(store, asked)
    expect(readProgress(store, asked, clock)).toBeNull()
  })

  it('are of one iteration', () => {
    const store = fakeStorage().open()
    writeProgress(store, { ...asked, current_iteration: 2 }, run)
    expect(readProgress(store, asked, clock)).toBeNull()
    expect(store.keys('')).toEqual(['inProgressSurvey_s1_2'])
  })

  it.each<[string, unknown, boolean]>([
    ['not an old one', { ...run, savedAt: NOW - 60 * MINUTE }, false],
    ['a younger one', { ...run, savedAt: NOW - 59 * MINUTE }, true],
    [
      'without a date, that of its id counts',
      { ...run, savedAt: undefined, surveySubmissionId: uuidOf(NOW - 61 * MINUTE) },
      false,
    ],
    ['a young id', { ...run, savedAt: undefined, surveySubmissionId: uuidOf(NOW) }, true],
    ['no position', run, true],
    ['a position that is no number', { ...run, lastQuestionIndex: null }, true],
    ['not a position below the first', { ...run, lastQuestionIndex: -1 }, false],
    ['not a position past the last', { ...run, lastQuestionIndex: 2 }, false],
    ['not one without an id', { ...run, surveySubmissionId: undefined }, false],
    ['not a list', [], false],
    ['not null', 'null', false],
    ['not what is no JSON', '{"surveySubm', false],
  ])('%s', (_, record, expected) => {
    expect(readProgress(stored(record), asked, clock) !== null).toBe(expected)
  })
})
