/**
 * Creates the screenshots of the README. `docs/screenshots.png` shows all question types and pages of a survey with different
 * colours, on desktop and phone: check it before committing a change of the survey UI. The others show the survey preview and the console.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { findChromium } from './findBrowsers.mjs'

const bundle = async (entry, format) => {
  const jsx = { jsx: 'automatic', jsxImportSource: 'preact' }
  const result = await build({ entryPoints: [entry], bundle: true, write: false, format, ...jsx })
  return result.outputFiles[0].text
}
const stage = await bundle('test/browser/entries/survey.ts', 'iife')
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
  { backgroundColor: '#ffd400', submitButtonColor: '#111', ratingButtonActiveColor: '#111' },
  { backgroundColor: '#6d0f1a', submitButtonColor: '#ffd166', ratingButtonActiveColor: '#ffd166' },
  {
    backgroundColor: '#fdf6f0',
    submitButtonColor: '#f7b7a3',
    ratingButtonActiveColor: '#f7b7a3',
    borderColor: '#f3e2d8',
  },
]
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 32"><circle cx="16" cy="16" r="14" fill="#c2410c"/><text x="38" y="22" font-family="sans-serif" font-weight="700" font-size="18" fill="#4a2b12">teahouse</text></svg>',
)}`
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

const check = (role, name) => page => page.getByRole(role, { name, exact: true }).check()
const press = name => page => page.getByRole('button', { name }).press('Enter')
const sequence =
  (...actions) =>
  async page => {
    for (const action of actions) await action(page)
  }

/** Title -> cards of a row: survey, action of the visitor, and options. */
const rows = {
  'Light colour scheme, default colours': [
    [surveyOf([Q.nps, Q.open]), check('radio', '9')],
    [
      surveyOf([Q.thumbs, Q.faces, Q.five], { allowGoBack: true }),
      sequence(press('Skip'), check('radio', 'Satisfied')),
    ],
    [surveyOf([Q.seven])],
    [surveyOf([Q.thumbs])],
    [surveyOf([Q.single]), check('radio', 'A specific product')],
    [surveyOf([Q.multiple]), sequence(check('checkbox', 'Alerts'), check('checkbox', 'API'))],
    [surveyOf([Q.open]), press('Submit')],
    [surveyOf([Q.link])],
    [surveyOf([Q.five], INTRO)],
    [surveyOf([Q.link], THANKS), press('Skip')],
  ],
  'Dark colour scheme': [
    [surveyOf([Q.nps, Q.open]), check('radio', '9'), { dark: true }],
    [surveyOf([Q.faces]), check('radio', 'Very satisfied'), { dark: true }],
    [surveyOf([Q.single]), check('radio', 'A specific product'), { dark: true }],
    [surveyOf([Q.open]), undefined, { dark: true }],
    [surveyOf([Q.link], THANKS), press('Skip'), { dark: true }],
  ],
  'Custom colours': [
    [surveyOf([Q.multiple], { ...BRANDS[0], logo: LOGO }), check('checkbox', 'Exports')],
    [surveyOf([Q.nps, Q.open], BRANDS[1]), check('radio', '8')],
    [surveyOf([Q.five], BRANDS[2]), check('radio', '4')],
    [surveyOf([Q.open], BRANDS[1])],
    [surveyOf([Q.faces], BRANDS[3])],
    [surveyOf([Q.nps], BRANDS[4])],
    [surveyOf([Q.single], BRANDS[5]), check('radio', 'Something else')],
  ],
  'More contrast': [
    [surveyOf([Q.nps, Q.open]), check('radio', '9'), { contrast: true }],
    [surveyOf([Q.faces], BRANDS[1]), undefined, { contrast: true }],
    [surveyOf([Q.single], BRANDS[5]), undefined, { contrast: true }],
  ],
  'Forced colours': [
    [surveyOf([Q.nps, Q.open]), check('radio', '9'), { forced: true }],
    [surveyOf([Q.faces]), check('radio', 'Satisfied'), { forced: true }],
    [surveyOf([Q.single]), sequence(check('radio', 'Something else'), press('Submit')), { forced: true }],
    [surveyOf([Q.multiple]), press('Submit'), { forced: true }],
  ],
  'Phone, 320 px wide, left to right and right to left': [
    [surveyOf([Q.nps, Q.open]), check('radio', '9'), { phone: true }],
    [surveyOf([Q.open]), undefined, { phone: true }],
    [surveyOf([ARABIC]), check('radio', 'مُرضٍ'), { phone: true, rtl: true }],
    [surveyOf([ARABIC_LIST]), undefined, { phone: true, rtl: true }],
    [surveyOf([Q.link], THANKS), press('Skip'), { phone: true }],
  ],
}

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--disable-gpu'],
})

