import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBodyBudget } from '../../../src/server/http/createBodyBudget'

/** What any request takes beside its head and its body while it is an upload, and until its answer. */
const REQUEST = 32 * 1024

/** A budget whose reservations are of a sender each. */
function createBudget(maxBodyBytes: number, now?: () => number) {
  const reserve = createBodyBudget(maxBodyBytes, now)
  let count = 0
  return () => reserve(`sender ${count++}`)
}

describe('createBodyBudget (D-411)', () => {
  it('takes no room for a body that is unpacked after its request was aborted', () => {
    const reserve = createBudget(1_000_000)
    for (let count = 0; count < 3; count++) {
      const aborted = reserve()
      expect(aborted.growTo(700_000)).toBe(true)
      aborted.release()
      expect(aborted.growTo(1_000_000)).toBe(true)
      aborted.release()
    }
    const next = reserve()
    expect([next.growTo(1_500_000), next.growTo(1_500_001)]).toEqual([true, false])
  })
})

describe('createBodyBudget with uploads (R50, D-816)', () => {
  /** The budget of large bodies is 1,500,000 bytes. */
  function createUploads() {
    const clock = { now: 0 }
    const reserve = createBudget(1_000_000, () => clock.now)
    const ended: string[] = []
    const start = (name: string, bytes: number) => {
      const body = reserve()
      const hasArrived = body.startUpload(0, () => ended.push(name))
      expect(body.growTo(bytes)).toBe(true)
      return { ...body, hasArrived }
    }
    return { clock, reserve, ended, start }
  }

  it('ends for a large body those that have waited for two seconds, the longest first', () => {
    const { clock, reserve, ended, start } = createUploads()
    const first = start('first', 400_000)
    start('second', 400_000)
    start('third', 400_000)
    clock.now = 1000
    expect(first.growTo(500_000)).toBe(true)
    expect([reserve().growTo(300_000), ended]).toEqual([false, []])
    clock.now = 2000
    expect([reserve().growTo(300_000), ended]).toEqual([true, ['second']])
    expect(first.growTo(700_000)).toBe(true)
    expect([reserve().growTo(300_000), ended]).toEqual([true, ['second', 'third']])
  })

  it('ends none when they do not suffice, and none that has arrived', () => {
    const { clock, reserve, ended, start } = createUploads()
    start('arrived', 1_200_000 - REQUEST).hasArrived()
    start('waits', 200_000 - REQUEST)
    clock.now = 2000
    expect([reserve().growTo(400_000), ended]).toEqual([false, []])
    expect([reserve().growTo(300_000), ended]).toEqual([true, ['waits']])
  })

  it('takes single bytes for no progress', () => {
    const { clock, reserve, ended, start } = createUploads()
    const single = start('single bytes', 700_000)
    const parts = start('parts', 700_000)
    clock.now = 1999
    expect([single.growTo(700_001), parts.growTo(720_000)]).toEqual([true, true])
    clock.now = 2000
    expect([reserve().growTo(200_000), ended]).toEqual([true, ['single bytes']])
  })

  it('gives the room of one that is ended away once, and it cannot grow again', () => {
    const { clock, reserve, ended, start } = createUploads()
    const upload = start('ended', 1_500_000 - REQUEST)
    clock.now = 2000
    const next = reserve()
    expect([next.growTo(1_000_000), ended]).toEqual([true, ['ended']])
    expect(upload.growTo(1_500_001)).toBe(false)
    upload.release()
    expect([reserve().growTo(500_000), reserve().growTo(500_001)]).toEqual([true, false])
  })

  it('ends any for a small body', () => {
    const { ended, start } = createUploads()
    start('large', 1_500_000 - REQUEST)
    for (let count = 0; count < 105; count++) start('small', 64 * 1024)
    expect(ended).toEqual([])
    start('small', 64 * 1024)
    expect(ended).toEqual(['large'])
  })
})

