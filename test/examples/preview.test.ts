import { readFileSync } from 'node:fs'
import type { Question, Survey } from 'earshot'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import ces from '../../src/editor/templates/ces.json'
import churn from '../../src/editor/templates/churn-reasons.json'
import csat from '../../src/editor/templates/csat.json'
import interest from '../../src/editor/templates/feature-interest.json'
import nps from '../../src/editor/templates/nps.json'
import feedback from '../../src/editor/templates/open-feedback.json'
import fit from '../../src/editor/templates/product-market-fit.json'
import { axeViolations } from '../support/axe'
import {
  type ExampleBrowser,
  focusedName,
  launchExampleBrowser,
  overflowingElements,
  type Visit,
} from '../support/examples'
import { createPhone, PHONE as TOUCH } from '../support/phone'
import { type Author, openPreview } from '../support/previewPage'

let browser: ExampleBrowser
let visit: Visit
beforeAll(async () => {
  browser = await launchExampleBrowser()
})
afterEach(async () => {
  await visit.close()
  expect(visit.errors).toEqual([])
  expect(visit.requests).toEqual([])
})
afterAll(() => browser.close())

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }

interface OpenOptions extends BrowserContextOptions {
  /** For a test that opens other pages, or changes more of the browser than `nextVisit` resets. */
  ownPage?: boolean
}

const open = async ({ ownPage, ...options }: OpenOptions = DESKTOP): Promise<Author> => {
  const settings = { reducedMotion: 'reduce', ...options } as const
  visit = await (ownPage ? browser.newVisit(1, settings) : browser.nextVisit(1, settings))
  return openPreview(visit.page, `${visit.url}/preview/`)
}

/** Returns the violations that axe finds outside of the preview frame. */
const violations = ({ page }: Author) => axeViolations(page, ['iframe'])

/** Writes an NPS survey with three branches, starting from an empty survey, with the keyboard only. */
async function writeNps({ page, tabTo }: Author) {
  const { keyboard } = page
  await tabTo('Templates')
  await keyboard.press('Enter')
  await tabTo(/^Empty survey/)
  await keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name')
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('Quarterly NPS')
  const add = async (type: string, text: string) => {
    await tabTo(type)
    await keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await keyboard.type(text)
  }
  await add('Rating', 'How likely are you to recommend us?')
  await tabTo('Scale')
  await keyboard.type('0 to')
  await add('Open text', 'What went wrong?')
  await tabTo('Next step')
  await keyboard.type('End')
  await add('Open text', 'What would make it better?')
  await tabTo('Next step')
  await keyboard.type('End')
  await add('Open text', 'What do you like best?')
  await tabTo(/^1Rating/, { back: true })
  await keyboard.press('Enter')
  await tabTo('Next step')
  await keyboard.type('Branch')
  for (const [label, target] of [
    [/^Detractors/, '2. '],
    [/^Passives/, '3. '],
    [/^Promoters/, '4. '],
  ] as const) {
    await tabTo(label)
    await keyboard.type(target)
  }
}

describe('keyboard editing', () => {
  it('creates an NPS survey with three branches', async () => {
    const author = await open()
    await writeNps(author)
    const { name, questions } = await author.survey()
    expect(name).toBe('Quarterly NPS')
    expect(questions.map(({ question }) => question)).toEqual([
      'How likely are you to recommend us?',
      'What went wrong?',
      'What would make it better?',
      'What do you like best?',
    ])
    expect(questions.map(({ branching }) => branching)).toEqual([
      { type: 'response_based', responseValues: { detractors: 1, passives: 2, promoters: 3 } },
      { type: 'end' },
      { type: 'end' },
      undefined,
    ])
    expect(questions[0]).toMatchObject({ type: 'rating', scale: 10 })
    await author.findings.getByText('No errors or warnings').waitFor()
  })

  it('moves a question with Alt and an arrow key, and keeps all branch targets', async () => {
    const author = await open()
    const { page, tabTo } = author
    await tabTo(/^2Open text/)
    await page.keyboard.press('Alt+ArrowDown')
    await expect
      .poll(async () => page.evaluate(() => document.activeElement?.textContent))
      .toContain('What disappointed you most?')
    const { questions } = await author.survey()
    expect(questions.map(({ id }) => id)).toEqual(['recommend', 'missing', 'disappointed', 'loved'])
    expect(questions[0]!.branching).toMatchObject({
      responseValues: { detractors: 2, passives: 1, promoters: 3 },
    })
  })

  it('adds, duplicates and removes questions of every type', async () => {
    const author = await open()
    await author.startFrom('Empty survey')
    for (const type of ['Rating', 'Single choice', 'Multiple choice', 'Open text', 'Link']) {
      await author.page.getByRole('button', { name: type, exact: true }).click()
    }
    const item = (number: number) => author.page.locator('.question').nth(number - 1)
    await item(2).hover()
    await item(2).getByRole('button', { name: 'Duplicate question 2' }).click()
    await item(1).hover()
    await item(1).getByRole('button', { name: 'Remove question 1' }).click()
    const { questions } = await author.survey()
    expect(questions.map(({ type }) => type)).toEqual([
      'single_choice',
      'single_choice',
      'multiple_choice',
      'open',
      'link',
    ])
    expect(new Set(questions.map(({ id }) => id)).size).toBe(5)
    await author.findings
      .getByText('The link has no address. The button opens nothing. Enter an address.')
      .waitFor()
  })
})

