import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../../../src/surveys/authoring/lint/lintSurvey'
import type { MatchType, Survey, SurveyConditions } from '../../../../src/wire/survey'
import { fakeHost, settled } from '../../../support/fakeHost'
import { fakePage } from '../../../support/fakePage'
import { link, multiple, open, rating, single, survey } from '../../../support/surveys'
import { surveysOver } from '../../../support/tab'

const findings = (input: unknown) =>
  lintSurvey(input).map(({ severity, code, path }) => `${severity} ${code} ${path}`)

const URLS = ['https://shop.test/pricing', 'https://shop.test/', 'https://example.com/docs?5^/pricing']
const DEVICES = ['Desktop', 'Mobile', 'Tablet', 'Console', 'Wearable']

/** Whether the survey opens for a visitor with one of the URLs and devices. */
async function isShown(definition: Survey): Promise<boolean> {
  for (const url of URLS) {
    for (const device of DEVICES) {
      const host = fakeHost({ page: fakePage({ url }) })
      host.set({ deviceType: device })
      const surveys = surveysOver(host)
      surveys.receive([definition])
      await settled()
      const isOpen = host.ids().length > 0
      surveys.stop()
      if (isOpen) return true
    }
  }
  return false
}

describe('lintSurvey with a simulated visitor', () => {
  it('finds an error or a warning in each survey that no visitor sees (D-610)', async () => {
    const matchType = fc.constantFrom<(MatchType | undefined)[]>(
      undefined,
      'exact',
      'is_not',
      'icontains',
      'not_icontains',
      'regex',
      'not_regex',
      'gt',
      'lt',
    )
    const conditions: fc.Arbitrary<SurveyConditions> = fc.record(
      {
        url: fc.constantFrom(
          '/pricing',
          'https://shop.test',
          'https://shop.test/pricing',
          '^/pricing',
          ':',
          '5',
        ),
        urlMatchType: matchType,
        deviceTypes: fc.subarray([...DEVICES, 'mobile']),
        deviceTypesMatchType: matchType,
      },
      { requiredKeys: [] },
    )
    const type = fc.constantFrom('popover', 'external_survey')
    await fc.assert(
      fc.asyncProperty(conditions, type, async (conditions, type) => {
        const definition = survey({ type, conditions })
        if (findings(definition).length === 0) expect(await isShown(definition)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('reports a type that no page shows', () => {
    expect(findings(survey({ type: 'external_survey' }))).toEqual(['error never_shown type'])
  })

  it('accepts a draft, flags and a variant', () => {
    const flags = {
      linked_flag_key: 'beta',
      targeting_flag_key: 'audience',
      feature_flag_keys: [{ key: 'a', value: 'b' }],
      conditions: { linkedFlagVariant: 'x', selector: '#pay', seenSurveyWaitPeriodInDays: 3 },
    }
    expect(findings(survey({ ...flags, start_date: null }))).toEqual([])
  })

  it.each([
    [open({ validation: [{ type: 'min_length', value: 100_000 }] }), 'more characters than a field takes'],
    [
      open({
        validation: [
          { type: 'max_length', value: 10 },
          { type: 'max_length', value: 3 },
          { type: 'min_length', value: 5 },
        ],
      }),
      'limits that exclude each other',
    ],
  ])('reports a question that nobody can answer: %#', question => {
    expect(findings(survey({ questions: [question] }))).toEqual(['error unanswerable questions[0]'])
    expect(findings(survey({ questions: [{ ...question, optional: true }] }))).toEqual([])
  })

  it('accepts each type of question, and rules that somebody can meet', () => {
    const questions = [
      link(),
      rating(),
      single({ choices: ['Red', 'Other'], hasOpenChoice: true }),
      multiple({ choices: ['Other'], hasOpenChoice: true }),
      open({
        validation: [
          { type: 'min_length', value: 2.5 },
          { type: 'max_length', value: 3 },
        ],
      }),
    ]
    expect(findings(survey({ questions }))).toEqual([])
  })

  it('reports an unanswerable question behind a branch, and none that no path reaches', () => {
    const first = single({
      branching: { type: 'response_based', responseValues: { '0': 2, '1': 2, '2': 1 } },
    })
    const refused = open({ id: 'b', validation: [{ type: 'min_length', value: 100_000 }] })
    expect(findings(survey({ questions: [first, refused, rating()] }))).toEqual([
      'error unanswerable questions[1]',
    ])
  })
})
