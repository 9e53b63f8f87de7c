import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Question, Survey } from 'earshot'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import ces from '../../examples/preview/templates/ces.json'
import churn from '../../examples/preview/templates/churn-reasons.json'
import csat from '../../examples/preview/templates/csat.json'
import interest from '../../examples/preview/templates/feature-interest.json'
import nps from '../../examples/preview/templates/nps.json'
import feedback from '../../examples/preview/templates/open-feedback.json'
import fit from '../../examples/preview/templates/product-market-fit.json'
import { createVisitors, type Visit, type Visitors } from '../support/examples'
import { type Author, openPreview } from '../support/previewPage'

let visitors: Visitors
let visit: Visit
beforeAll(async () => {
  visitors = await createVisitors()
})
afterEach(async () => {
  expect(visit.errors).toEqual([])
  expect(visit.requests).toEqual([])
  await visit.end()
})
afterAll(() => visitors.stop())

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }

const open = async (options: BrowserContextOptions = DESK): Promise<Author> => {
  visit = await visitors.come(1, options)
  return openPreview(visit.page, `${visit.url}/preview/`)
}

/** Writes three branches of an NPS survey, starting from nothing, without a pointer. */
async function writeNps({ page, tabTo }: Author) {
  const { keyboard } = page
  await tabTo('Templates')
  await keyboard.press('Enter')
  await tabTo(/^Nothing/)
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
  await tabTo('After this question comes')
  await keyboard.type('The e')
  await add('Open text', 'What would make it better?')
  await tabTo('After this question comes')
  await keyboard.type('The e')
  await add('Open text', 'What do you like best?')
  await tabTo(/^1Rating/, { back: true })
  await keyboard.press('Enter')
  await tabTo('After this question comes')
  await keyboard.type('It depends')
  for (const [label, place] of [
    [/^Detractors/, '2. '],
    [/^Passives/, '3. '],
    [/^Promoters/, '4. '],
  ] as const) {
    await tabTo(label)
    await keyboard.type(place)
  }
}

