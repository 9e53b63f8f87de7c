import { afterEach, describe, expect, it } from 'vitest'
import { optionalNames } from '../support/assignedNames'
import { fakeRuntime } from '../support/fakeRuntime'
import { HOST, startClient } from '../support/startClient'
import { open, single, survey } from '../support/surveys'

/** What JavaScript and the platform read themselves, as in descriptors and in iterators. */
const OF_THE_PLATFORM = /^(get|set|value|done|next|then|toJSON|constructor|toString|valueOf)$/
/** All that an object of ours or of the page may lack, as the types say, and so inherit. */
const NAMES = optionalNames().filter(name => !OF_THE_PLATFORM.test(name))
const NAMES_AT_ONCE = 12
/** Each name may decide something by another type. */
const VALUES: Record<string, unknown> = { 'a text': 'evil', true: true, 'a function': () => 'evil' }

const inherited: string[] = []
function pollute(names: readonly string[], value: unknown): void {
  for (const [position, name] of names.entries()) {
    const enumerable = position % 2 === 0
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true, enumerable })
    inherited.push(name)
  }
}
const clean = () => {
  for (const name of inherited.splice(0)) Reflect.deleteProperty(Object.prototype, name)
}
afterEach(clean)

/** Runs a client through events, flags, a survey and a change of person. Returns what it sent and answered. */
async function run() {
  const requests: string[] = []
  const surveys = [survey({ questions: [open(), single({ optional: true })] })]
  const reply = JSON.stringify({ flags: { beta: { key: 'beta', enabled: true } }, surveys })
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const text = (name: keyof RequestInit) => (Object.hasOwn(init, name) ? JSON.stringify(init[name]) : '')
    requests.push([String(url), text('method'), text('headers'), text('body')].join(' '))
    return { status: 200, redirected: false, headers: new Headers(), json: async () => JSON.parse(reply) }
  }
  const { runtime, shown, ids } = fakeRuntime()
  const { client, settle, errors } = startClient({
    runtime,
    page: { url: 'https://shop.test/', prerendering: false, visible: true, online: true },
    config: { api_host: HOST, fetch: fetch as never, persistence_name: undefined as never },
  })
  await settle(1_000)
  const shownIds = ids()
  for (const answer of ['because', null]) shown[0]?.session.answer(answer)
  client.capture('e', { plan: 'pro' })
  client.capture('e2', null, {})
  client.register({ team: 1 })
  client.group('company', 'acme')
  client.identify('ann')
  await settle(5_000)
  const flags = [
    client.getFeatureFlagResult('beta'),
    client.isFeatureEnabled('none', {}),
    client.getFeatureFlag('evil'),
    client.getAllFeatureFlags(),
  ]
  client.reset()
  client.capture('after')
  await settle(5_000)
  await client.shutdown()
  return JSON.stringify({ requests, flags, shownIds, errors, config: client.config })
}

describe('a page that has extended Object.prototype', () => {
  it('is tried with the names of all optional members', () => {
    expect(NAMES).toEqual(
      expect.arrayContaining([
        'asset_host',
        'before_send',
        'timestamp',
        'distinctID',
        'payload',
        'branching',
      ]),
    )
  })

  it.each(Object.keys(VALUES))(
    'sends and answers the same when objects inherit %s (R39)',
    async kind => {
      const plain = await run()
      const guilty: string[] = []
      // All at once, one would hide another.
      for (let start = 0; start < NAMES.length; start += NAMES_AT_ONCE) {
        const names = NAMES.slice(start, start + NAMES_AT_ONCE)
        pollute(names, VALUES[kind])
        const polluted = await run().catch(String)
        clean()
        if (polluted !== plain) guilty.push(names.join())
      }
      expect(guilty).toEqual([])
    },
    60_000,
  )
})

describe('surveys of the page on a page that has extended Object.prototype', () => {
  it('have no inherited fields (R39)', async () => {
    const definition = {
      id: 's1',
      name: 'Why',
      type: 'api',
      questions: [{ id: 'q', type: 'open', question: 'Why?' }],
    }
    Object.defineProperty(Object.prototype, 'timestamp', { value: 1, configurable: true, writable: true })
    Object.defineProperty(Object.prototype, 'uuid', { value: 1, configurable: true, writable: true })
    const { client } = startClient({ config: { surveys: [definition] as never } })
    const [survey] = (client.config.surveys as object[]) ?? []
    expect([Object.getPrototypeOf(survey), 'timestamp' in survey!]).toEqual([null, false])
  })
})
