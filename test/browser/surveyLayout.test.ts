import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SurveyPosition } from '../../src/wire/survey'
import { createVisitor, type OpenPage, type VisitOptions, type Visitor } from '../support/browser'
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

const open = async (body = '', options: VisitOptions = {}) => {
  const html = `<!doctype html><html lang="en"><head><title>A page</title><meta name="viewport" content="width=device-width"></head><body style="margin:0">${body}<script src="/bundle.js"></script></body></html>`
  opened = await visitor.open({ html }, { reducedMotion: 'reduce', ...options })
  return surveyPage(opened.page)
}
const survey = surveyOf([QUESTIONS.five])
/** Pixels between the card and the edges of a window of 1280 by 800. */
const spaceAround = async (stage: ReturnType<typeof surveyPage>) => {
  const { x, y, width, height } = (await stage.dialog.boundingBox())!
  return {
    left: Math.round(x),
    top: Math.round(y),
    right: Math.round(1280 - x - width),
    bottom: Math.round(800 - y - height),
  }
}

describe('position', () => {
  it.each([
    ['top_left', { top: 24, left: 24 }],
    ['top_center', { top: 24, left: 460, right: 460 }],
    ['top_right', { top: 24, right: 24 }],
    ['middle_left', { left: 24 }],
    ['middle_center', { left: 460, right: 460 }],
    ['middle_right', { right: 24 }],
    ['left', { bottom: 24, left: 24 }],
    ['center', { bottom: 24, left: 460, right: 460 }],
    ['right', { bottom: 24, right: 24 }],
    [undefined, { bottom: 24, right: 24 }],
    ['next_to_trigger', { bottom: 24, right: 24 }],
    ['somewhere' as SurveyPosition, { bottom: 24, right: 24 }],
  ] as const)('%s places the card', async (position, expected) => {
    const stage = await open()
    await stage.show(survey, { position })
    const space = await spaceAround(stage)
    expect(space).toMatchObject(expected)
    if (position?.startsWith('middle')) expect(Math.abs(space.top - space.bottom)).toBeLessThan(2)
  })

  it('defaults to the left in a right-to-left website', async () => {
    const stage = await open()
    await stage.page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await stage.show(survey)
    expect(await spaceAround(stage)).toMatchObject({ bottom: 24, left: 24 })
  })

  it.each(['right', 'middle_center', 'next_to_trigger', 'left'] as const)(
    '%s becomes a sheet at the bottom on a phone',
    async position => {
      const stage = await open('<button id="trigger">?</button>', { viewport: { width: 360, height: 640 } })
      await stage.show(survey, { position, anchor: '#trigger' })
      const box = (await stage.dialog.boundingBox())!
      expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([8, 344, 632])
    },
  )

  it('keeps a configured width within the window', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.five], { maxWidth: '90%' }))
    expect((await stage.dialog.boundingBox())!.width).toBe(1152)
    await opened.close()
    const narrow = await open('', { viewport: { width: 500, height: 640 } })
    await narrow.show(surveyOf([QUESTIONS.five], { maxWidth: '700px' }))
    expect((await narrow.dialog.boundingBox())!.width).toBe(468)
  })
})

