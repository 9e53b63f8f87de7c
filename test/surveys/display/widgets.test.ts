import { describe, expect, it } from 'vitest'
import type { Survey } from '../../../src/wire/survey'
import { settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const tab = (fields: Partial<Survey> = {}) =>
  survey({ type: 'widget', appearance: { widgetType: 'tab' }, ...fields })
const button = (fields: Partial<Survey> = {}) =>
  survey({ type: 'widget', appearance: { widgetType: 'selector', widgetSelector: '#help' }, ...fields })

describe('createWidgets', () => {
  it('reports an invalid selector once, and shows the other surveys', async () => {
    const page = fakePage()
    const { onClick } = page
    page.onClick = (selector, listener) => {
      if (selector === '#[') throw new SyntaxError('invalid selector')
      return onClick(selector, listener)
    }
    const broken = button({ id: 'broken', appearance: { widgetType: 'selector', widgetSelector: '#[' } })
    const { host, surveys } = await openTab([broken, tab({ id: 'b' }), survey({ id: 'c' })], { page })
    surveys.onFlags()
    expect([host.tabs(), host.ids()]).toEqual([['b'], ['c']])
    expect(host.errors).toEqual([{ reason: 'survey_condition_invalid', detail: { id: 'broken' } }])
  })
})

describe('createWidgets: tabs', () => {
  it('captures `survey shown` when a tab is clicked, not when it is drawn, and moves the focus', async () => {
    const { host } = await openTab([tab()])
    expect([host.tabs(), host.ids(), host.events]).toEqual([['s1'], [], []])
    host.clickTab('s1')
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
    expect(host.shown[0]!.options).toMatchObject({ display: 'popover', opened: true })
  })

  it('opens several widgets beside each other and beside a popover', async () => {
    const { host } = await openTab([tab({ id: 'a' }), tab({ id: 'b' }), survey({ id: 'c' })])
    host.clickTab('a')
    host.clickTab('b')
    expect(host.ids()).toEqual(['c', 'a', 'b'])
    host.shown[1]!.session.submit('text')
    expect([host.ids(), host.tabs()]).toEqual([['c', 'b'], ['b']])
    host.shown[1]!.session.dismiss()
    expect([host.ids(), host.tabs()]).toEqual([['c'], []])
  })

  it('hides a survey at the second click of its tab and resumes it at the third, without another `survey shown`', async () => {
    const { host } = await openTab([tab({ questions: questions({}, {}) })])
    host.clickTab('s1')
    host.shown[0]!.session.submit('one')
    host.clickTab('s1')
    expect(host.ids()).toEqual([])
    host.clickTab('s1')
    expect([host.shown[0]!.session.state().index, host.names()]).toEqual([1, ['survey shown']])
  })

  it('keeps the tab of an `always` survey after an answer, and starts a new session at the next click', async () => {
    const { host } = await openTab([tab({ schedule: 'always' })])
    for (let round = 0; round < 2; round++) {
      host.clickTab('s1')
      host.shown[0]!.session.submit('text')
    }
    expect(host.tabs()).toEqual(['s1'])
    expect(host.names()).toEqual(['survey shown', 'survey sent', 'survey shown', 'survey sent'])
    const ids = host.events
      .filter(({ event }) => event === 'survey sent')
      .map(e => e.properties.$survey_submission_id)
    expect(new Set(ids).size).toBe(2)
  })

  it('removes a tab when the URL stops matching, and draws it again when it matches', async () => {
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab([tab({ conditions: { url: '/here' } })], { page })
    page.navigate('/there')
    expect(host.tabs()).toEqual([])
    page.navigate('/here')
    expect(host.tabs()).toEqual(['s1'])
  })

  it('redraws a tab when a newer list changes its survey, and keeps it when the list is the same', async () => {
    const { host, surveys } = await openTab([tab({ name: 'old' })])
    surveys.receive([tab({ name: 'old' })])
    expect([host.tabs(), host.tabsDrawn()]).toEqual([['s1'], 1])
    surveys.receive([tab({ name: 'new' })])
    host.clickTab('s1')
    expect([host.tabs(), host.tabsDrawn(), host.events[0]!.properties.$survey_name]).toEqual([
      ['s1'],
      2,
      'new',
    ])
  })

  it('draws nothing for the legacy widget type `button`', async () => {
    const { host } = await openTab([tab({ appearance: { widgetType: 'button' } })])
    expect(host.tabs()).toEqual([])
  })
})

describe('createWidgets: elements of the page', () => {
  it('opens a survey when an element that matches its selector is clicked', async () => {
    const { host } = await openTab([button()])
    expect(host.page.click('#help')).toBe(1)
    expect(host.ids()).toEqual(['s1'])
  })

  it('stops listening for clicks when the survey is finished', async () => {
    const { host } = await openTab([button()])
    host.page.click('#help')
    host.shown[0]!.session.dismiss()
    expect(host.page.click('#help')).toBe(0)
  })

  it('keeps an open survey until it is closed, also when its conditions stop passing', async () => {
    const page = fakePage()
    page.setMatches('.x', true)
    const { host } = await openTab([button({ conditions: { selector: '.x' } })], { page })
    page.click('#help')
    page.setMatches('.x', false)
    expect(host.ids()).toEqual(['s1'])
    host.shown[0]!.session.dismiss()
    await settled()
    expect(page.click('#help')).toBe(0)
  })

  it('ignores a widget without a selector', async () => {
    const { host } = await openTab([button({ appearance: { widgetType: 'selector' } })])
    expect(host.errors).toEqual([])
  })
})

describe('createWidgets: ph:show_survey_widget', () => {
  it.each([
    ['a tab', tab()],
    ['an element of the page that is missing', button()],
  ])('opens the survey of %s with the focus in it, and hides it at the next event', async (_, widget) => {
    const { host } = await openTab([widget, tab({ id: 'other' })])
    host.toggleWidget('s1')
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
    expect(host.shown[0]!.options).toMatchObject({ display: 'popover', opened: true })
    host.toggleWidget('s1')
    expect(host.ids()).toEqual([])
  })

  it('ignores popovers, unknown surveys, and widgets that may not show or are finished', async () => {
    const { host, surveys } = await openTab([
      tab(),
      survey({ id: 'popover', start_date: null }),
      tab({ id: 'draft', start_date: null }),
    ])
    for (const id of ['popover', 'draft', 'unknown', undefined]) host.toggleWidget(id)
    expect(host.ids()).toEqual([])
    host.toggleWidget('s1')
    host.shown[0]!.session.dismiss()
    host.toggleWidget('s1')
    expect(host.ids()).toEqual([])
    surveys.receive([tab({ id: 'next' })])
    surveys.stop()
    host.toggleWidget('next')
    expect(host.ids()).toEqual([])
  })
})
