import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import nps from '../../src/editor/templates/nps.json'
import { TEMPLATES } from '../../src/editor/templates/templates'
import { clickDisabled } from '../support/clickDisabled'
import { type EditorSite, type OpenEditor, openEditorSite } from '../support/editorSite'
import { waitUntil } from '../support/testSite'

let site: EditorSite
let editor: OpenEditor | undefined
beforeAll(async () => {
  site = await openEditorSite()
})
afterAll(() => site.stop())
afterEach(async () => {
  expect(editor?.errors).toEqual([])
  await editor?.context.close()
})
beforeEach(async () => {
  await site.service.state.reset()
})

interface Stored {
  id: string
  name: string
  start_date: string | null
  end_date: string | null
  archived: boolean
  responses_limit: number | null
  questions: { question: string }[]
}

const stored = async (id: string) => (await site.call('GET', id)).body as Stored
const create = async (fields: object = {}) =>
  (
    await site.call('POST', '', {
      name: 'Feedback',
      type: 'popover',
      questions: [{ type: 'open', question: 'What is missing?' }],
      responses_limit: 100,
      ...fields,
    })
  ).body as Stored

async function open(query: string, options?: Parameters<EditorSite['openEditor']>[1]) {
  editor = await site.openEditor(query, options)
  const { page } = editor
  const bar = page.getByRole('region', { name: 'Publishing' })
  await bar.waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const rename = (name: string) => page.getByLabel('Survey name').fill(name)
  const status = (text: string | RegExp) => bar.getByRole('status').filter({ hasText: text }).waitFor()
  return { ...editor, bar, press, rename, status }
}

