/**
 * Draws what visitors see into one picture, `docs/screenshots.png`: each kind of page, each look, on a desk and on a phone.
 * For people to judge at a glance; look at it before a change of looks is committed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const bundle = async (entry, format) => {
  const jsx = { jsx: 'automatic', jsxImportSource: 'preact' }
  const result = await build({ entryPoints: [entry], bundle: true, write: false, format, ...jsx })
  return result.outputFiles[0].text
}
const stage = await bundle('test/browser/entries/stage.ts', 'iife')
const demo = await bundle('test/support/sampleSurveys.ts', 'esm')
const { QUESTIONS: Q, surveyOf } = await import(`data:text/javascript,${encodeURIComponent(demo)}`)

const INTRO = {
  displayIntroScreen: true,
  introScreenHeader: 'Two minutes for a better checkout?',
  introScreenDescription: 'Three short questions. You can leave at any time.',
}
const THANKS = {
  displayThankYouMessage: true,
  thankYouMessageDescription: 'Your answer goes straight to the team.',
}
const BRANDS = [
  {
    backgroundColor: '#fff8ee',
    textColor: '#4a2b12',
    submitButtonColor: '#c2410c',
    ratingButtonActiveColor: '#c2410c',
    ratingButtonColor: '#fdebd3',
    borderColor: '#f3d9b8',
    inputBackground: '#ffffff',
  },
  {
    backgroundColor: 'oklch(38% 0.09 250)',
    submitButtonColor: '#ffd166',
    ratingButtonActiveColor: '#ffd166',
    borderRadius: '6px',
  },
  {
    backgroundColor: '#eeeded',
    borderColor: '#c9c6c6',
    ratingButtonColor: 'white',
    ratingButtonActiveColor: 'black',
    submitButtonColor: 'black',
    textSubtleColor: '#939393',
    inputBackground: 'white',
  },
]
const ARABIC = {
  ...Q.faces,
  question: 'ما رأيك في المحرر الجديد؟',
  lowerBoundLabel: 'سيئ جدًا',
  upperBoundLabel: 'ممتاز',
  buttonText: 'إرسال',
}
const ARABIC_LIST = {
  ...Q.single,
  question: 'ما الذي أتى بك اليوم؟',
  choices: ['مقارنة الأسعار', 'منتج معيّن', 'مجرد تصفح', 'شيء آخر'],
  buttonText: 'إرسال',
}

const pick = (role, name) => page => page.getByRole(role, { name, exact: true }).check()
const press = name => page => page.getByRole('button', { name }).press('Enter')
const inTurn =
  (...acts) =>
  async page => {
    for (const act of acts) await act(page)
  }

/** Title -> the cards of a row: survey, what a visitor does, and the window. */
const rows = {
  'Light, as it comes': [
    [surveyOf([Q.nps, Q.open]), pick('radio', '9')],
    [
      surveyOf([Q.thumbs, Q.faces, Q.five], { allowGoBack: true }),
      inTurn(press('Skip'), pick('radio', 'Satisfied')),
    ],
    [surveyOf([Q.seven])],
    [surveyOf([Q.thumbs])],
    [surveyOf([Q.single]), pick('radio', 'A specific product')],
    [surveyOf([Q.multiple]), inTurn(pick('checkbox', 'Alerts'), pick('checkbox', 'API'))],
    [surveyOf([Q.open]), press('Submit')],
    [surveyOf([Q.link])],
    [surveyOf([Q.five], INTRO)],
    [surveyOf([Q.link], THANKS), press('Skip')],
  ],
  'Dark, for visitors who prefer it': [
    [surveyOf([Q.nps, Q.open]), pick('radio', '9'), { dark: true }],
    [surveyOf([Q.faces]), pick('radio', 'Very satisfied'), { dark: true }],
    [surveyOf([Q.single]), pick('radio', 'A specific product'), { dark: true }],
    [surveyOf([Q.open]), undefined, { dark: true }],
    [surveyOf([Q.link], THANKS), press('Skip'), { dark: true }],
  ],
  'In the colours of a brand': [
    [surveyOf([Q.multiple], BRANDS[0]), pick('checkbox', 'Exports')],
    [surveyOf([Q.nps, Q.open], BRANDS[1]), pick('radio', '8')],
    [surveyOf([Q.five], BRANDS[2]), pick('radio', '4')],
    [surveyOf([Q.open], BRANDS[1])],
  ],
  'Where colours are forced': [
    [surveyOf([Q.nps, Q.open]), pick('radio', '9'), { forced: true }],
    [surveyOf([Q.faces]), pick('radio', 'Satisfied'), { forced: true }],
    [surveyOf([Q.single]), inTurn(pick('radio', 'Something else'), press('Submit')), { forced: true }],
    [surveyOf([Q.multiple]), press('Submit'), { forced: true }],
  ],
  'On a phone, 320 px wide, also from right to left': [
    [surveyOf([Q.nps, Q.open]), pick('radio', '9'), { phone: true }],
    [surveyOf([Q.open]), undefined, { phone: true }],
    [surveyOf([ARABIC]), pick('radio', 'Satisfied'), { phone: true, rtl: true }],
    [surveyOf([ARABIC_LIST]), undefined, { phone: true, rtl: true }],
    [surveyOf([Q.link], THANKS), press('Skip'), { phone: true }],
  ],
}

const folders = (process.env.PATH ?? '').split(delimiter)
const installed = ['chromium', 'google-chrome'].flatMap(name => folders.map(folder => join(folder, name)))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? installed.find(path => existsSync(path)),
  args: ['--disable-gpu'],
})

async function cardOf([survey, act, { dark, phone, rtl, forced } = {}]) {
  const viewport = phone ? { width: 320, height: 640 } : { width: 1280, height: 800 }
  const look = {
    viewport,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    forcedColors: forced ? 'active' : 'none',
  }
  const page = await browser.newPage(look)
  const ground = dark ? '#100f14' : '#ecebf1'
  await page.setContent(
    `<html lang="${rtl ? 'ar' : 'en'}" dir="${rtl ? 'rtl' : 'ltr'}"><body style="background:${ground}">`,
  )
  await page.addScriptTag({ content: stage })
  await page.evaluate(shown => {
    window.stage.setUp({ survey_color_scheme: 'auto' })
    window.stage.show(shown)
  }, survey)
  await act?.(page)
  await page.waitForTimeout(50)
  const { x, y, width, height } = await page.getByRole('dialog').boundingBox()
  const around = phone ? 8 : 20
  const clip = { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around }
  const picture = await page.screenshot({ clip })
  await page.close()
  return `<img src="data:image/png;base64,${picture.toString('base64')}" width="${clip.width}">`
}

let sheet = ''
for (const [title, cards] of Object.entries(rows)) {
  const drawn = []
  for (const card of cards) drawn.push(await cardOf(card))
  sheet += `<h2>${title}</h2><div${cards[0][2]?.dark ? ' class="dark"' : ''}>${drawn.join('')}</div>`
}
const page = await browser.newPage({ viewport: { width: 2080, height: 800 } })
await page.setContent(
  `<style>body{margin:0;padding:8px 24px 24px;background:#ecebf1;font:15px system-ui,sans-serif}h2{margin:24px 0 0 20px;font-size:15px;color:#555}
  div{display:flex;flex-wrap:wrap;align-items:start}
  .dark{background:#100f14}</style>${sheet}`,
)
mkdirSync('docs', { recursive: true })
const picture = await page.screenshot({ fullPage: true })
writeFileSync('docs/screenshots.png', picture)
await browser.close()
console.log(`docs/screenshots.png: ${Math.round(picture.length / 1024)} kB`)
