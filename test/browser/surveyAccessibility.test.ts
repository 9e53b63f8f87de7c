import { createRequire } from 'node:module'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Survey, SurveyAppearance } from '../../src/wire/survey'
import { createVisitor, type OpenPage, type Visitor } from '../support/browser'
import { QUESTIONS, surveyOf } from '../support/sampleSurveys'
import { surveyPage } from './surveyPage'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const LONG = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(7)
const LOGO =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="900" height="90"%3E%3Crect width="900" height="90"/%3E%3C/svg%3E'
const WORDY = {
  type: 'multiple_choice' as const,
  question: `Which? ${LONG}`,
  description: 'A long story. '.repeat(86),
  choices: [LONG, ...Array.from({ length: 24 }, (_, index) => `Choice ${index}`)],
}

const THANKS = {
  displayThankYouMessage: true,
  thankYouMessageDescription: 'Your answer goes straight to the team.',
}
const INTRO = {
  displayIntroScreen: true,
  introScreenHeader: 'Two minutes?',
  introScreenDescription: 'Three short questions.',
}

/** Name of a page -> its survey, and the action that leads to the page. */
const PAGES: Record<
  string,
  { survey: (look: SurveyAppearance) => Survey; act?: (page: OpenPage['page']) => Promise<void> }
> = {
  ...Object.fromEntries(
    Object.entries(QUESTIONS).map(([name, question]) => [
      name,
      { survey: look => surveyOf([question, QUESTIONS.five], look) },
    ]),
  ),
  intro: { survey: look => surveyOf([QUESTIONS.five], { ...INTRO, ...look }) },
  thanks: {
    survey: look => surveyOf([QUESTIONS.link], { ...THANKS, ...look }),
    act: page => page.getByRole('button', { name: 'Skip' }).click(),
  },
  'refused open text': {
    survey: look => surveyOf([QUESTIONS.open], look),
    act: page => page.getByRole('button', { name: 'Submit' }).press('Enter'),
  },
  'second page with a back button': {
    survey: look => surveyOf([QUESTIONS.thumbs, QUESTIONS.nps], { allowGoBack: true, ...look }),
    act: page => page.getByRole('button', { name: 'Skip' }).click(),
  },
  'chosen options': {
    survey: look => surveyOf([QUESTIONS.multiple], look),
    act: page => page.getByRole('checkbox', { name: 'Alerts' }).check(),
  },
  'chosen face': {
    survey: look => surveyOf([QUESTIONS.faces], look),
    act: page => page.getByRole('radio', { name: 'Neutral' }).check(),
  },
  'rating that sends at once, selected by a key': {
    survey: look =>
      surveyOf([{ ...QUESTIONS.nps, skipSubmitButton: true, optional: true }, QUESTIONS.open], look),
    act: async page => {
      await page.getByRole('radio', { name: '0', exact: true }).focus()
      await page.keyboard.press('7')
      await page.getByRole('button', { name: 'Submit' }).waitFor()
    },
  },
  'open choice with a text': {
    survey: look => surveyOf([QUESTIONS.single], look),
    act: page => page.getByRole('textbox').fill('A gift'),
  },
  'logo, first of two questions': {
    survey: look => surveyOf([QUESTIONS.five, QUESTIONS.open], { logo: LOGO, ...look }),
  },
  'logo, one question': { survey: look => surveyOf([QUESTIONS.five], { logo: LOGO, ...look }) },
  'a lot of text': { survey: look => surveyOf([WORDY], look) },
  'a lot of text, refused': {
    survey: look => surveyOf([WORDY], look),
    act: async page => {
      await page.getByRole('button', { name: 'Submit' }).press('Enter')
      await page.getByText('Please choose an option').waitFor()
    },
  },
}
const SETTINGS: Record<
  string,
  { width: number; height: number; look?: SurveyAppearance; dir?: string; dark?: boolean }
> = {
  'light, desktop': { width: 1280, height: 800 },
  'dark preferred by the visitor, desktop': { width: 1280, height: 800, dark: true },
  'light, 320 px': { width: 320, height: 480 },
  'light, zoom of 200 %': { width: 640, height: 400 },
  'light, zoom of 500 %': { width: 256, height: 320 },
  'light, 780 px, zoom of 400 %': { width: 195, height: 400 },
  'dark configured by the author, right to left, 320 px': {
    width: 320,
    height: 568,
    dir: 'rtl',
    look: { backgroundColor: '#10141f' },
  },
  'clashing colors, right to left': {
    width: 1280,
    height: 800,
    dir: 'rtl',
    look: {
      backgroundColor: 'oklch(72% 0.15 60)',
      textColor: '#caa',
      textSubtleColor: 'orange',
      submitButtonColor: '#ffd0a0',
      submitButtonTextColor: 'white',
      ratingButtonColor: '#777',
      ratingButtonActiveColor: '#f90',
      inputBackground: '#123',
      borderColor: '#f5c9a0',
    },
  },
}

let visitor: Visitor
beforeAll(async () => {
  visitor = await createVisitor('test/browser/entries/survey.ts')
})
afterAll(() => visitor.stop())

