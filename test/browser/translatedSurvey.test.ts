import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { de } from '../../src/surveys/words/de'
import { ENGLISH } from '../../src/surveys/words/english'
import { clickDisabled } from '../support/clickDisabled'
import { type EditorSite, openEditorSite } from '../support/editorSite'
import { mouseUser, surveyDialog } from '../support/surveyUser'
import { openPage, waitUntil } from '../support/testSite'

let site: EditorSite
beforeAll(async () => {
  site = await openEditorSite()
})
afterAll(() => site.stop())

const NAME = 'Order of tea'
const LINK = 'https://tea.example/talk'
const BRAND = { Background: '#12382f', Text: '#f4efe2', Button: '#f2b544', Selected: '#f2b544' }

/** English text -> German text, of all that a visitor can see. */
const TEXTS: Record<string, string> = {
  [NAME]: 'Teebestellung',
  'Three short questions about yesterday': 'Drei kurze Fragen zu gestern',
  'Let us begin': 'Fangen wir an',
  'How was your order?': 'Wie war Ihre Bestellung?',
  Great: 'Prima',
  Middling: 'Mittelmäßig',
  Poor: 'Schlecht',
  'How likely are you to come back?': 'Wie gern kommen Sie wieder?',
  'Certainly not': 'Gar nicht gern',
  'With pleasure': 'Sehr gern',
  'What should we improve?': 'Was sollen wir verbessern?',
  'Choose as many as you like': 'Mehrere Antworten sind möglich',
  Delivery: 'Lieferung',
  Packaging: 'Verpackung',
  'Something else': 'Etwas anderes',
  'What went wrong?': 'Was ging schief?',
  'Would you talk to us?': 'Möchten Sie mit uns reden?',
  'Pick a date': 'Termin wählen',
  'You said {{answer:1}}, thanks a lot': 'Sie sagten {{answer:1}}, herzlichen Dank',
  'We read every answer': 'Wir lesen jede Antwort',
  Finish: 'Fertig',
}
const german = (english: string) => TEXTS[english]!

/** Everything English that a visitor could get. What both languages share is no sign of English. */
const ENGLISH_TEXTS = [...Object.keys(TEXTS), ...Object.values(ENGLISH)]
const { characters, ...germanWords } = de
const GERMAN_TEXTS = [...Object.values(TEXTS), ...Object.values(germanWords), ...Object.values(characters)]
const wordsOf = (texts: Iterable<string>) =>
  new Set(
    [...texts].flatMap(
      text =>
        text
          .replace(/\{\w+\}/g, '')
          .toLowerCase()
          .match(/\p{L}+/gu) ?? [],
    ),
  )
const SHARED = wordsOf(GERMAN_TEXTS)
const ENGLISH_WORDS = new Set([...wordsOf(ENGLISH_TEXTS)].filter(word => !SHARED.has(word)))
const englishIn = (texts: readonly string[]) =>
  texts.filter(text => [...wordsOf([text])].some(word => ENGLISH_WORDS.has(word)))

/** Collects each text, label, placeholder and announcement that a shadow root of the page ever has. */
const RECORDER = `{
  const seen = new Set()
  const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title', 'alt']
  const add = text => text && text.trim() && seen.add(text.trim())
  // A card whose words are still loading is hidden as a whole.
  const elementsOf = root => [...root.children].filter(child => !child.hidden).flatMap(child => [child, ...child.querySelectorAll('*')])
  const read = root => {
    for (const element of elementsOf(root)) {
      for (const name of attributes) add(element.getAttribute(name))
      if (element.localName !== 'style')
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.data)
    }
  }
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    new MutationObserver(() => read(root)).observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
    return root
  }
  window.seenTexts = () => [...seen]
}`

/** A German visitor of the shop. */
async function visit() {
  const context: BrowserContext = await site.visitor({ locale: 'de-DE' } as never)
  await context.addInitScript(RECORDER)
  const { page, errors } = await openPage(context, `${site.url}/shop`)
  const dialog = surveyDialog(page)
  return {
    page,
    dialog,
    user: mouseUser(page),
    seen: () => page.evaluate(() => (window as unknown as { seenTexts(): string[] }).seenTexts()),
    begin: () => dialog.getByRole('button', { name: german('Let us begin') }).click(),
    /** Presses the button of a question whose answer is refused. It says that it is disabled, and takes clicks. */
    submitUnfinished: () => clickDisabled(dialog.getByRole('button', { name: 'Absenden' })),
    async leave() {
      expect(errors).toEqual([])
      await context.close()
    },
  }
}

