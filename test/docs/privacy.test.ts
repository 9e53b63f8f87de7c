// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import type { Properties } from '../../src/wire/event'
import { codesIn, readPage, tableOf } from '../support/docs'
import { fakePage } from '../support/fakePage'
import { fakeRuntime } from '../support/fakeRuntime'
import { startClient } from '../support/startClient'
import { questions, survey } from '../support/surveys'
import { openDocsSite } from './docsSite'

afterEach(() => vi.unstubAllGlobals())

const URL_OF_CAMPAIGN =
  'https://shop.test/?utm_source=a&utm_medium=b&utm_campaign=c&utm_content=d&utm_term=e&gclid=f&fbclid=g'

interface SentEvent {
  event: string
  properties: Properties
  $set?: Properties
  $set_once?: Properties
}

/** A name as it is in the table. */
const nameOf = (property: string) =>
  property.replace(/^\$feature\/.*/, '$feature/<flag>').replace(/^(\$survey_response_).*/, '$1<question>')

/** A visit that uses what Earshot has. Returns what has left the page. */
async function visit(config: Partial<Config> = {}, { withList = true, url = URL_OF_CAMPAIGN } = {}) {
  const { runtime, shown } = fakeRuntime()
  const surveys = ['a', 'b'].map(id => survey({ id, questions: questions({}, {}) }))
  const page = fakePage({
    url,
    referrer: 'https://www.google.com/search?q=tea',
    browserInfo: {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
    },
  })
  const started = startClient({
    page,
    runtime,
    config,
    service: { flags: { on: true, off: false }, surveys, ...(!withList && { config: { surveys: true } }) },
  })
  const { client, service, settle } = started
  await settle(1_000)
  client.getFeatureFlag('on')
  shown[0]?.session.answer('x')
  shown[0]?.session.answer('y')
  await settle(1_000)
  shown[0]?.session.answer('x')
  shown[0]?.session.dismiss()
  page.navigate('https://shop.test/next', 'pushState')
  await settle(1_000)
  client.getEarlyAccessFeatures(() => {}, true)
  client.group('company', 'acme', { seats: 5 })
  client.identify('ada', { plan: 'pro' })
  await settle(1_000)
  for (let clicks = 0; clicks < 7; clicks++) client.capture('clicked')
  page.emit('pagehide')
  await settle(2_000)
  const requests = service.state.requests()
  const bodies = requests.map(({ body }) => body as Properties | undefined)
  const events = bodies.flatMap(body =>
    body?.['batch'] ? (body['batch'] as SentEvent[]) : body?.['event'] ? [body as unknown as SentEvent] : [],
  )
  return {
    requests: new Set(requests.map(({ method, path }) => `${method} ${path}`)),
    flagsFields: new Set(
      requests.filter(({ path }) => path === '/flags').flatMap(({ body }) => Object.keys(body as object)),
    ),
    /** All bodies. */
    text: JSON.stringify(bodies),
    events,
    eventNames: new Set(events.map(({ event }) => event)),
    properties: new Set(events.flatMap(({ properties }) => Object.keys(properties).map(nameOf))),
    propertiesOf: (name: string) =>
      new Set(
        events
          .filter(({ event }) => event === name)
          .flatMap(({ properties }) => Object.keys(properties).map(nameOf)),
      ),
  }
}

const everything = visit()

/** The settings of a cell, such as `save_referrer: false`. */
const settingIn = (cell: string): Partial<Config> | undefined => {
  const setting = codesIn(cell).find(code => /^\w+: /.test(code))
  return setting === undefined ? undefined : (new Function(`return {${setting}}`)() as Partial<Config>)
}

const properties = tableOf('privacy', 'Property').map(([names, , without]) => ({
  names: codesIn(names!),
  without: without!,
}))
const events = tableOf('privacy', 'Event').map(([name, own, without]) => ({
  name: codesIn(name!)[0]!,
  // Behind the semicolon is what only some services send.
  own: codesIn(own!.split(';')[0]!),
  without: without!,
}))
const paragraph = readPage('privacy')
  .split('\n\n')
  .find(text => text.startsWith('`identify` and `group` capture'))!

/** A visit whose surveys come from endpoints of their own: the list, and the preview of an author. */
const FROM_OTHER_ENDPOINTS = { withList: false, url: `${URL_OF_CAMPAIGN}&earshot_preview=token` }

