import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleClient } from '../support/browser'
import { open, survey } from '../support/surveys'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

let site: ClientSite
beforeAll(async () => {
  site = await openSite()
  site.setPage('/earshot-surveys.js', { script: await bundleClient('src/surveysChunk.ts', { minify: true }) })
})
beforeEach(() => site.service.state.reset())
afterAll(() => site.stop())

/** Names that a browser reads of descriptors, handlers and options, with values that it refuses or that change what it does. */
const NAMES: Record<string, string> = {
  get: 'function(name) { return this[name] }',
  set: 'function() {}',
  value: '1',
  writable: 'true',
  once: 'true',
  signal: '{}',
  mode: '"none"',
  steal: 'true',
  subtree: '{}',
  attributeOldValue: 'true',
  attributeFilter: '1',
  endings: '"none"',
  timeout: '{}',
  apply: 'function() {}',
  slotAssignment: '"none"',
  behavior: '"none"',
  preventScroll: '{}',
  fill: '"none of them"',
}

describe('a page whose Object.prototype has a name that the browser reads', () => {
  it.each(Object.entries(NAMES))('is captured and shows its survey: %s (R39, D-776)', async (name, value) => {
    await site.service.state.addSurvey(survey({ questions: [open()] }) as never)
    const extension = `<script>Object.prototype[${JSON.stringify(name)}] = ${value}</script>`
    // The page is its own visitor: scripts of the driver would inherit the name as well.
    const visit = `<script type="module">
      const until = async find => { while (!find()) await new Promise(requestAnimationFrame) }
      const card = () => document.querySelector('.earshot-survey')?.shadowRoot.querySelector('textarea')
      history.pushState(null, '', '/one')
      history.pushState(null, '', '/two')
      await until(() => card() && localStorage.getItem('lastSeenSurveyDate'))
      card().value = 'because'
      card().dispatchEvent(new InputEvent('input', { __proto__: null, bubbles: true }))
      card().form.requestSubmit()
      earshot.capture('answered')
      await until(() => !card())
      location.href = '/elsewhere'
    </script>`
    site.setPage('/', { html: pageOf(site.host, {}, extension).replace('</body>', `${visit}</body>`) })
    const { errors } = await openPage(await site.visitor(), site.url)
    const events = await waitUntil(
      () => site.service.state.events(),
      all => all.length >= 7,
    )
    const names = events.map(({ event }) => event).sort()
    expect({ names, errors }).toEqual({
      names: ['$pageleave', '$pageview', '$pageview', '$pageview', 'answered', 'survey sent', 'survey shown'],
      errors: [],
    })
  })
})

/** Settings of a survey that few surveys have. */
const SETTINGS =
  'validation position hideCancelButton optional description display dir skipSubmitButton'.split(' ')

it('draws the same card where all objects inherit settings (R39)', async () => {
  await site.service.state.addSurvey(survey({ questions: [open()] }) as never)
  const extension = `<script>for (const name of ${JSON.stringify(SETTINGS)})
    Object.defineProperty(Object.prototype, name, { value: function () {}, writable: true, configurable: true })</script>`
  site.setPage('/', { html: pageOf(site.host, {}, extension) })
  const { page } = await openPage(await site.visitor(), site.url)
  await page.getByRole('textbox').waitFor()
  const look = await page.locator('.earshot-survey').evaluate(host => {
    const card = host.shadowRoot!.querySelector('.card')!
    const hasClose = card.querySelector('.close') !== null
    return [card.className, card.getAttribute('dir'), hasClose, card.querySelector('textarea')!.ariaRequired]
  })
  expect(look).toEqual(['card popover right', 'ltr', true, 'true'])
})
