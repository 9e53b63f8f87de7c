import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor, type OpenPage, type Site, type VisitOptions, type Visitor } from '../support/browser'
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

const open = async (site?: Partial<Site>, options?: VisitOptions) => {
  // None of these tests depends on motion. See D-846.
  opened = await visitor.open(site, { reducedMotion: 'reduce', ...options })
  return surveyPage(opened.page)
}
/** Opens a page of its own, for tests that install a clock or use the developer tools. */
const openOwn = (site?: Partial<Site>) => open(site, { ownPage: true })
const withBody = (body: string): Partial<Site> => ({
  html: `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}<script src="/bundle.js"></script></body></html>`,
})
const skipping = (question: (typeof QUESTIONS)[keyof typeof QUESTIONS]) => ({
  ...question,
  skipSubmitButton: true,
})

describe('focus', () => {
  it("stays in the website's field when a survey appears", async () => {
    const stage = await open(withBody('<textarea id="host"></textarea>'))
    await stage.page.focus('#host')
    await stage.page.keyboard.type('half a ')
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.keyboard.type('word')
    expect(await stage.page.inputValue('#host')).toBe('half a word')
  })

  it('moves to the question when the visitor opens the survey, and back to the button when it closes', async () => {
    const stage = await open(withBody('<button id="opener">Feedback</button>'))
    await stage.page.focus('#opener')
    await stage.show(surveyOf([QUESTIONS.faces]), { opened: true })
    await expect.poll(stage.focused).toBe('How do you feel about the new editor?')
    await stage.page.keyboard.press('Escape')
    await expect.poll(() => stage.page.evaluate(() => document.activeElement?.id)).toBe('opener')
    await expect.poll(stage.events).toContain('survey dismissed')
  })

  it('moves to the next question after a submit', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.five, QUESTIONS.single]))
    await stage.page.getByRole('radio', { name: '4' }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
    await expect.poll(stage.focused).toBe('What brings you here today?')
  })

  it('moves to the heading instead of the field when autofocus is disabled', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.five, QUESTIONS.open], { disableAutofocus: true }))
    await stage.page.getByRole('radio', { name: '4' }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
    await expect.poll(stage.focused).toBe(QUESTIONS.open.question)
  })

  it.each([
    ['the first radio', QUESTIONS.nps, undefined, 'radio'],
    ['the first checkbox', QUESTIONS.multiple, undefined, 'checkbox'],
    ['the text field of the open choice', QUESTIONS.single, 'Something else', 'text'],
    ['the text area', QUESTIONS.open, undefined, 'textarea'],
  ] as const)('moves to %s when a submit lacks an answer', async (_, question, picked, type) => {
    const stage = await open()
    await stage.show(surveyOf([question]))
    if (picked) await stage.page.getByRole('radio', { name: picked }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
    const focused = () =>
      stage.page.evaluate(() => {
        const element = document.activeElement!.shadowRoot!.activeElement as HTMLInputElement
        return [
          element.type,
          element.parentElement!.parentElement!.querySelector('input,textarea') === element,
        ]
      })
    await expect.poll(focused).toEqual([type, type !== 'text'])
  })

  it.each(['Tab', 'a click'])(
    'returns into a web component of the website after it was entered by %s',
    async entry => {
      const stage = await open(withBody('<div id="component"></div>'))
      await stage.page.evaluate(() => {
        const root = document.querySelector('#component')!.attachShadow({ mode: 'open' })
        root.innerHTML = '<button>Before</button><button>Inner</button>'
      })
      await stage.page.getByRole('button', { name: 'Inner' }).focus()
      await stage.show(surveyOf([QUESTIONS.five]), entry === 'a click' ? { opened: true } : {})
      if (entry === 'Tab') await stage.page.keyboard.press('Tab')
      expect(await stage.focused()).not.toBe('')
      await stage.page.keyboard.press('Escape')
      await expect.poll(stage.focused).toBe('Inner')
    },
  )

  it("returns to the website's field after the close button is pressed", async () => {
    const stage = await open(withBody('<input id="host">'))
    await stage.page.focus('#host')
    await stage.show(surveyOf([QUESTIONS.five]))
    await stage.page.keyboard.press('Tab')
    expect(await stage.focused()).toBe('Close survey')
    await stage.page.keyboard.press('Enter')
    await expect.poll(() => stage.page.evaluate(() => document.activeElement?.id)).toBe('host')
  })
})