async function renderCard([survey, action, { dark, phone, rtl, forced, contrast } = {}]) {
  const viewport = phone ? { width: 320, height: 640 } : { width: 1280, height: 800 }
  const context = {
    viewport,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    forcedColors: forced ? 'active' : 'none',
    contrast: contrast ? 'more' : 'no-preference',
  }
  const page = await browser.newPage(context)
  const background = dark ? '#100f14' : '#ecebf1'
  await page.setContent(
    `<html lang="${rtl ? 'ar' : 'en'}" dir="${rtl ? 'rtl' : 'ltr'}"><body style="background:${background}">`,
  )
  await page.addScriptTag({ content: stage })
  await page.evaluate(shown => {
    window.stage.setUp({ survey_color_scheme: 'auto' })
    window.stage.show(shown)
  }, survey)
  await action?.(page)
  await page.waitForTimeout(50)
  const { x, y, width, height } = await page.getByRole('dialog').boundingBox()
  const margin = phone ? 8 : 20
  const clip = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
  const image = await page.screenshot({ clip })
  await page.close()
  return `<img src="data:image/png;base64,${image.toString('base64')}" width="${clip.width}">`
}

/** Renders all cards into one sheet. */
async function renderSheet() {
  let sheet = ''
  for (const [title, cards] of Object.entries(rows)) {
    const images = []
    for (const card of cards) images.push(await renderCard(card))
    sheet += `<h2>${title}</h2><div${cards[0][2]?.dark ? ' class="dark"' : ''}>${images.join('')}</div>`
  }
  const page = await browser.newPage({ viewport: { width: 2080, height: 800 } })
  await page.setContent(
    `<style>body{margin:0;padding:8px 24px 24px;background:#ecebf1;font:15px system-ui,sans-serif}h2{margin:24px 0 0 20px;font-size:15px;color:#555}
  div{display:flex;flex-wrap:wrap;align-items:start}
  .dark{background:#100f14}</style>${sheet}`,
  )
  mkdirSync('docs', { recursive: true })
  await page.screenshot({ path: 'docs/screenshots.png', fullPage: true })
}

/** Takes screenshots of the survey preview: the editor on desktop, the preview pane on a phone. */
async function screenshotPreview(url) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const survey = page.frameLocator('iframe')
  const option = survey.locator('label', { hasText: /^7$/ })
  await page.goto(`${url}preview/`)
  await option.click()
  await survey.getByRole('textbox').waitFor()
  await page.screenshot({ path: 'examples/preview/desktop.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Preview' }).check()
  await page.getByRole('button', { name: 'Restart' }).click()
  await page.mouse.move(0, 0)
  await option.waitFor()
  await page.screenshot({ path: 'examples/preview/phone.png' })
}

/** Takes screenshots of the console with the demo month: the results of its first survey. */
async function screenshotConsole(url) {
  const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }
  for (const [device, viewport] of Object.entries(sizes)) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${url}/`)
    await page.getByRole('link', { name: 'Recommendation' }).click()
    await page.getByText('Net Promoter Score').waitFor()
    await page.screenshot({ path: `docs/console-${device}.png` })
  }
}

/** Starts a server on a free port. */
async function startServer(...command) {
  const server = spawn(process.execPath, [...command, '--port', '0'])
  let output = ''
  for await (const chunk of server.stdout) {
    output += chunk
    const url = /http:\S+/.exec(output)?.[0]
    if (url) return { url, stop: () => server.kill() }
  }
  throw new Error(`The server did not start: ${output}`)
}

const examples = await startServer('scripts/start.mjs')
const service = await startServer('dist/cli.js', 'serve', '--demo')
await renderSheet()
await screenshotPreview(examples.url)
await screenshotConsole(service.url)
await browser.close()
examples.stop()
service.stop()
console.log('Updated the screenshots in docs/ and examples/preview/.')
