import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { blend, contrast, parseColor, WHITE } from '../../src/surveys/ui/color'
import type { SurveyAppearance } from '../../src/wire/survey'
import { createVisitor, type OpenPage, type Visitor } from '../support/browser'
import { QUESTIONS, surveyOf } from '../support/sampleSurveys'
import { surveyPage } from './surveyPage'

let visitor: Visitor
let opened: OpenPage
beforeAll(async () => {
  visitor = await createVisitor('test/browser/entries/survey.ts')
})
afterEach(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
})
afterAll(() => visitor.stop())

type PaintedProperty = 'color' | 'backgroundColor' | 'borderTopColor' | 'outlineColor' | 'stroke'

/** Shows a survey, and returns a function that reads the colors of an element inside it. */
async function shown(
  appearance: SurveyAppearance,
  { css = '', dark = false, ownPage = false }: { css?: string; dark?: boolean; ownPage?: boolean } = {},
) {
  opened = await visitor.open(
    {
      html: `<!doctype html><html lang="en"><head><title>A page</title><style>${css}</style></head><body><script src="/bundle.js"></script></body></html>`,
    },
    { colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce', ownPage },
  )
  const stage = surveyPage(opened.page)
  await stage.setUp({ survey_color_scheme: 'auto' })
  await stage.show(surveyOf([QUESTIONS.five, QUESTIONS.single], appearance))
  const painted = async (selector: string, property: PaintedProperty = 'color') => {
    const text = await opened.page.evaluate(
      ([selector, property]) => {
        const element = document.querySelector('.earshot-survey')!.shadowRoot!.querySelector(selector!)!
        const canvas = document.createElement('canvas').getContext('2d')!
        canvas.fillStyle = getComputedStyle(element)[property as 'color']
        canvas.fillRect(0, 0, 1, 1)
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
        return `rgb(${red} ${green} ${blue} / ${alpha! / 255})`
      },
      [selector, property],
    )
    return parseColor(text)!
  }
  return { stage, painted }
}

describe('appearance colors', () => {
  it.each([
    ['var(--bg, #101418)', ''],
    ['var(--bg)', ':root{--bg:#101418}'],
    ['rgb(16 20 24 / 95%)', ''],
    ['oklch(20% 0.02 250)', ''],
    ['hsl(210deg 20% 8%)', ''],
    ['#000', ''],
    ['#000000ff', ''],
    ['black', ''],
    ['rebeccapurple', ''],
    ['indianred', ''],
    ['color(display-p3 0.1 0.4 0.2)', ''],
    ['#777777', ''],
    ['transparent', ''],
    ['#eeeded', ''],
    ['notacolor', ''],
    ['var(--missing)', ''],
    ['', ''],
  ])('keep text readable on the background %s', async (backgroundColor, css) => {
    const { stage, painted } = await shown({ backgroundColor }, { css })
    const background = blend(await painted('.card', 'backgroundColor'), WHITE)
    for (const text of ['.title', '.labels span']) {
      expect(contrast(await painted(text), background), text).toBeGreaterThan(4.45)
    }
    expect(contrast(await painted('.close'), background)).toBeGreaterThan(3)
    const tile = blend(await painted('.tile', 'backgroundColor'), background)
    expect(contrast(await painted('.tile'), tile)).toBeGreaterThan(4.45)
    await stage.page.getByRole('radio', { name: '3' }).check()
    const button = blend(await painted('.solid', 'backgroundColor'), background)
    expect(contrast(await painted('.solid'), button)).toBeGreaterThan(4.45)
    await stage.setUp({ survey_color_scheme: 'auto' })
    await stage.show(surveyOf([QUESTIONS.single], { backgroundColor }))
    const option = blend(await painted('.option', 'backgroundColor'), background)
    expect(contrast(await painted('.option .row'), option)).toBeGreaterThan(4.45)
    const field = blend(await painted('.option .text', 'backgroundColor'), option)
    expect(contrast(await painted('.option .text'), field)).toBeGreaterThan(4.45)
  })

  it.each([['notacolor'], ['var(--missing)'], ['inherit']])(
    'fall back to the built-in color for %s',
    async backgroundColor => {
      const { painted } = await shown({ backgroundColor })
      expect(await painted('.card', 'backgroundColor')).toEqual(WHITE)
    },
  )

  it('stay as configured when they are readable', async () => {
    const { stage, painted } = await shown({
      backgroundColor: '#ffffff',
      textColor: '#0a5c4a',
      submitButtonColor: '#0a7c5a',
      submitButtonTextColor: '#ffffff',
    })
    await stage.page.getByRole('radio', { name: '3' }).check()
    expect(await painted('.title')).toEqual(parseColor('#0a5c4a'))
    expect(await painted('.solid', 'backgroundColor')).toEqual(parseColor('#0a7c5a'))
    expect(await painted('.solid')).toEqual(WHITE)
  })

  it('are opaque and readable on a translucent card (R13)', async () => {
    const { painted } = await shown({ backgroundColor: 'rgba(16, 20, 24, .6)' })
    const card = await painted('.card', 'backgroundColor')
    expect(card[3]).toBe(1)
    expect(await painted('.close', 'backgroundColor')).toEqual(card)
    expect(contrast(await painted('.close'), card)).toBeGreaterThanOrEqual(4.45)
  })

  it('keep the chosen rating readable on its own color', async () => {
    const { stage, painted } = await shown({ ratingButtonActiveColor: '#ffdd00', inputTextColor: '#ffee88' })
    await stage.page.getByRole('radio', { name: '3' }).check()
    const active = await painted(':checked ~ .tile', 'backgroundColor')
    expect(active).toEqual(parseColor('#ffdd00'))
    expect(contrast(await painted(':checked ~ .tile'), active)).toBeGreaterThan(4.45)
  })
})

describe('edges of controls (D-571)', () => {
  const BRANDS: Record<string, SurveyAppearance> = {
    'the built-in colors': {},
    yellow: { backgroundColor: '#ffd400', submitButtonColor: '#111', ratingButtonActiveColor: '#111' },
    'dark red': { backgroundColor: '#6d0f1a', submitButtonColor: '#ffd166', ratingButtonColor: '#5d0c15' },
    pale: { backgroundColor: '#fdf6f0', submitButtonColor: '#f7b7a3', borderColor: '#f3e2d8' },
    blue: { backgroundColor: 'oklch(38% 0.09 250)', submitButtonColor: '#ffd166' },
    'mid gray': { backgroundColor: '#777777', borderColor: '#808080' },
    'a gray of the usual editor': {
      backgroundColor: '#eeeded',
      borderColor: '#c9c6c6',
      ratingButtonColor: 'white',
      ratingButtonActiveColor: 'black',
      submitButtonColor: 'black',
    },
  }
  const CASES = Object.entries(BRANDS).flatMap(([name, look]) => [
    { name, look, dark: false },
    { name, look, dark: true },
  ])

  it.each(CASES)('have a contrast of 3 at rest with $name, dark $dark', async ({ look, dark }) => {
    const { stage, painted } = await shown(look, { dark })
    const background = await painted('.card', 'backgroundColor')
    const ratioOf = async (selector: string, property: PaintedProperty) =>
      contrast(blend(await painted(selector, property), background), background)
    expect(await ratioOf('.tile', 'borderTopColor')).toBeGreaterThanOrEqual(2.95)
    for (const question of [QUESTIONS.single, QUESTIONS.faces, QUESTIONS.open]) {
      await stage.setUp({ survey_color_scheme: 'auto' })
      await stage.show(surveyOf([question], look))
      const edges = { single_choice: '.option', rating: '.disc', open: '.text' } as const
      const property = question.type === 'rating' ? 'stroke' : 'borderTopColor'
      expect(await ratioOf(edges[question.type], property), question.type).toBeGreaterThanOrEqual(2.95)
    }
  })

  it.each(CASES)(
    'outline a Submit that waits for an answer with $name, dark $dark',
    async ({ look, dark }) => {
      const { stage, painted } = await shown(look, { dark })
      const background = await painted('.card', 'backgroundColor')
      const opacity = await stage.page
        .locator('.solid')
        .evaluate(button => Number(getComputedStyle(button).opacity))
      const ratioOf = async (property: PaintedProperty) => {
        const [red, green, blue, alpha] = await painted('.solid', property)
        return contrast(blend([red, green, blue, alpha * opacity], background), background)
      }
      expect(await painted('.solid', 'backgroundColor')).toMatchObject({ 3: 0 })
      expect(await ratioOf('color')).toBeGreaterThanOrEqual(3)
      expect(await ratioOf('borderTopColor')).toBeGreaterThanOrEqual(3)
      await stage.page.getByRole('radio', { name: '3' }).check()
      expect(await painted('.solid', 'backgroundColor')).toMatchObject({ 3: 1 })
    },
  )

  it.each(CASES)(
    'have a contrast of 3 everywhere when the visitor prefers more, $name, dark $dark',
    async scene => {
      const { stage, painted } = await shown(scene.look, { dark: scene.dark })
      await stage.page.emulateMedia({ contrast: 'more' })
      const background = await painted('.card', 'backgroundColor')
      const edges = [
        ['.card', 'borderTopColor'],
        ['.progress', 'outlineColor'],
        ['.close', 'borderTopColor'],
        ['.tile', 'borderTopColor'],
        ['.solid', 'borderTopColor'],
      ] as const
      for (const [selector, property] of edges)
        expect(contrast(await painted(selector, property), background), selector).toBeGreaterThan(3)
      const waiting = stage.page.locator('.solid')
      expect(await waiting.evaluate(button => getComputedStyle(button).opacity)).toBe('1')
    },
  )
})

describe('preferences of the visitor', () => {
  it('switch to the dark colors, and back, with `survey_color_scheme: auto`', async () => {
    const { stage, painted } = await shown({}, { dark: true })
    expect(contrast(await painted('.card', 'backgroundColor'), WHITE)).toBeGreaterThan(12)
    await stage.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => painted('.card', 'backgroundColor')).toEqual(WHITE)
  })

  it('do not override the colors of the author', async () => {
    const { painted } = await shown({ backgroundColor: '#ffffff' }, { dark: true })
    expect(await painted('.card', 'backgroundColor')).toEqual(WHITE)
  })

  it.each(['light', 'dark'] as const)(
    'keep chosen and focused options visible in forced colors, %s',
    async colorScheme => {
      const { stage, painted } = await shown({})
      await stage.page.emulateMedia({ forcedColors: 'active', colorScheme })
      const outline = () =>
        stage.page
          .locator('.tile')
          .nth(2)
          .evaluate(tile => getComputedStyle(tile).outlineStyle)
      await stage.page.getByRole('radio', { name: '3' }).focus()
      await stage.page.keyboard.press('Space')
      const chosen = await painted(':checked ~ .tile', 'backgroundColor')
      expect(contrast(chosen, await painted('.tile', 'backgroundColor'))).toBeGreaterThan(3)
      expect(contrast(chosen, await painted(':checked ~ .tile'))).toBeGreaterThan(4.5)
      expect(await outline()).toBe('solid')
      await stage.page.getByRole('button', { name: 'Submit' }).focus()
      expect(await outline()).toBe('none')
    },
  )

  it.each(['light', 'dark'] as const)('keep faces visible in forced colors, %s', async colorScheme => {
    const { stage, painted } = await shown({})
    await stage.page.emulateMedia({ forcedColors: 'active', colorScheme })
    const canvas = await painted('.card', 'backgroundColor')
    await stage.setUp({})
    await stage.show(surveyOf([QUESTIONS.faces]))
    await stage.page.getByRole('radio', { name: 'Satisfied', exact: true }).check()
    const faces = await stage.page
      .locator('.tile svg')
      .evaluateAll(drawings =>
        drawings.map(drawing => [
          getComputedStyle(drawing.querySelector('.disc')!).fill,
          getComputedStyle(drawing.querySelector('path')!).stroke,
          getComputedStyle(drawing.querySelector('.disc')!).stroke,
        ]),
      )
    for (const [disc, stroke, edge] of faces) {
      expect(contrast(parseColor(disc!)!, parseColor(stroke!)!)).toBeGreaterThan(4.5)
      // Of a disc that is chosen, the fill is what is seen.
      const seen = [disc, edge].map(color => contrast(parseColor(color!)!, canvas))
      expect(Math.max(...seen)).toBeGreaterThan(3)
    }
    expect(faces[3]).not.toEqual(faces[2])
  })
})

