import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignedNames, attributeNames } from '../support/assignedNames'
import { bundleClient } from '../support/browser'
import { open, survey } from '../support/surveys'
import { type ClientSite, openPage, openSite, pageOf, waitUntil } from '../support/testSite'

/**
 * Names that preact assigns on objects of its own or copies from an element, and the style that the browser then refuses to set.
 * The card is not drawn where one of them is read-only. See D-500.
 */
const EXCEPTIONS = new Set([
  ...attributeNames(),
  ...['children', 'props', 'state', 'context', 'render', 'setState', 'forceUpdate', 'color'],
])
const NAMES = [...assignedNames().filter(name => !EXCEPTIONS.has(name)), 'plan', 'beta', 'key']

let site: ClientSite
beforeAll(async () => {
  site = await openSite({ flags: { beta: true } })
  // As in the build, where elements are made by `h`, which assigns their attributes.
  const preact = createRequire(import.meta.url).resolve('preact')
  site.setPage('/earshot-surveys.js', {
    script: await bundleClient('src/surveysChunk.ts', {
      jsx: 'transform',
      jsxFactory: 'h',
      inject: [preact],
    }),
  })
})
afterAll(() => site.stop())

const defineAll = (descriptor: string) =>
  `for (const name of ${JSON.stringify(NAMES)}) Object.defineProperty(Object.prototype, name, ${descriptor})`

describe('a page whose Object.prototype has read-only properties (R39)', () => {
  it('has names to try', () => {
    expect(NAMES.length).toBeGreaterThan(20)
    expect(NAMES).toEqual(expect.arrayContaining(['lastHandover', 'selectsByKey']))
  })

  it.each([
    ['values', defineAll('{ value: 1 }')],
    ['getters', defineAll('{ get: () => 1 }')],
    ['nothing that can change', 'Object.freeze(Object.prototype)'],
  ])('captures, reads flags and shows a survey when they are %s', async (_, script) => {
    await site.service.state.reset()
    await site.service.state.addSurvey(survey({ questions: [open()] }) as never)
    const capture =
      "earshot.onFeatureFlags(() => earshot.capture('bought', { plan: 'pro', beta: earshot.isFeatureEnabled('beta') }))"
    const html = pageOf(site.host, {}, `<script>${script}</script>`)
    site.setPage('/', { html: html.replace('</body>', `<script>${capture}</script></body>`) })
    const { page, errors } = await openPage(await site.visitor(), site.url)
    await page.getByRole('textbox').fill('because')
    await page.getByRole('button', { name: 'Submit' }).click()
    const events = await waitUntil(
      () => site.service.state.events(),
      stored => stored.some(({ event }) => event === 'survey sent'),
    )
    const propertiesOf = (name: string) => events.find(({ event }) => event === name)?.properties
    expect(propertiesOf('$pageview')).toMatchObject({ title: 'Shop' })
    expect(propertiesOf('bought')).toMatchObject({ plan: 'pro', beta: true, '$feature/beta': true })
    expect(propertiesOf('survey shown')).toBeDefined()
    expect(propertiesOf('survey sent')).toMatchObject({ $survey_response_why: 'because' })
    expect(errors).toEqual([])
  })
})
