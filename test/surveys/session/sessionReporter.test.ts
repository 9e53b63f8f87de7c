import { describe, expect, it } from 'vitest'
import type { Question } from '../../../src/wire/survey'
import { responses, sent, startSession, surveyWith } from '../../support/startSession'
import { multiple, open, rating, single } from '../../support/surveys'

describe('createSessionReporter (interface 6)', () => {
  it('reports an answer by question id and in $survey_questions', () => {
    const { host, session } = startSession({})
    session.submit('because')
    expect(host.events).toEqual([
      {
        event: 'survey sent',
        properties: {
          $survey_id: 's1',
          $survey_name: 'Survey one',
          $survey_iteration: null,
          $survey_iteration_start_date: null,
          $survey_submission_id: session.state().submissionId,
          $survey_questions: [{ id: 'why', question: 'Why?', response: 'because' }],
          $survey_response_why: 'because',
          $survey_completed: true,
        },
        set: { '$survey_responded/s1': true },
      },
    ])
  })

  it('adds the iteration to every event and to the person properties', () => {
    const iteration = { current_iteration: 2, current_iteration_start_date: '2026-01-01' }
    const { host, session } = startSession({
      ...surveyWith({}, {}),
      ...iteration,
      enable_partial_responses: true,
    })
    session.shown()
    session.submit('one')
    session.dismiss()
    expect(host.names()).toEqual(['survey shown', 'survey sent', 'survey dismissed'])
    for (const { properties } of host.events) {
      expect(properties).toMatchObject({ $survey_iteration: 2, $survey_iteration_start_date: '2026-01-01' })
    }
    expect(host.events.map(({ set }) => Object.keys(set!))).toEqual([
      ['$survey_last_seen_date'],
      ['$survey_responded/s1/2'],
      ['$survey_dismissed/s1/2'],
    ])
  })

  it('reports in `survey dismissed` whether any question was answered', () => {
    const none = startSession(surveyWith({}, {}))
    none.session.dismiss()
    expect(none.host.events[0]!.properties).toMatchObject({ $survey_partially_completed: false })
    const some = startSession(surveyWith({}, {}, {}))
    some.session.submit('one')
    some.session.submit('two')
    some.session.dismiss()
    expect(some.host.events[0]!.properties).toMatchObject({
      $survey_partially_completed: true,
      $survey_response_a: 'one',
      $survey_response_b: 'two',
      $survey_submission_id: some.session.state().submissionId,
    })
  })

  it('counts no skipped question as an answer', () => {
    const { host, session } = startSession(surveyWith({ optional: true }, {}))
    session.submit('')
    session.dismiss()
    expect(host.events[0]!.properties).toMatchObject({
      $survey_partially_completed: false,
      $survey_response_a: null,
    })
  })

  it('sends cumulative partial responses with one submission id, the last one completed', () => {
    const { host, session } = startSession({ ...surveyWith({}, {}, {}), enable_partial_responses: true })
    for (const text of ['one', 'two', 'three']) session.submit(text)
    expect(sent(host).map(responses)).toEqual([
      { a: 'one' },
      { a: 'one', b: 'two' },
      { a: 'one', b: 'two', c: 'three' },
    ])
    expect(sent(host).map(properties => properties.$survey_completed)).toEqual([false, false, true])
    expect(new Set(sent(host).map(properties => properties.$survey_submission_id)).size).toBe(1)
  })

  it('reloads flags after a completed survey is marked and sent, not after a partial response', () => {
    const { host, session } = startSession({ ...surveyWith({}, {}), enable_partial_responses: true })
    session.submit('one')
    expect(host.calls.reloadFlags).toBe(0)
    let before: unknown
    host.reloadFlags = () => {
      before = [host.store.read('seenSurvey_s1'), host.names().length]
    }
    session.submit('two')
    expect(before).toEqual(['true', 2])
  })

  it.each<[string, object]>([
    ['adds custom properties to shown, sent and dismissed', { plan: 'pro' }],
    [
      'ignores custom properties with reserved names',
      { plan: 'pro', $survey_id: 'x', $survey_completed: 'x', $survey_response_why: 'x', $set: {} },
    ],
  ])('%s', (_, properties) => {
    const { host, session } = startSession(
      { ...surveyWith({ id: 'why' }, {}), enable_partial_responses: true },
      { properties: properties as never },
    )
    session.shown()
    session.submit('one')
    session.dismiss()
    for (const event of host.events) {
      expect(event.properties).toMatchObject({ plan: 'pro', $survey_id: 's1' })
      expect(event.properties).not.toHaveProperty('$set')
    }
    expect(host.events[0]!.properties).not.toHaveProperty('$survey_completed')
    expect(host.events[1]!.properties).toMatchObject({
      $survey_completed: false,
      $survey_response_why: 'one',
    })
  })

  it.each<[string, Question, unknown, unknown]>([
    ['a text', open(), 'x', 'x'],
    ['a number', rating(), 4, 4],
    ['a label', single(), 'Green', 'Green'],
    ['a list', multiple(), ['Red', 'Blue'], ['Red', 'Blue']],
    ['a list of one', multiple(), ['Red'], ['Red']],
    ['a skipped text', open({ optional: true }), null, null],
    ['a skipped rating', rating({ optional: true }), null, null],
    ['skipped choices', multiple({ optional: true }), null, null],
  ])('reports %s unchanged', (_, question, answer, expected) => {
    const { host, session } = startSession({ questions: [question] })
    session.answer(answer as never)
    expect(responses(sent(host)[0]!)).toEqual({ [question.id!]: expected })
    expect(sent(host)[0]!.$survey_questions).toEqual([
      { id: question.id, question: question.question, response: expected },
    ])
  })

  it('reports questions with a missing or repeated id under ids of their own', () => {
    const { host, session } = startSession({
      questions: [open({ id: undefined }), open({ id: 'x' }), open({ id: 'x' })],
    })
    for (const text of ['one', 'two', 'three']) session.submit(text)
    expect(responses(sent(host)[0]!)).toEqual({ q0: 'one', x: 'two', q2: 'three' })
  })

  it('reports an edited survey by question id, with the texts of its time', () => {
    const before = startSession({
      questions: [open({ id: 'q1', question: 'Old?' }), open({ id: 'q2', question: 'Two?' })],
    })
    for (const text of ['one', 'two']) before.session.submit(text)
    const after = startSession({
      questions: [open({ id: 'q2', question: 'Two, please?' }), open({ id: 'q3', question: 'New?' })],
    })
    for (const text of ['two again', 'three']) after.session.submit(text)
    expect([before, after].map(({ host }) => responses(sent(host)[0]!))).toEqual([
      { q1: 'one', q2: 'two' },
      { q2: 'two again', q3: 'three' },
    ])
    expect([before, after].map(({ host }) => sent(host)[0]!.$survey_questions)).toMatchObject([
      [
        { id: 'q1', question: 'Old?' },
        { id: 'q2', question: 'Two?' },
      ],
      [
        { id: 'q2', question: 'Two, please?' },
        { id: 'q3', question: 'New?' },
      ],
    ])
  })

  it('also reports answers by index for surveys imported from an older form', () => {
    const old = (id: string, originalQuestionIndex: number) =>
      ({ ...open({ id }), originalQuestionIndex }) as Question
    const { host, session } = startSession({ questions: [old('a', 0), old('b', 1)] })
    session.submit('one')
    session.submit('two')
    expect(sent(host)[0]).toMatchObject({
      $survey_response: 'one',
      $survey_response_1: 'two',
      $survey_response_b: 'two',
    })
  })

  it('captures `survey shown` once and stores the date for waiting periods', () => {
    const { host, session } = startSession({})
    session.shown()
    session.shown()
    expect(host.events).toMatchObject([
      { event: 'survey shown', set: { $survey_last_seen_date: host.page.isoTimestamp() } },
    ])
    expect(host.store.read('lastSeenSurveyDate')).toBe(host.page.isoTimestamp())
  })

  it('stores the date also when skipShownEvent is set', () => {
    const { host, session } = startSession({}, { skipShownEvent: true })
    session.shown()
    expect(host.events).toEqual([])
    expect(host.store.read('lastSeenSurveyDate')).toBe(host.page.isoTimestamp())
  })

  it('captures nothing when the thank-you page is closed', () => {
    const { host, session } = startSession({ appearance: { displayThankYouMessage: true } })
    session.submit('one')
    session.dismiss()
    expect(host.names()).toEqual(['survey sent'])
  })

  it('captures `survey dismissed` when the intro is closed', () => {
    const { host, session } = startSession({
      appearance: { displayIntroScreen: true, introScreenHeader: 'Hi' },
    })
    session.shown()
    session.dismiss()
    expect(host.names()).toEqual(['survey shown', 'survey dismissed'])
  })

  it('dispatches window events and emits signals', () => {
    const { host, session } = startSession({})
    session.shown()
    session.submit('one')
    expect(host.page.dispatchedEvents).toEqual([
      { name: 'PHSurveyShown' },
      { name: 'PHSurveySent', detail: { surveyId: 's1' } },
      { name: 'PHSurveyClosed', detail: { surveyId: 's1' } },
    ])
    expect(host.emitted.map(({ name }) => name)).toEqual([
      'survey:shown',
      'survey:answered',
      'survey:sent',
      'survey:closed',
    ])
    const ids = { $survey_id: 's1', $survey_submission_id: session.state().submissionId }
    const [shown, answered, , closed] = host.emitted.map(({ detail }) => detail)
    expect(shown).toMatchObject({ ...ids, $survey_name: 'Survey one' })
    expect(answered).toEqual({ ...ids, question_id: 'why', question_index: 0, answer: 'one' })
    expect(closed).toEqual({ ...ids, end: 'sent' })
  })

  it('emits a signal with the properties of `survey dismissed`', () => {
    const { host, session } = startSession({})
    session.dismiss()
    expect(session.state().end).toBe('dismissed')
    expect(host.emitted.map(({ name }) => name)).toEqual(['survey:dismissed', 'survey:closed'])
    expect(host.emitted[0]!.detail).toEqual(host.events[0]!.properties)
  })

  it('emits `survey:shown` once when shown is called again', () => {
    const { host, session } = startSession({})
    session.shown()
    session.shown()
    expect(host.emitted.map(({ name }) => name)).toEqual(['survey:shown'])
  })

  it('reports an empty name for a survey without one', () => {
    const { host, session } = startSession({ name: undefined })
    session.submit('one')
    expect(sent(host)[0]!.$survey_name).toBe('')
  })

  it('lists a question without an answer without a response', () => {
    const { host, session } = startSession(surveyWith({}, {}))
    session.submit('one')
    session.dismiss()
    const { properties } = host.events[0]!
    expect(properties.$survey_questions).toStrictEqual([
      { id: 'a', question: 'Why?', response: 'one' },
      { id: 'b', question: 'Why?' },
    ])
    expect(properties).not.toHaveProperty('$survey_response_b')
  })

  it('keeps a custom property whose name has a reserved one inside', () => {
    const { host, session } = startSession({}, { properties: { my$survey: 1 } })
    session.submit('one')
    expect(sent(host)[0]).toMatchObject({ my$survey: 1 })
  })

  it('adds no custom properties when they cannot be read', () => {
    const properties = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('unreadable')
        },
      },
    )
    const { host, session } = startSession({}, { properties })
    session.dismiss()
    expect(Object.keys(host.events[0]!.properties).filter(name => !name.startsWith('$survey'))).toEqual([])
  })
})