describe('keyboard', () => {
  it('leaves Escape and Ctrl+Enter to the website while focus is there', async () => {
    const stage = await open(withBody('<textarea id="host"></textarea>'))
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.focus('#host')
    await stage.page.keyboard.press('Escape')
    await stage.page.keyboard.press('Control+Enter')
    expect(await stage.dialog.isVisible()).toBe(true)
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it('hides typing from the shortcuts of the website', async () => {
    const stage = await open()
    await stage.page.evaluate(() => {
      const onKey = () => Object.assign(window, { received: true })
      for (const type of ['keydown', 'keypress', 'keyup', 'input']) document.addEventListener(type, onKey)
    })
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.getByRole('textbox').click()
    await stage.page.keyboard.type('an expense')
    expect(await stage.page.getByRole('textbox').inputValue()).toBe('an expense')
    expect(await stage.page.evaluate(() => 'received' in window)).toBe(false)
  })

  it('submits open text by Ctrl+Enter or Cmd+Enter, not by Enter or Shift+Enter', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.open, QUESTIONS.open]))
    for (const [submit, index] of [
      ['Control+Enter', 0],
      ['Meta+Enter', 1],
    ] as const) {
      await stage.page.getByRole('textbox').click()
      await stage.page.keyboard.type('The price')
      await stage.page.keyboard.press('Enter')
      await stage.page.keyboard.type('was')
      await stage.page.keyboard.press('Shift+Enter')
      await stage.page.keyboard.type('unclear')
      expect(await stage.events()).toEqual(['survey shown'])
      await stage.page.keyboard.press(submit)
      if (index === 0) await expect.poll(() => stage.page.getByRole('textbox').inputValue()).toBe('')
    }
    expect(await stage.answers()).toEqual({
      q0: 'The price\nwas\nunclear',
      q1: 'The price\nwas\nunclear',
    })
  })

  it('does not submit an open choice by the Enter that ends a composition', async () => {
    const stage = await openOwn()
    await stage.show(surveyOf([QUESTIONS.single]))
    await stage.page.getByText('Something else').click()
    const keyboard = await stage.page.context().newCDPSession(stage.page)
    await keyboard.send('Input.imeSetComposition', { text: 'とうきょう', selectionStart: 5, selectionEnd: 5 })
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await keyboard.send('Input.insertText', { text: '東京' })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
    expect(await stage.page.getByRole('textbox').inputValue()).toBe('東京')
    expect(await stage.events()).toEqual(['survey shown'])
    await stage.page.keyboard.press('Enter')
    expect(await stage.answers()).toEqual({ q0: '東京' })
  })

  it.each([
    ['single', QUESTIONS.single, 'radio', 'Something else', 'Radio'],
    ['multiple', { ...QUESTIONS.multiple, hasOpenChoice: true }, 'checkbox', 'API', ['Radio']],
  ] as const)(
    'does not submit a %s choice while the open choice is picked without a text',
    async (_, question, role, name, expected) => {
      const stage = await open()
      await stage.show(surveyOf([question]))
      await stage.page.getByRole(role, { name }).click()
      for (const text of ['', '  ']) {
        await stage.page.getByRole('textbox').fill(text)
        await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
        await expect
          .poll(() => stage.page.getByRole('alert').textContent())
          .toBe('Please fill in your own answer')
      }
      expect(await stage.events()).toEqual(['survey shown'])
      await stage.page.getByRole('textbox').fill('Radio')
      await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
      expect(await stage.answers()).toEqual({ q0: expected })
    },
  )

  it('outlines the focused control in every question type', async () => {
    const stage = await open()
    const { five, faces, single, multiple, open: text, link } = QUESTIONS
    for (const question of [five, faces, single, multiple, text, link]) {
      await stage.setUp({})
      await stage.show(surveyOf([question], { allowGoBack: true }))
      await stage.page.getByRole('button', { name: 'Close survey' }).focus()
      const unmarked: string[] = []
      for (let stop = 0; stop < 9; stop++) {
        await stage.page.keyboard.press(stop === 0 ? 'Shift+Tab' : 'Tab')
        unmarked.push(
          ...(await stage.page.evaluate(() => {
            const focused = document.activeElement?.shadowRoot?.activeElement
            if (!focused || focused.matches('.title')) return []
            const marked = [focused, focused.nextElementSibling].some(element => {
              if (!element) return false
              const { outlineStyle, outlineWidth } = getComputedStyle(element)
              return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
            })
            return marked ? [] : [focused.outerHTML.slice(0, 80)]
          })),
        )
      }
      expect([question.type, unmarked]).toEqual([question.type, []])
    }
  })

  it('ignores the keys of an input method', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.getByRole('textbox').fill('a long enough answer')
    await stage.page.getByRole('textbox').evaluate(field => {
      const send = (init: KeyboardEventInit) =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }),
        )
      send({ key: 'Enter', ctrlKey: true, isComposing: true })
      send({ key: 'Enter', ctrlKey: true, keyCode: 229 } as KeyboardEventInit)
      send({ key: 'Escape', isComposing: true })
      send({ key: 'Escape', keyCode: 229 } as KeyboardEventInit)
    })
    expect(await stage.events()).toEqual(['survey shown'])
    expect(await stage.dialog.isVisible()).toBe(true)
  })

  it('submits a rating without a button by Space, not by arrow keys', async () => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.five), QUESTIONS.open]))
    await stage.page.getByRole('radio', { name: '1' }).focus()
    await stage.page.keyboard.press('ArrowRight')
    await stage.page.keyboard.press('ArrowRight')
    expect(await stage.page.getByRole('radio', { name: '3' }).isChecked()).toBe(true)
    await stage.page.keyboard.press('Space')
    await expect.poll(() => stage.page.getByRole('textbox').isVisible()).toBe(true)
  })

  it('submits a rating without a button by Enter', async () => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.five)]))
    await stage.page.getByRole('radio', { name: '1' }).focus()
    await stage.page.keyboard.press('Enter')
    expect(await stage.answers()).toEqual({ q0: 1 })
  })

  it('submits by Enter the rating that arrow keys have chosen', async () => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.five)]))
    await stage.page.getByRole('radio', { name: '1' }).focus()
    await stage.page.keyboard.press('ArrowRight')
    await stage.page.keyboard.press('Enter')
    expect(await stage.answers()).toEqual({ q0: 2 })
  })

  it('submits a rating without a button by a click', async () => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.nps)]))
    await stage.page.getByRole('radio', { name: '7' }).click()
    expect(await stage.answers()).toEqual({ q0: 7 })
  })

  it('picks the open choice by typing in its field and submits by Enter', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.single]))
    await stage.page.getByRole('radio', { name: 'Comparing prices' }).focus()
    await stage.page.keyboard.press('Tab')
    expect(await stage.focused()).toBe('Something else')
    await stage.page.keyboard.type(' Purple ')
    expect(await stage.page.getByRole('radio', { name: 'Something else' }).isChecked()).toBe(true)
    await stage.page.keyboard.press('Enter')
    expect(await stage.answers()).toEqual({ q0: 'Purple' })
  })

  it('focuses the field of the open choice when a pointer picks it, not when an arrow key passes it', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.single]))
    await stage.page.getByRole('radio', { name: 'Just looking around' }).focus()
    await stage.page.keyboard.press('ArrowDown')
    expect(await stage.page.getByRole('radio', { name: 'Something else' }).isChecked()).toBe(true)
    await stage.page.keyboard.press('ArrowUp')
    expect(await stage.page.getByRole('radio', { name: 'Just looking around' }).isChecked()).toBe(true)
    await stage.page.getByText('Something else').click()
    await expect
      .poll(() => stage.page.getByRole('textbox').evaluate(field => field.matches(':focus')))
      .toBe(true)
  })

  it('answers every question type by Tab, arrows, Space and Enter', async () => {
    const stage = await open()
    const { five, threeFaces, single, multiple, open: text } = QUESTIONS
    await stage.show(surveyOf([five, threeFaces, single, multiple, text], { displayThankYouMessage: true }))
    const { keyboard } = stage.page
    const press = async (...keys: string[]) => {
      for (const key of keys) await keyboard.press(key)
    }
    await stage.page.getByRole('button', { name: 'Close survey' }).focus()
    await press('Tab', 'Space', 'ArrowRight', 'Tab', 'Enter')
    await press('Tab', 'Space', 'Tab', 'Enter')
    await press('Tab', 'Space', 'Tab', 'Tab', 'Enter')
    await press('Tab', 'Space', 'Tab', 'Space', 'Tab', 'Tab', 'Tab', 'Enter')
    await keyboard.type('nothing at all')
    await press('Tab', 'Enter')
    expect(await stage.answers()).toEqual({
      q0: 2,
      q1: 1,
      q2: 'Comparing prices',
      q3: ['Dashboards', 'Alerts'],
      q4: 'nothing at all',
    })
    await expect.poll(stage.focused).toBe('Close')
    await press('Enter')
    await expect.poll(() => stage.dialog.count()).toBe(0)
  })
})

