import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Survey } from '../../src/wire/survey'
import { type FakeBrowser, fakeBrowser } from '../support/fakeBrowser'
import { visit } from '../support/personVisit'
import { startClient } from '../support/startClient'
import { nextPage, startSession, surveyWith } from '../support/startSession'
import { survey } from '../support/surveys'

const { reduce, entries } = Array.prototype
const restore = () =>
  Object.defineProperties(Array.prototype, { reduce: { value: reduce }, entries: { value: entries } })
afterEach(restore)

describe('a page whose promises have no `finally` (D-686)', () => {
  it('becomes ready, and sends what it captures later too', async () => {
    // The test runner needs it first.
    await undefined
    const own = Object.getOwnPropertyDescriptor(Promise.prototype, 'finally')!
    Reflect.deleteProperty(Promise.prototype, 'finally')
    try {
      const { client, settle, events, errors } = startClient({ config: { capture_pageview: false } })
      let isReady = false
      void client.ready().then(() => {
        isReady = true
      })
      for (const event of ['a', 'b']) {
        client.capture(event)
        await settle(5_000)
      }
      expect([isReady, (await events()).map(({ event }) => event), errors]).toEqual([true, ['a', 'b'], []])
    } finally {
      Object.defineProperty(Promise.prototype, 'finally', own)
    }
  })
})

describe('a page whose library has replaced methods of arrays', () => {
  it('captures and identifies with the `reduce` of Prototype 1.6, which takes no callback (R31, D-668)', async () => {
    const { client, settle, events, errors } = startClient({ config: { capture_pageview: false } })
    await settle()
    Object.defineProperty(Array.prototype, 'reduce', {
      value(this: unknown[]) {
        return this.length > 1 ? this : this[0]
      },
    })
    client.capture('bought', { items: ['pen'] })
    client.people.set('plan', 'pro')
    client.identify('u1')
    restore()
    await settle(5_000)
    expect((await events()).map(({ event }) => event)).toEqual(['bought', '$set', '$identify'])
    expect(errors).toEqual([])
  })

  it('resumes a survey with the `entries` of Prototype, which returns the members alone (R31, D-668)', () => {
    const first = startSession(surveyWith({}, {}))
    first.session.answer('one')
    const host = nextPage(first.host)
    Object.defineProperty(Array.prototype, 'entries', {
      value(this: unknown[]) {
        return [...this]
      },
    })
    const { session } = startSession(surveyWith({}, {}), {}, host)
    restore()
    expect(session.state().index).toBe(1)
  })
})

describe('a page with the `Date.parse` of Datejs, which reads no ISO date (R38, D-823)', () => {
  beforeEach(() => {
    vi.spyOn(Date, 'parse').mockReturnValue(null as never)
  })
  const open = (fields: Partial<Survey>, browser: FakeBrowser = fakeBrowser()) =>
    visit({ browser, service: { surveys: [survey(fields)] } })

  it.each<[string, Partial<Survey>, string[]]>([
    ['no survey that starts next year', { start_date: '2027-06-01T12:00:00Z' }, []],
    ['no survey whose start is no date', { start_date: 'soon' }, []],
    ['no survey that has ended', { end_date: '2025-06-01T12:00:00Z' }, []],
    ['a survey that ends next year', { end_date: '2027-06-01T12:00:00Z' }, ['s1']],
  ])('shows %s', async (_, fields, expected) => {
    expect((await open(fields)).ids()).toEqual(expected)
  })

  it('waits for the date in Retry-After', async () => {
    const { client, page, settle, service, events } = startClient({ config: { capture_pageview: false } })
    await settle()
    const headers = { 'Retry-After': new Date(page.now() + 60_000).toUTCString() }
    service.fail({ path: '/i/v0/e', status: 429, headers, times: 1 })
    client.capture('e')
    await settle(58_000)
    expect(await events()).toEqual([])
    await settle(10_000)
    expect((await events()).map(({ event }) => event)).toEqual(['e'])
  })

  it('shows no survey within its waiting period', async () => {
    const browser = fakeBrowser()
    const first = await open({}, browser)
    first.shown[0]!.session.shown()
    first.shown[0]!.session.dismiss()
    await first.settle(1_000)
    const next = await open({ id: 's2', conditions: { seenSurveyWaitPeriodInDays: 7 } }, browser)
    expect(next.ids()).toEqual([])
  })
})
