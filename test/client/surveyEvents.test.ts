import { describe, expect, it } from 'vitest'
import { startClient } from '../support/startClient'

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
