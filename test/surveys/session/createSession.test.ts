import { describe, expect, it } from 'vitest'
import type { Question, Survey } from '../../../src/wire/survey'
import { fakeHost } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { nextPage, responses, sent, startSession, surveyWith } from '../../support/startSession'
import { multiple, npsSurvey, open, rating, single } from '../../support/surveys'

describe('going through a survey', () => {
  it('asks one question after the other and closes', () => {
    const { session, at, page } = startSession(surveyWith({}, {}))
    expect([page(), at()]).toEqual(['question', 0])
    expect(session.submit('one')).toBeNull()
    expect([page(), at()]).toEqual(['question', 1])
    session.submit('two')
    expect([page(), session.state().end]).toEqual(['closed', 'sent'])
  })

  it('thanks where the survey says so, and only there', () => {
    const { session, page } = startSession({ appearance: { displayThankYouMessage: true } })
    session.submit('one')
    expect([page(), session.state().end]).toEqual(['thanks', 'sent'])
    session.dismiss()
    expect(page()).toBe('closed')
  })

  it.each(['constructor', '__proto__', 'toString'])('may ask a question with the id %s', id => {
    const given = { questions: [open({ id }), open({ id: 'b' })] }
    const { host, session } = startSession(given)
    session.answer('one')
    const next = startSession(given, {}, nextPage(host))
    next.session.answer('two')
    expect(Object.entries(responses(sent(next.host)[0]!))).toEqual([
      [id, 'one'],
      ['b', 'two'],
    ])
    const left = startSession({ questions: [open({ id: 'b' }), open({ id })] })
    left.session.answer('two')
    left.session.dismiss()
    expect(left.host.events[0]!.properties.$survey_questions).toEqual([
      { id: 'b', question: 'Why?', response: 'two' },
      { id, question: 'Why?' },
    ])
  })

  it.each([
    ['open', open(), [undefined, {}, 5]],
    ['rating', rating(), [undefined, {}, 'x']],
    ['single choice', single({ hasOpenChoice: true }), [undefined, {}, 'Red']],
    ['multiple choice', multiple(), [undefined, ['Red'], 5]],
  ] as const)(
    '%s: what is no draft of the question is refused, and throws nothing at the page',
    (_, question, drafts) => {
      const { session, page } = startSession({ questions: [question] })
      for (const draft of drafts) expect(session.submit(draft as never), String(draft)).not.toBeNull()
      expect(session.answer(undefined as never)).not.toBeNull()
      expect(page()).toBe('question')
      expect(() => session.answer([undefined, 5] as never)).not.toThrow()
    },
  )

  it('tells all who listen, also after one that throws', () => {
    const { host, session } = startSession(surveyWith({}, {}))
    const failure = new Error('of the page')
    let heard = 0
    session.subscribe(() => {
      throw failure
    })
    session.subscribe(() => heard++)
    expect(session.answer('one')).toBeNull()
    expect([heard, host.errors]).toEqual([1, [{ reason: 'survey_callback_failed', detail: failure }]])
  })

  it('stays where an answer is refused, and says why', () => {
    const { host, session, at } = startSession(surveyWith({}, {}))
    expect(session.submit('   ')).toEqual({ code: 'required' })
    expect([at(), host.events]).toEqual([0, []])
  })

  it('stays where nothing may be captured, so that no answer is lost', () => {
    const { host, session, page } = startSession({})
    host.set({ canCapture: false })
    expect(session.submit('one')).toEqual({ code: 'unsent' })
    expect(page()).toBe('question')
    host.set({ canCapture: true })
    expect(session.submit('one')).toBeNull()
  })

  it.each([
    rating({ optional: true, skipSubmitButton: true }),
    single({ optional: true, skipSubmitButton: true }),
  ])('an optional $type question where choosing is submitting can be skipped', question => {
    const { host, session } = startSession({ questions: [question] })
    expect(session.submit(session.draft()!)).toBeNull()
    expect(responses(sent(host)[0]!)).toEqual({ [question.id!]: null })
  })

  it('tells subscribers of each change, and each change is a new state', () => {
    const { session } = startSession(surveyWith({}, {}))
    const states = [session.state()]
    const stop = session.subscribe(() => states.push(session.state()))
    session.submit('one')
    stop()
    session.submit('two')
    expect(states.map(({ index }) => index)).toEqual([0, 1])
    expect(session.state()).toBe(session.state())
  })

  it.each<[string, Partial<Survey>, string]>([
    ['an intro comes first', { appearance: { displayIntroScreen: true, introScreenHeader: 'Hi' } }, 'intro'],
    ['an intro without a text is none', { appearance: { displayIntroScreen: true } }, 'question'],
    ['a text without the setting is none', { appearance: { introScreenHeader: 'Hi' } }, 'question'],
  ])('%s', (_, given, expected) => {
    const { session, page } = startSession(given)
    expect(page()).toBe(expected)
    session.begin()
    expect(page()).toBe('question')
  })

  it('does nothing more once it is closed', () => {
    const { host, session } = startSession({})
    session.dismiss()
    const before = [host.events.length, session.state()]
    session.submit('one')
    session.begin()
    session.back()
    session.shown()
    session.hide()
    session.dismiss()
    expect([host.events.length, session.state()]).toEqual(before)
    expect([session.question(), session.draft(), session.choiceOrder()]).toEqual([null, null, []])
  })

  it('a circle in the branching ends, with the answers once each', () => {
    const { host, session } = startSession(
      surveyWith(
        { branching: { type: 'specific_question', index: 2 } },
        {},
        { branching: { type: 'specific_question', index: 0 } },
      ),
    )
    session.submit('one')
    session.submit('three')
    expect(session.state().end).toBe('sent')
    expect(responses(sent(host)[0]!)).toEqual({ a: 'one', c: 'three' })
  })

  it('branching past the last question completes', () => {
    const { host, session } = startSession(
      surveyWith({ branching: { type: 'specific_question', index: 99 } }, {}),
    )
    session.submit('one')
    expect(sent(host)).toMatchObject([{ $survey_completed: true }])
  })

  it.each<[string, Question, unknown, unknown]>([
    ['a number for a rating', rating(), 0, 0],
    ['a label for a choice', single(), 'Red', 'Red'],
    ['a text', open(), ' hi ', 'hi'],
  ])('takes %s from pages that draw their own controls', (_, question, given, expected) => {
    const { host, session } = startSession({ questions: [question] })
    expect(session.answer(given as never)).toBeNull()
    expect(responses(sent(host)[0]!)).toEqual({ [question.id!]: expected })
  })

  it.each<[string, Question, unknown]>([
    ['a value that the scale does not have', rating({ optional: true }), 11],
    ['a choice there is not', single({ optional: true }), 'Violet'],
  ])('does not take %s for a skip', (_, question, given) => {
    const { session, page } = startSession({ questions: [question] })
    expect(session.answer(given as never)).toEqual({ code: 'required' })
    expect(page()).toBe('question')
    expect(session.answer(null)).toBeNull()
  })
})

