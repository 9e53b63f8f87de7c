import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../../../src/surveys/authoring/lint/lintSurvey'
import type { Survey, SurveyAppearance } from '../../../../src/wire/survey'
import { link, multiple, open, rating, single, survey } from '../../../support/surveys'

const findings = (input: unknown) =>
  lintSurvey(input).map(({ severity, path, message }) => [severity, path, message])

describe('lintSurvey with translations', () => {
  const base = {
    questions: [
      single({ description: 'One of three' }),
      rating({ lowerBoundLabel: 'Bad', upperBoundLabel: 'Good' }),
      open({ buttonText: 'Send' }),
    ],
    appearance: { displayThankYouMessage: true, thankYouMessageHeader: 'Thanks', introScreenHeader: 'Hello' },
  }

  it('counts the texts of a language that are not translated', () => {
    const [first, ...others] = base.questions
    const half = [
      { ...first!, translations: { de: { question: 'Welche?', choices: ['Rot', 'Grün', 'Blau'] } } },
      ...others,
    ]
    expect(findings(survey({ ...base, questions: half, translations: { de: { name: 'Umfrage' } } }))).toEqual(
      [
        [
          'warning',
          'translations.de',
          '4 of 11 texts are translated (de). Visitors see "One of three", "How?", "Bad" and 4 more in the original language. Translate the rest.',
        ],
      ],
    )
    expect(findings(survey({ ...base, translations: { 'pt-BR': {} } }))).toEqual([
      [
        'warning',
        'translations.pt-BR',
        'None of 11 texts is translated (pt-BR). Visitors see the original texts. Translate them or remove the language.',
      ],
    ])
  })

  it('accepts a whole translation, one of the language that another is a region of, and the own language', () => {
    const question = open({ translations: { pt: { question: 'Por quê?' } } })
    const translations = { 'pt-BR': { submitButtonText: 'Enviar' }, en: {} }
    expect(
      findings(
        survey({
          questions: [question],
          translations,
          base_language: 'en',
          appearance: { submitButtonText: 'Send' },
        }),
      ),
    ).toEqual([
      [
        'warning',
        'translations.pt',
        '1 of 2 texts are translated (pt). Visitors see "Send" in the original language. Translate the rest.',
      ],
    ])
  })

  it('names a choice without a translation, and the name of a survey that its introduction shows', () => {
    const questions = [
      single({ translations: { de: { question: 'Welche?', choices: ['Rot', '', 'Blau'] } } }),
    ]
    const appearance = { displayIntroScreen: true, introScreenDescription: 'Hello' }
    const translations = { de: { introScreenDescription: 'Hallo' } }
    expect(findings(survey({ name: 'Tea', questions, appearance, translations }))).toEqual([
      [
        'warning',
        'translations.de',
        '4 of 6 texts are translated (de). Visitors see "Green", "Tea" in the original language. Translate the rest.',
      ],
    ])
  })
})

describe('lintSurvey with an open choice', () => {
  it.each(['Other', 'other…', 'Other (please specify)', 'Other, namely:'])(
    'reports "%s" before the last choice',
    other => {
      const question = multiple({ choices: ['Red', other, 'Blue'], hasOpenChoice: true })
      expect(findings(survey({ questions: [question] }))).toEqual([
        [
          'warning',
          'questions[0].choices[1]',
          `"${other}" is not the last choice. The text field belongs to "Blue". Move "${other}" to the end.`,
        ],
      ])
    },
  )

  it('accepts an open choice that is last, and a choice that begins with the same word', () => {
    const choices = ['Other people', 'Other']
    expect(findings(survey({ questions: [single({ choices, hasOpenChoice: true })] }))).toEqual([])
    expect(findings(survey({ questions: [single({ choices: ['Other', 'Red'] })] }))).toEqual([])
  })
})

