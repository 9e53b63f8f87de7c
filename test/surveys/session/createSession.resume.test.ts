import { describe, expect, it } from 'vitest'
import type { Survey } from '../../../src/wire/survey'
import { fakeHost } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { fakeStorage } from '../../support/fakeStore'
import { nextPage, responses, sent, startSession, surveyWith } from '../../support/startSession'
import { multiple, npsSurvey, open, rating, single } from '../../support/surveys'

describe('createSession: resuming after a reload', () => {
  it('resumes at the same question, with the earlier answers and the same submission id', () => {
    const first = startSession(npsSurvey())
    first.session.shown()
    first.session.answer(10)
    const host = nextPage(first.host)
    const second = startSession(npsSurvey(), {}, host)
    expect([second.page(), second.at(), second.session.state().path]).toEqual(['question', 3, [0]])
    expect(second.session.canGoBack()).toBe(true)
    second.session.answer('No')
    second.session.answer(null)
    expect(responses(sent(host).pop()!)).toEqual({ recommend: 10, review: 'No', 'why-not': null })
    expect(sent(host).pop()!.$survey_submission_id).toBe(sent(first.host)[0]!.$survey_submission_id)
  })

  it('captures no second `survey shown` for a resumed session', () => {
    const first = startSession(npsSurvey())
    first.session.shown()
    first.session.answer(10)
    const host = nextPage(first.host)
    startSession(npsSurvey(), {}, host).session.shown()
    expect(host.names()).toEqual([])
    expect(host.emitted.map(({ name }) => name)).toEqual(['survey:shown'])
  })

  it('skips the intro of a resumed session', () => {
    const fields = {
      ...surveyWith({}, {}),
      appearance: { displayIntroScreen: true, introScreenHeader: 'Hi' },
    }
    const first = startSession(fields)
    first.session.begin()
    first.session.submit('one')
    expect(startSession(fields, {}, nextPage(first.host)).page()).toBe('question')
  })

  it('starts a new session when the saved progress has expired', () => {
    const first = startSession(surveyWith({}, {}))
    first.session.submit('one')
    const host = nextPage(first.host, { settings: { survey_progress_ttl_minutes: 60 } })
    host.page.advance(60 * 60_000)
    const second = startSession(surveyWith({}, {}), {}, host)
    expect([second.at(), second.session.state().answers]).toEqual([0, {}])
    expect(second.session.state().submissionId).not.toBe(first.session.state().submissionId)
  })

  it.each<[string, object, number, object]>([
    ['starts at the first question with the saved answers when there is no index', {}, 0, { a: 'x' }],
    [
      'starts at the first question with the saved answers when the index is no number',
      { lastQuestionIndex: null },
      0,
      { a: 'x' },
    ],
    [
      'starts at the first question with the saved answers when the index is a fraction',
      { lastQuestionIndex: 0.5 },
      0,
      { a: 'x' },
    ],
    [
      'starts at the first question with the saved answers when the index is negative',
      { lastQuestionIndex: -1 },
      0,
      { a: 'x' },
    ],
    [
      'starts at the first question with the saved answers when the index is past the end',
      { lastQuestionIndex: 2 },
      0,
      { a: 'x' },
    ],
    [
      'drops visited indexes without a question',
      { lastQuestionIndex: 1, visitedIndices: [7, 0, 0, 1] },
      1,
      { a: 'x' },
    ],
    [
      'drops answers of an unknown question or type',
      { lastQuestionIndex: 1, responses: { $survey_response_a: { x: 1 }, $survey_response_z: 1 } },
      0,
      {},
    ],
  ])('%s', (_, fields, index, answers) => {
    const record = {
      surveySubmissionId: 'run',
      responses: { $survey_response_a: 'x' },
      savedAt: Date.UTC(2026, 0, 5),
      ...fields,
    }
    const store = fakeStorage({ inProgressSurvey_s1: JSON.stringify(record) }).open()
    const { session, at } = startSession(surveyWith({}, {}), {}, fakeHost({ store }))
    expect([at(), session.state().answers]).toEqual([index, answers])
    expect(session.question()).not.toBeNull()
  })

  it.each<[string, string[], string[], object]>([
    ['a question was added in front', ['new', 'a', 'b'], ['new', 'a', 'b'], { new: 'x', a: 'x', b: 'x' }],
    ['the answered question was removed', ['b', 'c'], ['b', 'c'], { b: 'x', c: 'x' }],
    ['the order was changed', ['b', 'a'], ['b', 'a'], { b: 'x', a: 'x' }],
    ['a question was added at the end', ['a', 'b', 'c'], ['b', 'c'], { a: 'one', b: 'x', c: 'x' }],
  ])('asks every question without an answer after an edit: %s', (_, ids, expected, answers) => {
    const first = startSession(surveyWith({}, {}))
    first.session.submit('one')
    const host = nextPage(first.host)
    const { session } = startSession({ questions: ids.map(id => open({ id })) }, {}, host)
    const asked: string[] = []
    while (session.state().page === 'question') {
      const { id } = session.question()!
      asked.push(id!)
      expect(session.draft()).toBe(id === 'a' ? 'one' : '')
      session.submit('x')
    }
    expect(asked).toEqual(expected)
    expect(responses(sent(host).pop()!)).toEqual(answers)
    expect(sent(host).pop()!.$survey_submission_id).toBe(first.session.state().submissionId)
  })

  const stored = (fields: object) => {
    const record = { surveySubmissionId: 'run', savedAt: Date.UTC(2026, 0, 5), ...fields }
    return fakeHost({ store: fakeStorage({ inProgressSurvey_s1: JSON.stringify(record) }).open() })
  }
  const [a, b, c] = ['one', 'two', 'three']
  const three = { $survey_response_a: a, $survey_response_b: b, $survey_response_c: c }

  it.each([undefined, null, 'x', [], [7], [0], [1, 2], [2, 1, 0], [null, '1', 2]])(
    'sends every stored answer when the stored list of visited questions is %j (R02)',
    visitedIndices => {
      const host = stored({ responses: three, lastQuestionIndex: 3, visitedIndices })
      const { session, at } = startSession(surveyWith({}, {}, {}, {}), {}, host)
      expect([at(), session.state().path, host.errors]).toEqual([3, [0, 1, 2], []])
      session.submit('four')
      expect(responses(sent(host).pop()!)).toEqual({ a, b, c, d: 'four' })
    },
  )

  it('follows the branches of the stored answers when there is no list of visited questions (R02)', () => {
    const jump = { branching: { type: 'specific_question', index: 2 } } as const
    const host = stored({ responses: three, lastQuestionIndex: 3 })
    const { session } = startSession(surveyWith(jump, {}, {}, {}), {}, host)
    expect(session.state().path).toEqual([0, 2])
  })

  it('starts at the first question and reports it when stored answers do not lead to the position (R02)', () => {
    const host = stored({ responses: { $survey_response_a: a, $survey_response_c: c }, lastQuestionIndex: 3 })
    const { session, at } = startSession(surveyWith({}, {}, {}, {}), {}, host)
    expect([at(), session.draft(), host.errors]).toEqual([
      0,
      a,
      [{ reason: 'survey_not_resumed', detail: { id: 's1' } }],
    ])
  })

  it('starts at the first question when no answers are stored', () => {
    const { session, at } = startSession(surveyWith({}, {}), {}, stored({ lastQuestionIndex: 1 }))
    expect([at(), session.state().answers]).toEqual([0, {}])
  })

  it.each<[string, unknown, object, number]>([
    ['resumes after a question that was skipped', null, { many: null }, 1],
    ['resumes after a question with several choices', ['Red', 'Blue'], { many: ['Red', 'Blue'] }, 1],
    ['drops a list that has other values than texts', ['Red', 7], {}, 0],
    ['drops a list without texts', [7], {}, 0],
  ])('%s', (_, answer, answers, index) => {
    const host = stored({ responses: { $survey_response_many: answer }, lastQuestionIndex: 1 })
    const fields = { questions: [multiple({ optional: true }), open({ id: 'b' })] }
    const { session, at } = startSession(fields, {}, host)
    expect([at(), session.state().answers]).toEqual([index, answers])
  })

  it.each(['x', { 0: 0 }, [0, 'x'], [0.5]])('ignores stored picks that are no positions: %j', picked => {
    const host = stored({
      responses: { $survey_response_many: ['Red'] },
      picks: { many: picked },
      lastQuestionIndex: 0,
    })
    const { session } = startSession({ questions: [multiple()] }, {}, host)
    expect(session.draft()).toEqual({ picked: [0], other: '' })
  })

  it('sends the stored answers and reports it when the survey has lost the question at the position (R02)', () => {
    const host = stored({ responses: three, lastQuestionIndex: 3 })
    const { session } = startSession(surveyWith({}, {}, {}), {}, host)
    expect(host.errors).toEqual([{ reason: 'survey_not_resumed', detail: { id: 's1' } }])
    while (session.question()) session.submit(session.draft() as string)
    expect(responses(sent(host).pop()!)).toEqual({ a, b, c })
    expect(sent(host).pop()!.$survey_submission_id).toBe('run')
  })

  it('cannot go back when no path was saved', () => {
    const record = {
      surveySubmissionId: 'run',
      responses: {},
      lastQuestionIndex: 1,
      savedAt: Date.UTC(2026, 0, 5),
    }
    const store = fakeStorage({ inProgressSurvey_s1: JSON.stringify(record) }).open()
    const { session } = startSession(
      { ...surveyWith({}, {}), appearance: { allowGoBack: true } },
      {},
      fakeHost({ store }),
    )
    expect(session.canGoBack()).toBe(false)
  })

  it.each<[string, (session: ReturnType<typeof startSession>['session']) => void]>([
    ['completed', session => session.submit('two')],
    ['dismissed', session => session.dismiss()],
  ])('removes the saved progress once the survey is %s', (_, finish) => {
    const { host, session } = startSession(surveyWith({}, {}))
    session.submit('one')
    expect(host.store.keys('inProgress')).toHaveLength(1)
    finish(session)
    expect(host.store.keys('inProgress')).toHaveLength(0)
  })

  it('keeps the progress when it is hidden', () => {
    const { host, session } = startSession(surveyWith({}, {}))
    session.submit('one')
    session.hide()
    expect([session.state().end, host.names()]).toEqual(['hidden', []])
    expect(startSession(surveyWith({}, {}), {}, nextPage(host)).at()).toBe(1)
  })

  it('works without storage, except for resuming', () => {
    const storage = fakeStorage()
    storage.setWorking(false)
    const host = fakeHost({ store: storage.open() })
    const { session } = startSession({ ...surveyWith({}, {}, {}), enable_partial_responses: true }, {}, host)
    session.shown()
    for (const text of ['one', 'two', 'three']) expect(session.submit(text)).toBeNull()
    expect(host.names()).toEqual(['survey shown', 'survey sent', 'survey sent', 'survey sent'])
    expect(session.state().end).toBe('sent')
  })
})

