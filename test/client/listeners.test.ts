import { describe, expect, it } from 'vitest'
import type { Config } from '../../src/client/api'
import { bodiesOf, type PersonVisit, visit } from '../support/personVisit'

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