describe('going back', () => {
  const back: Partial<Survey> = { appearance: { allowGoBack: true } }

  it('shows the question that was asked before, by the way that was taken, with its answer', () => {
    const jump: Partial<Question> = { branching: { type: 'specific_question', index: 2 } }
    const { session, at } = startSession({ ...surveyWith(jump, {}, {}), ...back })
    expect(session.canGoBack()).toBe(false)
    session.submit('one')
    expect([at(), session.canGoBack()]).toEqual([2, true])
    session.back()
    expect([at(), session.draft()]).toEqual([0, 'one'])
  })

  it('is offered only where the survey says so', () => {
    const { session } = startSession(surveyWith({}, {}))
    session.submit('one')
    expect(session.canGoBack()).toBe(false)
  })

  it('reports the answers of the way that was taken in the end, and no others', () => {
    const split = single({
      branching: { type: 'response_based', responseValues: { '0': 1, '1': 2 } },
    })
    const { host, session } = startSession({
      questions: [split, open({ id: 'b', branching: { type: 'end' } }), open({ id: 'c' })],
      ...back,
    })
    session.answer('Red')
    session.answer('because')
    expect(session.state().page).toBe('closed')
    expect(responses(sent(host)[0]!)).toEqual({ one: 'Red', b: 'because' })

    const second = startSession({
      questions: [split, open({ id: 'b' }), open({ id: 'c' }), open({ id: 'd' })],
      ...back,
    })
    second.session.answer('Red')
    second.session.answer('because')
    second.session.back()
    second.session.back()
    second.session.answer('Green')
    second.session.answer('other')
    second.session.answer('last')
    expect(responses(sent(second.host)[0]!)).toEqual({ one: 'Green', c: 'other', d: 'last' })
  })
})

describe('progress', () => {
  it('counts along the longest way, and never grows', () => {
    const { session } = startSession(npsSurvey())
    const seen = [session.progress()]
    session.answer(10)
    seen.push(session.progress())
    session.answer('No')
    seen.push(session.progress())
    expect(seen).toEqual([
      { step: 1, of: 3 },
      { step: 2, of: 3 },
      { step: 3, of: 3 },
    ])
  })

  it('shrinks when a shorter way is taken', () => {
    const { session } = startSession(npsSurvey())
    session.answer(0)
    expect(session.progress()).toEqual({ step: 2, of: 2 })
  })
})

