import { createHash } from 'node:crypto'
import { gzipSync, strToU8 } from 'fflate'
import lz from 'lz-string'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Service, ServiceOptions } from '../../src/server/index'
import { createMemoryStore } from '../../src/server/store/memoryStore'
import { createTestService, fetchManagement, post } from '../server/testService'
import { testStore } from '../support/testStore'

const bodyOf = (bytes: number): string => {
  const empty = JSON.stringify({
    api_key: 'phc_demo',
    batch: [{ event: 'a', distinct_id: 'u', properties: { p: '' } }],
  })
  return empty.replace('"p":""', `"p":"${'x'.repeat(bytes - empty.length)}"`)
}

describe('8 request body', () => {
  it('is accepted below 20 MB and refused at 20 MB', async () => {
    const service = createTestService()
    expect((await post(service, '/batch/', bodyOf(20 * 1024 * 1024 - 1))).status).toBe(200)
    const refused = await post(service, '/batch/', bodyOf(20 * 1024 * 1024))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'payload_too_large' })
    expect(await service.state.events()).toHaveLength(1)
  })

  it.each<[string, (text: string) => [string | Uint8Array, string]]>([
    ['as plain text', text => [text, '']],
    ['as gzip', text => [gzipSync(strToU8(text)), '']],
    ['as lz64', text => [lz.compressToBase64(text), '?compression=lz64']],
    ['as base64', text => [btoa(text), '?compression=base64']],
  ])('is refused when its decoded length is above the limit, sent %s', async (_, pack) => {
    const service = createTestService({ maxBodyBytes: 1000 })
    for (const [bytes, status] of [
      [700, 200],
      [1001, 413],
    ] as const) {
      const [body, query] = pack(bodyOf(bytes))
      expect((await post(service, `/batch/${query}`, body, { 'content-type': 'text/plain' })).status).toBe(
        status,
      )
    }
    expect(await service.state.events()).toHaveLength(1)
  })

  it.each<[string, (text: string) => string | Uint8Array]>([
    ['plain', text => text],
    ['gzip', text => gzipSync(strToU8(text))],
  ])('accepts a %s body of exactly maxBodyBytes and refuses one byte more', async (_, pack) => {
    const service = createTestService({ maxBodyBytes: 600 })
    const status = async (bytes: number) => (await post(service, '/batch/', pack(bodyOf(bytes)))).status
    expect([await status(600), await status(601)]).toEqual([200, 413])
  })

  const nested = (levels: number) => `${'{"deep":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`
  it.each([300, 5_000, 400_000])(
    'loses one value, and no event, to a nesting of %i levels (R50)',
    async levels => {
      const service = createTestService({ maxBodyBytes: 20_000_000 })
      const body = `{"api_key":"phc_demo","batch":[
      {"event":"a","distinct_id":"u","properties":{"text":"[{","deep":${nested(levels)},"after":"]\\""}},
      {"event":"b","distinct_id":"u"}]}`
      expect((await post(service, '/batch/', body)).status).toBe(200)
      const [first, second] = await service.state.events()
      expect(first!.properties).toMatchObject({ text: '[{', after: ']"', deep: { deep: [{}] } })
      expect(JSON.stringify(first!.properties).split(/[[{]/).length).toBeLessThan(260)
      expect(second!.event).toBe('b')
    },
  )

  it('is refused when it ends within a deep nesting (R50)', async () => {
    const service = createTestService()
    const body = `{"api_key":"phc_demo","event":"a","distinct_id":"u","properties":{"deep":${'['.repeat(5_000)}`
    for (const end of ['', ']'.repeat(5_000), `${']'.repeat(5_001)}}`])
      expect((await post(service, '/i/v0/e/', body + end)).status).toBe(400)
  })

  it('is refused above 500,000 values, whatever its length (R50)', async () => {
    const service = createTestService()
    const body = (values: number) =>
      `{"api_key":"phc_demo","event":"a","distinct_id":"u","properties":{"text":"${',{'.repeat(600_000)}","list":[${'1,'.repeat(values)}1]}}`
    expect((await post(service, '/i/v0/e/', body(90_000))).status).toBe(200)
    const refused = await post(service, '/i/v0/e/', body(500_000))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'payload_too_large' })
    const survey = `{"name":"s","conditions":{"list":[${'1,'.repeat(500_000)}1]}}`
    expect((await fetchManagement(service, 'POST', '/api/projects/1/surveys/', survey)).status).toBe(413)
  })

  it('of a flags request is refused above 100,000 values at any depth (D-492)', async () => {
    const service = createTestService({ flags: { plain: true } })
    const statusOf = async (values: number) => {
      const deep = { list: Array(values).fill(1) }
      const body = { api_key: 'phc_demo', distinct_id: 'u', person_properties: { deep } }
      return (await post(service, '/flags?v=2', body)).status
    }
    expect([await statusOf(99_000), await statusOf(100_000)]).toEqual([200, 413])
  })

  it('loses an event of more than 100,000 values, and not those beside it (R50)', async () => {
    const service = createTestService()
    const list = Array(100_000).fill(1)
    const events = [{ event: 'a' }, { event: 'b', properties: { list } }, { event: 'c' }]
    const batch = events.map(event => ({ distinct_id: 'u', ...event }))
    expect((await post(service, '/batch/', { api_key: 'phc_demo', batch })).status).toBe(200)
    expect((await service.state.events()).map(({ event }) => event)).toEqual(['a', 'c'])
    expect((await service.state.warnings()).map(({ type }) => type)).toEqual(['event_refused'])
  })

  it('may hold any number of events, and other requests are answered meanwhile (D-558)', async () => {
    const service = createTestService()
    const tiny = (index: number) => `{"event":"a","distinct_id":"u","properties":{"i":${index}}}`
    const items = Array.from({ length: 100_000 }, (_, index) =>
      index % 50 === 0 ? tiny(index) : '{"event":"","a":[]}',
    )
    let isAnswered = false
    const reply = post(service, '/batch/', `{"batch":[${items.join(', ')}],"api_key":"phc_demo"}`).then(
      answer => {
        isAnswered = true
        return answer
      },
    )
    expect((await post(service, '/flags?v=2', { api_key: 'phc_demo', distinct_id: 'u' })).status).toBe(200)
    expect(isAnswered).toBe(false)
    expect((await reply).status).toBe(200)
    const stored = (await service.state.events()).map(({ properties }) => properties['i'])
    expect(stored).toEqual(Array.from({ length: 2_000 }, (_, index) => index * 50))
    expect(await service.state.warnings()).toHaveLength(1000)
  })

  it('with too many values for one pass loses an event of more than 100,000 values alone (D-558)', async () => {
    const service = createTestService()
    const list = (count: number) =>
      `{"event":"${count}","distinct_id":"u","properties":{"list":[${'1,'.repeat(count)}1]}}`
    const items = [90_000, 120_000, ...Array(5).fill(80_000)].map(list)
    const reply = await post(service, '/batch/', `{"api_key":"phc_demo","batch":[${items.join()}]}`)
    expect(reply.status).toBe(200)
    expect((await service.state.events()).map(({ event }) => event)).toEqual([
      '90000',
      ...Array(5).fill('80000'),
    ])
    expect((await service.state.warnings()).map(({ type }) => type)).toEqual(['event_refused'])
  })

  it.each<[string, number[], string]>([
    ['values (R50)', Array(60_000).fill(1), ''],
    ['bytes (D-491)', [1], 'y'.repeat(1_600_000)],
  ])('is stored in several transactions when its events have many %s', async (_, list, text) => {
    const store = testStore() ?? createMemoryStore()
    let transactions = 0
    const counted = {
      ...store,
      transaction: ((...args: Parameters<typeof store.transaction>) => {
        transactions++
        return store.transaction(...args)
      }) as typeof store.transaction,
    }
    const service = createTestService({ store: counted })
    await service.state.flags()
    const transactionsFor = async (properties: object) => {
      const before = transactions
      const event = { event: 'a', distinct_id: 'u', properties }
      await post(service, '/batch/', { api_key: 'phc_demo', batch: Array(8).fill(event) })
      return transactions - before
    }
    expect((await transactionsFor({ list, text })) - (await transactionsFor({}))).toBe(7)
  })

  it('of a flags request may have a deep property (R50)', async () => {
    const service = createTestService({ flags: { plain: true } })
    const body = `{"api_key":"phc_demo","distinct_id":"u","person_properties":{"deep":${nested(5_000)}}}`
    const reply = await post(service, '/flags?v=2', body)
    expect(await reply.json()).toMatchObject({ flags: { plain: { enabled: true } } })
  })

  it('is refused by its Content-Length', async () => {
    const service = createTestService({ maxBodyBytes: 1000 })
    expect((await post(service, '/batch/', bodyOf(500), { 'content-length': '1001' })).status).toBe(413)
  })

  it('is read up to the limit when it is a stream', async () => {
    const service = createTestService({ maxBodyBytes: 1000 })
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => {
        pulled++
        controller.enqueue(new Uint8Array(400))
      },
    })
    const request = new Request('https://a.test/batch/', {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect((await service.fetch(request)).status).toBe(413)
    expect(pulled).toBeLessThan(10)
  })

  it('has the same limit on flags and the management interface', async () => {
    const service = createTestService({ maxBodyBytes: 100 })
    expect((await post(service, '/flags', bodyOf(200))).status).toBe(413)
    const headers = { Authorization: 'Bearer phx_demo' }
    expect((await post(service, '/api/projects/1/surveys/', bodyOf(200), headers)).status).toBe(413)
  })
})

