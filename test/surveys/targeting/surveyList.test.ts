import { describe, expect, it } from 'vitest'
import type { SurveyListReply } from '../../../src/wire/survey'
import { fakeHost, settled } from '../../support/fakeHost'
import { survey } from '../../support/surveys'
import { openTab, surveysOver } from '../../support/tab'

const reply = (...ids: string[]): SurveyListReply => ({ surveys: ids.map(id => survey({ id })) })

/** A tab without surveys yet, and what callbacks were told. */
function tab(...answers: (SurveyListReply | Error)[]) {
  const host = fakeHost()
  if (answers.length > 0) host.answerSurveys(...answers)
  const surveys = surveysOver(host)
  const told: string[] = []
  const listen = (list: { id: string }[], { isLoaded, error }: { isLoaded: boolean; error?: string }) =>
    void told.push(`${list.map(({ id }) => id).join()}|${isLoaded}|${error ?? ''}`)
  return { host, surveys, told, listen }
}

describe('where surveys come from', () => {
  it.each([[false], [[]], [null], [undefined]])(
    '%j starts nothing, and asks for nothing until the page does',
    async given => {
      const { host, surveys, told, listen } = tab(reply('a'))
      surveys.receive(given)
      await settled()
      expect([host.calls.fetchSurveys, host.errors]).toEqual([0, []])
      surveys.getSurveys(listen)
      await settled()
      expect([host.calls.fetchSurveys, told]).toEqual([1, ['a|true|']])
    },
  )

  it('a list is used as it is, without a request', async () => {
    const { host } = await openTab([survey()])
    expect([host.ids(), host.calls.fetchSurveys]).toEqual([['s1'], 0])
  })

  it('true asks for the list, once', async () => {
    const { host, surveys } = tab(reply('a'))
    surveys.receive(true)
    surveys.receive(true)
    await settled()
    expect([host.ids(), host.calls.fetchSurveys]).toEqual([['a'], 1])
  })

  it('a list of an earlier page decides at once, and is replaced by the new one', async () => {
    const { host, surveys } = tab()
    surveys.receive([survey({ id: 'a', conditions: { url: '/other' } })])
    surveys.receive([survey({ id: 'b' })])
    await settled()
    expect(host.ids()).toEqual(['b'])
  })

  it('disabled surveys are none, without a request', async () => {
    const { host, surveys, told, listen } = tab(reply('a'))
    host.set({ settings: { disable_surveys: true } })
    surveys.receive(true)
    surveys.getSurveys(listen)
    await settled()
    expect([host.calls.fetchSurveys, host.ids(), told]).toEqual([0, [], ['|false|disabled']])
  })

  it('a broken survey is told, and the others show', async () => {
    const { host } = await openTab([null, survey({ id: 'bad', questions: null }), survey({ id: 'good' })])
    expect(host.ids()).toEqual(['good'])
    expect(host.errors).toEqual([
      { reason: 'survey_malformed', detail: { id: undefined, fault: 'id' } },
      { reason: 'survey_malformed', detail: { id: 'bad', fault: 'questions[0]' } },
    ])
  })

  it('surveys of other types neither show nor disturb', async () => {
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
  it('is answered from memory the second time, and asks again when it is told to', async () => {
    const { host, surveys, told, listen } = tab(reply('a'), reply('b'))
    surveys.getSurveys(listen)
    await settled()
    surveys.getSurveys(listen)
    expect([told, host.calls.fetchSurveys]).toEqual([['a|true|', 'a|true|'], 1])
    surveys.getSurveys(listen, true)
    await settled()
    expect([told[2], host.calls.fetchSurveys]).toEqual(['b|true|', 2])
  })

  it('calls while a request is on its way share it', async () => {
    const { host, surveys, told, listen } = tab(reply('a'))
    surveys.getSurveys(listen)
    surveys.getSurveys(listen)
    await settled()
    expect([told, host.calls.fetchSurveys]).toEqual([['a|true|', 'a|true|'], 1])
  })

  it('a failure is an empty list with the reason', async () => {
    const { surveys, told, listen } = tab(new Error('status 500'))
    surveys.getSurveys(listen)
    await settled()
    expect(told).toEqual(['|false|status 500'])
  })

  it('an answer without surveys is an empty list', async () => {
    const { surveys, told, listen } = tab({})
    surveys.getSurveys(listen)
    await settled()
    expect(told).toEqual(['|true|'])
  })

  it('an old list is given at once and renewed behind it; not again soon after a failure', async () => {
    const { host, surveys, told, listen } = tab(reply('a'), new Error('status 500'))
    surveys.getSurveys(listen)
    await settled()
    host.page.advance(300_000)
    surveys.getSurveys(listen)
    expect([told.length, host.calls.fetchSurveys]).toEqual([2, 2])
    await settled()
    surveys.getSurveys(listen)
    host.page.advance(299_000)
    surveys.getSurveys(listen)
    expect([told.length, host.calls.fetchSurveys]).toEqual([4, 2])
    host.page.advance(1_000)
    surveys.getSurveys(listen)
    await settled()
    expect([told[4], host.calls.fetchSurveys]).toEqual(['a|true|', 3])
  })

  it.each<[string, Error | SurveyListReply]>([
    ['failing', new Error('status 500')],
    ['answering without a list', { surveys: 'soon' as never }],
  ])('a service that keeps %s is asked when something happens, with growing pauses', async (_, answer) => {
    const { host, surveys } = tab(answer)
    surveys.receive(true)
    const asked: number[] = []
    for (let second = 0; second < 600; second++) {
      await settled()
      if (asked.length < host.calls.fetchSurveys) asked.push(second)
      host.page.advance(1000)
      host.page.navigate(`/${second}`)
    }
    expect(asked).toEqual([0, 5, 15, 35, 75, 155, 315])
    expect(host.page.timers()).toBe(0)
  })

  it('callers do not make it more', async () => {
    const { host, surveys, told, listen } = tab(new Error('status 500'))
    for (let call = 0; call < 10; call++) {
      surveys.getSurveys(listen)
      await settled()
    }
    expect([host.calls.fetchSurveys, told.length, new Set(told).size]).toEqual([1, 10, 1])
  })

  it('is answered when the configuration failed, by asking', async () => {
    const { surveys, told, listen } = tab(reply('a'))
    surveys.failed('status 503')
    surveys.getSurveys(listen)
    await settled()
    expect(told).toEqual(['a|true|'])
  })
})

describe('onSurveysLoaded', () => {
  it('calls back when they are loaded, at once when they are already', () => {
    const { surveys, told, listen } = tab()
    surveys.onSurveysLoaded(listen)
    surveys.receive([survey({ id: 'a' })])
    surveys.onSurveysLoaded(listen)
    expect(told).toEqual(['a|true|', 'a|true|'])
  })

  it('tells every caller of a failure', () => {
    const { surveys, told, listen } = tab()
    surveys.onSurveysLoaded(listen)
    surveys.onSurveysLoaded(listen)
    surveys.failed('status 503')
    expect(told).toEqual(['|false|status 503', '|false|status 503'])
  })

  it('ends', () => {
    const { surveys, told, listen } = tab()
    surveys.onSurveysLoaded(listen)()
    surveys.receive([survey()])
    expect(told).toEqual([])
  })
})

describe('callbacks and objects of the page', () => {
  it('a list that cannot be read as JSON is told, and harms nothing', async () => {
    const circular: Record<string, unknown> = { ...survey() }
    circular.self = circular
    const { host } = await openTab([circular])
    expect([host.ids(), host.errors.length]).toEqual([[], 1])
  })

  it('may throw without anybody else noticing', async () => {
    const { host, surveys, told, listen } = tab()
    const broken = () => {
      throw new Error('theirs')
    }
    surveys.onSurveysLoaded(broken)
    surveys.onSurveysLoaded(listen)
    surveys.onActiveMatchingSurveysChanged(broken)
    surveys.receive([survey()])
    await settled()
    expect(told).toEqual(['s1|true|'])
    expect(host.ids()).toEqual(['s1'])
    expect(host.errors.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['survey_callback_failed']),
    )
  })
})
