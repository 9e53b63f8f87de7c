import { describe, expect, it } from 'vitest'
import type { SurveyListReply } from '../../../src/wire/survey'
import { fakeHost, settled } from '../../support/fakeHost'
import { survey } from '../../support/surveys'
import { openTab, surveysOver } from '../../support/tab'

const reply = (...ids: string[]): SurveyListReply => ({ surveys: ids.map(id => survey({ id })) })

/** Opens a tab without surveys. `results` are the arguments that `listen` received. */
function tab(...answers: (SurveyListReply | Error)[]) {
  const host = fakeHost()
  if (answers.length > 0) host.answerSurveys(...answers)
  const surveys = surveysOver(host)
  const results: string[] = []
  const listen = (list: { id: string }[], { isLoaded, error }: { isLoaded: boolean; error?: string }) =>
    void results.push(`${list.map(({ id }) => id).join()}|${isLoaded}|${error ?? ''}`)
  return { host, surveys, results, listen }
}

describe('receive', () => {
  it.each([[false], [[]], [null], [undefined]])(
    'requests no list until the page calls getSurveys when the configuration has %j',
    async input => {
      const { host, surveys, results, listen } = tab(reply('a'))
      surveys.receive(input)
      await settled()
      expect([host.calls.fetchSurveys, host.errors]).toEqual([0, []])
      surveys.getSurveys(listen)
      await settled()
      expect([host.calls.fetchSurveys, results]).toEqual([1, ['a|true|']])
    },
  )

  it('uses a list without a request', async () => {
    const { host } = await openTab([survey()])
    expect([host.ids(), host.calls.fetchSurveys]).toEqual([['s1'], 0])
  })

  it('requests the list once when the configuration has true twice', async () => {
    const { host, surveys } = tab(reply('a'))
    surveys.receive(true)
    surveys.receive(true)
    await settled()
    expect([host.ids(), host.calls.fetchSurveys]).toEqual([['a'], 1])
  })

  it('replaces the list of an earlier page with the new one', async () => {
    const { host, surveys } = tab()
    surveys.receive([survey({ id: 'a', conditions: { url: '/other' } })])
    surveys.receive([survey({ id: 'b' })])
    await settled()
    expect(host.ids()).toEqual(['b'])
  })

  it('requests no list before the configuration arrives', async () => {
    const { host } = tab(reply('a'))
    host.page.navigate('/next')
    await settled()
    expect(host.calls.fetchSurveys).toBe(0)
  })

  it('requests no list again during the pause after a failure', async () => {
    const { host, surveys } = tab(new Error('offline'))
    surveys.receive(true)
    await settled()
    surveys.receive(true)
    await settled()
    expect([host.calls.fetchSurveys, host.errors.map(({ reason }) => reason)]).toEqual([
      1,
      ['surveys_request_failed'],
    ])
  })

  it('reads the same list once', async () => {
    const { host, surveys } = tab()
    for (let i = 0; i < 2; i++) surveys.receive([{ id: 'broken' }, survey()])
    await settled()
    expect(host.errors.map(({ reason }) => reason)).toEqual(['survey_malformed'])
  })

  it('requests no list when surveys are disabled', async () => {
    const { host, surveys, results, listen } = tab(reply('a'))
    host.set({ settings: { disable_surveys: true } })
    surveys.receive(true)
    surveys.getSurveys(listen)
    await settled()
    expect([host.calls.fetchSurveys, host.ids(), results]).toEqual([0, [], ['|false|disabled']])
  })

  it('reports a malformed survey and shows the others', async () => {
    const { host } = await openTab([null, survey({ id: 'bad', questions: null }), survey({ id: 'good' })])
    expect(host.ids()).toEqual(['good'])
    expect(host.errors).toEqual([
      { reason: 'survey_malformed', detail: { id: undefined, fault: 'id' } },
      { reason: 'survey_malformed', detail: { id: 'bad', fault: 'questions[0]' } },
    ])
  })

  it('shows only popovers when the list has surveys of other types', async () => {
    const external = survey({ id: 'x', type: 'external_survey' })
    const { host } = await openTab([
      survey({ id: 'a1', type: 'api' }),
      external,
      survey({ id: 'a2', type: 'hologram' }),
      survey({ id: 'b' }),
    ])
    expect([host.ids(), host.errors]).toEqual([['b'], []])
  })
})