describe('next_to_trigger', () => {
  it('follows the trigger when its container scrolls and the window resizes', async () => {
    const stage = await open(
      '<div id="scroller" style="height:400px;overflow:auto"><div style="height:100px"></div><button id="trigger" style="margin-left:300px;width:100px;height:40px">?</button><div style="height:2000px"></div></div>',
    )
    await stage.show(survey, { position: 'next_to_trigger', anchor: '#trigger' })
    const gaps = async () => {
      const [card, trigger] = [
        (await stage.dialog.boundingBox())!,
        (await stage.page.locator('#trigger').boundingBox())!,
      ]
      return [
        Math.round(card.y - trigger.y - trigger.height),
        Math.round(card.x + card.width / 2 - trigger.x - trigger.width / 2),
      ]
    }
    expect(await gaps()).toEqual([12, 0])
    await stage.page.evaluate(() => document.querySelector('#scroller')!.scrollTo(0, 60))
    await expect.poll(gaps).toEqual([12, 0])
    await stage.page.evaluate(() => {
      document.querySelector<HTMLElement>('#trigger')!.style.marginLeft = '500px'
      dispatchEvent(new Event('resize'))
    })
    await expect.poll(gaps).toEqual([12, 0])
  })

  it.each(['selector', 'widgetSelector'])(
    'follows the element that replaces the trigger, found by %s, and returns the focus to it (R12)',
    async found => {
      const button =
        '<button id="trigger" style="position:absolute;left:300px;top:100px;width:100px;height:40px">?</button>'
      const stage = await open(`<div id="box">${button}</div>`)
      if (found === 'selector')
        await stage.show(survey, { position: 'next_to_trigger', anchor: '#trigger', opened: true })
      else
        await stage.page.evaluate(
          json => {
            const anchor = document.querySelector('#trigger')!
            window.stage.show(JSON.parse(json), { position: 'next_to_trigger', anchor, opened: true })
          },
          JSON.stringify(surveyOf([QUESTIONS.five], { widgetSelector: '#trigger' })),
        )
      const top = async () => Math.round((await stage.dialog.boundingBox())!.y)
      await expect.poll(top).toBe(152)
      await stage.page.evaluate(
        html => {
          document.querySelector('#box')!.innerHTML = html
        },
        button.replace('top:100px', 'top:200px'),
      )
      await expect.poll(top).toBe(252)
      await stage.page.keyboard.press('Escape')
      await expect.poll(() => stage.page.evaluate(() => document.activeElement?.id)).toBe('trigger')
    },
  )

  it('docks the card when the trigger does not exist', async () => {
    const stage = await open()
    await stage.show(survey, { position: 'next_to_trigger', anchor: ':not a selector' })
    expect(await spaceAround(stage)).toMatchObject({ bottom: 24, right: 24 })
  })
})

describe('layout of a page', () => {
  it('is the same when the visitor comes back', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.nps, QUESTIONS.link], { allowGoBack: true }))
    const title = stage.page.getByRole('heading', { name: QUESTIONS.nps.question })
    const before = await title.boundingBox()
    await stage.page.getByRole('radio', { name: '9' }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    await stage.page.getByRole('button', { name: 'Back' }).click()
    expect(await title.boundingBox()).toEqual(before)
  })

  it('keeps the error message visible below a long question', async () => {
    const stage = await open()
    const choices = Array.from({ length: 40 }, (_, index) => `Choice ${index}`)
    await stage.show(surveyOf([{ ...QUESTIONS.multiple, choices }]))
    await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
    const problem = stage.page.getByText('Please choose an option')
    const seen = await problem.evaluate(element => {
      const { left, top, height } = element.getBoundingClientRect()
      const root = element.getRootNode() as ShadowRoot
      return root.elementFromPoint(left + 4, top + height / 2) === element
    })
    expect(seen).toBe(true)
  })

  it('scrolls as a whole in a very low window', async () => {
    const stage = await open('', { viewport: { width: 640, height: 200 } })
    await stage.show(surveyOf([QUESTIONS.multiple]))
    const scrollHeight = await stage.page.locator('.page').evaluate(page => {
      const scroller = [page, ...page.querySelectorAll('*')].find(
        ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 8,
      )
      return scroller?.clientHeight
    })
    expect(scrollHeight).toBeGreaterThan(150)
    await stage.page.getByRole('checkbox', { name: 'API' }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    expect(await stage.answers()).toEqual({ q0: ['API'] })
  })
})

describe('choice', () => {
  it('is picked by a click anywhere in its row', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.multiple]))
    const option = stage.page.locator('.option').nth(1)
    const { width, height } = (await option.boundingBox())!
    const checked = () => stage.page.getByRole('checkbox', { name: 'Alerts' }).isChecked()
    for (const x of [3, width - 3])
      for (const y of [3, height - 3]) {
        const before = await checked()
        await option.click({ position: { x, y } })
        expect(await checked(), `${x}, ${y}`).toBe(!before)
      }
  })
})

