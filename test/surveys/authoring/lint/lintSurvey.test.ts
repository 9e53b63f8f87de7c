import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../../../src/surveys/authoring/lint/lintSurvey'
import type { Branching, Survey, SurveyAppearance } from '../../../../src/wire/survey'
import { link, multiple, npsSurvey, open, questions, rating, single, survey } from '../../../support/surveys'

const found = (given: unknown) =>
  lintSurvey(given).map(({ severity, code, path }) => `${severity} ${code} ${path}`)
const branching = (given: unknown): { branching: Branching } => ({ branching: given as Branching })
const to = (index: unknown) => branching({ type: 'specific_question', index })
const by = (responseValues: unknown) => branching({ type: 'response_based', responseValues })
const asks = (...given: Survey['questions']) => survey({ questions: given })
const looks = (appearance: SurveyAppearance, given: Partial<Survey> = {}) => survey({ ...given, appearance })
const shows = (conditions: object, given: Partial<Survey> = {}) => survey({ ...given, conditions })

describe('lintSurvey', () => {
  it('has nothing to say about a sound survey', () => {
    expect(found(npsSurvey())).toEqual([])
    expect(found(survey())).toEqual([])
  })

  it.each<[string, unknown, string[]]>([
    ['what is no survey', 'x', ['error malformed id']],
    [
      'a question of an unknown type',
      survey({ questions: [open(), { type: 'matrix' }] }),
      ['error malformed questions[1]'],
    ],
    [
      'every question that cannot be asked',
      survey({ questions: [single({ choices: [] }), open(), rating({ scale: 11 })] }),
      ['error malformed questions[0]', 'error malformed questions[2]'],
    ],
    ['a survey without questions', survey({ questions: [] }), ['error no_questions questions']],
    ['a survey whose questions are no list', survey({ questions: 'Why?' }), ['error no_questions questions']],
    ['a survey of an unknown type', survey({ type: 'hologram' }), ['error unknown_type type']],
  ])('names %s', (_, given, expected) => {
    expect(found(given)).toEqual(expected)
  })

  it.each<[string, unknown, string]>([
    ['no questions', survey({ questions: [] }), 'There is no question yet: the survey is not shown.'],
    ['no choices', asks(single({ choices: [] })), 'It has no choices: the whole survey is left out.'],
    [
      'an impossible scale',
      asks(rating({ scale: 11 })),
      'Its scale is no whole number from 2 to 10: the whole survey is left out.',
    ],
    [
      'an unknown type',
      survey({ questions: [{ type: 'matrix' }] }),
      '"matrix" is no type of question; there are open, link, rating, single_choice, multiple_choice: the whole survey is left out.',
    ],
    [
      'an unknown comparison',
      shows({ url: '/a', urlMatchType: 'near' }),
      '"near" is no way to compare: the survey is never shown.',
    ],
    [
      'a broken pattern',
      shows({ url: '(', urlMatchType: 'regex' }),
      'The pattern cannot be read: the survey is never shown.',
    ],
    [
      'an answer there is not',
      asks(single({ ...by({ Red: 'end' }) })),
      'No answer is called "Red", so nothing comes of it; there are 0, 1, 2, the positions of the choices.',
    ],
  ])('says what is wrong and what comes of it: %s', (_, given, expected) => {
    expect(lintSurvey(given).map(({ message }) => message)).toEqual([expected])
  })

  it.each<[string, unknown, string[]]>([
    ['a missing id', asks(open({ id: undefined })), ['warning missing_id questions[0].id']],
    ['a duplicate id', asks(open(), open()), ['error duplicate_id questions[1].id']],
    ['a question without text', asks(open({ question: ' ' })), ['error no_text questions[0].question']],
    ['too few choices', asks(single({ choices: ['a'] })), ['warning too_few_choices questions[0].choices']],
    [
      'a blank choice',
      asks(multiple({ choices: ['a', ' '] })),
      ['error blank_choice questions[0].choices[1]'],
    ],
    [
      'a duplicate choice',
      asks(single({ choices: ['a', 'a'] })),
      ['error duplicate_choice questions[0].choices[1]'],
    ],
    ['a missing link', asks(link({ link: null })), ['error missing_link questions[0].link']],
    [
      'a link that is not a whole address',
      asks(link({ link: '/call' })),
      ['error refused_link questions[0].link'],
    ],
    [
      'a refused link',
      asks(link({ link: 'java\nscript:alert(1)' })),
      ['error refused_link questions[0].link'],
    ],
    ['an unusual scale', asks(rating({ scale: 4 })), ['warning unusual_scale questions[0].scale']],
    [
      'emoji for seven',
      asks(rating({ scale: 7, display: 'emoji' })),
      ['warning emoji_scale questions[0].display'],
    ],
    [
      'translated choices of another length',
      asks(single({ translations: { es: { choices: ['Rojo'] } } })),
      ['error translated_choices questions[0].translations.es.choices'],
    ],
    [
      'lengths that exclude each other',
      asks(
        open({
          validation: [
            { type: 'min_length', value: 9 },
            { type: 'max_length', value: 3 },
          ],
        }),
      ),
      ['error length_rules questions[0].validation'],
    ],
  ])('questions: names %s', (_, given, expected) => {
    expect(found(given)).toEqual(expected)
  })

  it.each<[string, unknown, string[]]>([
    [
      'a branch past the end',
      survey({ questions: questions(to(9), {}) }),
      ['error branch_to_nowhere questions[0].branching', 'error unreachable questions[1]'],
    ],
    [
      'a branch that is no position',
      survey({ questions: questions(to('2'), {}) }),
      ['error branch_to_nowhere questions[0].branching'],
    ],
    [
      'a question that no way leads to',
      survey({ questions: questions(to(2), {}, {}) }),
      ['error unreachable questions[1]'],
    ],
    ['a circle', survey({ questions: questions({}, to(0)) }), ['warning circle questions[1].branching']],
    [
      'a question that leads to itself',
      survey({ questions: questions(to(0)) }),
      ['warning circle questions[0].branching'],
    ],
    [
      'a kind that is not known',
      survey({ questions: questions(branching({ type: 'teleport' })) }),
      ['error unknown_branching questions[0].branching'],
    ],
    [
      'branching by response of a text',
      asks(open({ ...by({ x: 'end' }) })),
      ['error branching_type questions[0].branching'],
    ],
    [
      'a response there is not',
      asks(rating({ ...by({ happy: 'end' }) })),
      ['warning unknown_response questions[0].branching.responseValues.happy'],
    ],
    [
      'a response that leads nowhere',
      asks(single({ ...by({ '0': 7 }) })),
      ['error branch_to_nowhere questions[0].branching.responseValues.0'],
    ],
    [
      'shuffling with branching',
      survey({
        questions: questions({}, branching({ type: 'end' })),
        appearance: { shuffleQuestions: true },
      }),
      ['warning shuffle_ignored appearance.shuffleQuestions'],
    ],
    [
      'shuffling with partial responses',
      survey({ enable_partial_responses: true, appearance: { shuffleQuestions: true } }),
      ['warning shuffle_ignored appearance.shuffleQuestions'],
    ],
  ])('ways: names %s', (_, given, expected) => {
    expect(found(given)).toEqual(expected)
  })

  it.each<[string, unknown, string[]]>([
    [
      'a pattern that cannot be read',
      shows({ url: '(', urlMatchType: 'regex' }),
      ['error invalid_condition conditions.url'],
    ],
    [
      'a match type that is not known',
      shows({ deviceTypes: ['Mobile'], deviceTypesMatchType: 'near' }),
      ['error invalid_condition conditions.deviceTypes'],
    ],
    [
      'a selector that is left open',
      shows({ selector: 'a[href="x]' }),
      ['error invalid_selector conditions.selector'],
    ],
    ['brackets that cross', shows({ selector: ':not([a)]' }), ['error invalid_selector conditions.selector']],
    [
      'a trigger that cannot be understood',
      shows({
        events: { values: [{ name: 'a', propertyFilters: { p: { values: ['('], operator: 'regex' } } }] },
      }),
      ['error invalid_trigger conditions'],
    ],
    [
      'a variant without its flag',
      shows({ linkedFlagVariant: 'b' }),
      ['warning variant_without_flag conditions.linkedFlagVariant'],
    ],
    ['a date that cannot be read', survey({ start_date: 'soon' }), ['error invalid_date start_date']],
    ['an end before the beginning', survey({ end_date: '2020-01-01' }), ['error never_runs end_date']],
  ])('conditions: names %s', (_, given, expected) => {
    expect(found(given)).toEqual(expected)
  })

  it.each(['.a > b:not(.c)', 'a[href="]"]', "a[title='(']", 'a\\(b', '#x'])(
    'takes the selector %s',
    selector => {
      expect(found(shows({ selector }))).toEqual([])
    },
  )

  it.each<[string, unknown, string[]]>([
    [
      'text that is hard to read',
      looks({ textColor: '#999', backgroundColor: 'white' }),
      ['warning contrast appearance.textColor'],
    ],
    [
      'text on a button',
      looks({ submitButtonTextColor: 'rgb(255, 255, 255)', submitButtonColor: 'yellow' }),
      ['warning contrast appearance.submitButtonTextColor'],
    ],
    ['not what cannot be known', looks({ textColor: 'var(--ink)', backgroundColor: 'white' }), []],
    ['not colours that stand out', looks({ textColor: 'black', backgroundColor: '#fff' }), []],
    [
      'a widget that nothing opens',
      looks({}, { type: 'widget' }),
      ['error widget_without_button appearance.widgetType'],
    ],
    [
      'a button without an element',
      looks({ widgetType: 'selector' }, { type: 'widget' }),
      ['error no_widget_selector appearance.widgetSelector'],
    ],
    [
      'a place next to nothing',
      looks({ position: 'next_to_trigger' }),
      ['error no_widget_selector appearance.widgetSelector'],
    ],
    [
      'no place for a tab, which the survey stands next to',
      looks({ widgetType: 'tab', position: 'next_to_trigger' }, { type: 'widget' }),
      [],
    ],
    ['no element for a widget that has become a popover', looks({ widgetType: 'selector' }), []],
  ])('looks: names %s', (_, given, expected) => {
    expect(found(given)).toEqual(expected)
  })
})