describe('8 body of the management interface', () => {
  const create = (service: Service, body: string) =>
    fetchManagement(service, 'POST', '/api/projects/1/surveys/', body)
  const survey = (description: string, conditions: unknown = null) =>
    JSON.stringify({ name: 's', type: 'popover', questions: [], description, conditions })

  it.each<[string, (size: number) => string, number]>([
    ['2 MB', size => survey('x'.repeat(size)), 2 * 1024 * 1024],
    ['100,000 values', size => survey('', Array(size).fill(1)), 100_000],
  ])('is refused above %s (D-723)', async (_, body, limit) => {
    const service = createTestService()
    expect((await create(service, body(limit))).status).toBe(413)
    expect((await create(service, body(limit - 1000))).status).toBe(201)
  })

  const members = (count: number) => Object.fromEntries(Array(count).fill('x').entries())
  it.each<[string, string, string]>([
    ['has more than 10,000 members', survey('', { list: [members(10_001)] }), 'conditions'],
    [
      'has a member __proto__',
      survey('').replace('[]', '[{"type":"open","question":"q","__proto__":{"a":1}}]'),
      'questions',
    ],
    [
      'has a language of that name',
      survey('').replace('{', '{"translations":{"__proto__":{}},'),
      'translations',
    ],
  ])('is refused when an object in it %s (D-724)', async (_, body, attr) => {
    const service = createTestService()
    const refused = await create(service, body)
    expect([refused.status, await refused.json()]).toMatchObject([400, { attr }])
    expect((await create(service, survey('', members(10_000)))).status).toBe(201)
  })

  it.each<[string, string]>([
    ['a value', JSON.stringify({ name: 's', type: '"'.repeat(100_000) })],
    ['a name', survey('').replace('"name"', `"${'x'.repeat(100_000)}":1,"name"`)],
  ])('has no more than the start of %s in the reply to an error (D-722)', async (_, body) => {
    const reply = await create(createTestService(), body)
    expect(reply.status).toBe(400)
    expect((await reply.text()).length).toBeLessThan(3000)
  })
})

