import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor, type OpenPage, type Site, type VisitOptions, type Visitor } from '../support/browser'
import { QUESTIONS, surveyOf } from '../support/sampleSurveys'
import { surveyPage } from './surveyPage'

let visitor: Visitor
let opened: OpenPage | undefined
beforeAll(async () => {
  visitor = await createVisitor('test/browser/entries/survey.ts')
})
afterEach(async () => {
  expect(opened?.errors).toEqual([])
  await opened?.close()
})
afterAll(() => visitor.stop())

const open = async (site?: Partial<Site>, options?: VisitOptions) => {
  opened = await visitor.open(site, { reducedMotion: 'reduce', ...options })
  return surveyPage(opened.page)
}
const documentOf = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}<script src="/bundle.js" nonce="r4nd"></script></body></html>`

/** Returns size, position in the card, font and color of every element. */
const look = () => {
  const root = document.querySelector('.earshot-survey')!.shadowRoot!
  const card = root.querySelector('.card')!.getBoundingClientRect()
  return [...root.querySelectorAll('.card, .card *')].map(element => {
    const box = element.getBoundingClientRect()
    const {
      fontSize,
      fontFamily,
      fontWeight,
      lineHeight,
      letterSpacing,
      textTransform,
      color,
      visibility,
      direction,
    } = getComputedStyle(element)
    return [
      element.tagName,
      [box.left - card.left, box.top - card.top, box.width, box.height].map(Math.round).join(' '),
      fontSize,
      fontFamily,
      fontWeight,
      lineHeight,
      letterSpacing,
      textTransform,
      color,
      visibility,
      direction,
    ].join(' | ')
  })
}
const survey = surveyOf([QUESTIONS.single, QUESTIONS.open], { displayThankYouMessage: true })

describe('browser functions that the website has broken (D-431, D-687)', () => {
  const BROKEN: Record<string, string> = {
    'matchMedia that throws': 'window.matchMedia = refuse',
    'matchMedia without a result': 'window.matchMedia = () => undefined',
    'getComputedStyle that throws': 'window.getComputedStyle = refuse',
    'getComputedStyle without a result': 'window.getComputedStyle = () => null',
    'an activeElement that throws': "Object.defineProperty(document, 'activeElement', { get: refuse })",
    'MutationObserver that is missing': 'window.MutationObserver = undefined',
    'MutationObserver that throws': 'window.MutationObserver = refuse',
    'observe of MutationObserver that throws': 'MutationObserver.prototype.observe = refuse',
    'ResizeObserver that throws': 'window.ResizeObserver = refuse',
    'IntersectionObserver that throws': 'window.IntersectionObserver = refuse',
    'showPopover that throws': 'HTMLElement.prototype.showPopover = refuse',
    'hidePopover that throws': 'HTMLElement.prototype.hidePopover = refuse',
    'an activeElement of shadow roots that throws':
      "Object.defineProperty(ShadowRoot.prototype, 'activeElement', { get: refuse })",
    'an IntersectionObserver without methods': 'window.IntersectionObserver = class {}',
    'a MutationObserver without methods': 'window.MutationObserver = class {}',
  }
  it.each(Object.entries(BROKEN))('shows and counts a survey, and closes it, with %s', async (_, code) => {
    const { page, dialog, show, events } = await open()
    await page.evaluate(`const refuse = () => { throw new Error('refused') }; ${code}; 0`)
    await show(survey)
    await expect.poll(() => events()).toContain('survey shown')
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect.poll(() => dialog.count()).toBe(0)
  })
})

describe('styles of the website', () => {
  it.each([
    ['a reset', '*{all:revert} body>div{display:none}'],
    [
      'a reset that is important',
      '*{all:revert!important;box-sizing:content-box!important;letter-spacing:.4em!important}',
    ],
    ['a root font size of 1 px', 'html{font-size:1px}'],
    ['a root font size of 62.5 %', 'html{font-size:62.5%}'],
    [
      'inherited properties',
      'body{line-height:3;text-transform:uppercase;visibility:hidden;font:700 30px monospace;color:red;text-align:right;word-spacing:9px;cursor:wait}',
    ],
    [
      'rules for our class names',
      '.card,.option,.body,.page,.btn,.title{position:absolute;height:1px} button{all:unset;display:none!important} label{float:left} fieldset{border:9px solid}',
    ],
    ['variables', ':root{--text:red;--width:9px;--bg:red;--radius:0;--margin:99px}'],
    [
      'rules for the host element',
      '.earshot-survey,div{transform:scale(.2)!important;opacity:.1!important;pointer-events:none!important;position:static!important;filter:blur(9px)!important}',
    ],
    ['a flex body', 'body{display:flex;flex-direction:column;gap:40px;transform:none}'],
  ])('change nothing inside the survey: %s', async (_, css) => {
    const plain = await open()
    await plain.show(survey)
    const expected = await plain.page.evaluate(look)
    await opened!.close()
    const stage = await open({ html: documentOf(`<style>${css}</style>`, '<main><h1>A page</h1></main>') })
    await stage.show(survey)
    expect(await stage.page.evaluate(look)).toEqual(expected)
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    expect(await stage.page.getByRole('radio', { name: 'A specific product' }).isChecked()).toBe(true)
  })

  it('are not affected by the survey', async () => {
    const stage = await open({
      html: documentOf('', '<main><h1>A page</h1><button class="card btn">Mine</button></main>'),
    })
    const own = () =>
      stage.page.evaluate(() => JSON.stringify({ ...getComputedStyle(document.querySelector('.btn')!) }))
    const before = await own()
    await stage.show(survey)
    expect(await own()).toBe(before)
  })

  it('can set custom properties and parts', async () => {
    const css =
      ':root{--earshot-background-color:rgb(1 50 40)} .earshot-survey::part(question){font-style:italic}'
    const stage = await open({ html: documentOf(`<style>${css}</style>`, '') })
    await stage.show(surveyOf([QUESTIONS.five], { backgroundColor: '#fff' }))
    expect(await stage.dialog.evaluate(card => getComputedStyle(card).backgroundColor)).toBe('rgb(1, 50, 40)')
    expect(
      await stage.page
        .getByRole('heading', { name: /easy/ })
        .evaluate(title => getComputedStyle(title).fontStyle),
    ).toBe('italic')
  })
})

describe('the website around a survey', () => {
  it('receives every click outside of the card', async () => {
    const stage = await open()
    await stage.show(survey)
    const hits = await stage.page.evaluate(() => {
      const card = document
        .querySelector('.earshot-survey')!
        .shadowRoot!.querySelector('.card')!
        .getBoundingClientRect()
      const points = [
        [card.left - 3, card.top + 9],
        [card.left + 9, card.top - 3],
        [card.right + 3, card.bottom - 9],
        [card.right - 9, card.bottom + 3],
        [9, 9],
      ]
      return points.map(([x, y]) => document.elementFromPoint(x!, y!)?.className)
    })
    expect(hits).not.toContain('earshot-survey')
  })

  it('receives no events of the survey', async () => {
    const stage = await open()
    await stage.page.evaluate(() => {
      for (const type of ['pointerdown', 'mousedown', 'click', 'focusin']) {
        document.addEventListener(type, () => Object.assign(window, { received: type }))
      }
    })
    await stage.show(survey)
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    expect(await stage.page.evaluate(() => 'received' in window)).toBe(false)
  })

  it.each([
    ['the bubbling phase', false],
    ['the capture phase', true],
  ])('cannot take the focus back by a focus trap in %s', async (_, capture) => {
    const stage = await open({ html: documentOf('', '<div id="modal"><input></div>') })
    await stage.page.evaluate(capture => {
      const modal = document.querySelector('#modal')!
      Object.assign(window, { pulls: 0 })
      document.addEventListener(
        'focusin',
        event => {
          if (modal.contains(event.target as Node)) return
          ;(window as unknown as { pulls: number }).pulls++
          modal.querySelector('input')!.focus()
        },
        capture,
      )
    }, capture)
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.getByRole('textbox', { name: /stopped/ }).click()
    await stage.page.keyboard.type('typed here')
    expect(await stage.page.getByRole('textbox', { name: /stopped/ }).inputValue()).toBe('typed here')
    expect(await stage.page.evaluate(() => (window as unknown as { pulls: number }).pulls)).toBeLessThan(5)
  })

  it('cannot make the survey inert or hidden when it isolates a modal', async () => {
    const stage = await open()
    await stage.show(survey)
    await stage.page.evaluate(() => {
      for (const child of document.body.children) {
        child.setAttribute('inert', '')
        child.setAttribute('aria-hidden', 'true')
      }
    })
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    expect(await stage.dialog.isVisible()).toBe(true)
  })
})

describe('ancestors that contain fixed boxes (R05)', () => {
  const tall = '<div style="height:3000px"></div>'
  const boxOf = async (stage: ReturnType<typeof surveyPage>) => {
    const box = (await stage.dialog.boundingBox())!
    return [box.x + box.width, box.y + box.height].map(Math.round)
  }

  it.each([
    ['a body that will be filtered', 'body{will-change:filter}'],
    [
      'an animation that leaves a scale',
      '@keyframes a{to{transform:scale(1)}} body{animation:a .01s forwards}',
    ],
    ['a filtered root element', 'html{filter:blur(0);overflow:clip} body{contain:paint;perspective:9px}'],
  ])('leave the card in the corner of the window with %s', async (_, css) => {
    const stage = await open({ html: documentOf(`<style>${css}</style>`, tall) })
    await stage.page.evaluate(() => scrollTo(0, 500))
    await stage.show(survey)
    expect(await boxOf(stage)).toEqual([1280 - 24, 800 - 24])
    await expect.poll(stage.events).toEqual(['survey shown'])
  })

  it('leave card and tab in their place when they start to contain later', async () => {
    const stage = await open({ html: documentOf('', tall) })
    await stage.show(survey)
    await stage.page.evaluate(json => window.stage.tab(JSON.parse(json)), JSON.stringify(survey))
    const tab = stage.page.getByRole('button', { name: 'Feedback' })
    const before = [await boxOf(stage), await tab.boundingBox()]
    await stage.page.evaluate(() => document.documentElement.style.setProperty('will-change', 'transform'))
    await stage.page.evaluate(() => document.body.style.setProperty('filter', 'blur(0)'))
    expect([await boxOf(stage), await tab.boundingBox()]).toEqual(before)
  })

  it('delay `survey shown` while they are not rendered', async () => {
    const stage = await open({ html: documentOf('<style>body{display:none}</style>', '') })
    await stage.show(survey)
    await stage.page.waitForTimeout(200)
    expect(await stage.events()).toEqual([])
    await stage.page.evaluate(() => document.body.style.setProperty('display', 'block'))
    await expect.poll(stage.events).toEqual(['survey shown'])
  })

  it('leave an open card above a document that becomes full-screen', async () => {
    const html = documentOf(
      '',
      '<button id="go" onclick="document.documentElement.requestFullscreen()">Go</button>',
    )
    const stage = await open({ html }, { ownPage: true })
    await stage.show(survey)
    await stage.page.click('#go')
    await expect.poll(() => stage.page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
  })
})

describe('scroll locks of the website (R37)', () => {
  const choices = Array.from({ length: 60 }, (_, index) => `Choice ${index}`)
  const openLocked = async (capture: boolean, options?: VisitOptions) => {
    const stage = await open({ html: documentOf('', '<div style="height:3000px"></div>') }, options)
    await stage.page.evaluate(capture => {
      document.body.style.pointerEvents = 'none'
      for (const type of ['wheel', 'touchmove'])
        document.addEventListener(type, event => event.preventDefault(), { passive: false, capture })
    }, capture)
    return stage
  }
  const scrollBy = async (stage: ReturnType<typeof surveyPage>, selector: string) => {
    await stage.page.locator(selector).hover()
    await stage.page.mouse.wheel(0, 200)
    await stage.page.waitForTimeout(200)
    return stage.page.evaluate(() => [
      document.querySelector('.earshot-survey')!.shadowRoot!.querySelector('.body')!.scrollTop,
      scrollY,
    ])
  }

  it.each([false, true])('let a long card scroll, and not the page, with capture %s', async capture => {
    const stage = await openLocked(capture)
    await stage.show(surveyOf([{ ...QUESTIONS.single, choices }]))
    expect(await scrollBy(stage, '.option >> nth=1')).toEqual([200, 0])
  })

  it.each([false, true])('let a finger scroll and tap in a long card, with capture %s', async capture => {
    const stage = await openLocked(capture, { hasTouch: true, ownPage: true })
    await stage.show(surveyOf([{ ...QUESTIONS.multiple, choices }]))
    const option = stage.page.locator('.option >> nth=3')
    const { x, y } = (await option.boundingBox())!
    const devtools = await stage.page.context().newCDPSession(stage.page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + 60, y: y + 150 - up }],
      })
    const body = stage.page.locator('.body')
    await body.evaluate(body =>
      body.addEventListener('scrollend', () => body.setAttribute('data-still', ''), { once: true }),
    )
    await finger('touchStart')
    for (let up = 15; up <= 150; up += 15) await finger('touchMove', up)
    await finger('touchEnd')
    // A tap on a list in motion stops it, and selects nothing.
    await stage.page.locator('.body[data-still]').waitFor()
    expect(await body.evaluate(body => body.scrollTop)).toBeGreaterThan(100)
    expect(await stage.page.evaluate(() => scrollY)).toBe(0)
    await stage.page.getByText('Choice 6', { exact: true }).tap()
    const choice = stage.page.getByRole('checkbox', { name: 'Choice 6', exact: true })
    await expect.poll(() => choice.isChecked()).toBe(true)
  })

  it('keep the page in place under a card that is not longer than its box', async () => {
    const stage = await openLocked(false)
    await stage.show(survey)
    expect(await scrollBy(stage, '.title')).toEqual([0, 0])
  })
})

describe('password managers', () => {
  it.each([
    ['textarea', QUESTIONS.open],
    ['input.text', { ...QUESTIONS.single, hasOpenChoice: true }],
  ])('find their opt-out attributes on %s (R46)', async (selector, question) => {
    const stage = await open()
    await stage.show(surveyOf([question]))
    const names = await stage.page
      .locator(selector)
      .evaluate(field =>
        ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type'].map(name =>
          field.getAttribute(name),
        ),
      )
    expect(names).toEqual(['', 'true', '', 'other'])
  })
})

describe('modal dialogs of the website', () => {
  const withDialog: Partial<Site> = {
    html: documentOf(
      '',
      '<dialog id="modal" style="transform:translateX(20px);overflow:hidden;width:200px;height:90px"><button id="opener">Feedback</button></dialog>',
    ),
  }

  it('delay a survey and its `survey shown` until they are closed', async () => {
    const stage = await open(withDialog)
    await stage.page.evaluate(() => document.querySelector('dialog')!.showModal())
    await stage.show(survey)
    expect(await stage.dialog.filter({ hasText: 'What brings' }).isVisible()).toBe(false)
    expect(await stage.events()).toEqual([])
    await stage.page.evaluate(() => document.querySelector('dialog')!.close())
    await expect.poll(() => stage.page.getByRole('heading', { name: 'What brings' }).isVisible()).toBe(true)
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it.each([
    ['it is closed', "document.querySelector('dialog').close()"],
    ['its parent removes it', "document.querySelector('dialog').parentNode.querySelector('dialog').remove()"],
  ])('hide an open survey, with its answers, until %s', async (_, endDialog) => {
    const stage = await open(withDialog)
    await stage.show(survey)
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    await stage.page.evaluate(() => document.querySelector('dialog')!.showModal())
    await expect.poll(() => stage.page.getByRole('heading', { name: 'What brings' }).isVisible()).toBe(false)
    await stage.page.evaluate(endDialog)
    await expect.poll(() => stage.page.getByRole('heading', { name: 'What brings' }).isVisible()).toBe(true)
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    expect(await stage.events()).toContain('survey shown')
  })

  it('contain a survey that the visitor opens from inside', async () => {
    const stage = await open(withDialog)
    await stage.page.evaluate(() => document.querySelector('dialog')!.showModal())
    await stage.show(survey, { opened: true, anchor: '#opener' })
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    const box = (await stage.page.getByRole('heading', { name: 'What brings' }).boundingBox())!
    expect(box.x).toBeGreaterThan(700)
    await stage.page.evaluate(() => document.querySelector('dialog')!.close())
    await stage.page.getByRole('radio', { name: 'Just looking around' }).click()
    expect(
      await stage.page.evaluate(
        () => document.querySelector('.earshot-survey')!.parentNode === document.body,
      ),
    ).toBe(true)
  })

  it.each([
    ['a survey while the whole document is full-screen', 'documentElement', false],
    ['a survey that the visitor opens inside a full-screen element', 'querySelector("#game")', true],
  ])('do not include %s', async (_, element, opened) => {
    const html = documentOf(
      '',
      `<div id="game"><button id="go" onclick='document.${element}.requestFullscreen()'>Go</button></div>`,
    )
    const stage = await open({ html }, { ownPage: true })
    await stage.page.click('#go')
    await expect.poll(() => stage.page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await stage.show(survey, { opened })
    await stage.page.getByRole('radio', { name: 'A specific product' }).click()
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it('include a full-screen element, which hides an open survey', async () => {
    const stage = await open({
      html: documentOf(
        '',
        '<button id="go" onclick="document.querySelector(\'#game\').requestFullscreen()">Go</button><div id="game">Game</div>',
      ),
    })
    await stage.show(survey)
    await stage.page.click('#go')
    await expect.poll(() => stage.dialog.isVisible()).toBe(false)
    await stage.page.evaluate(() => document.exitFullscreen())
    await expect.poll(() => stage.dialog.isVisible()).toBe(true)
  })
})

describe('a website that replaces the body', () => {
  it('keeps one survey with the text entered so far', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.getByRole('textbox').fill('half an answer')
    await stage.page.evaluate(() => document.body.replaceWith(document.createElement('body')))
    await expect.poll(() => stage.dialog.count()).toBe(1)
    expect(await stage.page.getByRole('textbox').inputValue()).toBe('half an answer')
    await stage.page.evaluate(() => document.body.replaceChildren())
    await expect.poll(() => stage.page.locator('.earshot-survey').count()).toBe(1)
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it('keeps one survey with the text entered so far when it replaces the whole document (R10)', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.open]))
    await stage.page.getByRole('textbox').fill('half an answer')
    await stage.page.evaluate(() => {
      const html = document.createElement('html')
      document.documentElement.remove()
      document.append(html)
      setTimeout(() => html.append(document.createElement('head'), document.createElement('body')), 20)
    })
    await expect.poll(() => stage.dialog.count()).toBe(1)
    expect(await stage.page.getByRole('textbox').inputValue()).toBe('half an answer')
    expect(await stage.events()).toEqual(['survey shown'])
  })

  it('keeps no dead copies of a survey when it restores a cloned body (R19)', async () => {
    const stage = await open()
    await stage.show(surveyOf([QUESTIONS.open]))
    for (let visit = 0; visit < 3; visit++) {
      await stage.page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)))
      await expect.poll(() => stage.dialog.count()).toBe(1)
    }
    expect(await stage.page.locator('.earshot-survey').count()).toBe(1)
  })

  it('keeps a tab through any number of navigations, unless the website removes it repeatedly', async () => {
    const stage = await open()
    await stage.page.evaluate(json => window.stage.tab(JSON.parse(json)), JSON.stringify(survey))
    const tab = stage.page.getByRole('button', { name: 'Feedback' })
    for (let visit = 0; visit < 12; visit++) {
      await stage.page.evaluate(() => document.body.replaceWith(document.createElement('body')))
      await expect.poll(() => tab.count()).toBe(1)
    }
    for (let turn = 0; turn < 12; turn++) await stage.page.evaluate(() => document.body.replaceChildren())
    expect(await tab.count()).toBe(0)
  })
})

describe('a browser that translates the website', () => {
  it('breaks neither the next pages, the error message nor closing', async () => {
    const stage = await open()
    const translate = () =>
      stage.page.evaluate(() => {
        const walker = document.createTreeWalker(
          document.querySelector('.earshot-survey')!.shadowRoot!,
          NodeFilter.SHOW_TEXT,
        )
        const texts: Text[] = []
        while (walker.nextNode()) texts.push(walker.currentNode as Text)
        for (const text of texts) {
          const font = document.createElement('font')
          text.replaceWith(font)
          font.append(`${text.data}'`)
        }
      })
    await stage.show(
      surveyOf([QUESTIONS.open, QUESTIONS.single], { displayThankYouMessage: true, allowGoBack: true }),
    )
    await translate()
    await stage.page.getByRole('button', { name: 'Submit' }).press('Enter')
    await translate()
    await stage.page.getByRole('textbox').fill('short')
    await expect
      .poll(() => stage.page.getByRole('alert').textContent())
      .toBe('Please write at least 10 characters')
    await stage.page.getByRole('textbox').fill('long enough now')
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    await translate()
    expect(await stage.page.getByRole('heading').allInnerTexts()).toEqual(
      expect.arrayContaining(["What brings you here today?'"]),
    )
    await stage.page.getByRole('radio', { name: 'Comparing' }).click()
    await stage.page.getByRole('button', { name: 'Back' }).click()
    await translate()
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    await stage.page.getByRole('radio', { name: 'Comparing' }).click()
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    await translate()
    expect(await stage.answers()).toEqual({ q0: 'long enough now', q1: 'Comparing prices' })
    await stage.page
      .getByRole('button', { name: /^Close/ })
      .last()
      .click()
    await expect.poll(() => stage.page.locator('.earshot-survey').count()).toBe(0)
  })
})

