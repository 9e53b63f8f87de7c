// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeBlocks } from '../support/docs'
import { openDocsSite } from './docsSite'

afterEach(() => vi.unstubAllGlobals())

describe('the README', () => {
  it('starts the client, captures, identifies, reads a flag and shows a survey', async () => {
    const showNewCheckout = vi.fn()
    vi.stubGlobal('showNewCheckout', showNewCheckout)
    const site = await openDocsSite({
      flags: { 'new-checkout': true },
      surveys: [{ id: 'survey-id', type: 'api', questions: [{ id: 'why', type: 'open', question: 'Why?' }] }],
    })
    await site.run('README', codeBlocks('README').find(({ code }) => code.includes('init('))!.name)
    await expect
      .poll(site.eventNames)
      .toEqual(expect.arrayContaining(['signed up', '$identify', '$feature_flag_called']))
    await expect
      .poll(() => document.querySelector('.earshot-survey')?.shadowRoot?.textContent)
      .toContain('Why?')
    expect(showNewCheckout).toHaveBeenCalled()
    const [signedUp] = (await site.service.state.events()).filter(({ event }) => event === 'signed up')
    expect(signedUp?.properties).toMatchObject({ plan: 'pro' })
    await site.earshot.shutdown()
  })
})
