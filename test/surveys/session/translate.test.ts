import { describe, expect, it } from 'vitest'
import { preferredLanguage, translate } from '../../../src/surveys/session/translate'
import { link, open, rating, single, survey } from '../../support/surveys'

describe('the language to use', () => {
  it.each<[string, unknown[], string | undefined]>([
    ['the setting wins', ['de', 'es', 'fr'], 'de'],
    ['then the person, trimmed', [null, '  es  ', 'fr'], 'es'],
    ['then the browser', [undefined, '  ', 'pt-BR'], 'pt-BR'],
    ['what is no text is no wish', [7, {}, 'fr'], 'fr'],
    ['none', [null, '', undefined], undefined],
  ])('%s', (_, wishes, expected) => {
    expect(preferredLanguage(wishes)).toBe(expected)
  })

  const names = (...keys: string[]) =>
    survey({ translations: Object.fromEntries(keys.map(key => [key, { name: key }])) })

  it.each<[string, string[], string | undefined, string | null]>([
    ['the same', ['fr'], 'fr', 'fr'],
    ['the same in other letters', ['fr'], 'FR', 'fr'],
    ['without its region', ['fr'], 'fr-CA', 'fr'],
    ['with its region, where there is one', ['fr', 'fr-CA'], 'fr-CA', 'fr-CA'],
    ['no other region', ['pt-BR'], 'pt', null],
    ['another language', ['fr'], 'de', null],
    ['no wish', ['fr'], undefined, null],
  ])('%s', (_, keys, wanted, expected) => {
    expect(translate(names(...keys), wanted).language).toBe(expected)
  })
})

describe('translating', () => {
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

  it('takes the texts there are, and leaves the others', () => {
    const { survey: shown, language } = translate(es, 'es')
    expect(language).toBe('es')
    expect(shown.name).toBe('Encuesta')
    expect(shown.appearance).toEqual({ thankYouMessageHeader: 'Gracias' })
    expect(shown.questions.map(({ question }) => question)).toEqual(['¿Por qué?', 'Which?', 'How?'])
    expect(shown.questions[1]).toMatchObject({ choices: ['Rojo', 'Verde', 'Azul'] })
  })

  it('gives a question no field that it does not have', () => {
    expect(translate(es, 'es').survey.questions[2]).toMatchObject({ lowerBoundLabel: 'mal' })
    expect(translate(es, 'es').survey.questions[2]).not.toHaveProperty('upperBoundLabel')
  })

  it('leaves the definition as it is, and can be applied twice', () => {
    const before = structuredClone(es)
    const once = translate(es, 'es')
    expect(es).toEqual(before)
    expect(translate(once.survey, 'es')).toEqual(once)
  })

  it.each([
    ['of another length', ['Rojo', 'Verde']],
    ['with an empty one', ['Rojo', '', 'Azul']],
    ['that are no list', 'Rojo'],
  ])('uses no choices %s', (_, choices) => {
    const given = survey({ questions: [single({ translations: { es: { choices: choices as string[] } } })] })
    expect(translate(given, 'es')).toEqual({ survey: given, language: null })
  })

  it.each<[string, object]>([
    ['empty texts', { name: '', thankYouMessageHeader: '  ' }],
    ['what is no text', { name: 7 }],
    ['fields that cannot be translated', { colour: 'rojo' }],
    ['nothing', {}],
  ])('an entry with %s is no translation', (_, entry) => {
    const given = survey({ translations: { es: entry } })
    expect(translate(given, 'es')).toEqual({ survey: given, language: null })
  })

  it('names the language of the first question where the survey itself has none', () => {
    const questions = [
      open({ translations: { 'es-MX': { question: '¿?' } } }),
      open({ translations: { es: { question: '¿?' } } }),
    ]
    expect(translate(survey({ questions }), 'es-MX').language).toBe('es-MX')
  })

  it('translates links', () => {
    const given = survey({ questions: [link({ translations: { es: { link: 'https://es.shop.test/' } } })] })
    expect(translate(given, 'es').survey.questions[0]).toMatchObject({ link: 'https://es.shop.test/' })
  })
})
