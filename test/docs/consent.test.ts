// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/client/api'
import { codesIn, tableOf } from '../support/docs'
import { fakeRuntime } from '../support/fakeRuntime'
import { startClient, TOKEN } from '../support/startClient'
import { questions, survey } from '../support/surveys'
import { openDocsSite } from './docsSite'

afterEach(() => vi.unstubAllGlobals())

describe('docs/consent.md', () => {
  it('asks first: nothing is stored or sent before the visitor accepts, and no event after a refusal', async () => {
    document.body.innerHTML = '<button id="accept"></button><button id="refuse"></button>'
    const site = await openDocsSite()
    await site.run('consent', '0.ts')
    await site.earshot.ready()
    expect(site.service.state.requests()).toEqual([])
    expect([{ ...localStorage }, document.cookie]).toEqual([{}, ''])
    document.querySelector<HTMLElement>('#accept')!.click()
    await expect.poll(site.eventNames).toContain('$pageview')
    document.querySelector<HTMLElement>('#refuse')!.click()
    site.earshot.capture('late')
    await site.earshot.flush()
    expect(await site.eventNames()).not.toContain('late')
    expect({ ...localStorage }).toEqual({ __ph_opt_in_out_phc_your_project_key: '0' })
    await site.earshot.shutdown()
  })
})

/** Key and store of a row, as it is in the table. */
const rowOf = (store: string, key: string) =>
  `${store} ${key
    .replace(TOKEN, '<key>')
    .replace(/_out_[^_]+_.*/, '_out_<tab>_<name>')
    .replace(/^(seenSurvey|inProgressSurvey|surveyTrigger)_.*/, '$1_<id>')
    .replace(/^surveysShown_.*/, 'surveysShown_<session>')}`

/** A visit that makes the client write all that it ever writes. */
async function visit(config: Partial<Config> = {}) {
  const { runtime, shown } = fakeRuntime()
  const after = (name: string) => ({ events: { values: [{ name }] } })
  const surveys = [
    survey({ id: 'unfinished', conditions: after('opened'), questions: questions({}, {}) }),
    survey({ id: 'delayed', conditions: after('ordered'), appearance: { surveyPopupDelaySeconds: 900 } }),
  ]
  // A page that has crashed leaves an event to the next one.
  const crashed = startClient({ config })
  crashed.page.goOffline()
  crashed.client.capture('left')
  crashed.tab.kill()
  const { browser } = crashed
  const started = startClient({
    browser,
    page: { seed: 2 },
    runtime,
    config,
    service: { flags: { on: true }, surveys },
  })
  const { client, tab, service, page } = started
  const seen = new Set<string>()
  const stored = () => [
    ...[...browser.local.entries.keys()].map(key => rowOf('local', key)),
    ...[...browser.cookies.entries.keys()].map(key => rowOf('cookie', key)),
    ...[...tab.session.entries.keys()].map(key => rowOf('session', key)),
  ]
  const settle = async () => {
    await started.settle(2_000)
    page.runIdle()
    for (const row of stored()) seen.add(row)
  }
  client.debug()
  await settle()
  client.opt_in_capturing()
  client.register_for_session({ plan: 'pro' })
  client.capture('opened')
  client.capture('ordered')
  await settle()
  shown[0]?.session.answer('because')
  await settle()
  client.markSurveyAsSeen('another')
  service.fail({ path: '/i/v0/e/', status: 503 })
  client.capture('unsent')
  await settle()
  return { ...started, stored, seen: [...seen].sort() }
}

const rows = tableOf('consent', 'Key').map(([key, store, , , afterRefusal]) => ({
  row: `${store} ${codesIn(key!)[0]}`,
  afterRefusal,
}))

describe('the table of stored keys', () => {
  it('lists every key that the client writes, and no other', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { seen } = await visit()
    expect(rows.map(({ row }) => row).sort()).toEqual(seen)
  })

  it('says what a refusal deletes', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { client, stored } = await visit()
    client.opt_out_capturing()
    expect(
      rows
        .filter(({ afterRefusal }) => afterRefusal === 'kept')
        .map(({ row }) => row)
        .sort(),
    ).toEqual([...new Set(stored())].sort())
  })

  it.each<Partial<Config>>([{ persistence: 'memory' }, { cookieless_mode: 'always' }])(
    'is about nothing but the decision and the debug switch with %o',
    async config => {
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { seen } = await visit(config)
      expect(seen.filter(row => !/earshot_debug|__ph_opt_in_out/.test(row))).toEqual([])
    },
  )
})