describe('findings', () => {
  it('shows findings next to their field and focuses the field on click', async () => {
    const author = await open()
    const { page, findings } = author
    await page.getByLabel('Next step').selectOption('End of the survey')
    await findings.getByText('No path leads to this question.').first().waitFor()
    await findings
      .getByRole('group', { name: 'Branching diagram' })
      .getByText('unreachable')
      .first()
      .waitFor()
    await findings
      .getByRole('button', { name: /Question 3/ })
      .last()
      .click()
    const form = page.getByRole('listitem').filter({ hasText: '3Open text' })
    await form.getByText('No path leads to this question.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await findings.getByText('No errors or warnings').waitFor()
  })

  it('reports colours with too little contrast, with their ratio', async () => {
    const author = await open()
    const { page } = author
    await author.openTab('Style')
    await page.locator('#appearance\\.backgroundColor').fill('#ffffff')
    await page.locator('#appearance\\.textColor').fill('#cccccc')
    await page
      .getByText(/1\.6 : 1/)
      .first()
      .waitFor()
    await page
      .getByText(/contrast with backgroundColor is 1\.6/)
      .first()
      .waitFor()
  })
})

describe('choices', () => {
  // D-629
  it('are pasted as a list, before the open choice, in one step', async () => {
    const author = await open({ ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = author
    const paste = async (field: string, text: string) => {
      await page.getByRole('textbox', { name: field, exact: true }).click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.evaluate(pasted => navigator.clipboard.writeText(pasted), text)
      await page.keyboard.press('ControlOrMeta+V')
    }
    const choices = async () => {
      const [question] = (await author.survey()).questions
      return (question as { choices?: string[] }).choices
    }
    await author.startFrom('Empty survey')
    await page.getByRole('button', { name: 'Single choice', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Open choice (Other)' }).check()
    const before = (await choices())!
    await paste('Choice 1', '• Price\r\n• Range\n\n• Service\n')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('questions[0].choices[2]')
    const pasted = ['Price', 'Range', 'Service', ...before.slice(1)]
    expect(await choices()).toEqual(pasted)
    await paste(`Choice ${pasted.length}`, '2. Delivery\nNothing')
    const other = pasted.at(-1)!
    expect(await choices()).toEqual([...pasted.slice(0, -1), '2. Delivery', 'Nothing', other])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await choices()).toEqual(before)
  })
})

describe('dragging', () => {
  const ids = async (author: Author) => (await author.survey()).questions.map(({ id }) => id)
  const grip = ({ page }: Author, list: '.question-header' | '.choices li', index: number) =>
    page.locator(`${list} .grip`).nth(index)
  const middle = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  /** Presses the mouse on a grip, and moves by a few pixels, which starts the drag. */
  const pickUp = async (author: Author, locator: Locator) => {
    const { mouse } = author.page
    await locator.scrollIntoViewIfNeeded()
    const { x, y } = await middle(locator)
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, y + 6)
    await author.page.locator('.is-dragged').waitFor()
  }
  const moveTo = async ({ page }: Author, locator: Locator, offset = 4) => {
    const { x, y } = await middle(locator)
    await page.mouse.move(x, y + offset, { steps: 4 })
  }

  // D-638
  it('moves a question to the line, keeps its branches, and is announced', async () => {
    const author = await open()
    const { page } = author
    await pickUp(author, grip(author, '.question-header', 1))
    expect(await page.locator('.question-form').isVisible()).toBe(false)
    await moveTo(author, page.locator('.question').nth(2))
    await page.locator('.question.drops-after', { hasText: 'What is the one thing' }).waitFor()
    await page.mouse.up()
    await page.getByRole('status').getByText('Question 2 moved to position 3.').waitFor()
    const { questions } = await author.survey()
    expect(questions.map(({ id }) => id)).toEqual(['recommend', 'missing', 'disappointed', 'loved'])
    expect(questions[0]!.branching).toMatchObject({
      responseValues: { detractors: 2, passives: 1, promoters: 3 },
    })
    expect(await page.locator('.drops-after, .is-dragged').count()).toBe(0)
    expect(await page.locator('.question-form').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await ids(author)).toEqual(['recommend', 'disappointed', 'missing', 'loved'])
  })

  it('ends without a move on Escape, on a press alone and on the place it came from', async () => {
    const author = await open()
    const { page } = author
    const before = await ids(author)
    await pickUp(author, grip(author, '.question-header', 3))
    await moveTo(author, page.locator('.question').first(), -4)
    await page.locator('.question.drops-before').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('status').getByText('No question was moved.').waitFor()
    expect(await page.locator('.is-dragged').count()).toBe(0)
    await moveTo(author, page.locator('.question').nth(1))
    await page.mouse.up()
    await grip(author, '.question-header', 2).click()
    expect(await page.locator('.is-dragged').count()).toBe(0)
    await pickUp(author, grip(author, '.question-header', 2))
    await page.mouse.up()
    expect(await ids(author)).toEqual(before)
    expect(await page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('scrolls the pane while the pointer is at its edge', async () => {
    const author = await open({ viewport: { width: 1280, height: 600 } })
    const { page } = author
    for (let count = 0; count < 10; count++)
      await page.getByRole('button', { name: 'Open text', exact: true }).click()
    const pane = page.locator('.inspector .pane-body')
    await pane.evaluate(element => element.scrollTo(0, 0))
    const first = (await ids(author))[0]
    await pickUp(author, grip(author, '.question-header', 0))
    const { x, y, height } = (await pane.boundingBox())!
    await page.mouse.move(x + 30, y + height - 2, { steps: 4 })
    const isAtEnd = () =>
      pane.evaluate(
        ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 1,
      )
    await expect.poll(isAtEnd).toBe(true)
    await page.mouse.up()
    expect((await ids(author)).at(-1)).toBe(first)
  })

  it('moves a choice, and leaves the open choice last', async () => {
    const author = await open()
    const { page } = author
    await author.startFrom('Empty survey')
    await page.getByRole('button', { name: 'Single choice', exact: true }).click()
    await page.getByRole('button', { name: 'Add a choice' }).click()
    await page.getByRole('checkbox', { name: 'Open choice (Other)' }).check()
    const fields = page.locator('.choices input')
    for (const [index, text] of ['Red', 'Green', 'Other'].entries()) await fields.nth(index).fill(text)
    const texts = () => fields.evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value))
    expect(await grip(author, '.choices li', 2).isVisible()).toBe(false)
    await pickUp(author, grip(author, '.choices li', 0))
    await moveTo(author, fields.nth(2), 60)
    await page.locator('.choices .drops-after').waitFor()
    await page.mouse.up()
    await page.getByRole('status').getByText('Choice 1 moved to position 2.').waitFor()
    expect(await texts()).toEqual(['Green', 'Red', 'Other'])
  })

  it('leaves the selection of text to the field', async () => {
    const author = await open()
    const { page } = author
    await page.getByRole('button', { name: 'Single choice', exact: true }).click()
    const field = page.locator('.choices input').first()
    const { x, y, height } = (await field.boundingBox())!
    await page.mouse.move(x + 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 200, y + height / 2 + 60, { steps: 5 })
    expect(await page.locator('.is-dragged').count()).toBe(0)
    await page.mouse.up()
    const selected = await field.evaluate(input => {
      const { selectionStart, selectionEnd } = input as HTMLInputElement
      return [selectionStart, selectionEnd]
    })
    expect(selected).toEqual([0, 'Yes'.length])
  })

  it('follows a finger, without scrolling the pane', async () => {
    const author = await open(TOUCH)
    const { page } = author
    await page.locator('.question-title').nth(1).tap()
    const session = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const { x, y } = await middle(grip(author, '.question-header', 0))
    const target = await middle(page.locator('.question').nth(1))
    const scrolled = () => page.locator('.inspector .pane-body').evaluate(pane => pane.scrollTop)
    const before = await scrolled()
    await touch('touchStart', { x, y })
    for (let step = 1; step <= 5; step++)
      await touch('touchMove', { x, y: y + ((target.y + 6 - y) * step) / 5 })
    await page.locator('.question.drops-after').waitFor()
    expect(await scrolled()).toBe(before)
    await touch('touchEnd')
    await page.getByRole('status').getByText('Question 1 moved to position 2.').waitFor()
    expect(await ids(author)).toEqual(['disappointed', 'recommend', 'missing', 'loved'])
  })
})

describe('options of a survey', () => {
  // D-626
  it('have the usual names, and are part of its JSON', async () => {
    const author = await open()
    const { page } = author
    await author.startFrom('Empty survey')
    await page.getByRole('button', { name: 'Single choice', exact: true }).click()
    for (const name of ['Auto-submit', 'Shuffle choices', 'Open choice (Other)']) {
      await page.getByRole('checkbox', { name, exact: true }).check()
    }
    await page.getByLabel('Next step').selectOption('Branch by answer')
    await author.openTab('Display')
    await page.getByRole('checkbox', { name: 'Partial responses', exact: true }).check()
    await author.openTab('Style')
    await page.getByRole('checkbox', { name: 'Shuffle questions', exact: true }).check()
    await author.openTab('Questions')
    await page.getByRole('button', { name: /^Thank-you page/ }).click()
    await page.getByRole('checkbox', { name: 'Auto-close', exact: true }).check()
    const { questions, ...survey } = await author.survey()
    expect(questions[0]).toMatchObject({
      skipSubmitButton: true,
      shuffleOptions: true,
      hasOpenChoice: true,
      branching: { type: 'response_based' },
    })
    expect(survey).toMatchObject({
      enable_partial_responses: true,
      appearance: { shuffleQuestions: true, autoDisappear: true, displayThankYouMessage: true },
    })
  })
})

describe('introduction and thank-you page', () => {
  const entry = ({ page }: Author, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) })
  const heading = ({ frame }: Author) => frame.getByRole('heading', { level: 2 })

  // D-637
  it('stand first and last in the list of questions, and show in the preview', async () => {
    const author = await open()
    const { page } = author
    const titles = await page.locator('.questions > li .question-title').allInnerTexts()
    expect(titles).toHaveLength(6)
    expect([titles.at(0), titles.at(-1)]).toEqual([
      'Introduction',
      expect.stringMatching(/^Thank-you page Thank you/),
    ])
    await entry(author, 'Thank-you page').getByRole('button').click()
    await expect.poll(() => heading(author).textContent()).toBe('Thank you')
    await page.getByLabel('Heading').fill('See you soon')
    await expect.poll(() => heading(author).textContent()).toBe('See you soon')
  })

  it('are switched on where they stand, and reported while visitors would see nothing', async () => {
    const author = await open()
    const { page, findings } = author
    await entry(author, 'Introduction').getByRole('switch').check()
    await findings.getByText('The introduction has no text.').waitFor()
    await entry(author, 'Introduction').getByText('1 finding').waitFor()
    await author.openTab('Display')
    await findings.getByRole('button', { name: /^Introduction/ }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe('appearance.introScreenHeader')
    await page.keyboard.type('Two minutes?')
    await expect.poll(() => heading(author).textContent()).toBe('Two minutes?')
    await findings.getByText('No errors or warnings').waitFor()
    await author.frame.getByRole('button', { name: 'Get started' }).click()
    await expect.poll(() => heading(author).textContent()).toMatch(/^How likely/)
  })

  it('keep their texts when they are switched off, and leave the preview', async () => {
    const author = await open()
    const { page } = author
    const pages = page.getByRole('combobox', { name: 'Survey page' })
    await entry(author, 'Thank-you page').getByRole('button').click()
    await entry(author, 'Thank-you page').getByRole('switch').uncheck()
    await page.getByText('Visitors do not see this page. Its texts are kept.').waitFor()
    await expect.poll(() => heading(author).textContent()).toMatch(/^How likely/)
    expect(await pages.textContent()).not.toContain('Thank-you page')
    const { appearance } = await author.survey()
    expect(appearance?.displayThankYouMessage).toBeUndefined()
    expect(appearance?.thankYouMessageHeader).toBe('Thank you')
    await entry(author, 'Thank-you page').getByRole('switch').check()
    await expect.poll(() => heading(author).textContent()).toBe('Thank you')
  })

  it('stay open when a question is removed and restored', async () => {
    const author = await open()
    const { page } = author
    await entry(author, 'Thank-you page').getByRole('button').click()
    await page.locator('.question').last().hover()
    await page.getByRole('button', { name: 'Remove question 4' }).click()
    await expect.poll(() => page.locator('.question').count()).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await page.getByLabel('Heading').inputValue()).toBe('Thank you')
    expect(await page.locator('.question').count()).toBe(4)
  })
})

describe('recurring surveys', () => {
  it('edits iterations and interval, which are part of the exported JSON', async () => {
    const author = await open()
    const { page } = author
    await author.startFrom('Empty survey')
    await author.openTab('Display')
    expect(await page.getByLabel('Iterations').count()).toBe(0)
    await page.getByLabel('Frequency').selectOption('Repeatedly')
    await page.getByLabel('Iterations').fill('4')
    await page.getByLabel('Interval').fill('90')
    await page.getByRole('button', { name: 'Share' }).click()
    const json = await page.getByLabel('JSON for the management API').inputValue()
    expect(JSON.parse(json)).toMatchObject({
      schedule: 'recurring',
      iteration_count: 4,
      iteration_frequency_days: 90,
    })
    await page.keyboard.press('Escape')
  })
})

describe('preview pane', () => {
  it('answers the survey and goes back with the keyboard', async () => {
    const { page, frame } = await open()
    const question = frame.getByRole('heading', { level: 2 })
    await frame.getByRole('radio').first().focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect.poll(() => question.textContent()).toBe('What disappointed you most?')
    await page.keyboard.type('The queue')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(() => question.textContent()).toBe('Thank you')
    const back = page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Back' })
    await back.click()
    await expect.poll(() => question.textContent()).toBe('What disappointed you most?')
    await back.click()
    await expect.poll(() => question.textContent()).toMatch(/^How likely/)
    await frame.getByRole('button', { name: 'Close survey' }).click()
    await expect.poll(() => question.count()).toBe(0)
    await page.getByRole('button', { name: 'Restart' }).click()
    await question.waitFor()
  })

  it('is answered by taps on a phone, which is turned meanwhile', async () => {
    const { page, frame } = await open({ ...TOUCH, ownPage: true })
    const phone = await createPhone(page)
    await page.locator('input[name=pane][value=preview]').check()
    const question = frame.getByRole('heading', { level: 2 })
    await frame.locator('label', { hasText: /^9$/ }).tap()
    await expect.poll(() => question.textContent()).toBe('What do you like best about us?')
    await frame.getByRole('textbox').tap()
    await page.keyboard.type('The tea')
    await phone.setSafeArea({ left: 47, right: 47, bottom: 21 })
    await phone.rotate()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(TOUCH.viewport.height)
    await frame.getByRole('button', { name: 'Send' }).tap()
    await expect.poll(() => question.textContent()).toBe('Thank you')
  })

  it('shows a question that is clicked in the diagram', async () => {
    const { page, frame } = await open()
    await page.getByRole('group', { name: 'Branching diagram' }).getByRole('button', { name: /^4/ }).click()
    await expect
      .poll(() => frame.getByRole('heading', { level: 2 }).textContent())
      .toMatch(/^What do you like/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('questions[3].question')
  })

  it('applies colour scheme, direction, language and zoom', async () => {
    const author = await open()
    const { page, frame } = author
    await author.openTab('Languages')
    await page.getByLabel('Add a language').fill('Arabic')
    await page.keyboard.press('Enter')
    await page.getByLabel('Question', { exact: true }).first().fill('ما مدى احتمال أن توصي بنا؟')
    const card = frame.getByRole('region')
    await frame.getByText('ما مدى احتمال').waitFor()
    expect(await card.getAttribute('dir')).toBe('rtl')
    await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('Original')
    await frame.getByText('How likely are you').waitFor()
    expect(await card.getAttribute('dir')).toBe('ltr')
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('RTL')
    await expect.poll(() => card.getAttribute('dir')).toBe('rtl')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => card.evaluate(element => getComputedStyle(element).colorScheme)).toBe('dark')
    const width = () => card.evaluate(element => element.ownerDocument.documentElement.clientWidth)
    expect(await width()).toBe(390)
    await page.getByRole('checkbox', { name: '200 %' }).check()
    await expect.poll(width).toBe(195)
    await page.getByRole('radio', { name: 'Desktop' }).check()
    await expect.poll(width).toBe(400)
  })

  it('shows the desktop at its own size, with the card in view', async () => {
    const { page, frame } = await open({ viewport: { width: 1280, height: 800 } })
    await page.getByRole('radio', { name: 'Desktop' }).check()
    const card = frame.getByRole('region')
    const width = async () => (await card.boundingBox())!.width
    await expect.poll(width).toBeLessThan(300)
    await page.getByRole('checkbox', { name: 'Full size' }).check()
    await expect.poll(width).toBe(360)
    const toggle = (await page.getByText('Full size').boundingBox())!
    expect(toggle.height).toBeLessThan(32)
    const pane = (await page.locator('.device-container').boundingBox())!
    const { x } = (await card.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(pane.x)
    expect(x + 360).toBeLessThanOrEqual(pane.x + pane.width + 1)
    await page.getByRole('radio', { name: 'Phone' }).check()
    await page.getByRole('checkbox', { name: 'Full size' }).waitFor({ state: 'detached' })
  })

  it('shows the survey inline, behind a feedback tab and behind a page element', async () => {
    const { page, frame } = await open()
    const display = page.getByRole('combobox', { name: 'Display type' })
    const question = frame.getByRole('heading', { level: 2 })
    await display.selectOption('Inline')
    await frame.locator('main').getByRole('heading', { level: 2 }).waitFor()
    for (const [name, button] of [
      ['Feedback tab', 'Feedback'],
      ['Page element', 'Open the survey'],
    ] as const) {
      await display.selectOption(name)
      await question.waitFor()
      await frame.getByRole('button', { name: button }).click()
      await expect.poll(() => question.count()).toBe(0)
      await frame.getByRole('button', { name: button }).click()
      await question.waitFor()
    }
  })
})

describe('a widget in the preview', () => {
  /** Opens the preview of a desktop, with a survey that opens by a click. */
  const openWidget = async () => {
    const author = await open()
    await author.page.getByRole('radio', { name: 'Desktop' }).check()
    await author.openTab('Display')
    await author.page.getByLabel('Survey type').selectOption('widget')
    return author
  }

  // D-566
  it.each(['Right', 'Left', 'Top', 'Bottom'])('stands beside its tab: %s', async edge => {
    const { page, frame } = await openWidget()
    await page.getByLabel('Tab position').selectOption(edge)
    const side = edge.toLowerCase()
    await frame.locator(`.with-tab.${side}`).waitFor()
    const tab = (await frame.getByRole('button', { name: 'Feedback' }).boundingBox())!
    const card = (await frame.getByRole('region').boundingBox())!
    const isUpright = side === 'left' || side === 'right'
    const gaps = {
      right: tab.x - card.x - card.width,
      left: card.x - tab.x - tab.width,
      top: card.y - tab.y - tab.height,
      bottom: tab.y - card.y - card.height,
    }
    const scale = card.width / 360
    expect(gaps[side as keyof typeof gaps]).toBeCloseTo(12 * scale, 0)
    const middle = ({ x, y, width, height }: typeof tab) => (isUpright ? y + height / 2 : x + width / 2)
    expect(middle(card)).toBeCloseTo(middle(tab), 0)
  })

  it('stands where its position says, or below its element', async () => {
    const author = await openWidget()
    const { page, frame } = author
    const card = frame.getByRole('region')
    const box = async () => (await card.boundingBox())!
    const device = (await page.locator('.device').boundingBox())!
    await author.openTab('Style')
    await page.getByLabel('Position').selectOption('Bottom left')
    await expect.poll(async () => (await box()).x - device.x).toBeLessThan(24)
    await author.openTab('Display')
    await page.getByLabel('Opened by').selectOption('An element of the page')
    await author.openTab('Style')
    await page.getByLabel('Position').selectOption('Next to an element')
    // The preview is drawn again meanwhile, so its elements come and go.
    await expect
      .poll(async () => {
        const trigger = (await frame.getByRole('button', { name: 'Open the survey' }).boundingBox())!
        const { y, width } = await box()
        return ((y - trigger.y - trigger.height) * 360) / width
      })
      .toBeCloseTo(12, 0)
  })
})

describe('the logo', () => {
  it('stands above the page, and a URL that cannot be used is a finding', async () => {
    const author = await open()
    const { page, frame, findings } = author
    await author.openTab('Style')
    const logo = page.getByLabel('URL of the logo')
    await logo.fill('http://shop.example/logo.png')
    await findings.getByText('The address does not begin with https: or data:image/').waitFor()
    expect(await logo.getAttribute('aria-invalid')).toBe('true')
    expect(await frame.locator('.logo').count()).toBe(0)
    await findings.getByRole('button', { name: /Appearance logo/ }).click()
    expect(await logo.evaluate(field => field === document.activeElement)).toBe(true)
    await logo.fill("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>")
    await frame.locator('.logo').waitFor()
    await findings.getByText('No errors or warnings').waitFor()
    expect((await author.survey()).appearance?.logo).toMatch(/^data:image/)
  })
})

/** Position of the option to pick, if any, and the target of the answer. */
type Branch = { pick: number | null; to: number | 'end' }

/** Returns an answer for each branch of a question, derived from the survey's JSON. */
function branchesOf(question: Question, index: number, last: number): Branch[] {
  const next = index === last ? 'end' : index + 1
  const { branching } = question
  if (branching?.type === 'end') return [{ pick: null, to: 'end' }]
  if (branching?.type === 'specific_question') return [{ pick: null, to: branching.index }]
  if (branching?.type !== 'response_based') return [{ pick: null, to: next }]
  const to = (key: string) => (branching.responseValues[key] as number | undefined) ?? next
  if ('choices' in question) return question.choices.map((_, pick) => ({ pick, to: to(String(pick)) }))
  const optionsByScale: Record<number, [pick: number, key: string][]> = {
    5: [
      [0, 'negative'],
      [2, 'neutral'],
      [4, 'positive'],
    ],
    7: [
      [0, 'negative'],
      [3, 'neutral'],
      [6, 'positive'],
    ],
    10: [
      [6, 'detractors'],
      [7, 'passives'],
      [9, 'promoters'],
    ],
  }
  const scale = question.type === 'rating' ? question.scale : 0
  return optionsByScale[scale]!.map(([pick, key]) => ({ pick, to: to(key) }))
}

/** Returns all paths from the first question to an end. */
function pathsThrough({ questions }: Pick<Survey, 'questions'>): { index: number; pick: number | null }[][] {
  const from = (index: number): { index: number; pick: number | null }[][] =>
    branchesOf(questions[index]!, index, questions.length - 1).flatMap(({ pick, to }) =>
      (to === 'end' ? [[]] : from(to)).map(rest => [{ index, pick }, ...rest]),
    )
  return from(0)
}

describe('layout', () => {
  it('keeps tabs and options of the preview in one row at 1280 px', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    const rows = await page.locator('.preview-controls > *').evaluateAll(
      controls =>
        new Set(
          controls.map(control => {
            const { top, height } = control.getBoundingClientRect()
            return Math.round((top + height / 2) / 10)
          }),
        ).size,
    )
    expect(rows).toBe(1)
    const hidden = (list: Element) => list.scrollWidth - list.clientWidth
    expect(await page.getByRole('tablist').evaluate(hidden)).toBe(0)
  })

  it.each([
    ['desktop', { viewport: { width: 1280, height: 800 } }],
    ['phone', TOUCH],
  ])('keeps notices off the previewed card on a %s', async (_, options) => {
    const { page, frame } = await open(options)
    await page.getByRole('button', { name: 'Open text', exact: true }).click()
    const panes = page.locator('input[name=pane][value=preview]')
    if (await panes.isVisible()) await panes.check()
    const notice = page.getByText('Open text added as question 5')
    const card = await frame.getByRole('region').first().boundingBox()
    const box = await notice.boundingBox()
    expect(box!.x + box!.width <= card!.x || box!.y + box!.height <= card!.y).toBe(true)
  })
})

describe('panes', () => {
  const toggle = ({ page }: Author, name: string) => page.getByRole('button', { name, exact: true })
  const paneIds = ({ page }: Author) =>
    page
      .locator('.panes > .pane')
      .evaluateAll(panes => panes.filter(pane => pane.checkVisibility()).map(({ id }) => id))

  // D-636
  it('fold by keyboard, leave their room to the preview, and stay folded after a reload', async () => {
    const author = await open({ viewport: { width: 1280, height: 800 } })
    const { page, frame } = author
    await page.getByRole('radio', { name: 'Desktop' }).check()
    const cardWidth = async () => (await frame.getByRole('region').boundingBox())!.width
    await expect.poll(cardWidth).toBeLessThan(300)
    await author.tabTo('Branching pane', { back: true })
    await page.keyboard.press('Enter')
    expect(await toggle(author, 'Branching pane').getAttribute('aria-expanded')).toBe('false')
    await expect.poll(cardWidth).toBe(360)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    expect(await paneIds(author)).toEqual(['pane-edit'])
    await author.tabTo('Edit pane', { back: true })
    await page.keyboard.press('Enter')
    expect(await toggle(author, 'Edit pane').getAttribute('aria-disabled')).toBe('true')
    expect(await paneIds(author)).toEqual(['pane-edit'])
    await page.reload()
    await toggle(author, 'Preview pane').click()
    expect(await paneIds(author)).toEqual(['pane-edit', 'pane-preview'])
    await frame.getByRole('region').waitFor()
  })

  it('unfold where a field gets the focus, and for a test run', async () => {
    const author = await open()
    const { page } = author
    await toggle(author, 'Edit pane').click()
    await page.getByRole('group', { name: 'Branching diagram' }).getByRole('button', { name: /^2/ }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('questions[1].question')
    await toggle(author, 'Edit pane').click()
    await page.getByRole('button', { name: 'Test run', exact: true }).click()
    await page.getByRole('button', { name: 'End test run' }).click()
    await page.getByLabel('Survey name').waitFor()
  })

  it('are switched on a phone, where folding has no effect', async () => {
    const author = await open({ viewport: { width: 1280, height: 800 } })
    const { page } = author
    await toggle(author, 'Edit pane').click()
    await page.setViewportSize(PHONE.viewport)
    expect(await paneIds(author)).toEqual(['pane-edit'])
    expect(await toggle(author, 'Edit pane').isVisible()).toBe(false)
    await page.locator('input[name=pane][value=branching]').check()
    expect(await paneIds(author)).toEqual(['pane-branching'])
  })
})

describe('on a phone', () => {
  /** Returns the visible controls with a target below 44 px. A label counts for its checkbox. */
  const smallTargets = ({ page }: Author) =>
    page.evaluate(() => {
      const controls = document.querySelectorAll('button, a, input, select, textarea, summary, .grip')
      return [...controls].flatMap(control => {
        const target = control.matches('[type=checkbox], [type=radio]') ? control.closest('label')! : control
        const { width, height } = target.getBoundingClientRect()
        const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1
        const name = control.ariaLabel ?? (control.id || control.textContent)
        return isShown && Math.min(width, height) < 43.5 ? [`${name}: ${width} x ${height}`] : []
      })
    })

  it('has targets of 44 px in each pane, tab and dialog', async () => {
    const author = await open({ ...TOUCH, reducedMotion: 'reduce' })
    const { page } = author
    await page.getByRole('button', { name: 'Single choice', exact: true }).tap()
    for (const tab of ['Questions', 'Display', 'Style', 'Languages', 'JSON']) {
      await author.openTab(tab)
      if (tab === 'Languages') {
        await page.getByLabel('Add a language').fill('de')
        await page.getByRole('button', { name: 'Add', exact: true }).tap()
      }
      expect(await smallTargets(author), tab).toEqual([])
      expect(await overflowingElements(page), tab).toEqual([])
    }
    for (const name of ['Surveys', 'Templates', 'Share']) {
      await page.getByRole('button', { name }).tap()
      await page.getByRole('dialog').waitFor()
      expect(await smallTargets(author), name).toEqual([])
      await page.getByRole('button', { name: 'Close', exact: true }).tap()
    }
    for (const pane of ['preview', 'branching']) {
      await page.locator(`input[name=pane][value=${pane}]`).check()
      expect(await smallTargets(author), pane).toEqual([])
    }
  })
})

describe('templates', () => {
  it.each(
    [nps, csat, ces, fit, feedback, churn, interest].map(
      survey => [survey.name, survey as Omit<Survey, 'id'>] as const,
    ),
  )(
    'completes %s on every path',
    async (name, survey) => {
      const hasLink = survey.questions.some(({ type }) => type === 'link')
      const author = await open({ ...DESKTOP, ownPage: hasLink })
      const { page, frame } = author
      if (hasLink) {
        await visit.context.route('https://example.com/**', route => route.fulfill({ body: 'Welcome' }))
        // A link opens a tab. The page in the background would be throttled until it is closed.
        visit.context.on('page', tab => void tab.close())
      }
      await author.startFrom(name)
      const heading = frame.getByRole('heading', { level: 2 })
      const answer = async (question: Question, pick: number | null) => {
        switch (question.type) {
          case 'open':
            return void (await frame.getByRole('textbox').fill('Because'))
          case 'rating':
            return void (await frame
              .getByRole('radio')
              .nth(pick ?? 0)
              .click())
          case 'single_choice':
            await frame
              .getByRole('radio')
              .nth(pick ?? 0)
              .click()
            if (question.hasOpenChoice && pick === question.choices.length - 1)
              await frame.getByRole('textbox').fill('Moved abroad')
            return
          case 'multiple_choice':
            return void (await frame.getByRole('checkbox').first().click())
          case 'link':
            return
        }
      }
      for (const path of pathsThrough(survey)) {
        await page.getByRole('button', { name: 'Restart' }).click()
        if (survey.appearance?.displayIntroScreen) {
          await frame.getByRole('button', { name: survey.appearance.introScreenButtonText! }).click()
        }
        for (const { index, pick } of path) {
          const question = survey.questions[index]!
          await expect.poll(() => heading.textContent()).toBe(question.question)
          await answer(question, pick)
          const submitsOnSelection = 'skipSubmitButton' in question && question.skipSubmitButton
          if (submitsOnSelection) continue
          const label = question.buttonText ?? 'Submit'
          if (question.type === 'link') await frame.getByText(label).click()
          else await frame.getByRole('button', { name: label, exact: true }).click()
        }
        await expect.poll(() => heading.textContent()).toBe(survey.appearance!.thankYouMessageHeader)
      }
    },
    60_000,
  )
})

describe('export and import', () => {
  it('opens a shared link in another browser and removes the survey from the URL', async () => {
    const author = await open()
    const { page } = author
    await page.getByLabel('Survey name').fill('Für Zoë ☕')
    const before = await author.survey()
    await page.getByRole('button', { name: 'Share' }).click()
    const field = page.getByLabel('Link to this survey')
    await expect.poll(() => field.inputValue()).toContain('#s1=')
    const link = await field.inputValue()
    const { url, close: end } = visit
    const first = await browser.newVisit(1, DESKTOP)
    const opened = await openPreview(first.page, link.replace(url, first.url))
    expect(await opened.survey()).toEqual(before)
    expect(first.page.url()).toBe(`${first.url}/preview/`)
    await opened.page.getByLabel('Survey name').fill('Theirs')
    await first.page.goto(link.replace(url, first.url))
    await first.page.getByRole('heading', { level: 1, name: 'Für Zoë ☕' }).waitFor()
    expect((await shelfOf(first.page)).sort()).toEqual(['Für Zoë ☕', 'Theirs'])
    expect(first.errors).toEqual([])
    await first.close()
    expect(end).toBe(visit.close)
  })

  it('shows a notice for a damaged link and keeps the survey', async () => {
    const author = await open()
    await author.page.getByLabel('Survey name').fill('Mine')
    await author.page.goto(`${visit.url}/preview/#s1=nVRtSxtB`)
    await author.page.getByText('The link is damaged').waitFor()
    expect((await author.survey()).name).toBe('Mine')
  })

  it('exports JSON that the management API accepts, as text and as a file', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Share' }).click()
    const json = await page.getByLabel('JSON for the management API').inputValue()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('net-promoter-score.json')
    expect(readFileSync(await download.path(), 'utf8')).toBe(json)
    const response = await visit.service.fetch(`${visit.url}/api/projects/1/surveys/`, {
      method: 'POST',
      headers: { authorization: 'Bearer phx_demo', 'content-type': 'application/json' },
      body: json,
    })
    expect(response.status).toBe(201)
  })

  it('imports a file or pasted JSON, and reports invalid JSON without changing the survey', async () => {
    const author = await open()
    const { page } = author
    const before = await author.survey()
    await page.getByRole('button', { name: 'Templates' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Or paste JSON').fill('{ "questions": [ }')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText(/Invalid JSON.*\s+The survey was not changed/).waitFor()
    expect(await dialog.getByLabel('Or paste JSON').inputValue()).toBe('{ "questions": [ }')
    await dialog.getByLabel('Or paste JSON').fill('[]')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText(/list is empty.*\s+The survey was not changed/).waitFor()
    await dialog.getByLabel('Or paste JSON').fill('{ "questions": [{ "type": "rating" }] }')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText(/"question" must be a string.*\s+.*"scale" must be a number/).waitFor()
    await page.keyboard.press('Escape')
    expect(await author.survey()).toEqual(before)
    await page.getByRole('button', { name: 'Templates' }).click()
    await dialog.getByLabel('File', { exact: true }).setInputFiles({
      name: 'survey.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...before, name: 'From a file' })),
    })
    expect((await author.survey()).name).toBe('From a file')
  })
})

describe('saved work', () => {
  it('keeps invalid JSON as a draft and the survey unchanged', async () => {
    const author = await open()
    const { page, frame } = author
    await author.openTab('JSON')
    const field = page.getByLabel('Survey as JSON')
    const text = await field.inputValue()
    await field.fill(text.replace('"rating",', '"rating"'))
    await page.getByText(/Invalid JSON, line 12, column 7/).waitFor()
    await frame.getByText('How likely are you').waitFor()
    await author.openTab('Questions')
    await page.getByLabel('Survey name').fill('Edited meanwhile')
    await page.reload()
    await author.openTab('JSON')
    expect(await field.inputValue()).toContain('"rating"\n')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    expect(JSON.parse(await field.inputValue()).name).toBe('Edited meanwhile')
    await field.fill(text.replace('Net Promoter Score', 'From JSON'))
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('From JSON')
  })

  it('undoes and redoes every change by keyboard and by button', async () => {
    const author = await open()
    const { page } = author
    const name = page.getByLabel('Survey name')
    await name.fill('One')
    await page.getByRole('button', { name: 'Remove question 1' }).click()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('How likely are you to recommend us').first().waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    expect(await name.inputValue()).toBe('Net Promoter Score')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    expect(await name.inputValue()).toBe('One')
    await page.getByRole('button', { name: 'Redo' }).click()
    expect((await author.survey()).questions).toHaveLength(3)
  })

  it('restores the survey, the undo history and the preview settings after a reload', async () => {
    const author = await open()
    const { page } = author
    await author.startFrom('Reasons for leaving')
    await page.getByLabel('Survey name').fill('Goodbye')
    await page.getByRole('radio', { name: 'Desktop' }).check()
    await page.reload()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Goodbye')
    expect(await page.getByRole('radio', { name: 'Desktop' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Reasons for leaving')
  })
})

/** Opens the list of surveys. Returns their names, and leaves it open. */
async function shelfOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Surveys' }).click()
  return page.getByRole('dialog', { name: 'Your surveys' }).locator('strong').allTextContents()
}

describe('several surveys', () => {
  it('are created, renamed, duplicated, deleted and restored with the keyboard', async () => {
    const author = await open()
    const { page, tabTo } = author
    const { keyboard } = page
    const press = async (name: string) => {
      await tabTo(name)
      await keyboard.press('Enter')
    }
    await page.getByLabel('Survey name').fill('First')
    await tabTo('Surveys', { back: true })
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your surveys' })
    const names = () => dialog.locator('strong').allTextContents()
    await press('New survey')
    await tabTo(/^Customer satisfaction/)
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Customer satisfaction' }).waitFor()
    expect((await shelfOf(page)).sort()).toEqual(['Customer satisfaction', 'First'])

    await press('Rename First')
    await keyboard.type('Not this')
    await keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Rename First')
    await keyboard.press('Enter')
    await keyboard.type('Renamed')
    await keyboard.press('Enter')
    await expect.poll(names).toContain('Renamed')
    await press('Duplicate Renamed')
    await dialog.getByRole('status').getByText('“Renamed (copy)” added').waitFor()
    expect((await names()).sort()).toEqual(['Customer satisfaction', 'Renamed', 'Renamed (copy)'])

    await press('Delete Customer satisfaction')
    await dialog.getByText('“Customer satisfaction” deleted.').waitFor()
    expect(await names()).not.toContain('Customer satisfaction')
    await press('Undo')
    await expect.poll(names).toContain('Customer satisfaction')
    await tabTo(/^Renamed4 questions/)
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await author.survey()).questions).toHaveLength(4)
  })

  it('are kept apart in two tabs, and one that both have open follows', async () => {
    const author = await open({ ...DESKTOP, ownPage: true })
    const { page } = author
    await page.getByLabel('Survey name').fill('First')
    await author.startFrom('Customer effort')
    await page.getByLabel('Survey name').fill('Second')
    await page.getByLabel('Survey name').blur()
    await page.waitForFunction(() =>
      Object.values({ ...localStorage }).some(text => text.includes('"Second"')),
    )
    const other = await openPreview(await page.context().newPage(), `${visit.url}/preview/`)
    const title = (of: Page) => of.getByRole('heading', { level: 1 }).textContent()
    expect(await title(other.page)).toBe('Second')
    await other.page.getByLabel('Survey name').fill('Second, changed')
    await expect.poll(() => title(page)).toBe('Second, changed')
    await page.getByText('Changed in another tab.').waitFor()

    expect((await shelfOf(other.page)).sort()).toEqual(['First', 'Second, changed'])
    await other.page
      .getByRole('dialog')
      .getByRole('button', { name: /^First/ })
      .click()
    await other.page.getByLabel('Survey name').fill('First, changed')
    await page.getByLabel('Survey name').fill('Second, again')
    await page.reload()
    await other.page.reload()
    expect([await title(page), await title(other.page)]).toEqual(['Second, again', 'First, changed'])
  })
})

describe('test run', () => {
  it('runs the survey and shows its events and statistics', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Test run', exact: true }).click()
    const survey = page.getByRole('dialog')
    const log = page.getByRole('log', { name: 'Events' })
    const pane = page.getByRole('region', { name: 'Test run' })
    const stat = (name: string) => pane.locator('.stats > div', { hasText: name }).locator('dd').textContent()
    await survey.waitFor()
    await log.getByText('survey shown').waitFor()
    await survey.getByRole('radio', { name: '9' }).click()
    await survey.getByRole('textbox').fill('The tea')
    await survey.getByRole('button', { name: 'Send' }).click()
    await survey.getByText('Your answer goes straight').waitFor()
    await expect.poll(() => stat('Sent')).not.toBe('0')
    // The first answer is sent alone. The newest event is the one to open once it has arrived.
    await log.getByText('The tea').first().waitFor({ state: 'attached' })
    await log.getByText('survey sent').first().click()
    await log.getByText('The tea').first().waitFor()
    await survey.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'New visitor' }).click()
    await survey.getByRole('button', { name: 'Close survey' }).click()
    await expect.poll(() => stat('Dismissed')).toBe('1')
    expect(await stat('Visitors')).toBe('2')
    await page.getByRole('button', { name: 'End test run' }).click()
    await page.getByLabel('Survey name').waitFor()
  })
})

describe('accessibility', () => {
  it.each([
    ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
    ['desktop, dark', { ...DESKTOP, colorScheme: 'dark' }],
    ['phone, light', { ...PHONE, colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const)(
    'has no axe violations: %s',
    async (_, options) => {
      const author = await open({ ...options, reducedMotion: 'reduce' })
      const { page } = author
      await page.getByLabel('Next step').selectOption('End of the survey')
      await page.getByRole('switch', { name: /Introduction/ }).check()
      expect(await violations(author), 'an introduction without texts').toEqual([])
      for (const tab of ['Questions', 'Display', 'Style', 'Languages', 'JSON']) {
        await author.openTab(tab)
        expect(await violations(author), tab).toEqual([])
      }
      if (options.viewport.width < 500) {
        for (const pane of ['preview', 'branching']) {
          await page.locator(`input[name=pane][value=${pane}]`).check()
          expect(await violations(author), pane).toEqual([])
        }
      }
      if (options.viewport.width >= 500) {
        await author.openTab('Questions')
        await page.locator('.question-header .grip').first().hover()
        await page.mouse.down()
        await page.locator('.question').last().hover({ force: true })
        await page.locator('.drops-after').waitFor()
        expect(await violations(author), 'dragging').toEqual([])
        await page.keyboard.press('Escape')
        await page.mouse.up()
        for (const name of ['Branching pane', 'Preview pane']) {
          await page.getByRole('button', { name }).click()
          expect(await violations(author), name).toEqual([])
        }
      }
      for (const name of ['Surveys', 'Templates', 'Share']) {
        await page.getByRole('button', { name }).click()
        expect(await violations(author), name).toEqual([])
        await page.keyboard.press('Escape')
      }
    },
    60_000,
  )

  it.each([320, 390, 780, 1024, 1440])('fits a viewport of %i px', async width => {
    const { page } = await open({ viewport: { width, height: 800 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const right = await page
      .getByRole('button', { name: 'Test run', exact: true })
      .evaluate(button => button.getBoundingClientRect().right)
    expect(right).toBeLessThanOrEqual(width)
    for (const dialog of ['Surveys', 'Templates', 'Share']) {
      await page.getByRole('button', { name: dialog }).click()
      const body = page.locator('.dialog-body')
      expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
    }
  })
})