describe('the table of requests', () => {
  const rows = tableOf('privacy', 'Request').map(([request, , without]) => ({
    request: codesIn(request!)[0]!,
    without: without!,
  }))
  const toService = rows.filter(({ request }) => request.includes('/'))

  it('lists every request', async () => {
    const made = [await everything, await visit({}, FROM_OTHER_ENDPOINTS)].flatMap(({ requests }) => [
      ...requests,
    ])
    expect(new Set(made)).toEqual(new Set(toService.map(({ request }) => request)))
  })

  it.each(toService.filter(({ without }) => settingIn(without)))(
    'names a setting without which there is no $request',
    async ({ request, without }) => {
      const { requests } = await visit(settingIn(without), FROM_OTHER_ENDPOINTS)
      expect([...requests]).not.toContain(request)
    },
  )
})

describe('the table of the flags request', () => {
  const fields = tableOf('privacy', 'Field').map(([name, , without]) => ({
    name: codesIn(name!)[0]!,
    without: without!,
  }))

  it('lists every field', async () => {
    expect(new Set(fields.map(({ name }) => name))).toEqual((await everything).flagsFields)
  })

  it.each(fields.filter(({ without }) => settingIn(without)))(
    'names a setting without which there is no $name',
    async ({ name, without }) => {
      expect([...(await visit(settingIn(without))).flagsFields]).not.toContain(name)
    },
  )
})

describe('the tables of events', () => {
  it('list every property that a visit sends, and no other', async () => {
    const listed = [
      ...properties.flatMap(({ names }) => names),
      ...events.flatMap(({ own }) => own),
      ...codesIn(paragraph).filter(code => /^\$(?!identify|groupidentify|opt_in)/.test(code)),
    ]
    expect([...(await everything).properties].sort()).toEqual([...new Set(listed)].sort())
  })

  it('list every event that is captured without a call', async () => {
    const own = [...(await everything).eventNames].filter(name => !/identify$|^clicked$/.test(name))
    expect(own.sort()).toEqual(events.map(({ name }) => name).sort())
  })

  it.each(events.filter(({ own }) => own.length > 0))('list what $name alone has', async ({ name, own }) => {
    const sent = await everything
    for (const property of own) expect([...sent.propertiesOf(name)], property).toContain(property)
    for (const property of own) expect([...sent.propertiesOf('clicked')]).not.toContain(property)
  })

  it.each(properties.filter(({ without }) => settingIn(without)))(
    'name a setting without which $names are not sent',
    async ({ names, without }) => {
      const sent = await visit(settingIn(without))
      for (const name of names) expect([...sent.properties]).not.toContain(name)
    },
  )

  it.each(events)('name a setting without which there is no $name', async ({ name, without }) => {
    expect([...(await visit(settingIn(without))).eventNames]).not.toContain(name)
  })

  it('name the properties that property_denylist removes', async () => {
    const denied = properties
      .filter(({ without }) => without.startsWith('`property_denylist`'))
      .flatMap(({ names }) => names)
    expect(denied.length).toBeGreaterThan(20)
    const sent = await visit({ property_denylist: denied })
    for (const name of denied) expect([...sent.properties]).not.toContain(name)
    expect([...sent.eventNames]).toContain('clicked')
  })

  it('name the setting without which no referrer leaves the page, in whatever request (D-524)', async () => {
    expect((await everything).text).toContain('google')
    expect((await visit({ save_referrer: false, person_profiles: 'always' })).text).not.toContain('google')
  })

  it('say which setting keeps person properties', async () => {
    const withPersons = (await everything).events
    expect(withPersons.some(({ $set_once }) => $set_once)).toBe(true)
    const without = await visit({ person_profiles: 'never' })
    expect(without.events.filter(({ $set_once }) => $set_once)).toEqual([])
  })
})

describe('docs/privacy.md', () => {
  it('sends what its settings allow', async () => {
    history.replaceState({}, '', '/orders/42?utm_source=news')
    const site = await openDocsSite()
    await site.run('privacy', '0.ts')
    await expect.poll(site.eventNames).toContain('$pageview')
    const { properties: sent } = (await site.service.state.events())[0]!
    expect(sent['$pathname']).toBe('/orders/id')
    expect(Object.keys(sent).filter(name => /referr|utm_|timezone|user_agent|device_id/.test(name))).toEqual(
      [],
    )
    await site.earshot.shutdown()
  })
})