describe('open choice (D-574)', () => {
  it.each([
    [320, 568, 'ltr'],
    [1280, 800, 'rtl'],
  ] as const)('has its field on a line of its own, below its label, at %i x %i px, %s', async (...scene) => {
    const [width, height, dir] = scene
    const stage = await open('', { viewport: { width, height } })
    // The first letter decides the direction of the card.
    const question = dir === 'rtl' ? 'מה מביא אותך לכאן היום?' : QUESTIONS.single.question
    await stage.show(surveyOf([{ ...QUESTIONS.single, question }]))
    const [label, field, option] = await Promise.all(
      ['.option:last-child .row span:last-child', '.option .text', '.option:last-child'].map(
        async selector => (await stage.page.locator(selector).boundingBox())!,
      ),
    )
    expect(field!.y).toBeGreaterThanOrEqual(label!.y + label!.height)
    expect(field!.width).toBeGreaterThan(option!.width * 0.75)
    const start = ({ x, width }: typeof field & object) => (dir === 'rtl' ? x + width : x)
    expect(Math.abs(start(field!) - start(label!))).toBeLessThan(1)
    expect(await stage.page.getByRole('textbox').getAttribute('placeholder')).toBe('Type your answer')
  })
})

describe('faces', () => {
  it.each([QUESTIONS.faces, { ...QUESTIONS.threeFaces, lowerBoundLabel: 'Bad', upperBoundLabel: 'Good' }])(
    'stand flush with both labels on a scale of $scale',
    async question => {
      const stage = await open()
      await stage.show(surveyOf([question]))
      const edges = (selector: string) =>
        stage.page.locator(selector).evaluateAll(elements => {
          const boxes = elements.map(element => element.getBoundingClientRect())
          return [boxes[0]!.left, boxes.at(-1)!.right]
        })
      const [left, right] = await edges('.labels')
      const faces = await edges('.disc')
      expect(Math.abs(faces[0]! - left!)).toBeLessThan(1)
      expect(Math.abs(faces[1]! - right!)).toBeLessThan(1)
    },
  )

  it('draw brows, eyes and mouth inside the head', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.faces]))
    const outside = await stage.page.locator('.tile svg').evaluateAll(drawings =>
      drawings.map(drawing => {
        const path = drawing.querySelector('path')!
        const distances = Array.from({ length: 200 }, (_, index) => {
          const { x, y } = path.getPointAtLength((path.getTotalLength() * index) / 199)
          return Math.hypot(x - 12, y - 12)
        })
        return Math.max(...distances)
      }),
    )
    expect(outside).toHaveLength(5)
    expect(Math.max(...outside)).toBeLessThan(9.5)
    const grin = stage.page.locator('.tile svg path').last()
    expect(await grin.evaluate(path => getComputedStyle(path).fill)).not.toBe('none')
  })
})

describe('tab', () => {
  it.each(['left', 'right', 'top', 'bottom'] as const)(
    'at the %s stays inside a small window with a long label',
    async tabPosition => {
      const stage = await open('', { viewport: { width: 320, height: 480 } })
      const widgetLabel = 'What do you think of the new page? '.repeat(3)
      await stage.page.evaluate(
        json => window.stage.tab(JSON.parse(json)),
        JSON.stringify(surveyOf([QUESTIONS.five], { widgetType: 'tab', tabPosition, widgetLabel })),
      )
      const { x, y, width, height } = (await stage.page.getByRole('button').boundingBox())!
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(320)
      expect(y + height).toBeLessThanOrEqual(480)
    },
  )

  it.each(['left', 'right', 'top', 'bottom'] as const)(
    'at the %s is centered at the edge of the window and opens the survey',
    async tabPosition => {
      const stage = await open()
      await stage.page.evaluate(
        json => window.stage.tab(JSON.parse(json)),
        JSON.stringify(surveyOf([QUESTIONS.five], { widgetType: 'tab', tabPosition })),
      )
      const tab = stage.page.getByRole('button', { name: 'Feedback' })
      const box = (await tab.boundingBox())!
      const space = {
        left: box.x,
        top: box.y,
        right: 1280 - box.x - box.width,
        bottom: 800 - box.y - box.height,
      }
      expect(Math.round(space[tabPosition])).toBe(0)
      expect(Math.min(...Object.values(space))).toBeGreaterThanOrEqual(-0.5)
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
      expect(Math.max(box.width, box.height)).toBeLessThan(200)
      const offCenter =
        tabPosition === 'left' || tabPosition === 'right'
          ? space.top - space.bottom
          : space.left - space.right
      expect(Math.abs(offCenter)).toBeLessThan(2)
      await tab.press('Enter')
      await expect.poll(stage.focused).toBe(QUESTIONS.five.question)
      expect(await tab.getAttribute('aria-expanded')).toBe('true')
      await stage.page.keyboard.press('Escape')
      await expect.poll(() => tab.getAttribute('aria-expanded')).toBe('false')
      await expect.poll(stage.focused).toBe('Feedback')
    },
  )
})