describe('digits on a number scale (D-575)', () => {
  const checked = (stage: ReturnType<typeof surveyPage>) =>
    stage.page.locator('.scale').evaluate(scale => scale.querySelector<HTMLInputElement>(':checked')?.value)

  it.each([
    ['7', '7'],
    ['0', '0'],
    ['10', '10'],
    ['17', '7'],
    ['107', '7'],
    ['100', '0'],
  ])('%s selects %s from 0 to 10, and Enter sends it', async (digits, expected) => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.nps]), { opened: true })
    await stage.page.keyboard.type(digits)
    expect(await checked(stage)).toBe(expected)
    await stage.page.keyboard.press('Enter')
    expect(await stage.answers()).toEqual({ q0: Number(expected) })
  })

  it('a 0 that comes late is a 0, not the end of 10', async () => {
    const stage = await openOwn()
    await stage.page.clock.install()
    await stage.show(surveyOf([QUESTIONS.nps]), { opened: true })
    await stage.page.keyboard.type('1')
    await stage.page.clock.runFor(1100)
    await stage.page.keyboard.type('0')
    expect(await checked(stage)).toBe('0')
  })

  it('do not send by themselves, not even a rating that sends at once', async () => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.nps)]), { opened: true })
    await stage.page.keyboard.type('10')
    expect(await stage.events()).toEqual(['survey shown'])
    await stage.page.keyboard.press('Enter')
    expect(await stage.answers()).toEqual({ q0: 10 })
  })

  it('that the scale lacks, with a modifier, or on faces change nothing', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.five]), { opened: true })
    for (const key of ['0', '6', 'Control+3', 'Alt+3', 'Meta+3']) await stage.page.keyboard.press(key)
    expect(await checked(stage)).toBeUndefined()
    await stage.setUp({})
    await stage.show(surveyOf([QUESTIONS.faces]), { opened: true })
    await stage.page.keyboard.press('3')
    expect(await checked(stage)).toBeUndefined()
  })
})