describe('shuffling', () => {
  it('answers keep their questions, whatever the order', () => {
    const orders = new Set<string>()
    for (let seed = 0; seed < 40; seed++) {
      const host = fakeHost({ page: fakePage({ seed }) })
      const { session } = startSession(
        { ...surveyWith({}, {}, {}), appearance: { shuffleQuestions: true } },
        {},
        host,
      )
      const order: string[] = []
      while (session.state().page === 'question') {
        order.push(session.question()!.id!)
        expect(session.progress()).toEqual({ step: order.length, of: 3 })
        session.submit(session.question()!.id!)
      }
      orders.add(order.join(''))
      expect(responses(sent(host)[0]!)).toEqual({ a: 'a', b: 'b', c: 'c' })
      expect(sent(host)[0]!.$survey_questions).toMatchObject([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    }
    expect(orders.size).toBe(6)
  })

  it('draws choices in one order for as long as the survey is open', () => {
    const shuffled = single({ choices: 'abcdefgh'.split(''), shuffleOptions: true })
    const { session } = startSession({ questions: [shuffled] })
    expect(session.choiceOrder()).toBe(session.choiceOrder())
  })

  it('goes on in the same order after a reload', () => {
    for (let seed = 0; seed < 10; seed++) {
      const host = fakeHost({ page: fakePage({ seed }) })
      const given = { ...surveyWith({}, {}, {}, {}), appearance: { shuffleQuestions: true } }
      const first = startSession(given, {}, host)
      first.session.submit('x')
      const next = first.at()
      const second = startSession(given, {}, nextPage(host))
      expect([second.at(), second.session.state().path.length]).toEqual([next, 1])
      for (let left = 0; left < 3; left++) second.session.submit('y')
      expect(second.session.state().end).toBe('sent')
    }
  })
})

describe('translation', () => {
  const translated: Partial<Survey> = {
    name: 'Colours',
    questions: [
      single({ translations: { es: { question: '¿Cuál?', choices: ['Rojo', 'Verde', 'Azul'] } } }),
      open({ translations: { es: { question: '¿Por qué?' } } }),
    ],
    translations: { es: { name: 'Colores' } },
  }
  const spanish = () => fakeHost({ page: fakePage({ browserInfo: { language: 'es-MX' } }) })

  it('shows the translation, and reports the choice of the definition', () => {
    const { host, session } = startSession(translated, {}, spanish())
    expect(session.question()).toMatchObject({ question: '¿Cuál?', choices: ['Rojo', 'Verde', 'Azul'] })
    session.submit({ picked: [1], other: '' })
    session.submit('porque')
    expect(sent(host)[0]).toMatchObject({
      $survey_language: 'es',
      $survey_name: 'Colores',
      $survey_response_one: 'Green',
      $survey_questions: [
        { id: 'one', question: '¿Cuál?', response: 'Green' },
        { id: 'why', question: '¿Por qué?', response: 'porque' },
      ],
    })
  })

  it('shows an answer again in whatever language', () => {
    const given = { ...translated, appearance: { allowGoBack: true } }
    const { host, session } = startSession(given, {}, spanish())
    session.submit({ picked: [1], other: '' })
    const english = startSession(given, {}, nextPage(host, { page: fakePage() }))
    english.session.back()
    expect(english.session.draft()).toEqual({ picked: [1], other: '' })
  })

  it('a setting wins over the person, the person over the browser', () => {
    const host = fakeHost({ settings: { override_display_language: 'en' } })
    host.set({ personLanguage: 'es' })
    expect(startSession(translated, {}, host).session.state().language).toBeNull()
    host.set({ settings: { override_display_language: null } })
    expect(startSession(translated, {}, host).session.state().language).toBe('es')
  })

  it('follows the language of the browser, and keeps the wording of what was answered', () => {
    const host = spanish()
    const { session } = startSession(translated, {}, host)
    session.submit({ picked: [0], other: '' })
    host.page.setBrowserInfo({ language: 'en' })
    expect(session.question()).toMatchObject({ question: 'Why?' })
    session.submit('so')
    expect(sent(host)[0]!.$survey_questions).toMatchObject([{ question: '¿Cuál?' }, { question: 'Why?' }])
    expect(sent(host)[0]).not.toHaveProperty('$survey_language')
  })

  it("follows the person's language with the next page, and reports the one in which a question was answered", () => {
    const host = fakeHost()
    const { session } = startSession({ ...translated, enable_partial_responses: true }, {}, host)
    host.set({ personLanguage: 'es' })
    expect(session.question()).toMatchObject({ question: 'Which?' })
    session.submit({ picked: [0], other: '' })
    expect(session.question()).toMatchObject({ question: '¿Por qué?' })
    expect(session.state()).toMatchObject({ language: 'es', survey: { name: 'Colores' } })
    session.submit('porque')
    const [first, last] = sent(host)
    expect(first).not.toHaveProperty('$survey_language')
    expect(last).toMatchObject({
      $survey_language: 'es',
      $survey_questions: [{ question: 'Which?' }, { question: '¿Por qué?' }],
    })
  })

  it('stops following when it is closed', () => {
    const { host, session } = startSession(translated, {}, spanish())
    session.dismiss()
    expect(host.page.listeners()).toBe(0)
  })
})