/** Returns elements that overflow the window or the card, are covered, or are smaller than 24 px. Runs in the browser. */
function layoutProblems() {
  const host = document.querySelector('.earshot-survey')!
  const root = host.shadowRoot!
  const card = root.querySelector('.card')!.getBoundingClientRect()
  const problems: string[] = []
  const add = (problem: string, element?: Element) =>
    problems.push(`${problem} ${element?.outerHTML.slice(0, 120) ?? ''}`)
  if (card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight)
    add('card outside the window')
  if (document.documentElement.scrollWidth > innerWidth) add('the website scrolls sideways')
  for (const element of root.querySelectorAll('.body, .footer, form')) {
    if (element.scrollWidth > element.clientWidth + 1) add('cut off sideways', element)
  }
  for (const control of root.querySelectorAll<HTMLElement>('button, a, input, textarea')) {
    control.scrollIntoView({ block: 'nearest' })
    const target = control.closest('label') ?? control
    const box = target.getBoundingClientRect()
    if (box.width < 23.9 || box.height < 21.9) add(`target ${box.width} x ${box.height}`, control)
    if (box.left < card.left - 4 || box.right > card.right + 4) add('outside the card', control)
    const own = control.getBoundingClientRect()
    const hit = root.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2)
    if (!hit || !(target.contains(hit) || hit.closest('label') === target)) add('covered', control)
  }
  for (const option of root.querySelectorAll('[part=option]:not(:has(*))')) {
    const text = document.createRange()
    text.selectNodeContents(option)
    const { width, height } = text.getBoundingClientRect()
    const lines = Math.round(height / Number.parseFloat(getComputedStyle(option).lineHeight))
    if (lines > 1 || width > option.clientWidth) add('does not fit its cell', option)
  }
  const [logo, close] = ['.logo', '.close'].map(name => root.querySelector(name)?.getBoundingClientRect())
  if (logo && close && logo.left < close.right && close.left < logo.right) add('the logo is under the X')
  // Content scrolled out of sight may lie behind the buttons.
  const body = root.querySelector('.body')!
  const scrolls = body.scrollHeight > body.clientHeight
  const boxes = [...root.querySelectorAll('.logo, .title, .desc, .control, .footer > *')].map(element =>
    element.getBoundingClientRect(),
  )
  boxes.forEach((box, index) => {
    for (const other of boxes.slice(index + 1)) {
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left)
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
      if (across > 1 && down > 1 && !scrolls) add('two parts overlap')
    }
  })
  return problems
}

describe.each(Object.entries(SETTINGS))(
  '%s',
  (_, { width, height, look = {}, dir = 'ltr', dark = false }) => {
    let opened: OpenPage
    beforeAll(async () => {
      opened = await visitor.open(
        {
          html: `<!doctype html><html lang="en" dir="${dir}"><head><title>A page</title><meta name="viewport" content="width=device-width"></head><body><main><h1>A page</h1></main><script src="/bundle.js"></script></body></html>`,
        },
        { viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' },
      )
      await opened.page.addScriptTag({ path: AXE })
    })
    afterAll(() => opened.close())

    it.each(Object.entries(PAGES))('%s: passes axe and is not cut off', async (_, { survey, act }) => {
      const { page, errors } = opened
      const stage = surveyPage(page)
      await stage.setUp(dark ? { survey_color_scheme: 'auto' } : {})
      await stage.show(survey(look))
      await act?.(page)
      await expect.poll(() => stage.dialog.isVisible()).toBe(true)
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const result = await axe.run({
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
        })
        return result.violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary).join(' ')}`,
        )
      })
      expect(violations).toEqual([])
      expect(await page.evaluate(layoutProblems)).toEqual([])
      expect(errors).toEqual([])
    })
  },
)

describe('text zoom of 200 %', () => {
  let opened: OpenPage
  afterEach(() => opened.close())

  // As in browsers that enlarge only text.
  const enlargeText = () => {
    const all = [...document.querySelector('.earshot-survey')!.shadowRoot!.querySelectorAll<HTMLElement>('*')]
    const sizes = all.map(element => [element, getComputedStyle(element)] as const)
    const doubled = sizes.map(([element, { fontSize, lineHeight }]) => {
      const twice = (length: string) => `${2 * Number.parseFloat(length)}px`
      return [element, twice(fontSize), twice(lineHeight)] as const
    })
    for (const [element, fontSize, lineHeight] of doubled)
      Object.assign(element.style, { fontSize, lineHeight })
  }

  it.each(
    [320, 256, 195].flatMap(width =>
      (['nps', 'seven', 'five', 'faces'] as const).map(name => ({ width, name })),
    ),
  )('fits into the cells of $name at $width px', async ({ width, name }) => {
    opened = await visitor.open(
      { html: '<!doctype html><title>A page</title><script src="/bundle.js"></script>' },
      { viewport: { width, height: 1200 }, reducedMotion: 'reduce' },
    )
    await surveyPage(opened.page).show(surveyOf([QUESTIONS[name]]))
    await opened.page.evaluate(enlargeText)
    expect(await opened.page.evaluate(layoutProblems)).toEqual([])
  })
})