describe('writing a survey by keyboard', () => {
  it('makes an NPS survey with three branches from nothing', async () => {
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
    await author.findings.getByText('Nothing to find fault with').waitFor()
  })

  it('moves a question with Alt and an arrow, and branches stay with the questions they lead to', async () => {
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
    await author.startFrom('Nothing')
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
  it('stand beside the field they are about, and lead to it', async () => {
    const author = await open()
    const { page, findings } = author
    await page.getByLabel('After this question comes').selectOption('The end')
    await findings.getByText('No path leads to this question.').first().waitFor()
    await findings
      .getByRole('group', { name: 'Map of the survey' })
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
    await findings.getByText('Nothing to find fault with').waitFor()
  })

  it('tell of colours that cannot be told apart, with their ratio', async () => {
    const author = await open()
    const { page } = author
    await author.section('Look')
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

describe('rounds', () => {
  it('are asked for where the survey comes again in each, and go along to the service', async () => {
    const author = await open()
    const { page } = author
    await author.startFrom('Nothing')
    await author.section('Showing')
    expect(await page.getByLabel('Rounds').count()).toBe(0)
    await page.getByLabel('How often').selectOption('Again in each round')
    await page.getByLabel('Rounds').fill('4')
    await page.getByLabel('One every').fill('90')
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

describe('the live survey', () => {
  it('is answered on the phone, back and forth, by keyboard', async () => {
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

  it('follows the map: a question that is clicked is shown', async () => {
    const { page, frame } = await open()
    await page.getByRole('group', { name: 'Map of the survey' }).getByRole('button', { name: /^4/ }).click()
    await expect
      .poll(() => frame.getByRole('heading', { level: 2 }).textContent())
      .toMatch(/^What do you like/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('questions[3].question')
  })

  it('shows in the dark, from right to left, in another language, and at twice the size', async () => {
    const author = await open()
    const { page, frame } = author
    await author.section('Languages')
    await page.getByLabel('Add a language').fill('ar')
    await page.keyboard.press('Enter')
    await page.getByLabel('Question', { exact: true }).first().fill('ما مدى احتمال أن توصي بنا؟')
    const card = frame.getByRole('region')
    await frame.getByText('ما مدى احتمال').waitFor()
    expect(await card.getAttribute('dir')).toBe('rtl')
    await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('As written')
    await frame.getByText('How likely are you').waitFor()
    expect(await card.getAttribute('dir')).toBe('ltr')
    await page.getByRole('radio', { name: 'Right to left' }).check()
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

  it('shows inside the page, behind a tab and behind an element', async () => {
    const { page, frame } = await open()
    const display = page.getByRole('combobox', { name: 'How it is shown' })
    const question = frame.getByRole('heading', { level: 2 })
    await display.selectOption('Inside the page')
    await frame.locator('main').getByRole('heading', { level: 2 }).waitFor()
    for (const [name, button] of [
      ['Behind a tab', 'Feedback'],
      ['Behind an element', 'Open the survey'],
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

/** An answer that can be given, and where it leads. */
type Try = { pick: number | null; to: number | 'end' }

/** Every answer that makes a difference, read off the survey's own JSON. */
function triesOf(question: Question, index: number, last: number): Try[] {
  const next = index === last ? 'end' : index + 1
  const { branching } = question
  if (branching?.type === 'end') return [{ pick: null, to: 'end' }]
  if (branching?.type === 'specific_question') return [{ pick: null, to: branching.index }]
  if (branching?.type !== 'response_based') return [{ pick: null, to: next }]
  const to = (key: string) => (branching.responseValues[key] as number | undefined) ?? next
  if ('choices' in question) return question.choices.map((_, pick) => ({ pick, to: to(String(pick)) }))
  const places: Record<number, [pick: number, key: string][]> = {
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
  return places[scale]!.map(([pick, key]) => ({ pick, to: to(key) }))
}

/** Every way from the first question to an end. */
function waysThrough({ questions }: Pick<Survey, 'questions'>): { index: number; pick: number | null }[][] {
  const from = (index: number): { index: number; pick: number | null }[][] =>
    triesOf(questions[index]!, index, questions.length - 1).flatMap(({ pick, to }) =>
      (to === 'end' ? [[]] : from(to)).map(rest => [{ index, pick }, ...rest]),
    )
  return from(0)
}

describe('templates', () => {
  it.each(
    [nps, csat, ces, fit, feedback, churn, interest].map(
      survey => [survey.name, survey as Omit<Survey, 'id'>] as const,
    ),
  )(
    '%s is answered to every end',
    async (name, survey) => {
      const author = await open()
      const { page, frame } = author
      await visit.context.route('https://example.com/**', route => route.fulfill({ body: 'Welcome' }))
      // A link opens a tab of its own; what stays behind is a page that nobody looks at, and it slows down.
      visit.context.on('page', tab => void tab.close())
      await author.startFrom(name)
      const question = frame.getByRole('heading', { level: 2 })
      const answer = async (asked: Question, pick: number | null) => {
        switch (asked.type) {
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
            if (asked.hasOpenChoice && pick === asked.choices.length - 1)
              await frame.getByRole('textbox').fill('Moved abroad')
            return
          case 'multiple_choice':
            return void (await frame.getByRole('checkbox').first().click())
          case 'link':
            return
        }
      }
      for (const way of waysThrough(survey)) {
        await page.getByRole('button', { name: 'Restart' }).click()
        if (survey.appearance?.displayIntroScreen) {
          await frame.getByRole('button', { name: survey.appearance.introScreenButtonText! }).click()
        }
        for (const { index, pick } of way) {
          const asked = survey.questions[index]!
          await expect.poll(() => question.textContent()).toBe(asked.question)
          await answer(asked, pick)
          const goesOn = 'skipSubmitButton' in asked && asked.skipSubmitButton
          if (goesOn) continue
          const label = asked.buttonText ?? 'Submit'
          if (asked.type === 'link') await frame.getByText(label).click()
          else await frame.getByRole('button', { name: label, exact: true }).click()
        }
        await expect.poll(() => question.textContent()).toBe(survey.appearance!.thankYouMessageHeader)
      }
    },
    60_000,
  )
})

describe('taking a survey along', () => {
  it('a link opens it in a fresh profile, and leaves no trace in the address', async () => {
    const author = await open()
    const { page } = author
    await page.getByLabel('Name of the survey').fill('Für Zoë ☕')
    const before = await author.survey()
    await page.getByRole('button', { name: 'Share' }).click()
    const field = page.getByLabel('Link to this survey')
    await expect.poll(() => field.inputValue()).toContain('#s1=')
    const link = await field.inputValue()
    const { url, end } = visit
    const first = await visitors.come(1, DESK)
    const opened = await openPreview(first.page, link.replace(url, first.url))
    expect(await opened.survey()).toEqual(before)
    expect(first.page.url()).toBe(`${first.url}/preview/`)
    await opened.page.getByRole('button', { name: 'Undo' }).click()
    expect((await opened.survey()).name).toBe('Net Promoter Score')
    expect(first.errors).toEqual([])
    await first.end()
    expect(end).toBe(visit.end)
  })

  it('a damaged link says so, and nothing is lost', async () => {
    const author = await open()
    await author.page.getByLabel('Name of the survey').fill('Mine')
    await author.page.goto(`${visit.url}/preview/#s1=nVRtSxtB`)
    await author.page.getByText('The link is damaged').waitFor()
    expect((await author.survey()).name).toBe('Mine')
  })

  it('the JSON is what the service takes, as text and as a file', async () => {
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

  it('a survey comes from a file or is pasted; what is none is told, and changes nothing', async () => {
    const author = await open()
    const { page } = author
    const before = await author.survey()
    await page.getByRole('button', { name: 'Templates' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Or pasted').fill('{ "questions": [ }')
    await dialog.getByRole('button', { name: 'Load' }).click()
    await dialog.getByText(/not JSON.*Nothing was changed/).waitFor()
    expect(await dialog.getByLabel('Or pasted').inputValue()).toBe('{ "questions": [ }')
    await dialog.getByLabel('Or pasted').fill('[]')
    await dialog.getByRole('button', { name: 'Load' }).click()
    await dialog.getByText(/empty list.*Nothing was changed/).waitFor()
    await page.keyboard.press('Escape')
    expect(await author.survey()).toEqual(before)
    await page.getByRole('button', { name: 'Templates' }).click()
    await dialog.getByLabel('From a file').setInputFiles({
      name: 'survey.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...before, name: 'From a file' })),
    })
    expect((await author.survey()).name).toBe('From a file')
  })
})

describe('nothing is lost', () => {
  it('JSON that is none keeps the survey, and is kept itself', async () => {
    const author = await open()
    const { page, frame } = author
    await author.section('JSON')
    const field = page.getByLabel('The survey as JSON')
    const text = await field.inputValue()
    await field.fill(text.replace('"rating",', '"rating"'))
    await page.getByText(/not JSON, line 12, column 7/).waitFor()
    await frame.getByText('How likely are you').waitFor()
    await author.section('Questions')
    await page.getByLabel('Name of the survey').fill('Edited meanwhile')
    await page.reload()
    await author.section('JSON')
    expect(await field.inputValue()).toContain('"rating"\n')
    await page.getByRole('button', { name: 'Discard what I typed' }).click()
    expect(JSON.parse(await field.inputValue()).name).toBe('Edited meanwhile')
    await field.fill(text.replace('Net Promoter Score', 'From JSON'))
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('From JSON')
  })

  it('undo and redo go through every change, by key and by button', async () => {
    const author = await open()
    const { page } = author
    const name = page.getByLabel('Name of the survey')
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

  it('a reload brings back the survey, what can be undone, and how it was looked at', async () => {
    const author = await open()
    const { page } = author
    await author.startFrom('Reasons for leaving')
    await page.getByRole('radio', { name: 'Desktop' }).check()
    await page.reload()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Reasons for leaving')
    expect(await page.getByRole('radio', { name: 'Desktop' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Net Promoter Score')
  })
})

describe('trying it on the page', () => {
  it('runs the real survey, shows its events, and counts', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: /Try it/ }).click()
    const survey = page.getByRole('dialog')
    const log = page.getByRole('log', { name: 'Events' })
    const pane = page.getByRole('region', { name: 'Try it on the page' })
    const stat = (name: string) => pane.locator('.stats > div', { hasText: name }).locator('dd').textContent()
    await survey.waitFor()
    await log.getByText('survey shown').waitFor()
    await survey.getByRole('radio', { name: '9' }).click()
    await survey.getByRole('textbox').fill('The tea')
    await survey.getByRole('button', { name: 'Send' }).click()
    await survey.getByText('Your answer goes straight').waitFor()
    await expect.poll(() => stat('Sent')).not.toBe('0')
    await log.getByText('survey sent').first().click()
    await log.getByText('The tea').first().waitFor()
    await survey.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'As another visitor' }).click()
    await survey.getByRole('button', { name: 'Close survey' }).click()
    await expect.poll(() => stat('Dismissed')).toBe('1')
    expect(await stat('Visitors')).toBe('2')
    await page.getByRole('button', { name: 'Stop trying' }).click()
    await page.getByLabel('Name of the survey').waitFor()
  })
})

describe('for everybody', () => {
  const axe = readFileSync(resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')
  interface Axe {
    run(context?: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
  const violations = async ({ page }: Author) => {
    await page.evaluate(axe)
    const found = await page.evaluate(() =>
      (window as unknown as { axe: Axe }).axe.run({ exclude: ['iframe'] }),
    )
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }

  it.each([
    ['at a desk, in light', { ...DESK, colorScheme: 'light' }],
    ['at a desk, in the dark', { ...DESK, colorScheme: 'dark' }],
    ['on a phone, in light', { ...PHONE, colorScheme: 'light' }],
    ['on a phone, in the dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const)(
    'axe has nothing to say %s',
    async (_, options) => {
      const author = await open({ ...options, reducedMotion: 'reduce' })
      const { page } = author
      await page.getByLabel('After this question comes').selectOption('The end')
      for (const section of ['Questions', 'Showing', 'Look', 'Languages', 'JSON']) {
        await author.section(section)
        expect(await violations(author), section).toEqual([])
      }
      if (options.viewport.width < 500) {
        for (const pane of ['preview', 'map']) {
          await page.locator(`input[name=pane][value=${pane}]`).check()
          expect(await violations(author), pane).toEqual([])
        }
      }
      for (const name of ['Templates', 'Share']) {
        await page.getByRole('button', { name }).click()
        expect(await violations(author), name).toEqual([])
        await page.keyboard.press('Escape')
      }
    },
    60_000,
  )

  it.each([320, 390, 780, 1024, 1440])('nothing reaches out of a window of %i pixels', async width => {
    const { page } = await open({ viewport: { width, height: 800 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const right = await page
      .getByRole('button', { name: /Try it/ })
      .evaluate(button => button.getBoundingClientRect().right)
    expect(right).toBeLessThanOrEqual(width)
    for (const dialog of ['Templates', 'Share']) {
      await page.getByRole('button', { name: dialog }).click()
      const body = page.locator('.dialog-body')
      expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
    }
  })
})
