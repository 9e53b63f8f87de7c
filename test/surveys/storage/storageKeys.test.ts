import { describe, expect, it } from 'vitest'
import {
  finishedSurveyKey,
  keyOfSurvey,
  surveyPersonProperties,
} from '../../../src/surveys/storage/storageKeys'
import { survey } from '../../support/surveys'

describe('what a survey is remembered by', () => {
  it.each([
    [undefined, 's1'],
    [null, 's1'],
    [0, 's1'],
    [2, 's1_2'],
  ])('iteration %s', (current_iteration, expected) => {
    expect(keyOfSurvey(survey({ current_iteration }))).toBe(expected)
  })
})

describe('events that deal with a survey', () => {
  it.each<[string, string, object, string | undefined, object | undefined]>([
    ['sent', 'survey sent', { $survey_id: 's1' }, 's1', { '$survey_responded/s1': true }],
    ['dismissed', 'survey dismissed', { $survey_id: 's1' }, 's1', { '$survey_dismissed/s1': true }],
    [
      'an iteration',
      'survey sent',
      { $survey_id: 's1', $survey_iteration: 2 },
      's1_2',
      { '$survey_responded/s1/2': true },
    ],
    [
      'iteration 0 is none',
      'survey sent',
      { $survey_id: 's1', $survey_iteration: 0 },
      's1',
      { '$survey_responded/s1': true },
    ],
    ['not shown', 'survey shown', { $survey_id: 's1' }, undefined, undefined],
    ['not without an id', 'survey sent', {}, undefined, undefined],
    ['not with an id that is no text', 'survey sent', { $survey_id: 7 }, undefined, undefined],
    ['not other events', 'paid', { $survey_id: 's1' }, undefined, undefined],
  ])('%s', (_, event, properties, key, mark) => {
    expect(finishedSurveyKey(event, properties as never)).toBe(key)
    expect(surveyPersonProperties(event, properties as never)).toEqual(mark)
  })
})
