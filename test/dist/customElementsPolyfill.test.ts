import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { open, survey } from '../support/surveys'
import { type ClientSite, openPage, openSite, pageOf } from '../support/testSite'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../dist', file), 'utf8')

/** What webcomponents.js makes of the two methods: the last argument is the name of a type extension, and no object. */
const POLYFILL = `<script>
  const { createElement, createElementNS } = Document.prototype
  document.createElement = (tag, type) => {
    const name = type && type.toLowerCase()
    const element = createElement.call(document, tag)
    if (name) element.setAttribute('is', name)
    return element
  }
  document.createElementNS = (namespace, tag, type) =>
    namespace === 'http://www.w3.org/1999/xhtml'
      ? document.createElement(tag, type)
      : createElementNS.call(document, namespace, tag)
</script>`

describe('a page with a polyfill of Custom Elements v0 (D-824)', () => {
  let site: ClientSite
  beforeAll(async () => {
    site = await openSite({ projects: [{ projectKey: 'phc_demo' }] })
    site.setPage('/earshot-surveys.js', { script: read('earshot-surveys.js') })
    await site.service.state.addSurvey(survey({ questions: [open({ question: 'Why?' })] }) as never)
  })
  afterAll(() => site.stop())

  it.each(['earshot.js', 'earshot.full.js'])('shows a survey of %s', async file => {
    site.setPage('/earshot.js', { script: read(file) })
    site.setPage('/', { html: pageOf(site.host, {}, POLYFILL) })
    const { page, errors } = await openPage(await site.visitor(), site.url)
    const card = page.getByRole('dialog')
    await card.getByRole('heading', { name: 'Why?' }).waitFor()
    expect([await card.locator('[is]').count(), errors]).toEqual([0, []])
  })
})