describe('text sizes (D-572)', () => {
  const sizes = (page: OpenPage['page']) =>
    page.evaluate(() => {
      const root = document.querySelector('.earshot-survey')!.shadowRoot!
      const sizeOf = (selector: string) =>
        Number.parseFloat(getComputedStyle(root.querySelector(selector)!).fontSize)
      return { card: sizeOf('.card'), title: sizeOf('.title'), labels: sizeOf('.labels') }
    })

  it.each(['html{font-size:62.5%}', 'html{font-size:40px}', 'body,div{font-size:9px!important}'])(
    'do not follow the website: %s',
    async css => {
      const { stage } = await shown({}, { css })
      expect((await sizes(stage.page)).card).toBe(15)
      expect((await stage.dialog.boundingBox())!.width).toBe(360)
    },
  )

  it('follow the default size of the browser, and so does the width of the card', async () => {
    const { stage } = await shown({}, { css: 'html{font-size:62.5%}', ownPage: true })
    const before = await sizes(stage.page)
    const devtools = await stage.page.context().newCDPSession(stage.page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
    await expect.poll(async () => (await sizes(stage.page)).card).toBe(22.5)
    const after = await sizes(stage.page)
    expect(after.title / before.title).toBeCloseTo(1.5)
    expect(after.labels / before.labels).toBeCloseTo(1.5)
    expect((await stage.dialog.boundingBox())!.width).toBe(540)
  })
})

describe('appearance sizes', () => {
  it('are applied as CSS, without the invalid ones', async () => {
    const { stage } = await shown({
      maxWidth: '400px',
      borderRadius: '3px',
      boxPadding: '12px',
      zIndex: '77',
      boxShadow: 'red; x',
      fontFamily: 'monospace',
      disabledButtonOpacity: '0.3',
    })
    const style = await stage.page.evaluate(() => {
      const host = document.querySelector('.earshot-survey')!
      const of = (selector: string) => getComputedStyle(host.shadowRoot!.querySelector(selector)!)
      const { width, borderRadius, boxShadow, fontFamily } = of('.card')
      return [
        width,
        borderRadius,
        boxShadow.includes('rgba(22'),
        fontFamily.split(',')[0],
        of('.body').paddingTop,
        of('.solid').opacity,
        getComputedStyle(host).zIndex,
      ]
    })
    expect(style).toEqual(['400px', '3px', true, 'monospace', '12px', '0.3', '77'])
  })

  it.each([
    ['an open question', QUESTIONS.open],
    ['an open choice', QUESTIONS.single],
  ])(
    'are at least 16 px in the text field of %s on a touch screen, so that no browser zooms in',
    async (_, question) => {
      opened = await visitor.open(
        {},
        { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
      )
      const stage = surveyPage(opened.page)
      await stage.show(surveyOf([question]))
      const size = await stage.page
        .getByRole('textbox')
        .evaluate(field => Number.parseFloat(getComputedStyle(field).fontSize))
      expect(size).toBeGreaterThanOrEqual(16)
    },
  )
})
