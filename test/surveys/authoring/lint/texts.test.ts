import { describe, expect, it } from 'vitest'
import { lintSurvey } from '../../../../src/surveys/authoring/lint/lintSurvey'
import type { SurveyAppearance } from '../../../../src/wire/survey'
import { multiple, open, rating, single, survey } from '../../../support/surveys'

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
