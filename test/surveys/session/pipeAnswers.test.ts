import { describe, expect, it } from 'vitest'
import { fakeHost } from '../../support/fakeHost'
import { nextPage, sent, startSession } from '../../support/startSession'
import { link, multiple, open, rating, single } from '../../support/surveys'

const last = (fields: object) => open({ id: 'last', ...fields })
const asked = (question: string) => last({ question })

describe('createSession with answers in later texts (D-650)', () => {
  it.each([
    ['a text', open(), 'the tea', 'the tea'],
    ['a rating', rating(), 0, '0'],
    ['a choice', single(), 'Green', 'Green'],
    ['several choices', multiple(), ['Red', 'Blue'], 'Red, Blue'],
    ['an open choice', single({ hasOpenChoice: true }), 'Mauve', 'Mauve'],
    [
      'characters that a replacement has a meaning for',
      open(),
      '$& "\\n" {{answer:1}}',
      '$& "\\n" {{answer:1}}',
    ],
  ] as const)('shows %s', (_, question, answer, text) => {
    const { session } = startSession({ questions: [question, asked('Why {{answer:1}}?')] })
    session.answer(answer as string)
    expect(session.question()!.question).toBe(`Why ${text}?`)
    expect(session.state().survey.questions[1]!.question).toBe(`Why ${text}?`)
  })

  it('shows a dash, or the text after "|", for an answer that is missing', () => {
    const text =
      '{{answer:1}}, {{answer:1|friend}}, {{answer:1|}}, {{answer:2|later}}, {{answer:9}}, {{answer:0}}'
    const { session } = startSession({ questions: [open({ optional: true }), asked(text)] })
    session.submit('')
    expect(session.question()!.question).toBe('—, friend, , later, —, —')
  })

  it.each([
    '{{name}}',
    '{{ answer:1 }}',
    '{{answer:}}',
    '{{answer:why}}',
    '{answer:1}',
    '{{answer:1|{x}}}',
    '{{answer:-1}}',
  ])('leaves %s as it is', text => {
    const { session } = startSession({ questions: [open(), asked(text)] })
    session.submit('tea')
    expect(session.question()!.question).toBe(text)
  })

  it('escapes answers in HTML alone, also in its attributes', () => {
    const description = '<a href="https://shop.test/?q={{answer:1}}">{{answer:1}}</a>'
    const html = last({ description, descriptionContentType: 'html' })
    const plain = last({ id: 'plain', description: '{{answer:1}}' })
    const appearance = {
      displayThankYouMessage: true,
      thankYouMessageDescription: '{{answer:1}}',
      thankYouMessageDescriptionContentType: 'html' as const,
    }
    const { session } = startSession({ questions: [open(), html, plain], appearance })
    session.submit('<img src=x> "&\'')
    const escaped = '&#60;img src=x> &#34;&#38;&#39;'
    const { survey } = session.state()
    expect(survey.questions[1]!.description).toBe(`<a href="https://shop.test/?q=${escaped}">${escaped}</a>`)
    expect(survey.questions[2]!.description).toBe('<img src=x> "&\'')
    expect(survey.appearance!.thankYouMessageDescription).toBe(escaped)
  })

  it('shows choices in the language on display, and reports the text as it was written', () => {
    const question = single({ translations: { de: { choices: ['Rot', 'Grün', 'Blau'] } } })
    const host = fakeHost({ settings: { override_display_language: 'de' } })
    const { session } = startSession({ questions: [question, asked('And {{answer:1}}?')] }, {}, host)
    session.answer('Green')
    expect(session.question()!.question).toBe('And Grün?')
    session.submit('yes')
    expect(JSON.stringify(sent(host)[0]!.$survey_questions)).toContain('And {{answer:1}}?')
  })

  it('leaves links and choices as they are', () => {
    const choices = ['More {{answer:1}}', 'Less']
    const further = [single({ choices }), link({ link: 'https://shop.test/{{answer:1}}' })]
    const { session } = startSession({ questions: [open(), ...further] })
    session.submit('tea')
    expect(session.question()).toMatchObject({ choices })
    session.submit({ picked: [0], other: '' })
    expect(session.question()).toMatchObject({ link: 'https://shop.test/{{answer:1}}' })
  })

  it('shows answers of an earlier page, and new ones after going back', () => {
    const fields = { questions: [open(), asked('Why {{answer:1}}?')], appearance: { allowGoBack: true } }
    const { host, session } = startSession(fields)
    session.submit('tea')
    const next = startSession(fields, {}, nextPage(host))
    expect(next.session.question()!.question).toBe('Why tea?')
    next.session.back()
    next.session.submit('coffee')
    expect(next.session.question()!.question).toBe('Why coffee?')
  })

  it('gives a page that draws the survey objects with their methods (D-711)', () => {
    const { session } = startSession({ questions: [open()] })
    const { survey } = session.state()
    for (const part of [session.question(), survey, survey.appearance])
      expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
  })
})