describe('content security policy', () => {
  const html = '<b>bold</b><img src=x onerror="window.p=1"><a href="javascript:window.p=2">x</a>'
  const described = surveyOf([
    { ...QUESTIONS.single, description: html, descriptionContentType: 'html' as const },
  ])

  it.each([
    [
      'styles and HTML strings are forbidden',
      "default-src 'none'; script-src 'self'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ],
    ['nonces are required', "default-src 'none'; script-src 'nonce-r4nd'; style-src 'nonce-r4nd'"],
  ])('allows a fully styled survey when %s', async (_, policy) => {
    const stage = await open({ html: documentOf('', ''), headers: { 'content-security-policy': policy } })
    await stage.show(described, { position: 'top_left' })
    expect(await stage.dialog.evaluate(card => getComputedStyle(card).borderRadius)).toBe('16px')
    expect(await stage.page.getByText('bold').evaluate(element => getComputedStyle(element).fontWeight)).toBe(
      '700',
    )
    expect(await stage.page.evaluate(() => 'p' in window)).toBe(false)
  })

  it('hides the survey when all styles are blocked', async () => {
    const policy = "default-src 'none'; script-src 'nonce-r4nd'; style-src 'none'"
    const stage = await open({ html: documentOf('', ''), headers: { 'content-security-policy': policy } })
    await stage.page.evaluate(() => Object.assign(window, { CSSStyleSheet: undefined }))
    await stage.show(described)
    expect(await stage.page.getByRole('radio').count()).toBe(0)
    expect(await stage.events()).toEqual([])
    opened!.errors.length = 0
  })

  it('calls onBlocked and hides tabs when all styles are blocked (R18)', async () => {
    const policy = "default-src 'none'; script-src 'nonce-r4nd'; style-src 'none'"
    const stage = await open({ html: documentOf('', ''), headers: { 'content-security-policy': policy } })
    await stage.page.evaluate(() => Object.assign(window, { CSSStyleSheet: undefined }))
    const blocked = await stage.page.evaluate(json => {
      const survey = JSON.parse(json)
      let count = 0
      window.stage.show(survey, { onBlocked: () => count++ })
      window.stage.tab({ ...survey, id: 'tab', type: 'widget' })
      return count
    }, JSON.stringify(described))
    expect(blocked).toBe(1)
    expect(await stage.page.locator('[data-display=tab]').count()).toBe(1)
    expect(await stage.page.locator('.tab').isVisible()).toBe(false)
    opened!.errors.length = 0
  })

  it('allows styles by nonce in browsers without constructable style sheets', async () => {
    const policy = "default-src 'none'; script-src 'nonce-r4nd'; style-src 'nonce-r4nd'"
    const stage = await open({ html: documentOf('', ''), headers: { 'content-security-policy': policy } })
    await stage.page.evaluate(() => Object.assign(window, { CSSStyleSheet: undefined }))
    await stage.setUp({ nonce: 'r4nd' })
    await stage.show(described)
    expect(await stage.dialog.evaluate(card => getComputedStyle(card).borderRadius)).toBe('16px')
  })
})

describe('texts', () => {
  const text = '5 < 6 && <b>bold</b> &amp; done'
  const drawn = (page: OpenPage['page']) =>
    page.evaluate(() => {
      const root = document.querySelector('.earshot-survey')!.shadowRoot!
      return {
        text: root.querySelector('.card, button')!.textContent,
        bold: root.querySelectorAll('b').length,
      }
    })
  const all = {
    displayIntroScreen: true,
    introScreenHeader: text,
    introScreenDescription: text,
    introScreenButtonText: text,
    displayThankYouMessage: true,
    thankYouMessageHeader: text,
    thankYouMessageDescription: text,
    thankYouMessageDescriptionContentType: 'text',
    thankYouMessageCloseButtonText: text,
  } as const

  it('show markup as text in every field of every page', async () => {
    const stage = await open()
    const described = { question: text, description: text, buttonText: text }
    await stage.show(
      surveyOf(
        [
          { ...QUESTIONS.single, ...described, choices: [text, 'other'], hasOpenChoice: false },
          {
            ...QUESTIONS.five,
            ...described,
            descriptionContentType: 'text',
            lowerBoundLabel: text,
            upperBoundLabel: text,
          },
          { ...QUESTIONS.link, ...described },
        ],
        all,
      ),
    )
    const occurrences = (drawing: { text: string | null }) => drawing.text!.split(text).length - 1
    const seen = [await drawn(stage.page)]
    await stage.page.getByRole('button', { name: text }).click()
    seen.push(await drawn(stage.page))
    await stage.page.getByRole('radio', { name: text }).click()
    await stage.page.getByRole('button', { name: text }).click()
    seen.push(await drawn(stage.page))
    await stage.page.getByRole('radio', { name: '3' }).click()
    await stage.page.getByRole('button', { name: text }).click()
    seen.push(await drawn(stage.page))
    await stage.page.getByRole('button', { name: 'Skip' }).click()
    seen.push(await drawn(stage.page))
    expect(seen.map(({ bold }) => bold)).toEqual([0, 0, 0, 0, 0])
    expect(seen.map(occurrences)).toEqual([3, 4, 5, 3, 3])
    expect(await stage.answers()).toMatchObject({ q0: text })
  })

  it('run, load and cover nothing when they are HTML, in questions, intro and thank-you page', async () => {
    const stage = await open()
    const html =
      '<img src=x onerror="window.p=1"><a href="javascript:window.p=2">x</a><svg onload="window.p=3"></svg>' +
      '<iframe srcdoc="<script>parent.p=4</script>"></iframe><style>*{display:none}</style>' +
      '<form action=//evil.test><input></form><a href="https://example.com/">out</a><b>ok</b>'
    const described = { description: html, descriptionContentType: 'html' as const }
    await stage.show(
      surveyOf([{ ...QUESTIONS.thumbs, ...described }], {
        displayIntroScreen: true,
        introScreenHeader: 'Hello',
        introScreenDescription: html,
        introScreenDescriptionContentType: 'html',
        displayThankYouMessage: true,
        thankYouMessageDescription: html,
        thankYouMessageDescriptionContentType: 'html',
      }),
    )
    for (const next of ['Get started', 'Skip', 'Close']) {
      const description = stage.page.locator('.desc')
      expect(await description.locator('b').evaluate(bold => getComputedStyle(bold).fontWeight)).toBe('700')
      expect(await description.locator('img, svg, iframe, style, form, input, script').count()).toBe(0)
      expect(
        await description
          .locator('a[href]')
          .evaluateAll(links => links.map(link => link.getAttribute('rel'))),
      ).toEqual(['noopener noreferrer'])
      await description.getByText('x', { exact: true }).click()
      await stage.page.getByRole('button', { name: next, exact: true }).click()
    }
    await expect.poll(() => stage.dialog.count()).toBe(0)
    expect(await stage.page.evaluate(() => 'p' in window)).toBe(false)
  })

  it('take no space when they are missing', async () => {
    const stage = await open()
    const none = { question: null, lowerBoundLabel: null, upperBoundLabel: undefined, buttonText: '' }
    await stage.show(surveyOf([{ ...QUESTIONS.five, ...none } as never]))
    expect((await drawn(stage.page)).text).not.toMatch(/null|undefined/)
    await stage.page.getByRole('button', { name: 'Submit' }).waitFor()
    const heightOf = (element: Element) => element.getBoundingClientRect().height
    const control = await stage.page.locator('.control').evaluate(heightOf)
    expect(control - (await stage.page.locator('.scale').evaluate(heightOf))).toBeLessThan(1)
  })
})

describe('old libraries on the website', () => {
  it('break nothing when they replace or extend built-ins', async () => {
    const stage = await open()
    await stage.page.evaluate(() => {
      Object.assign(Array, {
        from: (list: ArrayLike<unknown>) => {
          const copy = []
          for (let index = 0; index < (list.length || 0); index++) copy.push(list[index])
          return copy
        },
      })
      Object.assign(Array.prototype, { each() {}, include() {}, without() {} })
      Object.assign(Function.prototype, { wrap() {}, delay() {} })
      Object.assign(Object.prototype, { extended() {} })
    })
    const shuffled = { ...QUESTIONS.single, shuffleOptions: true }
    await stage.show(surveyOf([QUESTIONS.nps, shuffled], { displayThankYouMessage: true }))
    await stage.page.getByRole('radio', { name: '10' }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    await stage.page.getByRole('radio', { name: 'A specific product' }).check()
    await stage.page.getByRole('button', { name: 'Submit' }).click()
    expect(await stage.page.getByRole('heading', { name: 'Thank you!' }).isVisible()).toBe(true)
    expect(await stage.answers()).toMatchObject({ q0: 10, q1: 'A specific product' })
  })
})

describe('print', () => {
  it('shows no survey', async () => {
    const stage = await open()
    await stage.show(survey)
    await stage.page.emulateMedia({ media: 'print' })
    expect(await stage.dialog.isVisible()).toBe(false)
  })
})