describe('right-to-left rating', () => {
  it.each(['number', 'emoji'] as const)(
    'of display %s starts on the right, with its labels and the close button mirrored',
    async display => {
      const stage = await open()
      await stage.page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl', lang: 'ar' }))
      const labels = { lowerBoundLabel: 'سيئ', upperBoundLabel: 'ممتاز' }
      const question = 'ما رأيك؟'
      await stage.show(surveyOf([{ ...QUESTIONS.five, ...labels, question, display, scale: 5 }]))
      const lefts = (selector: string) =>
        stage.page
          .locator(selector)
          .evaluateAll(elements => elements.map(element => element.getBoundingClientRect().left))
      const cells = await lefts('.tile')
      expect(cells).toHaveLength(5)
      expect(cells).toEqual([...cells].sort((one, other) => other - one))
      const [lower, upper] = await lefts('.labels span')
      expect(lower).toBeGreaterThan(upper!)
      const [close] = await lefts('.close')
      expect(close).toBeLessThan((await lefts('.title'))[0]! + 40)
      expect(await stage.page.locator('.title').evaluate(title => getComputedStyle(title).direction)).toBe(
        'rtl',
      )
      await stage.page.locator('.tile').nth(1).locator('xpath=preceding-sibling::input').click()
      await stage.page.getByRole('button', { name: 'إرسال' }).click()
      expect(await stage.answers()).toEqual({ q0: 2 })
    },
  )
})

describe('direction', () => {
  const choices = ['مطعم بعيد', 'iPhone 15 (Pro)?', 'أخرى']
  const arabic = surveyOf([{ ...QUESTIONS.single, question: 'ما رأيك في الخدمة؟', choices }])

  it('of an untranslated Arabic survey on an English page is right to left (D-564)', async () => {
    const stage = await open()
    await stage.show(arabic)
    const card = (await stage.dialog.boundingBox())!
    const title = await stage.page.locator('.title').evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { right } = range.getBoundingClientRect()
      return right
    })
    expect(card.x + card.width - title).toBeLessThan(30)
    const close = (await stage.page.getByRole('button', { name: 'Close survey' }).boundingBox())!
    expect(close.x - card.x).toBeLessThan(30)
    const mark = (await stage.page.locator('.mark').first().boundingBox())!
    expect(card.x + card.width - mark.x - mark.width).toBeLessThan(50)
    // The card stands where a page from left to right has it.
    expect(1280 - card.x - card.width).toBe(24)
  })

  it.each([
    ['a label', { question: 'ما رأيك؟' }, '.title'],
    ['bold text', { description: '<p><b>ما رأيك؟</b></p>', descriptionContentType: 'html' }, '.desc p'],
  ])('of a block with %s alone is that of the text', async (_, fields, selector) => {
    const stage = await open()
    await stage.show({ ...surveyOf([{ ...QUESTIONS.open, ...fields } as never]), base_language: 'ar' })
    const [block, text] = await stage.page.locator(selector).evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element.querySelector('label, b')!)
      return [element, range].map(part => part.getBoundingClientRect().right)
    })
    expect(block! - text!).toBeLessThan(40)
  })

  it('of a text is its own: a Latin choice ends with its question mark on the right', async () => {
    const stage = await open()
    await stage.show(arabic)
    const [first, last] = await stage.page
      .locator('.row > span:last-child')
      .nth(1)
      .evaluate(element => {
        const text = element.firstChild!
        const leftOf = (index: number) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + 1)
          return range.getBoundingClientRect().left
        }
        return [leftOf(0), leftOf(text.textContent!.length - 1)]
      })
    expect(last).toBeGreaterThan(first!)
  })
})