describe('getSurveys', () => {
  it('makes another request only when forced', async () => {
    const { host, surveys, results, listen } = tab(reply('a'), reply('b'))
    surveys.getSurveys(listen)
    await settled()
    surveys.getSurveys(listen)
    expect([results, host.calls.fetchSurveys]).toEqual([['a|true|', 'a|true|'], 1])
    surveys.getSurveys(listen, true)
    await settled()
    expect([results[2], host.calls.fetchSurveys]).toEqual(['b|true|', 2])
  })

  it('shares the request in flight', async () => {
    const { host, surveys, results, listen } = tab(reply('a'))
    surveys.getSurveys(listen)
    surveys.getSurveys(listen)
    await settled()
    expect([results, host.calls.fetchSurveys]).toEqual([['a|true|', 'a|true|'], 1])
  })

  it('calls back with an empty list and the error when the request fails', async () => {
    const { surveys, results, listen } = tab(new Error('status 500'))
    surveys.getSurveys(listen)
    await settled()
    expect(results).toEqual(['|false|status 500'])
  })

  it('calls back with an empty list at once while nothing may be requested', () => {
    const { host, surveys, results, listen } = tab(reply('a'))
    host.set({ blockedBy: 'consent' })
    surveys.getSurveys(listen)
    expect([results, host.calls.fetchSurveys]).toEqual([['|false|'], 0])
  })

  it('says why the surveys of a reply cannot be read', async () => {
    const { surveys, results, listen } = tab({ surveys: 'x' } as never)
    surveys.getSurveys(listen)
    await settled()
    expect(results).toEqual(['|false|surveys is not an array'])
  })

  it('calls back with an empty list when the reply is null', async () => {
    const { surveys, results, listen } = tab(null as never)
    surveys.getSurveys(listen)
    await settled()
    expect(results).toEqual(['|true|'])
  })

  it('calls back with an empty list when the reply has no surveys', async () => {
    const { surveys, results, listen } = tab({})
    surveys.getSurveys(listen)
    await settled()
    expect(results).toEqual(['|true|'])
  })

  it('calls back with an old list at once, renews it, and pauses when that fails', async () => {
    const { host, surveys, results, listen } = tab(reply('a'), new Error('status 500'))
    surveys.getSurveys(listen)
    await settled()
    host.page.advance(300_000)
    surveys.getSurveys(listen)
    expect([results.length, host.calls.fetchSurveys]).toEqual([2, 2])
    await settled()
    surveys.getSurveys(listen)
    host.page.advance(299_000)
    surveys.getSurveys(listen)
    expect([results.length, host.calls.fetchSurveys]).toEqual([4, 2])
    host.page.advance(1_000)
    surveys.getSurveys(listen)
    await settled()
    expect([results[4], host.calls.fetchSurveys]).toEqual(['a|true|', 3])
  })

  it.each<[string, Error | SurveyListReply]>([
    ['fails', new Error('status 500')],
    ['replies without a list', { surveys: 'soon' as never }],
  ])('retries on page events with growing pauses when the service %s', async (_, answer) => {
    const { host, surveys } = tab(answer)
    surveys.receive(true)
    const requestedAt: number[] = []
    for (let second = 0; second < 600; second++) {
      await settled()
      if (requestedAt.length < host.calls.fetchSurveys) requestedAt.push(second)
      host.page.advance(1000)
      host.page.navigate(`/${second}`)
    }
    expect(requestedAt).toEqual([0, 5, 15, 35, 75, 155, 315])
    expect(host.page.timers()).toBe(0)
  })

  it('makes no more requests when it is called during a pause', async () => {
    const { host, surveys, results, listen } = tab(new Error('status 500'))
    for (let call = 0; call < 10; call++) {
      surveys.getSurveys(listen)
      await settled()
    }
    expect([host.calls.fetchSurveys, results.length, new Set(results).size]).toEqual([1, 10, 1])
  })

  it('requests the list when the configuration failed to load', async () => {
    const { surveys, results, listen } = tab(reply('a'))
    surveys.failed('status 503')
    surveys.getSurveys(listen)
    await settled()
    expect(results).toEqual(['a|true|'])
  })
})

describe('onSurveysLoaded', () => {
  it('calls back when surveys load, and at once when they have loaded', () => {
    const { surveys, results, listen } = tab()
    surveys.onSurveysLoaded(listen)
    surveys.receive([survey({ id: 'a' })])
    surveys.onSurveysLoaded(listen)
    expect(results).toEqual(['a|true|', 'a|true|'])
  })

  it('calls back every caller when the configuration fails to load', () => {
    const { surveys, results, listen } = tab()
    surveys.onSurveysLoaded(listen)
    surveys.onSurveysLoaded(listen)
    surveys.failed('status 503')
    expect(results).toEqual(['|false|status 503', '|false|status 503'])
  })

  it('returns a function that ends the calls', () => {
    const { surveys, results, listen } = tab()
    surveys.onSurveysLoaded(listen)()
    surveys.receive([survey()])
    expect(results).toEqual([])
  })
})

describe('createSurveys', () => {
  it('reports a list that cannot be serialized as JSON', async () => {
    const circular: Record<string, unknown> = { ...survey() }
    circular.self = circular
    const { host } = await openTab([circular])
    expect([host.ids(), host.errors.length]).toEqual([[], 1])
  })

  it('calls back the others when a callback throws', async () => {
    const { host, surveys, results, listen } = tab()
    const throwing = () => {
      throw new Error('from the page')
    }
    surveys.onSurveysLoaded(throwing)
    surveys.onSurveysLoaded(listen)
    surveys.onActiveMatchingSurveysChanged(throwing)
    surveys.receive([survey()])
    await settled()
    expect(results).toEqual(['s1|true|'])
    expect(host.ids()).toEqual(['s1'])
    expect(host.errors.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['survey_callback_failed']),
    )
  })
})
