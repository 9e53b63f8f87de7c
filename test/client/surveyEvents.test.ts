import { describe, expect, it } from 'vitest'
import type { Survey } from '../../src/wire/survey'
import { visit } from '../support/personVisit'
import { startClient } from '../support/startClient'
import { survey } from '../support/surveys'

describe('capture of survey events by the page', () => {
  it.each([
    ['survey sent', { $survey_id: 's1' }, { '$survey_responded/s1': true }],
    ['survey dismissed', { $survey_id: 's1', $survey_iteration: 2 }, { '$survey_dismissed/s1/2': true }],
    ['survey shown', { $survey_id: 's1' }, undefined],
    ['signed up', { $survey_id: 's1' }, undefined],
  ])('adds to %s with %j the person properties %j', (event, properties, mark) => {
    const { client } = startClient()
    expect(client.capture(event, properties)?.$set).toEqual(mark)
  })

  it('does not reload the flags', async () => {
    const { client, settle, service } = startClient()
    await settle(1_000)
    const flagsRequests = () => service.state.requests().filter(({ path }) => path === '/flags').length
    const before = flagsRequests()
    client.capture('survey shown', { $survey_id: 's1' }, { $set: { $survey_last_seen_date: 'now' } })
    await settle(1_000)
    expect(flagsRequests()).toBe(before)
    client.capture('signed up', {}, { $set: { plan: 'pro' } })
    await settle(1_000)
    expect(flagsRequests()).toBe(before + 1)
  })
})

describe('max_surveys_per_session', () => {
  const start = (max: number, surveys: Survey[]) =>
    visit({
      service: { surveys },
      config: { capture_pageview: false, max_surveys_per_session: max },
    })

  it('counts the survey whose first event begins the session (D-131)', async () => {
    const page = await start(1, [survey(), survey({ id: 's2' })])
    expect(page.ids()).toEqual(['s1'])
    page.shown[0]!.session.dismiss()
    await page.settle(1_000)
    expect(page.ids()).toEqual([])
  })

  it('begins no session of a visitor without an identity (D-131)', async () => {
    const page = await visit({
      service: { surveys: [survey(), survey({ id: 's2' })] },
      config: { cookieless_mode: 'always', max_surveys_per_session: 1 },
    })
    expect(page.ids()).toEqual(['s1'])
    expect(page.client.get_session_id()).toBe('')
    page.shown[0]!.session.dismiss()
    await page.settle(1_000)
    expect(page.ids()).toEqual([])
  })

  it('counts the survey whose first event ends a pause in the session that follows (D-131)', async () => {
    const later = ['s2', 's3', 's4'].map(id => survey({ id, conditions: { url: 'later' } }))
    const page = await start(2, [survey(), ...later])
    page.shown[0]!.session.dismiss()
    await page.settle(3_600_000)
    page.page.navigate('https://shop.test/later')
    const seen: string[][] = []
    for (let closed = 0; closed < 3; closed++) {
      await page.settle(1_000)
      seen.push(page.ids())
      page.shown[0]?.session.dismiss()
    }
    expect(seen).toEqual([['s2'], ['s3'], []])
  })
})