describe('lintSurvey with colors', () => {
  const contrastOf = (appearance: SurveyAppearance) => findings(survey({ appearance }))

  it.each<[string, SurveyAppearance, string, string]>([
    [
      'white text on the default card',
      { textColor: '#fff' },
      'textColor',
      'the default backgroundColor is 1',
    ],
    [
      'dark text on the default button',
      { submitButtonTextColor: '#111' },
      'submitButtonTextColor',
      'the default submitButtonColor is 1.27',
    ],
    [
      'white text on the default button of a dark card',
      { backgroundColor: '#000', submitButtonTextColor: '#fff' },
      'submitButtonTextColor',
      'the default submitButtonColor is 1.11',
    ],
    [
      'the text color in a field of the same color',
      { textColor: '#000', inputBackground: '#111' },
      'textColor',
      'inputBackground is 1.11',
    ],
    [
      'the text color on a rating button of the same color',
      { textColor: '#000', ratingButtonColor: '#111' },
      'textColor',
      'ratingButtonColor is 1.11',
    ],
  ])('reports %s', (_, appearance, field, text) => {
    expect(contrastOf(appearance)).toEqual([
      [
        'warning',
        `appearance.${field}`,
        `The contrast with ${text}; text needs 4.5. Visitors see another shade. Choose one that stands out.`,
      ],
    ])
  })

  it('reports a text color once, and nothing about a background alone', () => {
    const appearance = { textColor: '#777', inputBackground: '#888', ratingButtonColor: '#999' }
    expect(contrastOf(appearance).map(([, path]) => path)).toEqual(['appearance.textColor'])
    expect(
      contrastOf({ backgroundColor: '#777', inputBackground: '#888', submitButtonColor: 'gray' }),
    ).toEqual([])
  })
})

describe('lintSurvey with answers in texts (D-650)', () => {
  const asked = (question: string) => open({ id: 'last', question })
  const end = { branching: { type: 'end' as const } }

  it.each<[string, Survey, string[]]>([
    [
      'accepts an earlier question, in each text and language',
      survey({
        questions: [
          open(),
          single({
            question: '{{answer:1|you}}',
            description: '{{answer:1}}',
            translations: { de: { question: '{{answer:1}}' } },
          }),
        ],
        base_language: 'de',
        appearance: { displayThankYouMessage: true, thankYouMessageHeader: '{{answer:2}}' },
      }),
      [],
    ],
    [
      'reports a question that does not exist, and one that was removed',
      survey({ questions: [open(), asked('{{answer:0}} {{answer:3}}')] }),
      [
        'The text shows the answer to question 0, which does not exist. Visitors see a dash, or the text after "|". Correct the number.',
        'The text shows the answer to question 3, which does not exist. Visitors see a dash, or the text after "|". Correct the number.',
      ],
    ],
    [
      'reports a later question, the question itself, and one on another branch',
      survey({
        questions: [
          rating({
            question: '{{answer:2}}',
            branching: {
              type: 'response_based',
              responseValues: { detractors: 1, passives: 2, promoters: 2 },
            },
          }),
          open({ question: '{{answer:2}} {{answer:1}}', ...end }),
          asked('{{answer:2}}'),
        ],
      }),
      [2, 2, 2].map(
        number =>
          `The text shows the answer to question ${number}, which nobody has answered by then. Visitors see a dash, or the text after "|". Choose an earlier question.`,
      ),
    ],
    [
      'accepts a question that a branch leads back from',
      survey({
        questions: [
          open({ branching: { type: 'specific_question', index: 2 } }),
          asked('{{answer:3}}'),
          open({ id: 'c', branching: { type: 'specific_question', index: 1 } }),
        ],
      }),
      [],
    ],
    [
      'reports links and choices with an answer',
      survey({ questions: [open(), single({ choices: ['{{answer:1}}', 'b'] })] }),
      ['Links and choices show no answers. Visitors see the braces. Move the answer into the question.'],
    ],
    [
      'reports a link, and any answer in the introduction',
      survey({
        questions: [link(), asked('{{answer:1}}')],
        appearance: { displayIntroScreen: true, introScreenHeader: 'Hello {{answer:2}}' },
      }),
      [
        'The text shows the answer to question 1, which is a link. Visitors see "link clicked". Choose another question.',
        'The text shows the answer to question 2, which nobody has answered by then. Visitors see a dash, or the text after "|". Choose an earlier question.',
      ],
    ],
  ])('%s', (_, input, expected) => {
    const errors = lintSurvey(input).filter(({ code }) => code.startsWith('answer_'))
    expect(errors.map(({ message }) => message)).toEqual(expected)
  })

  it('names the field', () => {
    const appearance = { displayIntroScreen: true, introScreenDescription: '{{answer:1}}' }
    expect(
      findings(survey({ questions: [open({ description: '{{answer:1}}' })], appearance })).map(
        ([, path]) => path,
      ),
    ).toEqual(['questions[0].description', 'appearance.introScreenDescription'])
  })
})