describe('the editor with a service', () => {
  it('takes a survey from a template to a launched one that a visitor answers at phone size', async () => {
    const { page, press, status, rename, violations } = await open('')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Empty survey/ })
      .click()
    await rename('Checkout')
    await page.getByRole('button', { name: 'Open text' }).click()
    await page.getByLabel('Question', { exact: true }).fill('What stopped you?')
    await status(/^Saved$/)
    const id = new URL(page.url()).searchParams.get('survey')!
    expect(await stored(id)).toMatchObject({ name: 'Checkout', start_date: null })

    await press('Open on my page')
    await page.getByLabel('URL of the page').fill(`${site.url}/shop`)
    await press('Create link')
    const link = await page.getByLabel('Preview link').inputValue()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')

    const author = await site.openShop(new URL(link).search)
    const preview = author.page.getByRole('dialog')
    await preview.getByText('Preview: answers are not sent').waitFor()
    await preview.getByRole('textbox').fill('nothing')
    await preview.getByRole('button', { name: 'Submit' }).click()
    await preview.getByRole('heading', { name: 'Thank you!' }).waitFor()
    expect(author.errors).toEqual([])

    const early = await site.openShop()
    await early.clock.pass(5_000)
    expect(await early.page.getByRole('dialog').count()).toBe(0)

    await press('Launch')
    expect(await violations()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click()
    await page.getByText('Running', { exact: true }).waitFor()

    const visitor = await site.openShop()
    await visitor.page.getByRole('dialog').getByRole('textbox').fill('shipping')
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    const answers = async () =>
      (await site.service.state.events()).filter(({ event }) => event === 'survey sent')
    expect(await waitUntil(answers, sent => sent.length > 0)).toHaveLength(1)
  })

  it('saves the changed fields of a draft alone', async () => {
    const { id } = await create()
    const { rename, status } = await open(`&survey=${id}`)
    await rename('Feedback of May')
    await status(/^Saved$/)
    expect(
      await waitUntil(
        () => stored(id),
        ({ name }) => name === 'Feedback of May',
      ),
    ).toMatchObject({
      responses_limit: 100,
      questions: [{ question: 'What is missing?' }],
    })
  })

  it('keeps edits in the browser without a connection, and saves them later', async () => {
    const { id } = await create()
    const { page, rename, status, setConnected, press } = await open(`&survey=${id}`)
    setConnected(false)
    await rename('Written in a tunnel')
    await status('Not saved: There is no connection to the service. Your changes are kept in this browser.')
    page.on('dialog', dialog => dialog.accept())
    setConnected(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Written in a tunnel' }).waitFor()
    expect(
      (
        await waitUntil(
          () => stored(id),
          ({ name }) => name !== 'Feedback',
        )
      ).name,
    ).toBe('Written in a tunnel')
    await press('History')
    await page.getByText('Name: from Feedback to Written in a tunnel.').waitFor()
  })

  it('asks before it overwrites what somebody else has saved', async () => {
    const { id } = await create()
    const { page, rename, status, press, violations } = await open(`&survey=${id}`)
    await site.call('PATCH', id, { name: 'Theirs', responses_limit: 50 })
    await rename('Mine')
    await status('somebody else has changed the survey')
    expect((await stored(id)).name).toBe('Theirs')
    await press('Compare')
    await page.getByText('The survey is called "Theirs"').waitFor()
    expect(await violations()).toEqual([])
    await press('Keep mine')
    await status(/^Saved$/)
    expect(await stored(id)).toMatchObject({ name: 'Mine', responses_limit: 50 })
  })

  it('publishes changes of a running survey on request alone, and says what they mean', async () => {
    const { id } = await create({ start_date: '2025-01-01T00:00:00Z' })
    const { page, clock, rename, status, press, violations } = await open(`&survey=${id}`)
    await rename('Renamed')
    await status('Changes are not published')
    await clock.pass(60_000)
    expect((await stored(id)).name).toBe('Feedback')
    await press('Publish changes')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The survey is called "Renamed" in lists').waitFor()
    expect(await violations()).toEqual([])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await status(/^Saved$/)
    expect((await stored(id)).name).toBe('Renamed')
  })

  it('stops, resumes, archives and restores a survey', async () => {
    const { id } = await create({ start_date: '2025-01-01T00:00:00Z' })
    const { page, press, bar } = await open(`&survey=${id}`)
    const state = (name: string) => bar.getByText(name, { exact: true }).waitFor()
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
    await press('Stop')
    await confirm('Stop')
    await state('Stopped')
    await press('Resume')
    await state('Running')
    expect((await stored(id)).end_date).toBeNull()
    await press('Stop')
    await confirm('Stop')
    await state('Stopped')
    await press('Archive')
    await confirm('Archive')
    await state('Archived')
    expect((await stored(id)).archived).toBe(true)
    await press('Restore')
    await state('Stopped')
  })

  it('restores an older version as a new edit', async () => {
    const { id } = await create()
    await site.call('PATCH', id, { name: 'Second' })
    await site.call('PATCH', id, { name: 'Third' })
    const { page, press, violations } = await open(`&survey=${id}`)
    await press('History')
    await page.getByText('Created the survey.').waitFor()
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Restore this version' }).first().click()
    expect(
      (
        await waitUntil(
          () => stored(id),
          ({ name }) => name === 'Second',
        )
      ).name,
    ).toBe('Second')
    await page.getByRole('heading', { name: 'Second' }).waitFor()
  })

  it('blocks a launch with errors, and has warnings confirmed', async () => {
    const { id } = await create({ questions: [{ type: 'link', question: 'Go', link: '' }] })
    const { page, press } = await open(`&survey=${id}`)
    await press('Launch')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText('Errors to correct first')
      .or(dialog.getByText('I have read the warnings'))
      .waitFor()
    await clickDisabled(dialog.getByRole('button', { name: 'Launch' }))
    expect((await stored(id)).start_date).toBeNull()
  })

  it('leads back to the console without a key', async () => {
    const context = await site.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/console/editor.html?project=1`)
    await page.getByText('Sign in to the console in this tab first.').waitFor()
    expect(await page.getByRole('link', { name: 'Back to the console' }).getAttribute('href')).toBe('/')
    await context.close()
  })

  it('opens with the key that the demo writes into the page', async () => {
    const { id } = await create()
    const context = await site.browser.newContext()
    await site.route(context)
    const page = await context.newPage()
    await page.goto(`${site.url}/console/demo.html?project=1&survey=${id}`)
    await page.getByRole('heading', { name: 'Feedback' }).waitFor()
    await context.close()
  })

  it('shows the answers of each branch whole, and names the branches that removing a question changes', async () => {
    const { id } = await create({ questions: nps.questions })
    const { page } = await open(`&survey=${id}`)
    const cut = await page
      .locator('.diagram-label')
      .evaluateAll(labels => labels.map(label => label.scrollWidth > label.clientWidth))
    expect(cut).toEqual([false, false, false])
    await page.locator('.question').nth(1).hover()
    await page.getByRole('button', { name: 'Remove question 2' }).click()
    await page
      .getByText('Answers “Detractors (0 to 6)” of question 1 now lead to the end.', { exact: false })
      .waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await page
      .getByRole('button', { name: /^2.*What disappointed you most/ })
      .first()
      .waitFor()
  })

  // D-639
  it('previews a logo of another host, without a referrer', async () => {
    const { id } = await create()
    const { page, context } = await open(`&survey=${id}`)
    const referrers: (string | undefined)[] = []
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"/>'
    await context.route('https://cdn.example/logo.svg', route => {
      referrers.push(route.request().headers().referer)
      return route.fulfill({ contentType: 'image/svg+xml', body })
    })
    await page.getByRole('tab', { name: 'Style' }).click()
    await page.getByLabel('URL of the logo').fill('https://cdn.example/logo.svg')
    const logo = page.frameLocator('iframe').locator('.logo')
    await expect.poll(() => logo.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(60)
    expect(new Set(referrers)).toEqual(new Set([undefined]))
  })

  it('keeps folded panes for the next survey', async () => {
    const [first, second] = [await create(), await create({ name: 'Second' })]
    const { page, press } = await open(`&survey=${first.id}`)
    await press('Branching pane')
    await page.goto(page.url().replace(first.id, second.id))
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    expect(await page.getByRole('button', { name: 'Branching pane' }).getAttribute('aria-expanded')).toBe(
      'false',
    )
    expect(await page.getByRole('region', { name: 'Branching and findings' }).count()).toBe(0)
  })

  it.each([1280, 390])(
    'shows a picture of each template at %i px, out of reach of the keyboard',
    async width => {
      const { page, violations } = await open('', { viewport: { width, height: 844 } })
      const dialog = page.getByRole('dialog')
      const templates = TEMPLATES.map(({ survey }) => survey)
      await dialog.getByRole('button', { name: 'Net Promoter Score' }).getByText('4 questions').waitFor()
      const titles = dialog.locator('.survey-picture h2')
      expect(await titles.allTextContents()).toEqual(templates.map(({ questions }) => questions[0]!.question))
      const isInside = await dialog.locator('.templates li').evaluateAll(items =>
        items.map(item => {
          const card = item.querySelector('.earshot-survey')?.getBoundingClientRect()
          const { left, right, top } = item.getBoundingClientRect()
          return !card || (card.left >= left && card.right <= right && card.top >= top)
        }),
      )
      expect(isInside).not.toContain(false)
      await dialog.getByRole('button', { name: 'Close' }).first().focus()
      const stops: (string | undefined)[] = []
      for (const _ of templates) {
        await page.keyboard.press('Tab')
        stops.push(
          await page.evaluate(() => document.activeElement?.querySelector('strong')?.textContent ?? ''),
        )
      }
      expect(stops).toEqual(templates.map(({ name }) => name))
      expect(await violations()).toEqual([])
      await dialog.locator('.survey-picture').first().click({ force: true })
      await page.getByRole('heading', { name: 'Net Promoter Score' }).waitFor()
    },
  )

  it.each([1280, 390])('fits a viewport of %i px, and passes axe', async width => {
    const { id } = await create({ start_date: '2025-01-01T00:00:00Z' })
    const { page, violations, rename, status } = await open(`&survey=${id}`, {
      viewport: { width, height: 844 },
      reducedMotion: 'reduce',
    })
    await rename('Renamed')
    await status('Changes are not published')
    expect(await violations()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})