describe('rating that sends at once', () => {
  const submit = (stage: ReturnType<typeof surveyPage>) => stage.page.getByRole('button', { name: 'Submit' })

  it.each(['ArrowRight', '2'])('shows a Submit button once %s has selected a value', async key => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.five)]))
    expect(await submit(stage).count()).toBe(0)
    await stage.page.getByRole('radio', { name: '1' }).focus()
    await stage.page.keyboard.press(key)
    expect(await submit(stage).isVisible()).toBe(true)
    await submit(stage).click()
    expect(await stage.answers()).toEqual({ q0: 2 })
  })

  it('shows the button to a visitor who comes back to its answer', async () => {
    const stage = await open()
    await stage.show(surveyOf([skipping(QUESTIONS.five), QUESTIONS.open], { allowGoBack: true }))
    await stage.page.getByRole('radio', { name: '4' }).click()
    await stage.page.getByRole('button', { name: 'Back' }).click()
    await submit(stage).click()
    await expect.poll(stage.focused).toBe('')
  })
})

describe('hotkey (D-576)', () => {
  const activeId = (stage: ReturnType<typeof surveyPage>) =>
    stage.page.evaluate(() => document.activeElement?.id)

  it('moves focus into the survey, and back to where it was', async () => {
    const stage = await open(withBody('<input id="host"><input id="other">'))
    await stage.page.focus('#other')
    await stage.show(surveyOf([QUESTIONS.five]))
    expect(await stage.dialog.getAttribute('aria-keyshortcuts')).toBe('F8')
    for (const id of ['other', 'host']) {
      await stage.page.focus(`#${id}`)
      await stage.page.keyboard.press('F8')
      expect(await stage.focused()).toBe(QUESTIONS.five.question)
      await stage.page.keyboard.press('F8')
      expect(await activeId(stage)).toBe(id)
    }
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it('leaves the survey when nothing had the focus before', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.open]))
    for (const inside of [true, false]) {
      await stage.page.keyboard.press('F8')
      expect(await stage.page.evaluate(() => document.activeElement !== document.body)).toBe(inside)
    }
  })

  it.each(['Shift+F8', 'Control+F8', 'Alt+F8'])('is not %s', async keys => {
    const stage = await open(withBody('<input id="host">'))
    await stage.show(surveyOf([QUESTIONS.five]))
    await stage.page.focus('#host')
    await stage.page.keyboard.press(keys)
    expect(await activeId(stage)).toBe('host')
  })

  it('belongs to a website that handles it, and to the website after the survey', async () => {
    const stage = await open(withBody('<input id="host">'))
    await stage.show(surveyOf([QUESTIONS.five]))
    await stage.page.focus('#host')
    await stage.page.evaluate(() =>
      document.addEventListener('keydown', event => event.preventDefault(), { once: true }),
    )
    await stage.page.keyboard.press('F8')
    expect(await activeId(stage)).toBe('host')
    await stage.page.getByRole('button', { name: 'Close survey' }).click()
    await expect.poll(() => stage.dialog.count()).toBe(0)
    await stage.page.focus('#host')
    await stage.page.keyboard.press('F8')
    expect(await activeId(stage)).toBe('host')
  })
})

