import { describe, expect, it } from 'vitest'
import type { Question } from '../../../src/wire/survey'
import { responses, sent, startSession, surveyWith } from '../../support/startSession'
import { multiple, open, rating, single } from '../../support/surveys'

describe('events', () => {
  it('sent has the answer by question id, and in the list of questions', () => {
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

  it('an iteration and its date are on all of them, and in the person property', () => {
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

  it('dismissed tells whether something was answered', () => {
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

  it('skipped questions are no answers', () => {
    const { host, session } = startSession(surveyWith({ optional: true }, {}))
    session.submit('')
    session.dismiss()
    expect(host.events[0]!.properties).toMatchObject({
      $survey_partially_completed: false,
      $survey_response_a: null,
    })
  })

  it('partial responses are cumulative, of one submission, and the last is complete', () => {
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

  it('a completed survey asks for new flags, after the mark and the event; a part of one does not', () => {
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
    ['are on shown, sent and dismissed', { plan: 'pro' }],
    [
      'do not overwrite ours',
      { plan: 'pro', $survey_id: 'x', $survey_completed: 'x', $survey_response_why: 'x', $set: {} },
    ],
  ])('properties of the caller %s', (_, properties) => {
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
    ['text', open(), 'x', 'x'],
    ['number', rating(), 4, 4],
    ['label', single(), 'Green', 'Green'],
    ['list', multiple(), ['Red', 'Blue'], ['Red', 'Blue']],
    ['list of one', multiple(), ['Red'], ['Red']],
    ['skipped text', open({ optional: true }), null, null],
    ['skipped rating', rating({ optional: true }), null, null],
    ['skipped choices', multiple({ optional: true }), null, null],
  ])('a %s stays what it is', (_, question, answer, expected) => {
    const { host, session } = startSession({ questions: [question] })
    session.answer(answer as never)
    expect(responses(sent(host)[0]!)).toEqual({ [question.id!]: expected })
    expect(sent(host)[0]!.$survey_questions).toEqual([
      { id: question.id, question: question.question, response: expected },
    ])
  })

  it('questions without an id, or with the same one, are answered under a key of their own', () => {
    const { host, session } = startSession({
      questions: [open({ id: undefined }), open({ id: 'x' }), open({ id: 'x' })],
    })
    for (const text of ['one', 'two', 'three']) session.submit(text)
    expect(responses(sent(host)[0]!)).toEqual({ q0: 'one', x: 'two', q2: 'three' })
  })

  it('answers keep their keys when questions come, go and change, and each event has the wording of its time', () => {
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

  it('questions of an older form are reported by position as well', () => {
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

  it('shown once, with the date that other surveys wait for', () => {
    const { host, session } = startSession({})
    session.shown()
    session.shown()
    expect(host.events).toMatchObject([
      { event: 'survey shown', set: { $survey_last_seen_date: host.page.isoTimestamp() } },
    ])
    expect(host.store.read('lastSeenSurveyDate')).toBe(host.page.isoTimestamp())
  })

  it('shown without its event, where the page has reported it, still sets the date', () => {
    const { host, session } = startSession({}, { skipShownEvent: true })
    session.shown()
    expect(host.events).toEqual([])
    expect(host.store.read('lastSeenSurveyDate')).toBe(host.page.isoTimestamp())
  })

  it('none when the thank-you page is closed, nor when it is hidden', () => {
    const { host, session } = startSession({ appearance: { displayThankYouMessage: true } })
    session.submit('one')
    session.dismiss()
    expect(host.names()).toEqual(['survey sent'])
  })

  it('closing the intro is a dismissal', () => {
    const { host, session } = startSession({
      appearance: { displayIntroScreen: true, introScreenHeader: 'Hi' },
    })
    session.shown()
    session.dismiss()
    expect(host.names()).toEqual(['survey shown', 'survey dismissed'])
  })

  it('are announced to the window and signalled to the page', () => {
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
    expect(host.emitted[1]!.detail).toMatchObject({
      $survey_id: 's1',
      question_id: 'why',
      question_index: 0,
      answer: 'one',
    })
  })
})
