import { describe, expect, it } from 'vitest'
import type { Survey } from '../../../src/wire/survey'
import { settled } from '../../support/fakeHost'
import { fakePage } from '../../support/fakePage'
import { questions, survey } from '../../support/surveys'
import { openTab } from '../../support/tab'

const tab = (given: Partial<Survey> = {}) =>
  survey({ type: 'widget', appearance: { widgetType: 'tab' }, ...given })
const button = (given: Partial<Survey> = {}) =>
  survey({ type: 'widget', appearance: { widgetType: 'selector', widgetSelector: '#help' }, ...given })

describe('a selector that is none', () => {
  it('is reported once, and keeps no other survey from showing', async () => {
    const page = fakePage()
    const { onClick } = page
    page.onClick = (selector, run) => {
      if (selector === '#[') throw new SyntaxError('no selector')
      return onClick(selector, run)
    }
    const broken = button({ id: 'broken', appearance: { widgetType: 'selector', widgetSelector: '#[' } })
    const { host, surveys } = await openTab([broken, tab({ id: 'b' }), survey({ id: 'c' })], { page })
    surveys.onFlags()
    expect([host.tabs(), host.ids()]).toEqual([['b'], ['c']])
    expect(host.errors).toEqual([{ reason: 'survey_condition_invalid', detail: { id: 'broken' } }])
  })
})

describe('tabs', () => {
  it('are no display; a click is, and takes the focus along', async () => {
    const { host } = await openTab([tab()])
    expect([host.tabs(), host.ids(), host.events]).toEqual([['s1'], [], []])
    host.clickTab('s1')
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
    expect(host.shown[0]!.options).toMatchObject({ display: 'popover', opened: true })
  })

  it('open beside each other and beside a popover, and none closes another', async () => {
    const { host } = await openTab([tab({ id: 'a' }), tab({ id: 'b' }), survey({ id: 'c' })])
    host.clickTab('a')
    host.clickTab('b')
    expect(host.ids()).toEqual(['c', 'a', 'b'])
    host.shown[1]!.session.submit('text')
    expect([host.ids(), host.tabs()]).toEqual([['c', 'b'], ['b']])
    host.shown[1]!.session.dismiss()
    expect([host.ids(), host.tabs()]).toEqual([['c'], []])
  })

  it('close at a second click, and go on at a third, without a second "shown"', async () => {
    const { host } = await openTab([tab({ questions: questions({}, {}) })])
    host.clickTab('s1')
    host.shown[0]!.session.submit('one')
    host.clickTab('s1')
    expect(host.ids()).toEqual([])
    host.clickTab('s1')
    expect([host.shown[0]!.session.state().index, host.names()]).toEqual([1, ['survey shown']])
  })

  it('always: stay after an answer, and open afresh', async () => {
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

  it('go with their page, and come back with it', async () => {
    const page = fakePage({ url: 'https://shop.test/here' })
    const { host } = await openTab([tab({ conditions: { url: '/here' } })], { page })
    page.navigate('/there')
    expect(host.tabs()).toEqual([])
    page.navigate('/here')
    expect(host.tabs()).toEqual(['s1'])
  })

  it('become those of a newer list, and stay where the list is the same', async () => {
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

  it('the older kind "button" draws nothing', async () => {
    const { host } = await openTab([tab({ appearance: { widgetType: 'button' } })])
    expect(host.tabs()).toEqual([])
  })
})

describe('elements of the page', () => {
  it('open a survey when they are clicked', async () => {
    const { host } = await openTab([button()])
    expect(host.page.click('#help')).toBe(1)
    expect(host.ids()).toEqual(['s1'])
  })

  it('do nothing any more once the survey is done', async () => {
    const { host } = await openTab([button()])
    host.page.click('#help')
    host.shown[0]!.session.dismiss()
    expect(host.page.click('#help')).toBe(0)
  })

  it('keep an open survey until it is closed, whatever becomes of its conditions', async () => {
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

  it('are nothing without a selector', async () => {
    const { host } = await openTab([button({ appearance: { widgetType: 'selector' } })])
    expect(host.errors).toEqual([])
  })
})

describe('7.1 the event of the page that shows a widget', () => {
  it.each([
    ['a tab', tab()],
    ['an element of the page, also where that is not there', button()],
  ])('opens the survey of %s with the focus in it, and closes it again', async (_, widget) => {
    const { host } = await openTab([widget, tab({ id: 'other' })])
    host.toggleWidget('s1')
    expect([host.ids(), host.names()]).toEqual([['s1'], ['survey shown']])
    expect(host.shown[0]!.options).toMatchObject({ display: 'popover', opened: true })
    host.toggleWidget('s1')
    expect(host.ids()).toEqual([])
  })

  it('opens nothing else: no popover, no unknown survey, no widget that may not show or is done', async () => {
    const { host, surveys } = await openTab([
      tab(),
      survey({ id: 'popover', start_date: null }),
      tab({ id: 'draft', start_date: null }),
    ])
    for (const id of ['popover', 'draft', 'nobody', undefined]) host.toggleWidget(id)
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
