import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../../../src/surveys/authoring/lint/lintSurvey'
import type { Branching, LengthRule, Survey, SurveyAppearance } from '../../../../src/wire/survey'
import { link, multiple, npsSurvey, open, questions, rating, single, survey } from '../../../support/surveys'

const findings = (input: unknown) =>
  lintSurvey(input).map(({ severity, code, path }) => `${severity} ${code} ${path}`)
const branching = (value: unknown): { branching: Branching } => ({ branching: value as Branching })
const branchTo = (index: unknown) => branching({ type: 'specific_question', index })
const branchBy = (responseValues: unknown) => branching({ type: 'response_based', responseValues })
const surveyOf = (...list: Survey['questions']) => survey({ questions: list })
const withLook = (appearance: SurveyAppearance, fields: Partial<Survey> = {}) =>
  survey({ ...fields, appearance })
const withConditions = (conditions: object) => survey({ conditions })
const lengths = (min: number, max: number): LengthRule[] => [
  { type: 'min_length', value: min },
  { type: 'max_length', value: max },
]

describe('lintSurvey', () => {
  it('returns nothing for surveys without mistakes', () => {
    expect(findings(npsSurvey())).toEqual([])
    expect(findings(survey())).toEqual([])
  })

  it.each<[string, unknown, string[]]>([
    ['a value that is not a survey', 'x', ['error malformed id']],
    [
      'a question of an unknown type',
      survey({ questions: [open(), { type: 'matrix' }] }),
      ['error malformed questions[1]'],
    ],
    [
      'every question that cannot be answered',
      survey({ questions: [single({ choices: [] }), open(), rating({ scale: 11 })] }),
      ['error malformed questions[0]', 'error malformed questions[2]'],
    ],
    ['a survey without questions', survey({ questions: [] }), ['error no_questions questions']],
    [
      'a survey whose questions are not a list',
      survey({ questions: 'Why?' }),
      ['error no_questions questions'],
    ],
    ['a survey of an unknown type', survey({ type: 'hologram' }), ['error unknown_type type']],
  ])('reports %s', (_, input, expected) => {
    expect(findings(input)).toEqual(expected)
  })

  it.each<[string, unknown, string[]]>([
    ['a missing id', surveyOf(open({ id: undefined })), ['warning missing_id questions[0].id']],
    ['a duplicate id', surveyOf(open(), open()), ['error duplicate_id questions[1].id']],
    ['a missing text', surveyOf(open({ question: ' ' })), ['error no_text questions[0].question']],
    [
      'too few choices',
      surveyOf(single({ choices: ['a'] })),
      ['warning too_few_choices questions[0].choices'],
    ],
    [
      'a blank choice',
      surveyOf(multiple({ choices: ['a', ' '] })),
      ['error blank_choice questions[0].choices[1]'],
    ],
    [
      'a duplicate choice',
      surveyOf(single({ choices: ['a', 'a'] })),
      ['error duplicate_choice questions[0].choices[1]'],
    ],
    ['a missing link', surveyOf(link({ link: null })), ['error missing_link questions[0].link']],
    ['a relative link', surveyOf(link({ link: '/call' })), ['error refused_link questions[0].link']],
    [
      'a link that runs code',
      surveyOf(link({ link: 'java\nscript:alert(1)' })),
      ['error refused_link questions[0].link'],
    ],
    ['an unusual scale', surveyOf(rating({ scale: 4 })), ['warning unusual_scale questions[0].scale']],
    [
      'emoji on a scale of seven',
      surveyOf(rating({ scale: 7, display: 'emoji' })),
      ['warning emoji_scale questions[0].display'],
    ],
    [
      'translated choices of another length',
      surveyOf(single({ translations: { es: { choices: ['Rojo'] } } })),
      [
        'error translated_choices questions[0].translations.es.choices',
        'warning incomplete_translation translations.es',
      ],
    ],
    [
      'length rules that exclude each other',
      surveyOf(open({ validation: lengths(9, 3) })),
      ['error length_rules questions[0].validation'],
    ],
  ])('reports in a question: %s', (_, input, expected) => {
    expect(findings(input)).toEqual(expected)
  })

  it('checks questions as they are shown, after missing fields got their defaults', () => {
    const input = surveyOf(
      rating({ scale: undefined as never }),
      single({ choices: [1, 2] as never, question: 7 as never }),
      open({ id: 3 as never }),
    )
    expect(findings(input)).toEqual([])
  })

  it.each<[string, unknown, string[]]>([
    [
      'a branch past the last question',
      survey({ questions: questions(branchTo(9), {}) }),
      ['error branch_to_nowhere questions[0].branching'],
    ],
    [
      'a branch to something that is not a position',
      survey({ questions: questions(branchTo('2'), {}) }),
      ['error branch_to_nowhere questions[0].branching'],
    ],
    [
      'a question that no path leads to',
      survey({ questions: questions(branchTo(2), {}, {}) }),
      ['error unreachable questions[1]'],
    ],
    [
      'a branch back to an earlier question',
      survey({ questions: questions({}, branchTo(0)) }),
      ['warning circle questions[1].branching'],
    ],
    [
      'a branch to the question itself',
      survey({ questions: questions(branchTo(0)) }),
      ['warning circle questions[0].branching'],
    ],
    [
      'an unknown type of branching',
      survey({ questions: questions(branching({ type: 'teleport' })) }),
      ['error unknown_branching questions[0].branching'],
    ],
    [
      'branching by the response to an open question',
      surveyOf(open({ ...branchBy({ x: 'end' }) })),
      ['error branching_type questions[0].branching'],
    ],
    [
      'a branch for an unknown response',
      surveyOf(rating({ ...branchBy({ happy: 'end' }) })),
      ['warning unknown_response questions[0].branching.responseValues.happy'],
    ],
    [
      'a response that leads past the last question',
      surveyOf(single({ ...branchBy({ '0': 7 }) })),
      ['error branch_to_nowhere questions[0].branching.responseValues.0'],
    ],
    [
      'shuffled questions with branching',
      survey({
        questions: questions({}, branching({ type: 'end' })),
        appearance: { shuffleQuestions: true },
      }),
      ['warning shuffle_ignored appearance.shuffleQuestions'],
    ],
    [
      'shuffled questions with partial responses',
      survey({ enable_partial_responses: true, appearance: { shuffleQuestions: true } }),
      ['warning shuffle_ignored appearance.shuffleQuestions'],
    ],
  ])('reports in the flow: %s', (_, input, expected) => {
    expect(findings(input)).toEqual(expected)
  })

  it.each<[string, unknown, string[]]>([
    [
      'an invalid pattern',
      withConditions({ url: '(', urlMatchType: 'regex' }),
      ['error invalid_condition conditions.url'],
    ],
    [
      'an unknown match type',
      withConditions({ deviceTypes: ['Mobile'], deviceTypesMatchType: 'near' }),
      ['error invalid_condition conditions.deviceTypes'],
    ],
    [
      'a selector with an open quote',
      withConditions({ selector: 'a[href="x]' }),
      ['error invalid_selector conditions.selector'],
    ],
    [
      'a selector with crossed brackets',
      withConditions({ selector: ':not([a)]' }),
      ['error invalid_selector conditions.selector'],
    ],
    [
      'an invalid filter of a trigger',
      withConditions({
        events: { values: [{ name: 'a', propertyFilters: { p: { values: ['('], operator: 'regex' } } }] },
      }),
      ['error invalid_trigger conditions'],
    ],
    [
      'a variant without its flag',
      withConditions({ linkedFlagVariant: 'b' }),
      ['warning variant_without_flag conditions.linkedFlagVariant'],
    ],
    ['an invalid date', survey({ start_date: 'soon' }), ['error invalid_date start_date']],
    ['an end before the start', survey({ end_date: '2020-01-01' }), ['error never_runs end_date']],
  ])('reports in conditions: %s', (_, input, expected) => {
    expect(findings(input)).toEqual(expected)
  })

  it.each(['.a > b:not(.c)', 'a[href="]"]', "a[title='(']", 'a\\(b', '#x'])(
    'accepts the selector %s',
    selector => {
      expect(findings(withConditions({ selector }))).toEqual([])
    },
  )

  it.each<[string, unknown, string[]]>([
    [
      'text that is hard to read',
      withLook({ textColor: '#999', backgroundColor: 'white' }),
      ['warning contrast appearance.textColor'],
    ],
    [
      'a button that is hard to read',
      withLook({ submitButtonTextColor: 'rgb(255, 255, 255)', submitButtonColor: 'yellow' }),
      ['warning contrast appearance.submitButtonTextColor'],
    ],
    [
      'a widget without a button',
      withLook({}, { type: 'widget' }),
      ['error widget_without_button appearance.widgetType'],
    ],
    [
      'a selector widget without a selector',
      withLook({ widgetType: 'selector' }, { type: 'widget' }),
      ['error no_widget_selector appearance.widgetSelector'],
    ],
    [
      'a logo without HTTPS',
      withLook({ logo: 'http://a.test/logo.png' }),
      ['error refused_logo appearance.logo'],
    ],
    ['a relative logo', withLook({ logo: '/logo.png' }), ['error refused_logo appearance.logo']],
    [
      'an introduction without texts',
      withLook({ displayIntroScreen: true, introScreenButtonText: 'Start' }),
      ['warning empty_intro appearance.introScreenHeader'],
    ],
    [
      'a popover next to an element that is not named',
      withLook({ position: 'next_to_trigger' }),
      ['error no_widget_selector appearance.widgetSelector'],
    ],
  ])('reports in the appearance: %s', (_, input, expected) => {
    expect(findings(input)).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['colors that only a browser can read', withLook({ textColor: 'var(--ink)', backgroundColor: 'white' })],
    ['a logo', withLook({ logo: 'https://a.test/logo.png' })],
    ['a logo without a request', withLook({ logo: 'data:image/png;base64,AAAA' })],
    [
      'an introduction with a text',
      withLook({ displayIntroScreen: true, introScreenDescription: 'Two questions' }),
    ],
    ['an introduction that is switched off', withLook({ displayIntroScreen: false })],
    ['no logo', withLook({ logo: '' })],
    ['colors with enough contrast', withLook({ textColor: 'black', backgroundColor: '#fff' })],
    [
      'a tab, which the survey is placed next to',
      withLook({ widgetType: 'tab', position: 'next_to_trigger' }, { type: 'widget' }),
    ],
    ['a popover that was a selector widget before', withLook({ widgetType: 'selector' })],
  ])('accepts in the appearance: %s', (_, input) => {
    expect(findings(input)).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['no id', { questions: [open()] }, 'The survey has no id. Visitors never see the survey.'],
    [
      'an unreadable field',
      survey({ id: { toString: {} } }),
      'The survey has a field that cannot be read. Visitors never see the survey.',
    ],
    [
      'no questions',
      survey({ questions: [] }),
      'The survey has no questions. Visitors never see the survey. Add one.',
    ],
    [
      'an unknown type',
      survey({ type: 'hologram' }),
      '"hologram" is not a survey type. Visitors never see the survey. Use popover, widget, api, external_survey.',
    ],
    [
      'an unexpected value',
      surveyOf(open({ validation: 7 as never })),
      'A value here has an unexpected type. It was not checked. Correct it.',
    ],
    [
      'no choices',
      surveyOf(single({ choices: [] })),
      'The question must have choices. Visitors never see the survey.',
    ],
    [
      'an impossible scale',
      surveyOf(rating({ scale: 11 })),
      'The scale must be a whole number from 2 to 10. Visitors never see the survey.',
    ],
    [
      'an unknown type of question',
      survey({ questions: [{ type: 'matrix' }] }),
      '"matrix" is not a question type. Use open, link, rating, single_choice, multiple_choice. Visitors never see the survey.',
    ],
    [
      'a missing question id',
      surveyOf(open({ id: 'q1' }), open({ id: undefined })),
      'The question has no id. Its answers are reported as "q1_", which changes when questions move. Set an id.',
    ],
    [
      'a duplicate question id',
      surveyOf(open(), open()),
      'An earlier question has the id "why". Answers to this one are reported as "q1". Set another id.',
    ],
    [
      'a missing text',
      surveyOf(open({ question: '' })),
      'The question has no text. Visitors see no question. Write one.',
    ],
    [
      'a single choice to choose from',
      surveyOf(single({ choices: ['a'] })),
      'There is only one choice. Visitors have nothing to choose from. Add another.',
    ],
    [
      'a blank choice',
      surveyOf(single({ choices: ['a', ''] })),
      'The choice has no text. Visitors see an empty line. Write a label or remove it.',
    ],
    [
      'a duplicate choice',
      surveyOf(single({ choices: ['a', 'a'] })),
      '"a" is listed twice. Reports cannot tell them apart. Rename or remove one.',
    ],
    [
      'an unusual scale',
      surveyOf(rating({ scale: 4 })),
      'The scale is not one of 2, 3, 5, 7, 10. Its answers cannot branch. Choose one of these.',
    ],
    [
      'emoji on a scale of seven',
      surveyOf(rating({ scale: 7, display: 'emoji' })),
      'Emoji exist only for scales of 2, 3, 5. Visitors see numbers. Choose one of these scales.',
    ],
    [
      'a missing link',
      surveyOf(link({ link: '' })),
      'The link has no address. The button opens nothing. Enter an address.',
    ],
    [
      'a relative link',
      surveyOf(link({ link: '/call' })),
      'The address does not begin with https:, http:, mailto: or tel:. The button opens nothing. Correct it.',
    ],
    [
      'length rules that exclude each other',
      surveyOf(open({ validation: lengths(9, 3) })),
      'No text has at least 9 and at most 3 characters. Visitors cannot answer. Change a limit.',
    ],
    [
      'translated choices of another length',
      survey({
        base_language: 'es',
        questions: [single({ translations: { es: { choices: ['Rojo'] } } })],
      }),
      'The translation needs 3 choices. Visitors see them untranslated. Add a text for each.',
    ],
    [
      'a branch past the last question',
      survey({ questions: questions(branchTo(9)) }),
      'There is no question at position 9, counted from 0. Visitors get the next question. Choose another target.',
    ],
    [
      'a branch to something that is not a position',
      survey({ questions: questions(branchTo('2')) }),
      '"2" is not a position. Visitors get the next question. Choose a target.',
    ],
    [
      'a branch to nothing',
      survey({ questions: questions(branchTo(undefined)) }),
      'A missing target is not a position. Visitors get the next question. Choose a target.',
    ],
    [
      'an unknown type of branching',
      survey({ questions: questions(branching({ type: 'teleport' })) }),
      '"teleport" is not a type of branching. Visitors get the next question. Use next_question, end, response_based, specific_question.',
    ],
    [
      'branching by the response to an open question',
      surveyOf(open({ ...branchBy({ x: 'end' }) })),
      'Only single choice questions and ratings of 2, 3, 5, 7 or 10 can branch by response. Visitors get the next question. Branch another way.',
    ],
    [
      'a branch for an unknown choice',
      surveyOf(single({ ...branchBy({ Red: 'end' }) })),
      'No answer has the key "Red". This branch is never taken. Use 0, 1, 2 (positions of choices).',
    ],
    [
      'a branch for an unknown rating',
      surveyOf(rating({ scale: 3, ...branchBy({ happy: 'end' }) })),
      'No answer has the key "happy". This branch is never taken. Use negative, neutral, positive.',
    ],
    [
      'a branch to the question itself',
      survey({ questions: questions(branchTo(0)) }),
      'This branch can lead back. Visitors follow the branch of the answered question instead. Branch forward.',
    ],
    [
      'shuffled questions with branching',
      survey({ questions: questions(branching({ type: 'end' })), appearance: { shuffleQuestions: true } }),
      'Questions are not shuffled, because a question branches. Turn one off.',
    ],
    [
      'shuffled questions with partial responses',
      survey({ enable_partial_responses: true, appearance: { shuffleQuestions: true } }),
      'Questions are not shuffled, because partial responses are on. Turn one off.',
    ],
    [
      'an invalid date',
      survey({ start_date: 'soon' }),
      'The date cannot be read. Visitors never see the survey. Write it like 2026-01-31.',
    ],
    [
      'an end before the start',
      survey({ end_date: '2020-01-01' }),
      'The survey ends before it starts. Visitors never see the survey. Change one of the dates.',
    ],
    [
      'an unknown match type',
      withConditions({ url: '/a', urlMatchType: 'near' }),
      '"near" is not a match type. Visitors never see the survey. Choose another one.',
    ],
    [
      'an invalid pattern',
      withConditions({ url: '(', urlMatchType: 'regex' }),
      'The pattern is not a valid regular expression. Visitors never see the survey. Correct it.',
    ],
    [
      'a selector with an open bracket',
      withConditions({ selector: 'a[b' }),
      'The selector has an unpaired bracket or quote. Visitors never see the survey. Correct it.',
    ],
    [
      'an invalid filter of a trigger',
      withConditions({
        events: { values: [{ name: 'a', propertyFilters: { p: { values: ['('], operator: 'regex' } } }] },
      }),
      'An event or action has a filter that is not valid. It never triggers anything. Correct the filter.',
    ],
    [
      'a variant without its flag',
      withConditions({ linkedFlagVariant: 'b' }),
      'A flag variant is set, but no flag is linked. The variant is ignored. Link a flag or remove the variant.',
    ],
    [
      'text that is hard to read',
      withLook({ textColor: '#999', backgroundColor: 'white' }),
      'The contrast with backgroundColor is 2.84; text needs 4.5. Visitors see another shade. Choose one that stands out.',
    ],
    [
      'a logo without HTTPS',
      withLook({ logo: 'http://a.test/logo.png' }),
      'The address does not begin with https: or data:image/. Visitors see no logo. Correct it.',
    ],
    [
      'an introduction without texts',
      withLook({ displayIntroScreen: true }),
      'The introduction has no text. Visitors never see it. Write one or switch it off.',
    ],
    [
      'a widget without a button',
      withLook({}, { type: 'widget' }),
      'The widget has neither a tab nor a selector. Visitors cannot open it. Set "tab" or "selector".',
    ],
    [
      'a selector widget without a selector',
      withLook({ widgetType: 'selector' }, { type: 'widget' }),
      'The widget has no selector. Visitors cannot open it. Enter a selector.',
    ],
    [
      'a popover next to an element that is not named',
      withLook({ position: 'next_to_trigger' }),
      'The survey has no selector. Visitors see it at the bottom of the window. Enter a selector.',
    ],
  ])('says what is wrong, what visitors get and what to do about %s', (_, input, expected) => {
    expect(lintSurvey(input).map(({ message }) => message)).toEqual([expected])
  })
})
