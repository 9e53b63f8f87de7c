import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createService, type ServiceOptions } from '../../src/server/index'
import { startClient } from '../support/startClient'
import { survey } from '../support/surveys'

const INTERVAL_MS = 300_000

/** Starts a client behind a relay that changes requests to `/flags` or their replies. */
function behindRelay(relay: { url?(url: string): string; reply?(reply: Record<string, unknown>): object }) {
  const service = createService({ surveys: [survey()] } as ServiceOptions)
  const fetch = async (input: string, init: RequestInit) => {
    if (!input.includes('/flags')) return service.fetch(new Request(input, init))
    const response = await service.fetch(new Request(relay.url?.(input) ?? input, init))
    const reply = (await response.json()) as Record<string, unknown>
    return new Response(JSON.stringify(relay.reply?.(reply) ?? reply))
  }
  return startClient({ service, config: { fetch: fetch as typeof globalThis.fetch } })
}
const idsOf = ({ client }: ReturnType<typeof startClient>) => {
  const ids: string[] = []
  client.getSurveys(surveys => ids.push(...surveys.map(({ id }) => id)))
  return ids
}
const reasons = ({ errors }: ReturnType<typeof startClient>) =>
  errors.map(({ reason }) => reason).filter(reason => reason.includes('config'))

describe('POST /flags behind a relay', () => {
  const relays: [loses: string, relay: Parameters<typeof behindRelay>[0]][] = [
    ['the parameter config', { url: url => url.replace('&config=true', '') }],
    ['the whole query', { url: url => url.replace(/\?.*/, '') }],
    ['the field surveys', { reply: ({ surveys: _, config: __, ...reply }) => reply }],
    ['the type of the field surveys', { reply: ({ config: _, ...reply }) => ({ ...reply, surveys: 'yes' }) }],
    ['the whole reply', { reply: () => ({}) }],
  ]
  it.each(relays)('reports once and requests the list when the relay loses %s (R42)', async (_, relay) => {
    const started = behindRelay(relay)
    await started.settle(1_000)
    expect(idsOf(started)).toEqual(['s1'])
    await started.settle(INTERVAL_MS)
    await started.settle(INTERVAL_MS)
    expect(reasons(started)).toEqual(['config_missing'])
    expect(idsOf(started)).toEqual(['s1'])
  })

  it('reports nothing when the configuration says that there are no surveys (R42)', async () => {
    const started = startClient({ service: { surveys: [] } })
    await started.settle(1_000)
    expect(reasons(started)).toEqual([])
    const paths = (await started.service.state.requests()).map(({ path }) => path)
    expect(paths).not.toContain('/api/surveys/')
  })
})

describe('POST /flags on a page that stays open', () => {
  const requestsOf = async ({ service }: ReturnType<typeof startClient>) =>
    (await service.state.requests())
      .filter(({ path }) => /flags|api/.test(path))
      .map(({ path, query }) => `${path} ${(query as Record<string, string>).config ?? ''}`.trim())

  it('asks for the configuration once an interval, so that new surveys replace old ones (R23)', async () => {
    const started = startClient({ service: { surveys: [survey()] } })
    await started.settle(1_000)
    expect(idsOf(started)).toEqual(['s1'])
    started.service.state.setConfig({ surveys: [survey({ id: 's2' })] })
    await started.settle(INTERVAL_MS)
    expect(idsOf(started)).toEqual(['s2'])
    started.service.state.setConfig({ surveys: [] })
    await started.settle(INTERVAL_MS + 100)
    expect(idsOf(started)).toEqual([])
    expect((await requestsOf(started)).slice(0, 3)).toEqual(Array(3).fill('/flags true'))
  })

  it('requests the list again when the configuration refers to its URL (R23)', async () => {
    const started = startClient({ service: { surveys: [survey()], config: { surveys: true } } })
    await started.settle(1_000)
    await started.service.state.addSurvey(survey({ id: 's2' }) as never)
    await started.settle(INTERVAL_MS)
    expect(idsOf(started)).toEqual(['s1', 's2'])
    expect(await requestsOf(started)).toEqual([
      '/flags true',
      '/api/surveys/',
      '/flags true',
      '/api/surveys/',
    ])
  })

  it('adds no request when the page reloads the flags more often than the interval (R23)', async () => {
    const started = startClient({ service: { surveys: [survey()] } })
    await started.settle(1_000)
    for (let reload = 0; reload < 4; reload++) {
      await started.settle(INTERVAL_MS * 0.6)
      started.client.reloadFeatureFlags()
      await started.settle(100)
    }
    expect(await requestsOf(started)).toEqual([
      '/flags true',
      '/flags',
      '/flags true',
      '/flags',
      '/flags true',
    ])
  })

  it('asks for the configuration again after a refresh that failed (R23)', async () => {
    const started = startClient({ service: { surveys: [survey()] } })
    await started.settle(1_000)
    const restore = started.service.fail({ path: '/flags', status: 500 })
    await started.settle(INTERVAL_MS)
    restore()
    await started.settle(INTERVAL_MS)
    expect((await requestsOf(started)).at(-1)).toBe('/flags true')
  })
})

describe('POST /flags with any reply', () => {
  it('causes no unhandled rejection, which would end a Jest run (R44)', async () => {
    const rejections: unknown[] = []
    const onRejection = (error: unknown) => void rejections.push(error)
    process.on('unhandledRejection', onRejection)
    const field = fc.option(fc.jsonValue(), { nil: undefined })
    const names = ['flags', 'surveys', 'config', 'quotaLimited', 'supportedCompression', 'survey_config']
    const replies = fc.oneof(fc.record(Object.fromEntries(names.map(name => [name, field]))), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(replies, async reply => {
        const fetch = async () => ({ status: 200, json: () => reply })
        const started = startClient({ config: { fetch: fetch as never } })
        await started.settle(2_000)
        await started.client.shutdown()
        expect(rejections).toEqual([])
      }),
      { numRuns: 25 },
    )
    process.off('unhandledRejection', onRejection)
  })

  it('counts as a failure that is repeated when the reply cannot be applied (R44)', async () => {
    const reply = {
      get surveys(): never {
        throw new Error('getter')
      },
    }
    let requests = 0
    const fetch = async (url: string) => {
      if (url.includes('/flags')) requests++
      return { status: 200, json: () => reply }
    }
    const started = startClient({ config: { fetch: fetch as never } })
    await started.settle(1_000)
    expect(started.errors).toContainEqual({
      reason: 'flags',
      detail: { error: 'unknown_error', detail: new Error('getter') },
    })
    await started.settle(INTERVAL_MS)
    expect(requests).toBe(2)
    await started.client.shutdown()
  })
})
