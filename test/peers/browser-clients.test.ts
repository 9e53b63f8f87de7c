// @vitest-environment happy-dom
import type { PostHog } from 'posthog-js'
import LitePostHog from 'posthog-js-lite'
import { describe, expect, it, vi } from 'vitest'
import { createService, type Service } from '../../src/server/index'

/** These clients read the page's `fetch` once, when they load. The service behind it changes with each test. */
let currentService = createService()
const pageFetch: Service['fetch'] = (input, init) => currentService.fetch(input, init)
vi.stubGlobal('fetch', pageFetch)
Object.assign(window, { fetch: pageFetch })

/** Waits until the check passes. The long timeout is for the delays of these clients. */
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })

const eventNames = async (service: Service) => (await service.state.events()).map(event => event.event)

describe('posthog-js against the service', () => {
  const options = {
    flags: { on: true, shape: 'round', 'for-servers': { evaluation_runtime: 'server' as const } },
    surveys: [
      {
        id: 'nps',
        name: 'NPS',
        type: 'popover' as const,
        questions: [{ type: 'open' as const, question: 'Why?' }],
      },
    ],
  }

  async function startClient(service: Service): Promise<PostHog> {
    currentService = service
    const { default: posthog } = await import('posthog-js')
    const client = posthog.init(
      'phc_demo',
      {
        api_host: 'http://service.test',
        disable_external_dependency_loading: true,
        persistence: 'memory',
        request_batching: false,
        autocapture: false,
        capture_pageview: false,
        opt_out_useragent_filter: true,
      },
      `client-${Math.random()}`,
    )
    await eventually(() => expect(client.getFeatureFlag('on', { send_event: false })).toBe(true))
    return client
  }

  it('receives flags and captures $feature_flag_called', async () => {
    const service = createService(options)
    const client = await startClient(service)
    expect(client.getFeatureFlag('shape')).toBe('round')
    await eventually(async () => expect(await eventNames(service)).toContain('$feature_flag_called'))
    const called = (await service.state.events()).find(event => event.event === '$feature_flag_called')
    expect(called?.properties).toMatchObject({ $feature_flag: 'shape', $feature_flag_response: 'round' })
  })

  it('sends events and identities', async () => {
    const service = createService(options)
    const client = await startClient(service)
    client.capture('signup', { plan: 'pro' })
    client.identify('u@example.com', { plan: 'pro' })
    await eventually(async () =>
      expect(await eventNames(service)).toEqual(expect.arrayContaining(['signup', '$identify'])),
    )
    const persons = await service.state.persons()
    const person = persons.find(({ distinct_ids }) => distinct_ids.includes('u@example.com'))
    expect(person).toMatchObject({ is_identified: true, properties: { plan: 'pro' } })
    expect(person?.distinct_ids).toHaveLength(2)
    expect(service.state.requests().map(request => request.encoding)).toContain('gzip')
  })

  it('receives surveys', async () => {
    const client = await startClient(createService(options))
    const surveys = await new Promise<{ id: string }[]>(resolve => client.getSurveys(resolve, true))
    expect(surveys.map(survey => survey.id)).toEqual(['nps'])
  })
})

describe('posthog-js-lite against the service', () => {
  it('receives the flags for an unknown runtime and sends events', async () => {
    const service = createService({ flags: { on: true, 'for-pages': { evaluation_runtime: 'client' } } })
    currentService = service
    const client = new LitePostHog('phc_demo', {
      host: 'http://service.test',
      flushAt: 1,
      persistence: 'memory',
    })
    await eventually(() => expect(client.getFeatureFlag('on')).toBe(true))
    expect(client.getFeatureFlag('for-pages')).toBe(false)
    client.capture('signup')
    await eventually(async () =>
      expect(await eventNames(service)).toEqual(expect.arrayContaining(['$feature_flag_called', 'signup'])),
    )
    await client.shutdown()
  })
})