describe('long words', () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhalter'
  const long = [
    {
      ...QUESTIONS.single,
      question: word,
      description: word,
      choices: [word, 'Ja', word],
      hasOpenChoice: true,
    },
    { ...QUESTIONS.five, question: word, lowerBoundLabel: word, upperBoundLabel: word },
    { ...QUESTIONS.link, question: word },
  ].map(question => ({ ...question, buttonText: word }))

  it.each([0, 1, 2])(
    'stay inside the card of question %i, hyphenated where the browser can (D-565)',
    async index => {
      const stage = await open('', { viewport: { width: 320, height: 640 } })
      await stage.show({ ...surveyOf([long[index] as never]), base_language: 'de' })
      const card = (await stage.dialog.boundingBox())!
      const rights = await stage.page
        .locator('.card h2, .card .desc, .card .row span, .card .labels span, .card .btn, .card .text')
        .evaluateAll(elements =>
          elements.map(element => {
            const range = document.createRange()
            range.selectNodeContents(element)
            return Math.max(range.getBoundingClientRect().right, element.getBoundingClientRect().right)
          }),
        )
      expect(Math.max(...rights)).toBeLessThanOrEqual(card.x + card.width - 8)
      const style = await stage.page.locator('.title').evaluate(title => {
        const { hyphens, overflowWrap, wordBreak } = getComputedStyle(title)
        return [hyphens, overflowWrap, wordBreak]
      })
      expect(style).toEqual(['auto', 'anywhere', 'normal'])
      expect(await stage.dialog.getAttribute('lang')).toBe('de')
    },
  )
})