describe('createSession: prefilled answers', () => {
  const skipping = rating({
    skipSubmitButton: true,
    branching: { type: 'response_based', responseValues: { promoters: 3 } },
  })
  const nps = { questions: [skipping, open({ id: 'b' }), open({ id: 'c' }), open({ id: 'd' })] }
  const hostAt = (query: string) => fakeHost({ page: fakePage({ url: `https://shop.test/${query}` }) })

  it('starts after the prefilled questions that need no submit button', () => {
    const { session } = startSession(nps, { prefillFromUrl: true }, hostAt('?q0=9'))
    expect([session.state().index, session.state().path]).toEqual([3, [0]])
  })

  it('ignores the URL unless prefillFromUrl is set', () => {
    expect(startSession(nps, {}, hostAt('?q0=9')).at()).toBe(0)
  })

  it.each<[string, Partial<Survey>, object[]]>([
    [
      'sends submitted answers when partial responses are enabled',
      { ...nps, enable_partial_responses: true },
      [{ $survey_completed: false }],
    ],
    [
      'sends submitted answers as incomplete when partial responses are disabled (R09)',
      nps,
      [{ $survey_completed: false, $survey_response_rate: 9 }],
    ],
    [
      'sends no answers that still need the submit button',
      { questions: [rating(), open({ id: 'b' })], enable_partial_responses: true },
      [],
    ],
    [
      'sends a survey that the answers complete',
      { questions: [skipping], appearance: { displayThankYouMessage: true } },
      [{ $survey_completed: true }],
    ],
  ])('%s', (_, fields, expected) => {
    const { host } = startSession(fields, { prefillFromUrl: true }, hostAt('?q0=9'))
    expect(sent(host)).toMatchObject(expected)
    expect(sent(host)).toHaveLength(expected.length)
  })

  it('shows the thank-you page, or closes, when the answers complete the survey', () => {
    const thanks = startSession(
      { questions: [skipping], appearance: { displayThankYouMessage: true } },
      { initialResponses: { 0: 9 } },
    )
    expect(thanks.page()).toBe('thanks')
    const closed = startSession({ questions: [skipping] }, { initialResponses: { 0: 9 } })
    expect([closed.page(), closed.session.state().end]).toEqual(['closed', 'sent'])
    expect(closed.host.emitted.map(({ name }) => name)).toContain('survey:closed')
  })

  it('sends later answers with the same submission id', () => {
    const { host, session } = startSession(
      { ...nps, enable_partial_responses: true },
      { prefillFromUrl: true },
      hostAt('?q0=9'),
    )
    session.submit('great')
    const [first, last] = sent(host)
    expect(last!.$survey_submission_id).toBe(first!.$survey_submission_id)
    expect(responses(last!)).toEqual({ rate: 9, d: 'great' })
  })

  it('shows a prefilled answer that still needs the submit button', () => {
    const { session } = startSession(
      { questions: [rating(), open({ id: 'b' })] },
      { prefillFromUrl: true },
      hostAt('?q0=9'),
    )
    expect([session.state().index, session.draft()]).toEqual([0, 9])
  })

  it('ignores the URL when it resumes a session', () => {
    const first = startSession(nps, { prefillFromUrl: true }, hostAt('?q0=0'))
    first.session.submit('b')
    expect(startSession(nps, { prefillFromUrl: true }, nextPage(first.host)).at()).toBe(2)
  })

  it('submits a rating from code and asks the follow-up, without `survey shown` when skipShownEvent is set', () => {
    const thumbs = {
      questions: [rating({ scale: 2, display: 'emoji', skipSubmitButton: true }), open({ id: 'b' })],
    }
    const { host, session, at } = startSession(thumbs, { initialResponses: { 0: 1 }, skipShownEvent: true })
    session.shown()
    expect(at()).toBe(1)
    expect(host.names()).toEqual(['survey sent'])
    session.submit('nice')
    const [first, last] = sent(host)
    expect([first!.$survey_completed, responses(first!)]).toEqual([false, { rate: 1 }])
    expect([last!.$survey_completed, responses(last!)]).toEqual([true, { rate: 1, b: 'nice' }])
    expect(last!.$survey_submission_id).toBe(first!.$survey_submission_id)
  })

  it('keeps the stored answers to other questions', () => {
    const fields = surveyWith({}, {}, {})
    const first = startSession(fields)
    first.session.submit('one')
    const { session } = startSession(fields, { initialResponses: { 1: 'two' } }, nextPage(first.host))
    expect(session.state().answers).toEqual({ a: 'one', b: 'two' })
  })

  it('asks a question that needs no submit button when only a later one is prefilled', () => {
    const { session, at } = startSession(
      { questions: [rating({ skipSubmitButton: true }), open({ id: 'b' })] },
      { initialResponses: { 1: 'two' } },
    )
    expect([at(), session.state().path]).toEqual([0, []])
  })

  it('completes a survey whose branching is circular', () => {
    const circle = {
      questions: [
        rating({ id: 'a', skipSubmitButton: true }),
        rating({
          id: 'b',
          skipSubmitButton: true,
          branching: { type: 'specific_question', index: 0 } as const,
        }),
      ],
    }
    expect(startSession(circle, { initialResponses: { 0: 1, 1: 2 } }).session.state().end).toBe('sent')
  })
})

