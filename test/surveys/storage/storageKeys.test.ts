import { describe, expect, it } from 'vitest'
import { keyOfSurvey } from '../../../src/surveys/storage/storageKeys'
import { survey } from '../../support/surveys'

describe('keyOfSurvey', () => {
  it.each([
    [undefined, 's1'],
    [null, 's1'],
    [0, 's1'],
    [2, 's1_2'],
  ])('contains only an iteration above 0: %s', (current_iteration, expected) => {
    expect(keyOfSurvey(survey({ current_iteration }))).toBe(expected)
  })
})