describe('createBodyBudget with several senders (R50, D-835, D-836)', () => {
  const SMALL = 64 * 1024
  /** That of small bodies. */
  const ALL = 2_000_000 + 100 * (SMALL + REQUEST)

  it('leaves room for small bodies and batches of others', () => {
    const reserve = createBodyBudget(20_000_000)
    const countOf = (sender: string, bytes: number) => {
      let count = 0
      while (reserve(`${sender} ${sender === 'flood' ? '' : count}`).growTo(bytes)) count++
      return count
    }
    expect(countOf('flood', SMALL)).toBe(Math.floor(35_000_000 / SMALL))
    expect(countOf('flood', 72_000)).toBe(0)
    expect(countOf('batches', 72_000)).toBe(
      Math.floor((40_000_000 - Math.floor(35_000_000 / SMALL) * SMALL) / 72_000),
    )
    expect(countOf('visitors', SMALL)).toBeGreaterThan(148)
  })

  it('limits a sender with small bodies alone when the largest are small', () => {
    const reserve = createBodyBudget(1_000_000)
    let count = 0
    while (reserve('flood').growTo(SMALL)) count++
    // It leaves as much as it takes, beside the room of senders with few requests.
    expect(count).toBe(Math.floor((ALL - 25 * (SMALL + REQUEST)) / 2 / SMALL))
    while (reserve(`visitor ${count}`).growTo(SMALL)) count++
    expect(count).toBe(Math.floor(ALL / SMALL))
  })

  it.each([7, 14, 40])('leaves room to others beside %i senders with many requests each (D-858)', senders => {
    const reserve = createBodyBudget(20_000_000)
    for (let request = 0; request < 150; request++)
      for (let sender = 0; sender < senders; sender++) reserve(`flood ${sender}`).growTo(REQUEST)
    const countOf = (sender: string) => {
      let count = 0
      while (reserve(sender).growTo(REQUEST)) count++
      return count
    }
    for (let visitor = 0; visitor < 10; visitor++) expect(countOf(`visitor ${visitor}`)).toBeGreaterThan(3)
  })

  it('takes back what a body needs no more, while there is no room for others (D-721)', () => {
    const reserve = createBodyBudget(1_000_000)
    const unpacked = Array.from({ length: 40 }, () => reserve('sender'))
    for (const body of unpacked) expect(body.growTo(SMALL)).toBe(true)
    for (let count = 0; reserve(`other ${count}`).growTo(SMALL); ) count++
    const visitor = reserve('visitor')
    expect(visitor.growTo(SMALL)).toBe(false)
    for (const body of unpacked) expect(body.growTo(1000)).toBe(true)
    expect(visitor.growTo(SMALL)).toBe(true)
  })

  it('forgets what a sender has had', () => {
    const reserve = createBodyBudget(1_000_000)
    const bodies = Array.from({ length: 70 }, () => reserve('sender'))
    for (const body of bodies) expect(body.growTo(SMALL)).toBe(true)
    for (const body of bodies) body.release()
    const other = reserve('other')
    expect(other.growTo(1_000_000)).toBe(true)
    for (let count = 0; count < 12; count++) expect(reserve('other').growTo(SMALL)).toBe(true)
    const left = Math.floor((ALL - 1_000_000) / SMALL) - 12
    for (let count = 0; count < Math.min(left, 50); count++)
      expect(reserve('sender').growTo(SMALL)).toBe(true)
  })

  it('ends no upload of others for the small bodies of a sender who has many', () => {
    const reserve = createBodyBudget(1_000_000)
    const ended: string[] = []
    const visitor = reserve('visitor')
    visitor.startUpload(0, () => ended.push('visitor'))
    expect(visitor.growTo(100)).toBe(true)
    while (reserve('flood').growTo(SMALL)) expect(ended).toEqual([])
    expect(ended).toEqual([])
    for (let count = 0; count < 10_000 && ended.length === 0; count++) reserve(`other ${count}`).growTo(1000)
    expect(ended).toEqual(['visitor'])
  })

  it('counts the head of a request beside its body, from its begin to its answer', () => {
    const reserve = createBodyBudget(1_000_000)
    // With room for one small body.
    const held = Array.from({ length: 104 }, (_, index) => reserve(`sender ${index}`))
    const hasArrived = held.map(body => body.startUpload(80_000, () => {}))
    for (const body of held) expect(body.growTo(0)).toBe(true)
    for (const arrived of hasArrived) arrived()
    expect(reserve('visitor').growTo(SMALL)).toBe(true)
    expect(reserve('visitor').growTo(SMALL)).toBe(false)
    held[0]!.release()
    expect(reserve('visitor').growTo(SMALL)).toBe(true)
  })

  it('holds its limit, and is as empty as at first when all requests have ended, whatever happens', () => {
    const MAX = 1_000_000
    const step = fc.record({
      request: fc.nat(15),
      action: fc.constantFrom('upload', 'without body', 'grow', 'grow', 'arrive', 'release'),
      bytes: fc.oneof(fc.nat(2000), fc.nat(SMALL), fc.nat(MAX)),
      wait: fc.nat(1500),
    })
    /** How many small bodies of three senders have room. */
    const roomOf = (reserve: ReturnType<typeof createBodyBudget>) => {
      let count = 0
      while (reserve(`sender ${count % 3}`).growTo(SMALL)) count++
      return count
    }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), steps => {
        let time = 0
        const reserve = createBodyBudget(MAX, () => time)
        const start = (index: number) => ({
          body: reserve(`sender ${index % 4}`),
          arrive: () => {},
          state: '',
          bytes: 0,
        })
        const requests = Array.from({ length: 16 }, (_, index) => start(index))
        for (const { request: index, action, bytes, wait } of steps) {
          time += wait
          const request = requests[index]!
          const { body, state } = request
          if (action === 'upload' && state === '') {
            const end = () => Object.assign(request, { state: 'ended', bytes: 0 })
            Object.assign(request, { state: 'upload', arrive: body.startUpload(0, end) })
          }
          if (action === 'without body' && state === '' && body.startWithoutBody(0))
            Object.assign(request, { state: 'without body' })
          if (action === 'grow' && state === 'upload' && body.growTo(bytes)) request.bytes = REQUEST + bytes
          if (action === 'arrive') request.arrive()
          if (action === 'release') {
            request.arrive()
            body.release()
            requests[index] = start(index)
          }
          expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(ALL)
        }
        for (const { body, arrive } of requests) {
          arrive()
          body.release()
        }
        expect(roomOf(reserve)).toBe(roomOf(createBodyBudget(MAX)))
      }),
    )
  })
})
