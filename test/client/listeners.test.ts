import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import type { Survey } from '../../src/wire/survey'
import { bodiesOf, eventsOf, finish, type PersonVisit, visit } from '../support/personVisit'
import { open, single, survey } from '../support/surveys'

const LOGGED_IN: Partial<Config> = { bootstrap: { distinctID: 'a', isIdentifiedID: true } }

const exposuresOf = async (page: PersonVisit) =>
  (await page.events()).filter(({ event }) => event === '$feature_flag_called')

describe('a page that calls the client for each event (D-434)', () => {
  it.each<[string, (page: PersonVisit) => void]>([
    ['a listener', ({ client }) => void client.on('eventCaptured', () => client.getFeatureFlag('beta'))],
    [
      'before_send',
      ({ client }) =>
        client.set_config({
          before_send(event) {
            client.isFeatureEnabled('beta')
            return event
          },
        }),
    ],
  ])('reports the exposure of a flag that %s reads once', async (_, subscribe) => {
    const page = await visit()
    subscribe(page)
    page.client.capture('e')
    await page.settle(5_000)
    expect(await exposuresOf(page)).toHaveLength(1)
    expect((await page.events()).filter(({ event }) => event === 'e')).toHaveLength(1)
  })

  it('reports each flag once when the listener of an exposure reads another flag', async () => {
    const page = await visit()
    page.client.on('eventCaptured', ({ event }) => {
      if (event === '$feature_flag_called') page.client.getFeatureFlag('other')
    })
    for (const key of ['beta', 'other', 'beta']) page.client.getFeatureFlag(key)
    await page.settle(5_000)
    expect(await exposuresOf(page)).toHaveLength(2)
  })

  it('reports the exposure of a person whom the listener of an exposure logs in', async () => {
    const page = await visit({ config: LOGGED_IN })
    page.client.on('eventCaptured', ({ event, distinct_id }) => {
      if (event === '$feature_flag_called' && distinct_id === 'a') page.client.identify('b')
    })
    page.client.getFeatureFlag('beta')
    await page.settle(5_000)
    page.client.getFeatureFlag('beta')
    await page.settle(5_000)
    expect((await exposuresOf(page)).map(({ distinct_id }) => distinct_id)).toEqual(['a', 'b'])
  })

  it('reports an exposure at the next read when it could not be captured', async () => {
    const page = await visit({ config: { before_send: () => null } })
    page.client.getFeatureFlag('beta')
    page.client.set_config({ before_send: [] })
    page.client.getFeatureFlag('beta')
    await page.settle(5_000)
    expect(await exposuresOf(page)).toHaveLength(1)
  })

  it.each<[string, (page: PersonVisit) => void]>([
    ['setPersonProperties', ({ client }) => client.setPersonProperties({ plan: 'of a' })],
    ['unsetPersonProperties', ({ client }) => client.unsetPersonProperties('plan')],
  ])('keeps the properties of a and b apart when the listener of %s logs b in', async (_, act) => {
    const page = await visit({ config: LOGGED_IN })
    page.client.on('eventCaptured', ({ event }) => {
      if (event !== '$set' || page.client.get_distinct_id() === 'b') return
      page.client.identify('b')
      page.client.setPersonPropertiesForFlags({ plan: 'of b' })
    })
    act(page)
    page.client.reloadFeatureFlags()
    await page.settle(5_000)
    expect(page.client.get_property('$stored_person_properties')).toMatchObject({ plan: 'of b' })
    expect(bodiesOf(page, 'b')).not.toContain('of a')
  })
})

describe('a hook or listener that logs b in for an event of a (D-613)', () => {
  const conditions = { events: { values: [{ name: 'paid' }] } }

  /** Starts a page of `a`, on which `before_send` logs `b` in for the first event of a name. */
  async function logInBefore(name: string, surveys: Survey[] = []) {
    const page = await visit({ service: { surveys }, config: LOGGED_IN })
    page.client.set_config({
      before_send(event) {
        if (event.event === name && event.distinct_id === 'a') page.client.identify('b')
        return event
      },
    })
    return page
  }

  it.each<[string, (page: PersonVisit) => void]>([
    ['survey sent', ({ shown }) => void shown[0]!.session.answer('text of a')],
    ['survey dismissed', ({ shown }) => shown[0]!.session.dismiss()],
  ])('takes the answer of b when it is called for %s', async (event, end) => {
    const page = await logInBefore(event, [survey()])
    end(page)
    await page.settle(5_000)
    expect(page.ids()).toEqual(['s1'])
    finish(page)
    await page.settle(5_000)
    expect(await eventsOf(page, 'b')).toContain('text of b')
    expect(await eventsOf(page, 'b')).not.toContain('of a')
  })

  it('shows b no survey that an event of a has triggered', async () => {
    const page = await logInBefore('paid', [survey({ conditions })])
    page.client.capture('paid')
    await page.settle(5_000)
    expect(page.ids()).toEqual([])
    page.client.capture('paid')
    await page.settle(5_000)
    expect(page.ids()).toEqual(['s1'])
  })

  it('shows the survey when its anonymous visitor has become b', async () => {
    const page = await visit({ service: { surveys: [survey({ conditions })] } })
    page.client.set_config({
      before_send(event) {
        if (event.event === 'paid') page.client.identify('b')
        return event
      },
    })
    page.client.capture('paid')
    await page.settle(5_000)
    expect(page.ids()).toEqual(['s1'])
  })

  it('gives b no flag of a feature that a enrolls in', async () => {
    const page = await visit({ config: LOGGED_IN })
    page.client.on('eventCaptured', ({ event }) => {
      if (event === '$feature_enrollment_update') page.client.identify('b')
    })
    page.client.updateEarlyAccessFeatureEnrollment('beta', true)
    expect(page.client.getFeatureFlag('beta')).toBeUndefined()
  })

  it('closes the session whose initial responses are those of a', async () => {
    const asked = survey({
      type: 'api',
      enable_partial_responses: true,
      questions: [single({ choices: ['of a', 'other'], skipSubmitButton: true }), open()],
    })
    const page = await visit({ service: { surveys: [asked] }, config: LOGGED_IN })
    page.client.on('survey:sent', () => page.client.identify('b'))
    const session = await page.client.startSession('s1', { initialResponses: { 0: 'of a' } })
    expect(page.client.get_distinct_id()).toBe('b')
    expect(session!.state().page).toBe('closed')
    session!.answer('text of b')
    await page.settle(5_000)
    expect(await eventsOf(page, 'b')).not.toContain('of a')
  })
})
