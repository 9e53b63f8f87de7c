import { describe, expect, it } from 'vitest'
import { preferredLanguage, translate } from '../../../src/surveys/session/translate'
import { link, open, rating, single, survey } from '../../support/surveys'

describe('preferredLanguage', () => {
  it.each<[string, unknown[], string | undefined]>([
    ['returns the first preference', ['de', 'es', 'fr'], 'de'],
    ['returns the second preference, trimmed, when the first is missing', [null, '  es  ', 'fr'], 'es'],
    [
      'returns the third preference when the others are missing or empty',
      [undefined, '  ', 'pt-BR'],
      'pt-BR',
    ],
    ['ignores values that are no texts', [7, {}, 'fr'], 'fr'],
    ['returns undefined without a preference', [null, '', undefined], undefined],
  ])('%s', (_, preferences, expected) => {
    expect(preferredLanguage(preferences)).toBe(expected)
  })
})

describe('translate: language', () => {
  const names = (...keys: string[]) =>
    survey({ translations: Object.fromEntries(keys.map(key => [key, { name: key }])) })

  it.each<[string, string[], string | undefined, string | null]>([
    ['uses a translation with the same tag', ['fr'], 'fr', 'fr'],
    ['ignores case', ['fr'], 'FR', 'fr'],
    ['falls back to the language without its region', ['fr'], 'fr-CA', 'fr'],
    ['prefers the translation with the region', ['fr', 'fr-CA'], 'fr-CA', 'fr-CA'],
    ['uses no translation of another region', ['pt-BR'], 'pt', null],
    ['uses no translation of another language', ['fr'], 'de', null],
    ['uses the base language when none is requested', ['fr'], undefined, null],
  ])('%s', (_, keys, requested, expected) => {
    expect(translate(names(...keys), requested).language).toBe(expected)
  })
})

describe('translate', () => {
  const es = {
    ...survey({
      name: 'Survey',
      appearance: { thankYouMessageHeader: 'Thanks' },
      translations: {
        es: { name: 'Encuesta', thankYouMessageHeader: 'Gracias', thankYouMessageDescription: ' ' },
      },
      questions: [
        open({ translations: { es: { question: '¿Por qué?', description: 'Dinos' } } }),
        single({ translations: { es: { choices: ['Rojo', 'Verde', 'Azul'] } } }),
        rating({
          lowerBoundLabel: 'bad',
          translations: { es: { lowerBoundLabel: 'mal', upperBoundLabel: 'bien' } },
        }),
      ],
    }),
  }

  it('replaces the translated texts and keeps the others', () => {
    const { survey: shown, language } = translate(es, 'es')
    expect(language).toBe('es')
    expect(shown.name).toBe('Encuesta')
    expect(shown.appearance).toEqual({ thankYouMessageHeader: 'Gracias' })
    expect(shown.questions.map(({ question }) => question)).toEqual(['¿Por qué?', 'Which?', 'How?'])
    expect(shown.questions[1]).toMatchObject({ choices: ['Rojo', 'Verde', 'Azul'] })
  })

  it('adds no field that the question does not have', () => {
    expect(translate(es, 'es').survey.questions[2]).toMatchObject({ lowerBoundLabel: 'mal' })
    expect(translate(es, 'es').survey.questions[2]).not.toHaveProperty('upperBoundLabel')
  })

  it('does not change the definition, and can be applied twice', () => {
    const before = structuredClone(es)
    const once = translate(es, 'es')
    expect(es).toEqual(before)
    expect(translate(once.survey, 'es')).toEqual(once)
  })

  it.each([
    ['of another length', ['Rojo', 'Verde']],
    ['with an empty one', ['Rojo', '', 'Azul']],
    ['that are no list', 'Rojo'],
  ])('ignores translated choices %s', (_, choices) => {
    const definition = survey({
      questions: [single({ translations: { es: { choices: choices as string[] } } })],
    })
    expect(translate(definition, 'es')).toEqual({ survey: definition, language: null })
  })

  it('ignores translated choices of a question without choices', () => {
    const definition = survey({
      questions: [open({ translations: { es: { choices: ['Rojo'] } as never } })],
    })
    expect(translate(definition, 'es')).toEqual({ survey: definition, language: null })
  })

  it('returns the definition itself when nothing is translated', () => {
    expect(translate(es, 'de').survey).toBe(es)
  })

  it.each<[string, object]>([
    ['with empty texts', { name: '', thankYouMessageHeader: '  ' }],
    ['with a value that is no text', { name: 7 }],
    ['with fields that cannot be translated', { colour: 'rojo' }],
    ['without fields', {}],
    ['that is null', null as never],
  ])('ignores a translation %s', (_, translation) => {
    const definition = survey({ translations: { es: translation } })
    expect(translate(definition, 'es')).toEqual({ survey: definition, language: null })
  })

  it('returns the language of the first translated question when the survey has no translation', () => {
    const questions = [
      open({ translations: { 'es-MX': { question: '¿?' } } }),
      open({ translations: { es: { question: '¿?' } } }),
    ]
    expect(translate(survey({ questions }), 'es-MX').language).toBe('es-MX')
  })

  it('translates links', () => {
    const definition = survey({
      questions: [link({ translations: { es: { link: 'https://es.shop.test/' } } })],
    })
    expect(translate(definition, 'es').survey.questions[0]).toMatchObject({ link: 'https://es.shop.test/' })
  })
})