describe('createSession: resuming from a record with JSON of thousands of levels', () => {
  it('saves the next answer (R3C, D-779)', () => {
    const host = fakeHost()
    const first = startSession(surveyWith({}, {}, {}), {}, host)
    first.session.answer('one')
    const [key] = host.store.keys('inProgressSurvey_')
    const deep = `"questionSnapshots":{"c":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    host.store.write(
      key!,
      host.store.read(key!)!.replace(/"questionSnapshots":\{[^}]*\}/, () => deep),
    )
    expect(host.store.read(key!)).toContain('[[[[')
    const next = startSession(surveyWith({}, {}, {}), {}, nextPage(host))
    next.session.answer('two')
    expect(next.at()).toBe(2)
    expect(JSON.parse(host.store.read(key!)!)).toMatchObject({
      lastQuestionIndex: 2,
      responses: { $survey_response_a: 'one', $survey_response_b: 'two' },
    })
  })
})

describe('createSession: resuming a survey of posthog-js in another language (R02, D-778)', () => {
  const de = { de: { choices: ['Rot', 'Grün', 'Red'] } }
  const fields: Partial<Survey> = {
    questions: [
      single({ id: 'a', choices: ['Red', 'Green', 'Blue'], translations: de } as never),
      multiple({
        id: 'b',
        choices: ['Red', 'Green', 'Other'],
        hasOpenChoice: true,
        translations: de,
      } as never),
      open({ id: 'c' }),
    ],
  }
  const resume = (a: unknown, b: unknown, rest: object = {}) => {
    const saved = {
      surveySubmissionId: '019b8e07-0000-7000-8000-000000000001',
      lastQuestionIndex: 2,
      surveyLanguage: 'de',
      responses: { $survey_response_a: a, $survey_response_b: b },
      ...rest,
    }
    const host = fakeHost()
    host.store.write('inProgressSurvey_s1', JSON.stringify({ ...saved, savedAt: host.page.now() }))
    const { session, at } = startSession(fields, {}, host)
    return [at(), session.state().answers]
  }

  it.each<[string, unknown, unknown, object]>([
    ['translated labels', 'Grün', ['Rot', 'Grün'], { a: 'Green', b: ['Red', 'Green'] }],
    ['labels of the definition', 'Red', ['Green'], { a: 'Red', b: ['Green'] }],
    ['a translated label and a typed text', 'Rot', ['Grün', 'teal'], { a: 'Red', b: ['Green', 'teal'] }],
  ])('takes %s', (_, a, b, answers) => {
    expect(resume(a, b)).toEqual([2, answers])
  })

  it.each([[7], [null], ['fr'], [undefined]])(
    'takes labels as they are when the language is %j',
    surveyLanguage => {
      expect(resume('Green', ['Grün'], { surveyLanguage })).toEqual([2, { a: 'Green', b: ['Grün'] }])
    },
  )

  it('takes a typed text that is a translated label as it was typed', () => {
    expect(resume('Red', ['Grün'], { picks: { b: [2] } })).toEqual([2, { a: 'Red', b: ['Grün'] }])
  })
})
