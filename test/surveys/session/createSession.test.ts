import { describe, expect, it } from 'vitest'
import type { Question, Survey } from '../../../src/wire/survey'
import { fakeHost } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { nextPage, responses, sent, startSession, surveyWith } from '../../support/startSession'
import { multiple, npsSurvey, open, questions, rating, single } from '../../support/surveys'

describe('createSession', () => {
  it('asks one question after the other and closes', () => {
    const { session, at, page } = startSession(surveyWith({}, {}))
    expect([page(), at()]).toEqual(['question', 0])
    expect(session.submit('one')).toBeNull()
    expect([page(), at()]).toEqual(['question', 1])
    session.submit('two')
    expect([page(), session.state().end]).toEqual(['closed', 'sent'])
  })

  it('shows the thank-you page when the survey enables it', () => {
    const { session, page } = startSession({ appearance: { displayThankYouMessage: true } })
    session.submit('one')
    expect([page(), session.state().end]).toEqual(['thanks', 'sent'])
    session.dismiss()
    expect(page()).toBe('closed')
  })

  it.each(['constructor', '__proto__', 'toString'])('supports a question with the id %s', id => {
    const fields = { questions: [open({ id }), open({ id: 'b' })] }
    const { host, session } = startSession(fields)
    session.answer('one')
    const next = startSession(fields, {}, nextPage(host))
    next.session.answer('two')
    expect(Object.entries(responses(sent(next.host)[0]!))).toEqual([
      [id, 'one'],
      ['b', 'two'],
    ])
    const dismissed = startSession({ questions: [open({ id: 'b' }), open({ id })] })
    dismissed.session.answer('two')
    dismissed.session.dismiss()
    expect(dismissed.host.events[0]!.properties.$survey_questions).toEqual([
      { id: 'b', question: 'Why?', response: 'two' },
      { id, question: 'Why?' },
    ])
  })

  it.each([
    ['open', open(), [undefined, {}, 5]],
    ['rating', rating(), [undefined, {}, 'x']],
    ['single choice', single({ hasOpenChoice: true }), [undefined, {}, 'Red']],
    ['multiple choice', multiple(), [undefined, ['Red'], 5]],
  ] as const)('refuses an invalid draft of a question without throwing: %s', (_, question, drafts) => {
    const { session, page } = startSession({ questions: [question] })
    for (const draft of drafts) expect(session.submit(draft as never), String(draft)).not.toBeNull()
    expect(session.answer(undefined as never)).not.toBeNull()
    expect(session.submit(undefined as never)).toEqual({ code: 'required' })
    expect(page()).toBe('question')
    expect(() => session.answer([undefined, 5] as never)).not.toThrow()
  })

  it('calls every subscriber, also after one that throws', () => {
    const { host, session } = startSession(surveyWith({}, {}))
    const failure = new Error('listener failed')
    let calls = 0
    session.subscribe(() => {
      throw failure
    })
    session.subscribe(() => calls++)
    expect(session.answer('one')).toBeNull()
    expect([calls, host.errors]).toEqual([1, [{ reason: 'survey_callback_failed', detail: failure }]])
  })

  it('stays on the question and returns the problem when an answer is refused', () => {
    const { host, session, at } = startSession(surveyWith({}, {}))
    expect(session.submit('   ')).toEqual({ code: 'required' })
    expect([at(), host.events]).toEqual([0, []])
  })

  it('stays on the question when nothing may be captured, so that no answer is lost', () => {
    const { host, session, page } = startSession({})
    host.set({ blockedBy: 'consent' })
    expect(session.submit('one')).toEqual({ code: 'unsent' })
    expect(page()).toBe('question')
    host.set({ blockedBy: false })
    expect(session.submit('one')).toBeNull()
  })

  it.each([
    rating({ optional: true, skipSubmitButton: true }),
    single({ optional: true, skipSubmitButton: true }),
  ])('skips an optional $type question that has no submit button', question => {
    const { host, session } = startSession({ questions: [question] })
    expect(session.submit(session.draft()!)).toBeNull()
    expect(responses(sent(host)[0]!)).toEqual({ [question.id!]: null })
  })

  it('calls subscribers after each change, with a new state object', () => {
    const { session } = startSession(surveyWith({}, {}))
    const states = [session.state()]
    const unsubscribe = session.subscribe(() => states.push(session.state()))
    session.submit('one')
    unsubscribe()
    session.submit('two')
    expect(states.map(({ index }) => index)).toEqual([0, 1])
    expect(session.state()).toBe(session.state())
  })

  it.each<[string, Partial<Survey>, string]>([
    ['starts with the intro', { appearance: { displayIntroScreen: true, introScreenHeader: 'Hi' } }, 'intro'],
    [
      'starts with the first question when the intro has no text',
      { appearance: { displayIntroScreen: true } },
      'question',
    ],
    [
      'starts with the first question when the intro is not enabled',
      { appearance: { introScreenHeader: 'Hi' } },
      'question',
    ],
  ])('%s', (_, fields, expected) => {
    const { session, page } = startSession(fields)
    expect(page()).toBe(expected)
    session.begin()
    expect(page()).toBe('question')
  })

  it('ignores every call once it is closed', () => {
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

  it('completes a survey whose branching is circular, with each answer once', () => {
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

  it('asks the next question when branching leads past the last question (R17)', () => {
    const { host, session, at } = startSession(
      surveyWith({ branching: { type: 'specific_question', index: 99 } }, {}),
    )
    session.submit('one')
    expect([at(), sent(host)]).toEqual([1, []])
    session.submit('two')
    expect(sent(host)).toMatchObject([{ $survey_completed: true }])
  })

  it.each<[string, Question, unknown, unknown]>([
    ['a number for a rating', rating(), 0, 0],
    ['a label for a choice', single(), 'Red', 'Red'],
    ['a text', open(), ' hi ', 'hi'],
  ])('accepts %s as an answer', (_, question, answer, expected) => {
    const { host, session } = startSession({ questions: [question] })
    expect(session.answer(answer as never)).toBeNull()
    expect(responses(sent(host)[0]!)).toEqual({ [question.id!]: expected })
  })

  it.each([[], null, ''])('skips an optional multiple choice at the answer %j', answer => {
    const { host, session } = startSession({ questions: [multiple({ optional: true })] })
    expect(session.answer(answer)).toBeNull()
    expect(responses(sent(host)[0]!)).toEqual({ many: null })
  })

  it.each<[string, Question, unknown]>([
    ['a value outside the scale', rating({ optional: true }), 11],
    ['unknown choices', multiple({ optional: true }), ['Violet']],
    ['an unknown choice', single({ optional: true }), 'Violet'],
  ])('refuses %s instead of skipping the question', (_, question, answer) => {
    const { session, page } = startSession({ questions: [question] })
    expect(session.answer(answer as never)).toEqual({ code: 'required' })
    expect(page()).toBe('question')
    expect(session.answer(null)).toBeNull()
  })
})

describe('createSession: calls that do not apply', () => {
  it('calls no subscriber and stores nothing', () => {
    const { host, session } = startSession(surveyWith({}, {}))
    let calls = 0
    session.subscribe(() => calls++)
    session.begin()
    session.back()
    expect([calls, host.store.keys('inProgress')]).toEqual([0, []])
  })

  it('reports one end when a survey is submitted again on its thank-you page', () => {
    const appearance = { displayThankYouMessage: true, allowGoBack: true }
    const { host, session } = startSession({ ...surveyWith({}, {}), appearance })
    session.submit('one')
    session.submit('two')
    expect([session.submit('three'), session.canGoBack(), session.choiceOrder()]).toEqual([null, false, []])
    session.back()
    expect(session.state().page).toBe('thanks')
    expect(sent(host).map(responses)).toEqual([{ a: 'one', b: 'two' }])
  })

  it.each(['survey:answered', 'survey:sent'] as const)(
    'stays closed when a listener of %s closes it',
    signal => {
      const host = fakeHost()
      const fields = { ...surveyWith({}, {}), enable_partial_responses: true }
      const { session } = startSession(fields, {}, host)
      host.emit = name => name === signal && session.hide()
      expect(session.submit('one')).toBeNull()
      expect(session.state()).toMatchObject({ page: 'closed', end: 'hidden', path: [] })
      expect(sent(host)).toHaveLength(signal === 'survey:sent' ? 1 : 0)
    },
  )
})

describe('createSession: back', () => {
  const allowGoBack: Partial<Survey> = { appearance: { allowGoBack: true } }

  it('returns along the path taken, with the earlier answer', () => {
    const jump: Partial<Question> = { branching: { type: 'specific_question', index: 2 } }
    const { session, at } = startSession({ ...surveyWith(jump, {}, {}), ...allowGoBack })
    expect(session.canGoBack()).toBe(false)
    session.submit('one')
    expect([at(), session.canGoBack()]).toEqual([2, true])
    session.back()
    expect([at(), session.draft()]).toEqual([0, 'one'])
  })

  it('is offered only when the survey allows it', () => {
    const { session } = startSession(surveyWith({}, {}))
    session.submit('one')
    expect(session.canGoBack()).toBe(false)
  })

  it('returns step by step', () => {
    const { session, at } = startSession({ ...surveyWith({}, {}, {}, {}), ...allowGoBack })
    for (const text of ['one', 'two', 'three']) session.submit(text)
    session.back()
    expect([at(), session.state().path]).toEqual([2, [0, 1]])
    session.back()
    expect([at(), session.state().path]).toEqual([1, [0]])
  })

  it('is where a later page resumes', () => {
    const fields = { ...surveyWith({}, {}, {}), ...allowGoBack }
    const first = startSession(fields)
    for (const text of ['one', 'two']) first.session.submit(text)
    first.session.back()
    expect(startSession(fields, {}, nextPage(first.host)).at()).toBe(1)
  })

  it('reports only the answers along the final path', () => {
    const split = single({
      branching: { type: 'response_based', responseValues: { '0': 1, '1': 2 } },
    })
    const { host, session } = startSession({
      questions: [split, open({ id: 'b', branching: { type: 'end' } }), open({ id: 'c' })],
      ...allowGoBack,
    })
    session.answer('Red')
    session.answer('because')
    expect(session.state().page).toBe('closed')
    expect(responses(sent(host)[0]!)).toEqual({ one: 'Red', b: 'because' })

    const second = startSession({
      questions: [split, open({ id: 'b' }), open({ id: 'c' }), open({ id: 'd' })],
      ...allowGoBack,
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

describe('createSession: progress', () => {
  it('counts the longest path, and never grows', () => {
    const { session } = startSession(npsSurvey())
    const steps = [session.progress()]
    session.answer(10)
    steps.push(session.progress())
    session.answer('No')
    steps.push(session.progress())
    expect(steps).toEqual([
      { step: 1, of: 3 },
      { step: 2, of: 3 },
      { step: 3, of: 3 },
    ])
  })

  it('follows the answers that were given where branching leads back to them', () => {
    const split = single({ branching: { type: 'response_based', responseValues: { '0': 2 } } })
    const { session } = startSession({
      questions: [
        split,
        open({ id: 'b' }),
        open({ id: 'c', branching: { type: 'specific_question', index: 0 } }),
      ],
    })
    session.answer('Red')
    expect(session.progress()).toEqual({ step: 2, of: 2 })
  })

  it('shrinks when a shorter branch is taken', () => {
    const { session } = startSession(npsSurvey())
    session.answer(0)
    expect(session.progress()).toEqual({ step: 2, of: 2 })
  })
})

describe('createSession: shuffled questions and choices', () => {
  it('reports each answer for its question, whatever the order', () => {
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

  it('keeps the order of choices while the survey is open', () => {
    const shuffled = single({ choices: 'abcdefgh'.split(''), shuffleOptions: true })
    const { session } = startSession({ questions: [shuffled] })
    const order = session.choiceOrder()
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(session.choiceOrder()).toBe(order)
  })

  it('keeps the order of questions after a reload', () => {
    for (let seed = 0; seed < 10; seed++) {
      const host = fakeHost({ page: fakePage({ seed }) })
      const fields = { ...surveyWith({}, {}, {}, {}), appearance: { shuffleQuestions: true } }
      const first = startSession(fields, {}, host)
      first.session.submit('x')
      const next = first.at()
      const second = startSession(fields, {}, nextPage(host))
      expect([second.at(), second.session.state().path.length]).toEqual([next, 1])
      for (let left = 0; left < 3; left++) second.session.submit('y')
      expect(second.session.state().end).toBe('sent')
    }
  })
})

describe('createSession: translation', () => {
  const translated: Partial<Survey> = {
    name: 'Colours',
    questions: [
      single({ translations: { es: { question: '¿Cuál?', choices: ['Rojo', 'Verde', 'Azul'] } } }),
      open({ translations: { es: { question: '¿Por qué?' } } }),
    ],
    translations: { es: { name: 'Colores' } },
  }
  const spanish = () => fakeHost({ page: fakePage({ browserInfo: { language: 'es-MX' } }) })

  it('shows the translation and reports the choice in the base language', () => {
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

  it('restores an answer in another language', () => {
    const fields = { ...translated, appearance: { allowGoBack: true } }
    const { host, session } = startSession(fields, {}, spanish())
    session.submit({ picked: [1], other: '' })
    const english = startSession(fields, {}, nextPage(host, { page: fakePage() }))
    english.session.back()
    expect(english.session.draft()).toEqual({ picked: [1], other: '' })
  })

  it("prefers the configured language, then the person's, then the browser's", () => {
    const host = fakeHost({ settings: { override_display_language: 'en' } })
    host.set({ personLanguage: 'es' })
    expect(startSession(translated, {}, host).session.state().language).toBeNull()
    host.set({ settings: { override_display_language: null } })
    expect(startSession(translated, {}, host).session.state().language).toBe('es')
  })

  it('follows the language of the browser, and reports each question as it was when it was answered', () => {
    const host = spanish()
    const { session } = startSession(translated, {}, host)
    session.submit({ picked: [0], other: '' })
    host.page.setBrowserInfo({ language: 'en' })
    expect(session.question()).toMatchObject({ question: 'Why?' })
    session.submit('so')
    expect(sent(host)[0]!.$survey_questions).toMatchObject([{ question: '¿Cuál?' }, { question: 'Why?' }])
    expect(sent(host)[0]).not.toHaveProperty('$survey_language')
  })

  it("follows the person's language from the next page on, and reports each question as it was when it was answered", () => {
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

  it('stops listening for language changes when it is closed', () => {
    const { host, session } = startSession(translated, {}, spanish())
    session.dismiss()
    expect(host.page.listeners()).toBe(0)
  })
})

describe('createSession: picked choices', () => {
  const branching = { type: 'response_based', responseValues: { '0': 1, '1': 2, '2': 3 } } as const
  const choices = ['Email', 'Phone', 'Something else']
  const fields = (question: object, appearance = {}): Partial<Survey> => ({
    questions: [
      single({ id: 'a', branching, ...question }),
      ...questions({ id: 'b' }, { id: 'c' }, { id: 'd' }),
    ],
    appearance,
  })
  const back = { allowGoBack: true }

  it.each(['Phone', 'Email', ' Phone ', 'Something else', 'Fax'])(
    'branches by the picked open choice when %j is typed into it (R07)',
    other => {
      const { session, at } = startSession(fields({ choices, hasOpenChoice: true }))
      session.submit({ picked: [2], other })
      expect(at()).toBe(3)
      expect(session.state().answers).toEqual({ a: other.trim() })
    },
  )

  it('branches by the picked choice when a later page resumes the survey (R07)', () => {
    const survey = fields({ choices, hasOpenChoice: true }, back)
    const first = startSession(survey)
    first.session.submit({ picked: [2], other: 'Phone' })
    const { session, at } = startSession(survey, {}, nextPage(first.host))
    expect([at(), session.state().path]).toEqual([3, [0]])
    session.back()
    expect(session.draft()).toEqual({ picked: [2], other: 'Phone' })
  })

  it.each([0, 1, 2])(
    'marks and follows the chosen one of equal labels after Back: position %i (R16)',
    position => {
      const { session, at } = startSession(fields({ choices: ['Yes', 'Yes', 'Yes'] }, back))
      session.submit({ picked: [position], other: '' })
      expect(at()).toBe(position + 1)
      session.back()
      expect(session.draft()).toEqual({ picked: [position], other: '' })
    },
  )

  it('marks the chosen ones of equal labels of a multiple choice after Back (R16)', () => {
    const question = multiple({ id: 'a', choices: ['Yes', 'No', 'No', 'Other'], hasOpenChoice: true })
    const { session } = startSession({ questions: [question, ...questions({ id: 'b' })], appearance: back })
    session.submit({ picked: [2, 3], other: 'No' })
    expect(session.state().answers).toEqual({ a: ['No'] })
    session.back()
    expect(session.draft()).toEqual({ picked: [2, 3], other: 'No' })
  })

  it('ignores stored picks when the choices were edited since (R16)', () => {
    const first = startSession(fields({ choices }, back))
    first.session.submit({ picked: [1], other: '' })
    const edited = fields({ choices: ['Phone', 'Email', 'Something else'] }, back)
    const { session } = startSession(edited, {}, nextPage(first.host))
    session.back()
    expect(session.draft()).toEqual({ picked: [0], other: '' })
  })
})

describe('two sessions of one survey at once (R14)', () => {
  it.each(['submit', 'dismiss'] as const)(
    'report one end when the second calls %s in the same moment',
    end => {
      const one = startSession(surveyWith({}))
      const two = startSession(surveyWith({}), {}, nextPage(one.host))
      one.session.submit('one')
      expect(two.session[end]('two')).toBeFalsy()
      expect([sent(one.host).length, two.host.events, two.session.state().end]).toEqual([1, [], 'hidden'])
    },
  )

  it('report an answer when the survey was answered before they began', () => {
    const former = startSession(surveyWith({}))
    former.session.submit('former')
    const one = startSession(surveyWith({}), {}, nextPage(former.host))
    one.session.submit('again')
    expect(sent(one.host)).toHaveLength(1)
  })

  it('report the last answer after partial answers of their own', () => {
    const { session, host } = startSession({ ...surveyWith({}, {}), enable_partial_responses: true })
    session.submit('one')
    session.submit('two')
    expect([sent(host).length, session.state().end]).toEqual([2, 'sent'])
  })
})