describe('8 events per batch', () => {
  it('have no limit', async () => {
    const service = createTestService()
    const batch = Array.from({ length: 20_000 }, (_, index) => ({
      event: 'a',
      distinct_id: `u${index % 100}`,
    }))
    await post(service, '/batch/', { api_key: 'phc_demo', batch })
    expect(await service.state.events()).toHaveLength(20_000)
  })
})

describe('8 $group_type and $group_key', () => {
  it.each<[string, number, number, number]>([
    ['are stored with 400 characters each', 400, 400, 1],
    ['are dropped when the type has 401 characters', 401, 1, 0],
    ['are dropped when the key has 401 characters', 1, 401, 0],
  ])('%s', async (_, type, key, stored) => {
    const service = createTestService()
    const properties = { $group_type: 't'.repeat(type), $group_key: 'k'.repeat(key), $group_set: {} }
    const response = await post(service, '/i/v0/e/', {
      api_key: 'phc_demo',
      event: '$groupidentify',
      distinct_id: 'u',
      properties,
    })
    expect(response.status).toBe(200)
    expect(await service.state.groups()).toHaveLength(stored)
    expect(await service.state.events()).toHaveLength(stored)
    expect(await service.state.warnings()).toHaveLength(1 - stored)
  })
})

describe('8 event names and distinct ids', () => {
  it('are truncated to 200 characters, where a surrogate pair counts as one', async () => {
    const service = createTestService()
    await post(service, '/i/v0/e/', {
      api_key: 'phc_demo',
      event: 'e'.repeat(300),
      distinct_id: '😀'.repeat(201),
    })
    const [event] = await service.state.events()
    expect(event?.event).toBe('e'.repeat(200))
    expect(event?.distinct_id).toBe('😀'.repeat(200))
  })
})