describe('position of a question', () => {
  /** Returns the description of the focused element, as Chromium hands it to screen readers. */
  const description = async (stage: ReturnType<typeof surveyPage>) => {
    const devtools = await stage.page.context().newCDPSession(stage.page)
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: "document.querySelector('.earshot-survey').shadowRoot.activeElement",
    })
    const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId!,
      fetchRelatives: false,
    })
    return nodes[0]!.description?.value
  }

  it('is read with each question that gets the focus', async () => {
    const stage = await openOwn()
    await stage.show(surveyOf([QUESTIONS.five, QUESTIONS.single, QUESTIONS.open]), { opened: true })
    expect(await description(stage)).toBe('Question 1 of 3')
    await stage.page.keyboard.type('3')
    await stage.page.keyboard.press('Enter')
    expect(await stage.focused()).toBe(QUESTIONS.single.question)
    expect(await description(stage)).toBe('Question 2 of 3')
    await stage.page.getByRole('radio', { name: 'Just looking around' }).check()
    await stage.page.keyboard.press('Enter')
    expect(await description(stage)).toMatch(/^Question 3 of 3 A sentence is plenty/)
  })

  it('is left out of a survey with one question', async () => {
    const stage = await openOwn()
    await stage.show(surveyOf([QUESTIONS.five]), { opened: true })
    expect(await description(stage)).toBeFalsy()
  })
})

describe('thank-you page', () => {
  const thanked = async (options?: VisitOptions) => {
    const stage = await open(withBody('<input id="host">'), options)
    await stage.show(surveyOf([QUESTIONS.link], { displayThankYouMessage: true }))
    await stage.page.getByRole('button', { name: 'Skip' }).click()
    await stage.page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    return stage
  }

  it.each(['Enter', 'Escape'])('closes by %s without an event', async key => {
    const stage = await thanked()
    await expect.poll(stage.focused).toBe('Close')
    await stage.page.keyboard.press(key)
    await expect.poll(() => stage.dialog.count()).toBe(0)
    expect(await stage.events()).toEqual(['survey shown', 'survey sent'])
  })

  it('stays open when keys are pressed in the website', async () => {
    const stage = await thanked({ ownPage: true })
    await stage.page.clock.install()
    await stage.page.focus('#host')
    for (const key of ['Enter', 'Escape']) await stage.page.keyboard.press(key)
    await stage.page.clock.runFor(10_000)
    expect(await stage.dialog.isVisible()).toBe(true)
  })
})

describe('autoDisappear', () => {
  const survey = surveyOf([QUESTIONS.link], { displayThankYouMessage: true, autoDisappear: true })

  it('closes the thank-you page under a resting pointer, and returns the focus', async () => {
    const stage = await openOwn(withBody('<input id="host">'))
    await stage.page.clock.install()
    await stage.page.focus('#host')
    await stage.show(survey)
    await stage.page.getByRole('button', { name: 'Skip' }).click()
    await expect.poll(stage.focused).toBe('Close')
    await stage.page.clock.runFor(4000)
    expect(await stage.dialog.isVisible()).toBe(true)
    await stage.page.clock.runFor(2000)
    await expect.poll(() => stage.dialog.count()).toBe(0)
    expect(await stage.page.evaluate(() => document.activeElement?.id)).toBe('host')
  })

  it('keeps the thank-you page open while a pointer moves over it', async () => {
    const stage = await openOwn()
    await stage.page.clock.install()
    await stage.show(survey)
    await stage.page.getByRole('button', { name: 'Skip' }).click()
    await stage.page.getByRole('heading', { name: 'Thank you!' }).hover()
    await stage.page.clock.runFor(6500)
    expect(await stage.dialog.isVisible()).toBe(true)
  })
})
