import { describe, expect, it } from 'vitest'
import { settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, rating, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const quiet = { settings: { disable_surveys_automatic_display: true } }
const reasons = (host: { errors: { reason: string; detail: unknown }[] }) =>
  host.errors.map(({ reason, detail }) => `${reason} ${(detail as { reason?: string }).reason ?? ''}`.trim())

describe('displaySurvey', () => {
  it('shows a survey whose own conditions hold, wherever the page is', async () => {
    const { host, surveys } = await openTab([
      survey({ conditions: { url: '/other', events: { values: [{ name: 'x' }] } } }),
    ])
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual(['s1'])
    host.page.navigate('/elsewhere')
    expect(host.ids()).toEqual(['s1'])
  })

  it('shows a dismissed survey when it is to ignore conditions, at the first call', async () => {
    const { host, surveys } = await openTab([survey()])
    host.shown[0]!.session.dismiss()
    surveys.displaySurvey('s1')
    await settled()
    expect([host.ids(), reasons(host)]).toEqual([[], ['survey_not_displayed already seen']])
    surveys.displaySurvey('s1', { ignoreConditions: true })
    await settled()
    expect([host.ids(), host.names().filter(name => name === 'survey shown').length]).toEqual([['s1'], 2])
  })

  it.each(['cancelPendingSurvey', 'reset'] as const)(
    'is taken back by %s also while the acting part is on its way',
    async how => {
      const { host, surveys } = await openTab([survey()], quiet)
      surveys.displaySurvey('s1')
      surveys[how]('s1')
      await settled()
      expect([host.calls.loadRuntime, host.ids()]).toEqual([1, []])
      surveys.displaySurvey('s1')
      await settled()
      expect(host.ids()).toEqual(['s1'])
    },
  )

  it('changes what matches at once: another one may have to wait now', async () => {
    const { surveys } = await openTab(
      [
        survey({ type: 'api' }),
        survey({ id: 'b', type: 'api', conditions: { seenSurveyWaitPeriodInDays: 3 } }),
      ],
      quiet,
    )
    const heard: string[] = []
    surveys.onActiveMatchingSurveysChanged(list => heard.push(list.map(({ id }) => id).join()))
    surveys.displaySurvey('s1')
    await settled()
    expect(heard).toEqual(['s1,b', 's1'])
  })

  it('an unknown survey is nothing', async () => {
    const { host, surveys } = await openTab([survey()], quiet)
    surveys.displaySurvey('nobody')
    surveys.displaySurvey(undefined as never)
    await settled()
    expect([host.ids(), host.errors.map(({ reason }) => reason)]).toEqual([
      [],
      ['survey_unknown', 'survey_unknown'],
    ])
  })

  it('before surveys are known it waits for them', async () => {
    const { host, surveys } = await openTab(null, quiet)
    host.answerSurveys({ surveys: [survey()] })
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it.each(['widget', 'api'] as const)('can show a survey of type %s', async type => {
    const { host, surveys } = await openTab([survey({ type })], quiet)
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('refuses a survey that is drawn elsewhere, conditions or not', async () => {
    const { host, surveys } = await openTab([survey({ type: 'external_survey' })], quiet)
    surveys.displaySurvey('s1', { ignoreConditions: true })
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect([host.ids(), reasons(host)]).toEqual([
      [],
      ['survey_not_displayed type', 'survey_not_displayed type'],
    ])
  })

  it('takes the place of another popover, whose run goes on later', async () => {
    const { host, surveys } = await openTab([
      survey({ id: 'a', questions: questions({}, {}) }),
      survey({ id: 'b' }),
    ])
    host.shown[0]!.session.submit('one')
    surveys.displaySurvey('b')
    await settled()
    expect([host.ids(), host.names()]).toEqual([['b'], ['survey shown', 'survey shown']])
    host.shown[0]!.session.dismiss()
    expect(host.shown[0]).toMatchObject({ id: 'a' })
    expect(host.shown[0]!.session.state().index).toBe(1)
  })

  it('is no second display while it is open', async () => {
    const { host, surveys } = await openTab([survey()], quiet)
    surveys.displaySurvey('s1')
    surveys.displaySurvey('s1')
    await settled()
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
  })

  it('waits for a visitor who looks', async () => {
    const { host, surveys } = await openTab([survey()], { ...quiet, page: fakePage({ visible: false }) })
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual([])
    host.page.setVisible(true)
    expect(host.ids()).toEqual(['s1'])
  })

  it('hands on what the caller sets', async () => {
    const { host, surveys } = await openTab([survey({ questions: [rating(), ...questions({})] })], quiet)
    surveys.displaySurvey('s1', {
      properties: { plan: 'pro' },
      initialResponses: { 0: 9 },
      position: 'top_left',
      selector: '#button',
      skipShownEvent: true,
    })
    await settled()
    expect(host.shown[0]!.options).toMatchObject({
      display: 'popover',
      position: 'top_left',
      anchor: '#button',
    })
    expect([host.events, host.shown[0]!.session.draft()]).toEqual([[], 9])
    host.shown[0]!.session.dismiss()
    expect(host.events[0]!.properties).toMatchObject({ plan: 'pro' })
  })

  it('refuses where nothing may be captured', async () => {
    const { host, surveys } = await openTab([survey()], quiet)
    host.set({ canCapture: false })
    surveys.displaySurvey('s1')
    await settled()
    expect([host.ids(), reasons(host)]).toEqual([[], ['survey_not_displayed capturing']])
  })
})

describe('displaySurvey with a delay', () => {
  const delayed = survey({ appearance: { surveyPopupDelaySeconds: 3 }, linked_flag_key: 'a' })
  const given = { ...quiet, flags: { a: true } }

  it.each<[string, object, number]>([
    ['waits', {}, 3_000],
    ['waits as well when it ignores conditions', { ignoreConditions: true }, 3_000],
    ['does not wait when it ignores the delay', { ignoreDelay: true }, 0],
  ])('%s', async (_, options, wait) => {
    const { host, surveys } = await openTab([delayed], given)
    surveys.displaySurvey('s1', options)
    await settled()
    if (wait > 0) {
      host.page.advance(wait - 1)
      expect(host.ids()).toEqual([])
      host.page.advance(1)
    }
    expect(host.ids()).toEqual(['s1'])
  })

  it.each<[string, object, string[]]>([
    ['asks its conditions again at the end', {}, []],
    ['does not, when it ignores them', { ignoreConditions: true }, ['s1']],
  ])('%s', async (_, options, expected) => {
    const { host, surveys } = await openTab([delayed], given)
    surveys.displaySurvey('s1', options)
    await settled()
    host.set({ flags: { a: false } })
    host.page.advance(3_000)
    expect(host.ids()).toEqual(expected)
  })

  it('begins anew with another call, and cancelPendingSurvey ends it', async () => {
    const { host, surveys } = await openTab([delayed], given)
    surveys.displaySurvey('s1')
    await settled()
    host.page.advance(2_000)
    surveys.displaySurvey('s1')
    await settled()
    host.page.advance(2_000)
    expect(host.ids()).toEqual([])
    surveys.cancelPendingSurvey('s1')
    host.page.advance(9_000)
    expect([host.ids(), host.page.timers()]).toEqual([[], 0])
  })
})

describe('surveys inside the page', () => {
  const page = () => {
    const made = fakePage({ url: 'https://shop.test/?q0=4' })
    made.setMatches('#here', true)
    return made
  }
  const delayed = survey({ appearance: { surveyPopupDelaySeconds: 3 } })

  it.each<[string, object, number]>([
    ['after its delay, once', {}, 3_000],
    ['at once', { ignoreDelay: true }, 0],
  ])('%s', async (_, options, wait) => {
    const { host, surveys } = await openTab([delayed], { ...quiet, page: page() })
    surveys.displaySurvey('s1', { displayType: 'inline', selector: '#here', ...options })
    await settled()
    host.page.advance(wait)
    expect(host.shown[0]?.options).toMatchObject({ display: 'inline', container: '#here' })
  })

  it('do not need the place of a popover', async () => {
    const { host, surveys } = await openTab([survey({ id: 'a' }), survey({ id: 'b', type: 'api' })], {
      page: page(),
    })
    surveys.displaySurvey('b', { displayType: 'inline', selector: '#here' })
    await settled()
    expect(host.ids()).toEqual(['a', 'b'])
  })

  it('a missing place is refused', async () => {
    const { host, surveys } = await openTab([survey()], quiet)
    surveys.renderSurvey('s1', '#nowhere')
    surveys.displaySurvey('s1', { displayType: 'inline' })
    await settled()
    expect([host.ids(), reasons(host)]).toEqual([
      [],
      ['survey_not_displayed container', 'survey_not_displayed container'],
    ])
  })

  it('renderSurvey asks no conditions, and takes a survey that the page brings along', async () => {
    const { host, surveys } = await openTab([], { ...quiet, page: page() })
    surveys.renderSurvey(survey({ id: 'own', start_date: null }), '#here')
    await settled()
    expect(host.ids()).toEqual(['own'])
  })

  it('take answers from the address where the setting says so, once a page', async () => {
    const list = [survey({ questions: [rating()] })]
    const { host, surveys } = await openTab(list, {
      settings: { ...quiet.settings, surveys: { prefillFromUrl: true } },
      page: page(),
    })
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect(host.shown[0]!.session.draft()).toBe(4)
    host.shown[0]!.session.dismiss()
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect(host.shown[0]!.session.draft()).toBeNull()
  })
})