/** Writes the survey, each part as an author does it. */
function createAuthor(page: Page) {
  const field = (label: string, within: Page | Locator = page) => within.getByLabel(label, { exact: true })
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  const panel = page.getByRole('tabpanel')
  return {
    field,
    tab,
    async addQuestion(type: string, texts: Record<string, string>) {
      await page.getByRole('button', { name: type, exact: true }).click()
      for (const [label, text] of Object.entries(texts)) await field(label).fill(text)
    },
    async addChoices(choices: string[]) {
      for (const [index, choice] of choices.entries()) {
        const input = page.getByLabel(`Choice ${index + 1}`, { exact: true })
        if ((await input.count()) === 0) await page.getByRole('button', { name: 'Add a choice' }).click()
        await input.fill(choice)
      }
    },
    async openQuestion(text: string) {
      await panel.getByRole('button', { name: text }).first().click()
    },
    /** Fills in the translation of each text that is offered, except for one. */
    async translate(exceptFor: string) {
      const inputs = await panel.locator('.translations input').all()
      for (const input of inputs) {
        const original = (await input.getAttribute('placeholder'))!
        if (original !== exceptFor && original !== LINK) await input.fill(german(original))
      }
    },
    findings: () => page.locator('.finding-list').textContent(),
  }
}
describe('a survey with three branches, two languages and brand colors', () => {
  it('has true findings in the editor, and shows no English word and no wrong question to a German visitor', {
    timeout: 240_000,
  }, async () => {
    const { page, context, errors } = await site.openEditor('')
    const author = createAuthor(page)
    const { field } = author
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Empty survey/ })
      .click()
    expect(await author.findings()).toContain('The survey has no questions.')
    await field('Survey name').fill(NAME)

    // Questions and branches.
    await author.addQuestion('Single choice', { Question: 'How was your order?' })
    await author.addChoices(['Great', 'Middling', 'Poor'])
    await author.addQuestion('Rating', {
      Question: 'How likely are you to come back?',
      'Label of lowest value': 'Certainly not',
      'Label of highest value': 'With pleasure',
    })
    await field('Display as').selectOption('Emoji')
    await field('Next step').selectOption('End of the survey')
    await author.addQuestion('Multiple choice', {
      Question: 'What should we improve?',
      Description: 'Choose as many as you like',
    })
    await author.addChoices(['Delivery', 'Packaging', 'Something else'])
    await field('Open choice (Other)').check()
    await field('Next step').selectOption('End of the survey')
    await author.addQuestion('Open text', { Question: 'What went wrong?', 'Minimum characters': '10' })
    await author.addQuestion('Link', {
      Question: 'Would you talk to us?',
      URL: LINK,
      'Button text': 'Pick a date',
    })
    await field('Optional').check()
    await author.openQuestion('How was your order?')
    await field('Next step').selectOption('Branch by answer')
    await field('Great').selectOption('2. How likely are you to come back?')
    await field('Middling').selectOption('3. What should we improve?')
    await field('Poor').selectOption('4. What went wrong?')

    // Brand colors, introduction and thanks.
    await author.tab('Style')
    const colors = page.getByRole('group', { name: 'Colours' })
    for (const [label, color] of Object.entries(BRAND)) await field(label, colors).fill(color)
    await field('Show a back button').check()
    await author.tab('Questions')
    const entry = (name: string) => page.locator('.message-page').filter({ hasText: name })
    const [intro, thanks] = [entry('Introduction'), entry('Thank-you page')]
    await intro.getByRole('switch').check()
    await field('Text', intro).fill('Three short questions about yesterday')
    await field('Button', intro).fill('Let us begin')
    await thanks.getByRole('button', { name: 'Thank-you page' }).click()
    await field('Heading', thanks).fill('You said {{answer:1}}, thanks a lot')
    await field('Text', thanks).fill('We read every answer')
    await field('Button', thanks).fill('Finish')
    expect(await author.findings()).toContain('No errors or warnings.')

    // German, but for one choice.
    await author.tab('Languages')
    await field('Add a language').fill('German')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await author.translate('Middling')
    const status = page.getByRole('region', { name: 'Publishing' }).getByRole('status')
    const publish = async (button: string, action: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const warnings = await dialog.locator('.finding').allInnerTexts()
      if (warnings.length > 0) await field('I have read the warnings', dialog).check()
      await dialog.getByRole('button', { name: action }).click()
      await status.filter({ hasText: /^Saved$/ }).waitFor()
      return warnings
    }
    const total = Object.keys(TEXTS).length
    const finding = `${total - 1} of ${total} texts are translated (de). Visitors see "Middling" in the original language.`
    expect(await author.findings()).toContain(finding)
    expect(await publish('Launch', 'Launch')).toEqual([expect.stringContaining(finding)])

    const early = await visit()
    await early.begin()
    await early.dialog.getByText(german('How was your order?')).waitFor()
    expect(await early.dialog.locator('label').allInnerTexts()).toEqual(['Prima', 'Middling', 'Schlecht'])
    expect(englishIn(await early.seen())).toEqual(['Middling'])
    await early.leave()

    // The last word, and then nothing is left to find.
    await page.getByPlaceholder('Middling').fill(german('Middling'))
    expect(await author.findings()).toContain('No errors or warnings.')
    expect(await publish('Publish changes', 'Publish')).toEqual([])
    expect(errors).toEqual([])
    await context.close()

    // First branch: one more question, after a refusal and a way back.
    const glad = await visit()
    await glad.begin()
    await waitUntil(glad.seen, texts => texts.some(text => text.startsWith('Umfrage: ')))
    await glad.submitUnfinished()
    await glad.dialog.getByRole('alert').getByText('Bitte wählen Sie eine Option aus').waitFor()
    await glad.user.choose('Wie war Ihre Bestellung?', 'Prima')
    await glad.user.press('Wie war Ihre Bestellung?', 'Absenden')
    await glad.user.press('Wie gern kommen Sie wieder?', 'Zurück')
    await glad.user.press('Wie war Ihre Bestellung?', 'Absenden')
    await glad.dialog
      .locator('label', { has: glad.page.getByRole('radio', { name: 'Sehr zufrieden' }) })
      .click()
    await glad.user.press('Wie gern kommen Sie wieder?', 'Absenden')
    await glad.user.press('Sie sagten Prima, herzlichen Dank', 'Fertig')
    expect(await outcome(glad)).toEqual({
      english: [],
      questions: ['Wie war Ihre Bestellung?', 'Wie gern kommen Sie wieder?'],
    })

    // Second branch: an answer of the visitor's own.
    const undecided = await visit()
    await undecided.begin()
    await undecided.user.choose('Wie war Ihre Bestellung?', 'Mittelmäßig')
    await undecided.user.press('Wie war Ihre Bestellung?', 'Absenden')
    await undecided.user.choose('Was sollen wir verbessern?', 'Lieferung')
    await undecided.dialog.getByText('Etwas anderes').click()
    await undecided.submitUnfinished()
    await undecided.dialog.getByRole('alert').getByText('Bitte geben Sie Ihre eigene Antwort ein').waitFor()
    await undecided.user.write('Was sollen wir verbessern?', 'Größere Tüten')
    await undecided.user.press('Was sollen wir verbessern?', 'Absenden')
    await undecided.dialog.getByText('Sie sagten Mittelmäßig, herzlichen Dank').waitFor()
    expect(await outcome(undecided)).toEqual({
      english: [],
      questions: ['Wie war Ihre Bestellung?', 'Was sollen wir verbessern?'],
    })

    // Third branch: a text that is too short at first, and a link that can be skipped.
    const angry = await visit()
    await angry.begin()
    await angry.user.choose('Wie war Ihre Bestellung?', 'Schlecht')
    await angry.user.press('Wie war Ihre Bestellung?', 'Absenden')
    await angry.user.write('Was ging schief?', 'Alles')
    await angry.submitUnfinished()
    await angry.dialog.getByRole('alert').getByText('mindestens 10 Zeichen').waitFor()
    await angry.user.write('Was ging schief?', ' kam zu spät')
    await angry.user.press('Was ging schief?', 'Absenden')
    await angry.user.press('Möchten Sie mit uns reden?', 'Überspringen')
    await angry.dialog.getByText('Sie sagten Schlecht, herzlichen Dank').waitFor()
    expect(await outcome(angry)).toEqual({
      english: [],
      questions: ['Wie war Ihre Bestellung?', 'Was ging schief?', 'Möchten Sie mit uns reden?'],
    })
  })
})

/** Closes the page of a visitor. Returns the questions and the English texts that were on it. */
async function outcome({ seen, leave }: Awaited<ReturnType<typeof visit>>) {
  const texts = await seen()
  await leave()
  const questions = Object.values(TEXTS).filter(text => text.endsWith('?') && texts.includes(text))
  return { english: englishIn(texts), questions }
}
