import { describe, expect, it } from 'vitest'
import { finishedSurveyKey, surveyPersonProperties } from '../../../src/surveys/storage/finishedSurvey'

describe('finishedSurveyKey and surveyPersonProperties', () => {
  it.each<[string, string, object, string | undefined, object | undefined]>([
    [
      'return the id for "survey sent"',
      'survey sent',
      { $survey_id: 's1' },
      's1',
      { '$survey_responded/s1': true },
    ],
    [
      'return the id for "survey dismissed"',
      'survey dismissed',
      { $survey_id: 's1' },
      's1',
      { '$survey_dismissed/s1': true },
    ],
    [
      'contain an iteration above 0',
      'survey sent',
      { $survey_id: 's1', $survey_iteration: 2 },
      's1_2',
      { '$survey_responded/s1/2': true },
    ],
    [
      'ignore iteration 0',
      'survey sent',
      { $survey_id: 's1', $survey_iteration: 0 },
      's1',
      { '$survey_responded/s1': true },
    ],
    ['return undefined for "survey shown"', 'survey shown', { $survey_id: 's1' }, undefined, undefined],
    ['return undefined without an id', 'survey sent', {}, undefined, undefined],
    ['return undefined when the id is not a string', 'survey sent', { $survey_id: 7 }, undefined, undefined],
    ['return undefined for other events', 'paid', { $survey_id: 's1' }, undefined, undefined],
  ])('%s', (_, event, properties, key, personProperties) => {
    expect(finishedSurveyKey(event, properties as never)).toBe(key)
    expect(surveyPersonProperties(event, properties as never)).toEqual(personProperties)
  })
})