describe('8 request bodies in progress (D-411)', () => {
  // Twice with 33 kB for each request, nearly one and a half of 170 kB.
  const BODY = new TextEncoder().encode(bodyOf(90_000))
  let senders = 0

  /** Starts a request of another sender each, whose body stops, by default before its last byte, until `finish`. */
  function startUpload(
    service: Pick<Service, 'fetch'>,
    headers: Record<string, string>,
    bytes = BODY,
    arrived = bytes.length - 1,
  ) {
    let finish = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        controller.enqueue(bytes.subarray(0, arrived))
        finish = () => {
          controller.enqueue(bytes.subarray(arrived))
          controller.close()
        }
      },
    })
    // The types of the platform lack `duplex`, which streams need.
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    const request = new Request('http://service.test/batch/', init)
    return { response: service.fetch(request, undefined, { ip: `10.0.0.${senders++}` }), finish }
  }

  it.each([
    ['with their length', { origin: 'https://site.test', 'content-length': String(BODY.length) }],
    ['without a length', { origin: 'https://site.test' }],
  ])(
    'are at most one and a half of the largest size, sent %s',
    async (_, headers: Record<string, string>) => {
      const service = createTestService({ maxBodyBytes: 170_000 })
      const uploads = Array.from({ length: 2 }, () => startUpload(service, headers))
      await new Promise(resolve => setTimeout(resolve))

      const refused = await startUpload(service, headers).response
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      expect(refused.headers.get('access-control-allow-origin')).not.toBeNull()
      expect((await post(service, '/batch/', bodyOf(1000), { 'content-length': '1000' })).status).toBe(200)

      for (const { finish } of uploads) finish()
      for (const { response } of uploads) expect((await response).status).toBe(200)
      const next = startUpload(service, headers)
      next.finish()
      expect((await next.response).status).toBe(200)
      expect(await service.state.events()).toHaveLength(4)
    },
  )

  const largest = new TextEncoder().encode(bodyOf(1_990_000))
  const lengthOf = (bytes: Uint8Array) => ({ 'content-length': String(bytes.length) })
  /** Starts uploads of nearly the largest size, of which so many bytes arrive. */
  async function holdUploads(service: Service, count: number, arrived?: number) {
    const uploads = Array.from({ length: count }, () =>
      startUpload(service, lengthOf(largest), largest, arrived),
    )
    await new Promise(resolve => setTimeout(resolve))
    return uploads
  }

  it('leave room for batches of a twentieth of the largest size (R50)', async () => {
    const service = createTestService({ maxBodyBytes: 2_000_000 })
    const uploads = await holdUploads(service, 1)
    const batch = startUpload(service, lengthOf(BODY))
    batch.finish()
    expect((await batch.response).status).toBe(200)
    expect((await startUpload(service, lengthOf(largest), largest).response).status).toBe(503)
    for (const { finish } of uploads) finish()
    for (const { response } of uploads) expect((await response).status).toBe(200)
  })

  /** Creates a service whose store waits, and returns how many long texts it has parsed so far. */
  function createWaitingService(options: ServiceOptions = {}) {
    const store = createMemoryStore()
    let open = () => {}
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    const transaction: typeof store.transaction = async (...args) => {
      if (isWaiting) await opened
      return store.transaction(...args)
    }
    let isWaiting = false
    const service = createTestService({ ...options, store: { ...store, transaction } })
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    return {
      service,
      open,
      wait: async () => {
        await service.state.flags()
        isWaiting = true
      },
      parsedBodies: () => parse.mock.calls.filter(([text]) => text.length > 100_000).length,
    }
  }
  const event = (fields: object) =>
    JSON.stringify({ api_key: 'phc_demo', event: 'a', distinct_id: 'u', ...fields })
  const pause = () => new Promise(resolve => setTimeout(resolve, 50))

  it.each<[string, string, (json: string) => string | Uint8Array]>([
    ['gzip', '/i/v0/e/', json => gzipSync(strToU8(json))],
    ['lz64', '/i/v0/e/?compression=lz64', json => lz.compressToBase64(json)],
    [
      'gzip as base64 in a form',
      '/e/',
      json => `data=${encodeURIComponent(btoa(String.fromCharCode(...gzipSync(strToU8(json)))))}`,
    ],
  ])('hold one body of %s at a time that is small before it is unpacked (R50)', async (_, path, pack) => {
    const { service, open, wait, parsedBodies } = createWaitingService()
    await wait()
    const body = pack(event({ properties: { text: 'y'.repeat(400_000) } }))
    const replies = Array.from({ length: 5 }, () =>
      post(service, path, body, { 'content-type': 'text/plain' }),
    )
    await vi.waitFor(() => expect(parsedBodies()).toBeGreaterThan(0), 10_000)
    await pause()
    expect(parsedBodies()).toBe(1)
    open()
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(parsedBodies()).toBe(5)
  })

  it('count their bytes as unpacked, until they are answered (R50)', async () => {
    const { service, open, wait } = createWaitingService({ maxBodyBytes: 2_000_000 })
    await wait()
    // Little of the body is stored, so that the turn ends before the answer.
    const send = () => post(service, '/i/v0/e/', gzipSync(strToU8(event({ junk: 'y'.repeat(1_600_000) }))))
    const first = send()
    await pause()
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    open()
    expect((await first).status).toBe(200)
    expect((await send()).status).toBe(200)
  })

  it('have room for a hundred small bodies beside the large ones (D-721)', async () => {
    const service = createTestService({ maxBodyBytes: 1_000_000 })
    const small = new TextEncoder().encode(bodyOf(64 * 1024))
    const uploads = Array.from({ length: 140 }, () => startUpload(service, lengthOf(small), small))
    await pause()
    for (const { finish } of uploads) {
      try {
        finish()
      } catch {
        // The body was refused, and its stream cancelled.
      }
    }
    const statuses = await Promise.all(uploads.map(async ({ response }) => (await response).status))
    const stored = statuses.filter(status => status === 200).length
    expect(stored).toBeGreaterThan(100)
    expect(stored).toBeLessThan(140)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
  })

  it('count as they arrive, not by the length that they announce (R50)', async () => {
    const service = createTestService({ maxBodyBytes: 2_000_000 })
    const uploads = await holdUploads(service, 3, 100)
    const next = startUpload(service, lengthOf(largest), largest)
    next.finish()
    expect((await next.response).status).toBe(200)
    for (const { finish, response } of uploads) {
      finish()
      expect((await response).status).toBe(200)
    }
  })
})