describe('inline survey', () => {
  it('is laid out in its container at full width', async () => {
    const stage = await open(
      '<section id="box" style="width:300px;padding:10px"></section><p id="after">after</p>',
    )
    await stage.show(survey, { display: 'inline', container: '#box' })
    const region = stage.page.getByRole('region', { name: QUESTIONS.five.question })
    const [box, after] = [(await region.boundingBox())!, (await stage.page.locator('#after').boundingBox())!]
    expect([box.x, box.y, box.width]).toEqual([10, 10, 300])
    expect(after.y).toBeGreaterThan(box.y + box.height)
    expect(await region.evaluate(card => getComputedStyle(card).borderRadius)).toBe('16px')
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it('is neither shown nor reported without its container', async () => {
    const stage = await open()
    await stage.show(survey, { display: 'inline', container: '#missing' })
    expect(await stage.page.locator('.earshot-survey').count()).toBe(0)
    expect(await stage.events()).toEqual([])
  })
})

describe('link', () => {
  it('opens in a new tab and continues the survey', async () => {
    const stage = await open('', { ownPage: true })
    await stage.page.context().route('https://example.com/**', route => route.fulfill({ body: 'there' }))
    await stage.page.evaluate(() => Object.assign(window, { open: () => null }))
    await stage.show(surveyOf([QUESTIONS.link, QUESTIONS.five]))
    const popup = stage.page.context().waitForEvent('page')
    await stage.page.getByRole('link', { name: 'Pick a time' }).click()
    const other = await popup
    await other.waitForURL('https://example.com/call')
    expect(await other.evaluate(() => window.opener)).toBeNull()
    await stage.page.bringToFront()
    await expect.poll(() => stage.page.getByRole('radiogroup').count()).toBe(1)
  })
})

describe('skipSubmitButton', () => {
  it('draws and focuses the next question before the click returns', async () => {
    const stage = await open()
    await stage.show(surveyOf([{ ...QUESTIONS.five, skipSubmitButton: true }, QUESTIONS.single]))
    const after = await stage.page.evaluate(() => {
      const root = document.querySelector('.earshot-survey')!.shadowRoot!
      root.querySelector<HTMLElement>('input')!.click()
      return [root.querySelector('.title')!.textContent, root.activeElement?.textContent]
    })
    expect(after).toEqual([QUESTIONS.single.question, QUESTIONS.single.question])
  })
})

describe('on-screen keyboard (D-570)', () => {
  const LONG_TEXT = {
    ...QUESTIONS.open,
    question: 'Tell us about the last time that you looked for something here and did not find it. '.repeat(
      2,
    ),
    description: 'What was it, where did you look, and what did you do then? '.repeat(5),
  }
  const MANY_CHOICES = {
    ...QUESTIONS.single,
    choices: Array.from({ length: 12 }, (_, index) => `Choice ${index}`),
  }

  /** Opens a page whose visual viewport shrinks as on a phone: the keyboard covers the window and does not resize it. */
  const openOnPhone = async (width: number, height: number) => {
    const stage = await open('', { viewport: { width, height }, hasTouch: true, isMobile: true })
    await stage.page.evaluate(() => {
      const viewport = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: innerHeight })
      Object.defineProperty(window, 'visualViewport', { value: viewport })
    })
    const raiseKeyboard = (keyboard: number) =>
      stage.page.evaluate(keyboard => {
        const viewport = visualViewport as unknown as EventTarget & { height: number }
        viewport.height = innerHeight - keyboard
        viewport.dispatchEvent(new Event('resize'))
      }, keyboard)
    /** Whether the middle of the focused control is seen, and how many px of it lie under the keyboard or outside the card. */
    const focusedControl = () =>
      stage.page.evaluate(() => {
        const root = document.querySelector('.earshot-survey')!.shadowRoot!
        const control = root.activeElement!
        const box = control.getBoundingClientRect()
        const card = root.querySelector('.card')!.getBoundingClientRect()
        const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        const above = card.top - box.top
        const below = box.bottom - Math.min(card.bottom, visualViewport!.height)
        return { isHit: hit === control, hidden: Math.max(0, above, below) }
      })
    return { ...stage, raiseKeyboard, focusedControl }
  }
  const SEEN = { isHit: true, hidden: 0 }

  it.each([
    { name: 'an open choice', question: MANY_CHOICES, width: 320, height: 568, keyboard: 253 },
    { name: 'a long text', question: LONG_TEXT, width: 390, height: 844, keyboard: 336 },
    { name: 'a plain text question', question: QUESTIONS.open, width: 844, height: 390, keyboard: 200 },
    { name: 'an open choice', question: MANY_CHOICES, width: 844, height: 390, keyboard: 200 },
  ])('leaves the focused field of $name in view in $width x $height px', async scene => {
    const { question, width, height, keyboard } = scene
    const stage = await openOnPhone(width, height)
    await stage.show(surveyOf([question]))
    const field = stage.page.getByRole('textbox')
    await field.tap()
    await stage.raiseKeyboard(keyboard)
    expect(await stage.focusedControl()).toEqual(SEEN)
    await stage.raiseKeyboard(keyboard + 40)
    expect(await stage.focusedControl()).toEqual(SEEN)
    expect((await stage.dialog.boundingBox())!.y).toBeGreaterThanOrEqual(0)
    await stage.raiseKeyboard(0)
    expect(await stage.focusedControl()).toEqual(SEEN)
  })

  it('leaves the field of the next question in view while the keyboard is up', async () => {
    const stage = await openOnPhone(390, 844)
    await stage.show(surveyOf([QUESTIONS.open, LONG_TEXT]))
    await stage.page.getByRole('textbox').tap()
    await stage.raiseKeyboard(336)
    await stage.page.keyboard.type('The price was unclear')
    await stage.page.getByRole('button', { name: 'Submit' }).tap()
    await stage.page.getByRole('heading', { name: LONG_TEXT.question.trim() }).waitFor()
    expect(await stage.focusedControl()).toEqual(SEEN)
  })

  it('leaves the field of a card next to its trigger in view', async () => {
    const stage = await openOnPhone(844, 390)
    await stage.page.evaluate(() => {
      document.body.innerHTML = '<button id="trigger" style="margin:150px 300px">?</button>'
    })
    await stage.show(surveyOf([QUESTIONS.open]), { position: 'next_to_trigger', anchor: '#trigger' })
    await stage.page.getByRole('textbox').tap()
    await stage.raiseKeyboard(200)
    await expect.poll(stage.focusedControl).toEqual(SEEN)
  })

  it('does not scroll the website', async () => {
    const stage = await openOnPhone(390, 844)
    await stage.page.evaluate(() => {
      document.body.style.height = '3000px'
    })
    await stage.show(surveyOf([LONG_TEXT]))
    await stage.page.getByRole('textbox').tap()
    await stage.raiseKeyboard(336)
    expect(await stage.page.evaluate(() => scrollY)).toBe(0)
  })
})

