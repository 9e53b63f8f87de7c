import { describe, expect, it } from 'vitest'
import type { Config, EarshotClient } from '../../src/client/api'
import type { Survey } from '../../src/wire/survey'
import { eventsOf, finish, type PersonVisit, visit } from '../support/personVisit'
import type { StartOptions } from '../support/startClient'
import { open, survey } from '../support/surveys'

const MAIN = 'ph_phc_demo_posthog'
const LOGGED_IN: Partial<Config> = { bootstrap: { distinctID: 'a', isIdentifiedID: true } }
const twoQuestions = survey({
  questions: [open({ id: 'first' }), open({ id: 'second' })] as Survey['questions'],
})

/** Starts a page whose visitor, `a` by default, has answered the first of two questions. */
async function unfinishedSurvey(options: StartOptions = {}) {
  const page = await visit({ service: { surveys: [twoQuestions] }, config: LOGGED_IN, ...options })
  page.shown[0]!.session.answer('text of a')
  await page.settle(1_000)
  return page
}
/** Finishes the survey of a page, and returns what the service has stored of its visitor. */
async function finished(page: PersonVisit) {
  await page.settle(5_000)
  finish(page)
  await page.settle(5_000)
  return eventsOf(page, page.client.get_distinct_id())
}

describe('an anonymous visitor who has logged in and out elsewhere (D-413)', () => {
  function logInAndOut(client: EarshotClient) {
    client.identify('a')
    client.reset()
  }

  it('leaves no unfinished survey and no flag to a page of the back/forward cache', async () => {
    const first = await unfinishedSurvey({ config: {} })
    const { browser, service, tab } = first
    first.client.updateFlags({ beta: 'of a' })
    first.page.pagehide()
    const second = await visit({ browser, service, tab, page: { seed: 2 } })
    logInAndOut(second.client)
    await second.settle(2_000)
    second.page.pagehide()
    first.page.restore()
    expect(first.client.get_distinct_id()).toBe(second.client.get_distinct_id())
    expect(first.client.getFeatureFlag('beta')).toBeUndefined()
    const sent = await finished(first)
    expect(sent).toContain('text of b')
    expect(sent).not.toContain('of a')
  })

  it('leaves no unfinished survey to a page of this host after another subdomain', async () => {
    const { browser, service, client } = await unfinishedSurvey({ config: {} })
    const $device_id = client.get_property('$device_id')
    await client.shutdown()
    browser.cookies.entries.set(
      MAIN,
      JSON.stringify({ distinct_id: 'y', $device_id, $user_state: 'anonymous' }),
    )
    const next = await visit({ browser, service, page: { seed: 2 } })
    expect(next.client.get_distinct_id()).toBe('y')
    expect(await finished(next)).not.toContain('of a')
  })

  it('keeps the unfinished survey of the stored visitor when a page starts to store', async () => {
    const { browser, service, client } = await unfinishedSurvey({ config: {} })
    const id = client.get_distinct_id()
    await client.shutdown()
    const next = await visit({ browser, service, page: { seed: 2 }, config: { persistence: 'memory' } })
    next.client.set_config({ persistence: 'localStorage+cookie' })
    await next.settle(1_000)
    expect(next.client.get_distinct_id()).toBe(id)
    expect(JSON.stringify([...browser.local.entries])).toContain('text of a')
  })
})