describe('8 large batches (D-807)', () => {
  const EVENTS = 10_000
  const largeBatch = JSON.stringify({
    api_key: 'phc_demo',
    batch: Array.from({ length: EVENTS }, (_, index) => ({
      event: 'imported',
      distinct_id: `u${index % 50}`,
    })),
  })
  /** Returns a text that hardly compresses. */
  const text = (length: number) =>
    Array.from({ length: length / 40 }, (_, index) =>
      createHash('sha256').update(String(index)).digest('base64').slice(0, 40),
    ).join('')
  const pageView = {
    api_key: 'phc_demo',
    batch: [{ event: '$pageview', distinct_id: 'visitor', properties: { text: text(1920) } }],
  }
  const flagsRequest = {
    api_key: 'phc_demo',
    distinct_id: 'visitor',
    person_properties: { text: text(1320) },
  }

  it.each<[string, string | Uint8Array]>([
    ['as text', largeBatch],
    ['as gzip', gzipSync(strToU8(largeBatch))],
  ])('hold up neither page views nor flags requests that come later, sent %s', async (_, batch) => {
    const service = createTestService({ flags: { on: true } })
    const finished: string[] = []
    const send = async (name: string, path: string, body: unknown): Promise<void> => {
      const response = await post(service, path, body)
      expect(response.status).toBe(200)
      await response.text()
      finished.push(name)
    }
    const firstEvent = new Promise<unknown>(resolve => onTestFinished(service.on('event', resolve)))
    const batches = Array.from({ length: 2 }, () => send('batch', '/batch/', batch))
    await firstEvent
    await Promise.all([
      ...batches,
      send('page view', '/batch/', pageView),
      send('packed page view', '/batch/', gzipSync(strToU8(JSON.stringify(pageView)))),
      send('flags', '/flags?v=2', flagsRequest),
      send('flags', '/flags?v=2', flagsRequest),
    ])
    expect(finished.slice(0, 4).sort()).toEqual(['flags', 'flags', 'packed page view', 'page view'])
    expect(finished.slice(4)).toEqual(['batch', 'batch'])
    expect(await service.state.events()).toHaveLength(2 * EVENTS + 2)
  })
})