describe('animation', () => {
  it('runs unless the visitor prefers reduced motion', async () => {
    const animations = () => stage.dialog.evaluate(card => card.getAnimations({ subtree: true }).length)
    let stage = await open()
    await stage.show(survey)
    expect(await animations()).toBe(0)
    await opened.close()
    stage = await open('', { reducedMotion: 'no-preference' })
    const devTools = await stage.page.context().newCDPSession(stage.page)
    await devTools.send('Animation.enable')
    // On a busy machine it would be over before it is counted.
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await stage.show(survey)
    expect(await animations()).toBeGreaterThan(0)
    // The next page shares the process.
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  })

  it.each([
    ['grow', [QUESTIONS.thumbs, QUESTIONS.multiple]],
    ['shrink', [{ ...QUESTIONS.multiple, optional: true }, QUESTIONS.thumbs]],
  ] as const)('lets a card %s to the height of its next page (D-577)', async (direction, questions) => {
    const stage = await open('', { reducedMotion: 'no-preference' })
    await stage.show(surveyOf([...questions]))
    await stage.dialog.evaluate(card => Promise.all(card.getAnimations().map(({ finished }) => finished)))
    const before = (await stage.dialog.boundingBox())!.height
    const [halfway, body, gap] = await stage.page.evaluate(() => {
      const root = document.querySelector('.earshot-survey')!.shadowRoot!
      const card = root.querySelector<HTMLElement>('.card')!
      const buttons = root.querySelectorAll<HTMLElement>('.footer button')
      buttons[buttons.length - 1]!.click()
      for (const animation of card.getAnimations({ subtree: true })) {
        animation.pause()
        animation.currentTime = 60
      }
      const { height, bottom } = card.getBoundingClientRect()
      const footer = root.querySelector('.footer')!.getBoundingClientRect()
      return [height, getComputedStyle(root.querySelector('.body')!).overflowY, bottom - footer.bottom]
    })
    // A scroll bar for a quarter of a second would wrap the text differently.
    expect(body).toBe('hidden')
    expect(gap).toBeLessThan(2)
    await stage.dialog.evaluate(card => {
      for (const animation of card.getAnimations({ subtree: true })) animation.finish()
    })
    const after = (await stage.dialog.boundingBox())!.height
    expect(Math.sign(after - before)).toBe(direction === 'grow' ? 1 : -1)
    expect(halfway).toBeGreaterThan(Math.min(before, after) + 1)
    expect(halfway).toBeLessThan(Math.max(before, after) - 1)
  })

  it('does not animate the height for visitors who prefer reduced motion', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.thumbs, QUESTIONS.multiple]))
    const running = await stage.page.evaluate(() => {
      const root = document.querySelector('.earshot-survey')!.shadowRoot!
      root.querySelector<HTMLElement>('.footer button')!.click()
      return root.querySelector('.card')!.getAnimations({ subtree: true }).length
    })
    expect(running).toBe(0)
  })

  it('leaves no timer, frame or mutation once a survey is shown', async () => {
    const stage = await open('', { reducedMotion: 'no-preference' })
    await stage.show(survey)
    await stage.page.waitForTimeout(1500)
    await stage.page.evaluate(() => {
      Object.assign(window, { work: 0 })
      const count = () => (window as unknown as { work: number }).work++
      for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask']) {
        Object.assign(window, { [name]: count })
      }
      const observer = new MutationObserver(count)
      const everything = { subtree: true, childList: true, attributes: true, characterData: true }
      observer.observe(document, everything)
      observer.observe(document.querySelector('.earshot-survey')!.shadowRoot!, everything)
    })
    await stage.page.waitForTimeout(1000)
    expect(await stage.page.evaluate(() => (window as unknown as { work: number }).work)).toBe(0)
    expect(await stage.dialog.evaluate(card => card.getAnimations({ subtree: true }).length)).toBe(0)
  })
})
