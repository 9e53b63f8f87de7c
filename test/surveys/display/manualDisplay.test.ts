import { describe, expect, it } from 'vitest'
import { settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, rating, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const noAutomaticDisplay = { settings: { disable_surveys_automatic_display: true } }
const reasons = (host: { errors: { reason: string; detail: unknown }[] }) =>
  host.errors.map(({ reason, detail }) => `${reason} ${(detail as { reason?: string }).reason ?? ''}`.trim())

describe('displaySurvey', () => {
  it('shows a survey regardless of URL and trigger conditions, and keeps it when the URL changes', async () => {
    const { host, surveys } = await openTab([
      survey({ conditions: { url: '/other', events: { values: [{ name: 'x' }] } } }),
    ])
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual(['s1'])
    host.page.navigate('/elsewhere')
    expect(host.ids()).toEqual(['s1'])
  })

  it('shows a dismissed survey only when ignoreConditions is set', async () => {
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
    'shows nothing when %s is called while the runtime is loading',
    async method => {
      const { host, surveys } = await openTab([survey()], noAutomaticDisplay)
      surveys.displaySurvey('s1')
      if (method === 'reset') surveys.reset()
      else surveys.cancelPendingSurvey('s1')
      await settled()
      expect([host.calls.loadRuntime, host.ids()]).toEqual([1, []])
      surveys.displaySurvey('s1')
      await settled()
      expect(host.ids()).toEqual(['s1'])
    },
  )

  it('updates the matching surveys at once, for example when a waiting period begins', async () => {
    const { surveys } = await openTab(
      [
        survey({ type: 'api' }),
        survey({ id: 'b', type: 'api', conditions: { seenSurveyWaitPeriodInDays: 3 } }),
      ],
      noAutomaticDisplay,
    )
    const matching: string[] = []
    surveys.onActiveMatchingSurveysChanged(list => matching.push(list.map(({ id }) => id).join()))
    surveys.displaySurvey('s1')
    await settled()
    expect(matching).toEqual(['s1,b', 's1'])
  })

  it('reports an unknown survey and shows nothing', async () => {
    const { host, surveys } = await openTab([survey()], noAutomaticDisplay)
    surveys.displaySurvey('unknown')
    surveys.displaySurvey(undefined as never)
    await settled()
    expect([host.ids(), host.errors.map(({ reason }) => reason)]).toEqual([
      [],
      ['survey_unknown', 'survey_unknown'],
    ])
  })

  it('waits for the survey list when it is called before the list arrives', async () => {
    const { host, surveys } = await openTab(null, noAutomaticDisplay)
    host.answerSurveys({ surveys: [survey()] })
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it.each(['widget', 'api'] as const)('shows a survey of type %s', async type => {
    const { host, surveys } = await openTab([survey({ type })], noAutomaticDisplay)
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual(['s1'])
  })

  it('refuses a survey of type external_survey, also with ignoreConditions', async () => {
    const { host, surveys } = await openTab([survey({ type: 'external_survey' })], noAutomaticDisplay)
    surveys.displaySurvey('s1', { ignoreConditions: true })
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect([host.ids(), reasons(host)]).toEqual([
      [],
      ['survey_not_displayed type', 'survey_not_displayed type'],
    ])
  })

  it('replaces an open popover, which continues afterwards', async () => {
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

  it('does nothing when the survey is open', async () => {
    const { host, surveys } = await openTab([survey()], noAutomaticDisplay)
    surveys.displaySurvey('s1')
    surveys.displaySurvey('s1')
    await settled()
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
  })

  it('waits until the page is visible', async () => {
    const { host, surveys } = await openTab([survey()], {
      ...noAutomaticDisplay,
      page: fakePage({ visible: false }),
    })
    surveys.displaySurvey('s1')
    await settled()
    expect(host.ids()).toEqual([])
    host.page.setVisible(true)
    expect(host.ids()).toEqual(['s1'])
  })

  it('passes properties, answers, position and anchor on to the survey', async () => {
    const { host, surveys } = await openTab(
      [survey({ questions: [rating(), ...questions({})] })],
      noAutomaticDisplay,
    )
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

  it.each(['bot', 'consent'] as const)(
    'refuses when nothing may be captured: %s (D-647)',
    async blockedBy => {
      const { host, surveys } = await openTab([survey()], noAutomaticDisplay)
      host.set({ blockedBy })
      surveys.displaySurvey('s1')
      await settled()
      expect([host.ids(), reasons(host)]).toEqual([[], [`survey_not_displayed ${blockedBy}`]])
    },
  )
})

describe('displaySurvey with a delay', () => {
  const delayed = survey({ appearance: { surveyPopupDelaySeconds: 3 }, linked_flag_key: 'a' })
  const options = { ...noAutomaticDisplay, flags: { a: true } }

  it.each<[string, object, number]>([
    ['waits for the delay', {}, 3_000],
    ['waits for the delay also when it ignores conditions', { ignoreConditions: true }, 3_000],
    ['does not wait when it ignores the delay', { ignoreDelay: true }, 0],
  ])('%s', async (_, displayOptions, wait) => {
    const { host, surveys } = await openTab([delayed], options)
    surveys.displaySurvey('s1', displayOptions)
    await settled()
    if (wait > 0) {
      host.page.advance(wait - 1)
      expect(host.ids()).toEqual([])
      host.page.advance(1)
    }
    expect(host.ids()).toEqual(['s1'])
  })

  it.each<[string, object, string[]]>([
    ['checks the conditions again when the delay is over', {}, []],
    ['shows the survey after the delay when it ignores conditions', { ignoreConditions: true }, ['s1']],
  ])('%s', async (_, displayOptions, expected) => {
    const { host, surveys } = await openTab([delayed], options)
    surveys.displaySurvey('s1', displayOptions)
    await settled()
    host.set({ flags: { a: false } })
    host.page.advance(3_000)
    expect(host.ids()).toEqual(expected)
  })

  it('restarts the delay at each call, until cancelPendingSurvey cancels it', async () => {
    const { host, surveys } = await openTab([delayed], options)
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

describe('displaySurvey and renderSurvey inside an element', () => {
  const pageWithContainer = () => {
    const page = fakePage({ url: 'https://shop.test/?q0=4' })
    page.setMatches('#here', true)
    return page
  }
  const delayed = survey({ appearance: { surveyPopupDelaySeconds: 3 } })

  it.each<[string, object, number]>([
    ['shows an inline survey after its delay', {}, 3_000],
    ['shows an inline survey at once when it ignores the delay', { ignoreDelay: true }, 0],
  ])('%s', async (_, options, wait) => {
    const { host, surveys } = await openTab([delayed], { ...noAutomaticDisplay, page: pageWithContainer() })
    surveys.displaySurvey('s1', { displayType: 'inline', selector: '#here', ...options })
    await settled()
    host.page.advance(wait)
    expect(host.shown[0]?.options).toMatchObject({ display: 'inline', container: '#here' })
  })

  it('shows an inline survey beside an open popover', async () => {
    const { host, surveys } = await openTab([survey({ id: 'a' }), survey({ id: 'b', type: 'api' })], {
      page: pageWithContainer(),
    })
    surveys.displaySurvey('b', { displayType: 'inline', selector: '#here' })
    await settled()
    expect(host.ids()).toEqual(['a', 'b'])
  })

  it('refuses when the container is missing', async () => {
    const { host, surveys } = await openTab([survey()], noAutomaticDisplay)
    surveys.renderSurvey('s1', '#nowhere')
    surveys.displaySurvey('s1', { displayType: 'inline' })
    await settled()
    expect([host.ids(), reasons(host)]).toEqual([
      [],
      ['survey_not_displayed container', 'survey_not_displayed container'],
    ])
  })

  it('renders a survey that the page passes, without checking conditions', async () => {
    const { host, surveys } = await openTab([], { ...noAutomaticDisplay, page: pageWithContainer() })
    surveys.renderSurvey(survey({ id: 'own', start_date: null }), '#here')
    await settled()
    expect(host.ids()).toEqual(['own'])
  })

  it('prefills answers from the URL once a page when prefillFromUrl is set', async () => {
    const list = [survey({ questions: [rating()] })]
    const { host, surveys } = await openTab(list, {
      settings: { ...noAutomaticDisplay.settings, surveys: { prefillFromUrl: true } },
      page: pageWithContainer(),
    })
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect(host.shown[0]!.session.draft()).toBe(4)
    host.shown[0]!.session.dismiss()
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect(host.shown[0]!.session.draft()).toBeNull()
  })

  it('prefills nothing from the URL when the person changes after a survey was shown (R03)', async () => {
    const list = [survey({ questions: [rating()] }), survey({ id: 'b', questions: [rating()] })]
    const { host, surveys } = await openTab(list, {
      settings: { ...noAutomaticDisplay.settings, surveys: { prefillFromUrl: true } },
      page: pageWithContainer(),
    })
    surveys.renderSurvey('b', '#here')
    await settled()
    expect(host.shown[0]!.session.draft()).toBe(4)
    surveys.reset()
    surveys.renderSurvey('s1', '#here')
    await settled()
    expect(host.shown[0]!.session.draft()).toBeNull()
  })
})
