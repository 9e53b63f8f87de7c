// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { surveyRuntime } from '../../../src/surveys/runtime'
import { ENGLISH } from '../../../src/surveys/words/english'
import { TRANSLATIONS } from '../../../src/surveys/words/translations'
import { fakePage } from '../../support/fakePage'
import { parsed } from '../../support/parsed'
import { QUESTIONS, surveyOf } from '../../support/sampleSurveys'
import { createSurveyHost } from '../../support/surveyHost'
import { removeCards, showCard } from './onCard'

afterEach(removeCards)

const INTRO = {
  displayIntroScreen: true,
  introScreenHeader: 'Two minutes?',
  introScreenDescription: '<b>Three</b> questions',
}
const THANKS = { displayThankYouMessage: true }
const showThankYou = async (
  appearance = {},
  display: 'popover' | 'inline' = 'popover',
  container?: Element,
) => {
  const card = showCard(surveyOf([QUESTIONS.link], { ...THANKS, ...appearance }), { display, container })
  await card.user.click(card.getByRole('button', { name: 'Skip' }))
  return card
}

describe('card', () => {
  it('is a dialog named by the question that is not modal', () => {
    const { card } = showCard(surveyOf([QUESTIONS.five]))
    expect(card.getAttribute('role')).toBe('dialog')
    expect(card.hasAttribute('aria-modal')).toBe(false)
    expect(card.querySelector(`#${card.getAttribute('aria-labelledby')}`)!.textContent).toBe(
      QUESTIONS.five.question,
    )
  })

  it('has an open shadow root in an element with the survey id', () => {
    const { element } = showCard(surveyOf([QUESTIONS.five], {}, { id: 'odd"id' }))
    expect(element.shadowRoot!.mode).toBe('open')
    expect(element.dataset.surveyId).toBe('odd"id')
    expect(document.body.lastElementChild).toBe(element)
  })

  it('is dismissed by the close button, and removed after it has faded', async () => {
    const { getByRole, user, events, page, closed, element } = showCard(surveyOf([QUESTIONS.five]))
    await user.click(getByRole('button', { name: 'Close survey' }))
    expect(events()).toEqual(['survey shown', 'survey dismissed'])
    expect(element.isConnected).toBe(true)
    page.advance(1000)
    expect(element.isConnected).toBe(false)
    expect(closed()).toBe(1)
  })

  it('closes once when it is closed repeatedly', async () => {
    const { getByRole, user, page, closed, events, shown } = showCard(surveyOf([QUESTIONS.five]))
    const close = getByRole('button', { name: 'Close survey' })
    await user.click(close)
    await user.click(close)
    shown.remove()
    page.advance(1000)
    expect(closed()).toBe(1)
    expect(events()).toEqual(['survey shown', 'survey dismissed'])
  })

  it('has no close button with hideCancelButton or inline', () => {
    const hidden = showCard(surveyOf([QUESTIONS.five], { hideCancelButton: true }))
    expect(hidden.queryByRole('button', { name: 'Close survey' })).toBeNull()
    removeCards()
    const container = document.body.appendChild(document.createElement('section'))
    const inline = showCard(surveyOf([QUESTIONS.five]), { display: 'inline', container })
    expect(inline.card.getAttribute('role')).toBe('region')
    expect(inline.queryByRole('button', { name: 'Close survey' })).toBeNull()
    expect(inline.element.parentNode).toBe(container)
  })

  it('shows progress when there is more than one question', async () => {
    const { getByRole, user } = showCard(surveyOf([QUESTIONS.thumbs, QUESTIONS.five]))
    const progress = () => {
      const bar = getByRole('progressbar')
      return [bar.textContent, bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]
    }
    expect(progress()).toEqual(['Question 1 of 2', '1', '2'])
    await user.click(getByRole('button', { name: 'Skip' }))
    expect(progress()).toEqual(['Question 2 of 2', '2', '2'])
    removeCards()
    expect(showCard(surveyOf([QUESTIONS.five])).queryByRole('progressbar')).toBeNull()
  })

  it.each([
    ['https://example.com/logo.svg', true],
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['http://example.com/logo.svg', false],
    ['//example.com/logo.svg', false],
    ['javascript:alert(1)', false],
    ['data:text/html,<b>', false],
    [Object.create(null), false],
    [undefined, false],
  ])('shows a logo from a secure URL, without a referrer: %j, %s (D-579)', (logo, isShown) => {
    const { card } = showCard(surveyOf([QUESTIONS.five], { logo }))
    const image = card.querySelector('img')
    expect(image !== null).toBe(isShown)
    if (!isShown) return
    expect(image!.src).toBe(logo)
    expect([image!.alt, image!.getAttribute('referrerpolicy')]).toEqual(['', 'no-referrer'])
  })

  it('shows the texts that the author gave to buttons', async () => {
    const { getByRole, user } = showCard(
      surveyOf([QUESTIONS.thumbs, { ...QUESTIONS.five, buttonText: 'Next' }], {
        allowGoBack: true,
        backButtonText: 'Return',
      }),
    )
    await user.click(getByRole('button', { name: 'Skip' }))
    for (const name of ['Next', 'Return']) expect(getByRole('button', { name }).textContent).toBe(name)
  })

  it('goes back to the previous question with its answer', async () => {
    const { getByRole, queryByRole, user } = showCard(
      surveyOf([QUESTIONS.five, QUESTIONS.open], { allowGoBack: true }),
    )
    expect(queryByRole('button', { name: 'Back' })).toBeNull()
    await user.click(getByRole('radio', { name: '4' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    await user.click(getByRole('button', { name: 'Back' }))
    expect((getByRole('radio', { name: '4' }) as HTMLInputElement).checked).toBe(true)
  })

  it('shows a problem and keeps the answer when nothing can be captured', async () => {
    const { getByRole, user, host } = showCard(surveyOf([QUESTIONS.five]))
    host.whyBlocked = () => 'consent'
    await user.click(getByRole('radio', { name: '4' }))
    await user.click(getByRole('button', { name: 'Submit' }))
    expect(getByRole('alert').textContent).toBe('Your answer could not be sent. Please try again')
    expect((getByRole('radio', { name: '4' }) as HTMLInputElement).checked).toBe(true)
  })

  it('shows markup as text', () => {
    const text = '5 < 6 && <b>bold</b> &amp; done'
    const { card, getByRole } = showCard(
      surveyOf([
        {
          ...QUESTIONS.single,
          question: text,
          description: text,
          choices: [text, 'b'],
          buttonText: text,
          hasOpenChoice: false,
        },
      ]),
    )
    expect(getByRole('heading').textContent).toBe(text)
    expect(card.querySelector('.desc')!.textContent).toBe(text)
    expect(getByRole('button', { name: text })).toBeTruthy()
    expect(getByRole('radio', { name: text })).toBeTruthy()
    expect(card.querySelector('b')).toBeNull()
  })
})

describe('Intro', () => {
  it('leads to the first question without an event', async () => {
    const { getByRole, user, events } = showCard(surveyOf([QUESTIONS.five], INTRO))
    expect(getByRole('heading').textContent).toBe('Two minutes?')
    await user.click(getByRole('button', { name: 'Get started' }))
    expect(getByRole('heading').textContent).toBe(QUESTIONS.five.question)
    expect(events()).toEqual(['survey shown'])
  })
})

describe('ThankYou', () => {
  it('is announced, and closes by its button without an event', async () => {
    const { getByRole, user, events, page, closed } = await showThankYou({ thankYouMessageHeader: 'Merci' })
    expect(getByRole('status').textContent).toBe('Merci')
    const described = getByRole('button', { name: 'Close' }).getAttribute('aria-describedby')!.split(' ')
    expect(described).toContain(getByRole('heading', { name: 'Merci' }).id)
    await user.click(getByRole('button', { name: 'Close' }))
    page.advance(1000)
    expect(closed()).toBe(1)
    expect(events()).toEqual(['survey shown', 'survey sent'])
  })

  it('stays until it is closed', async () => {
    const { page, closed } = await showThankYou()
    page.advance(60_000)
    expect(closed()).toBe(0)
  })

  it('closes after five seconds with autoDisappear', async () => {
    const { page, closed } = await showThankYou({ autoDisappear: true })
    page.advance(4900)
    expect(closed()).toBe(0)
    page.advance(1000)
    expect(closed()).toBe(1)
  })

  it('stays while the pointer moves over it', async () => {
    const { page, closed, card } = await showThankYou({ autoDisappear: true })
    page.advance(3000)
    card.dispatchEvent(new Event('pointermove', { bubbles: true }))
    page.advance(60_000)
    expect(closed()).toBe(0)
    card.dispatchEvent(new Event('pointerleave'))
    page.advance(6000)
    expect(closed()).toBe(1)
  })

  it('stays while keyboard focus is inside', async () => {
    const { page, closed, getByRole } = await showThankYou({ autoDisappear: true })
    page.advance(3000)
    const field = document.body.appendChild(document.createElement('input'))
    getByRole('button', { name: 'Close' }).dispatchEvent(new FocusEvent('focus', { relatedTarget: field }))
    page.advance(60_000)
    expect(closed()).toBe(0)
    getByRole('button', { name: 'Close' }).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    page.advance(6000)
    expect(closed()).toBe(1)
  })

  it('has a button with hideCancelButton, too', async () => {
    const { getByRole, queryByRole } = await showThankYou({ hideCancelButton: true })
    expect(queryByRole('button', { name: 'Close survey' })).toBeNull()
    expect(getByRole('button', { name: 'Close' })).toBeTruthy()
  })

  it('has no button inline', async () => {
    const { queryByRole } = await showThankYou({}, 'inline', document.body)
    expect(queryByRole('button')).toBeNull()
  })

  it('is left out without displayThankYouMessage', async () => {
    const { getByRole, user, page, closed } = showCard(surveyOf([QUESTIONS.link]))
    await user.click(getByRole('button', { name: 'Skip' }))
    page.advance(1000)
    expect(closed()).toBe(1)
  })
})

describe('announcement', () => {
  const region = (element: HTMLElement) => element.shadowRoot!.querySelector('[aria-live=polite]')!

  it('is written into an existing live region, and cleared', () => {
    const { element, page } = showCard(surveyOf([QUESTIONS.five]))
    expect(region(element).textContent).toBe('')
    page.advance(200)
    const text = `Survey: ${QUESTIONS.five.question}. Press F8 to move there and back`
    expect(region(element).textContent).toBe(text)
    page.advance(5000)
    expect(region(element).textContent).toBe('')
  })

  it('is left out when the visitor opened the survey, which gets the focus', () => {
    const { element, page } = showCard(surveyOf([QUESTIONS.five]), { opened: true })
    page.advance(200)
    expect(region(element).textContent).toBe('')
  })
})

describe('`survey shown`', () => {
  it('is reported when the page becomes visible', () => {
    const page = fakePage({ visible: false })
    const host = createSurveyHost(page)
    const shown = surveyRuntime.show(parsed(surveyOf([QUESTIONS.five])), host, { display: 'popover' })
    page.advance(0)
    expect(host.captured).toEqual([])
    page.setVisible(true)
    expect(host.captured.map(({ event }) => event)).toEqual(['survey shown'])
    page.setVisible(false)
    page.setVisible(true)
    expect(host.captured).toHaveLength(1)
    shown.remove()
  })

  it('is reported, and the card measured, in a task after the one that inserts the card', () => {
    const height = vi.fn(() => window.innerHeight)
    const viewport = Object.defineProperty(new EventTarget(), 'height', { get: height })
    vi.stubGlobal('visualViewport', Object.assign(viewport, { scale: 1, offsetTop: 0 }))
    const page = fakePage()
    const host = createSurveyHost(page)
    const shown = surveyRuntime.show(parsed(surveyOf([QUESTIONS.five])), host, { display: 'popover' })
    const element = document.querySelector<HTMLElement>('.earshot-survey')!
    expect([element.isConnected, height.mock.calls.length, host.captured.length]).toEqual([true, 0, 0])
    page.advance(0)
    expect([height.mock.calls.length, host.captured.length]).toEqual([1, 1])
    // A value would have the whole card styled again.
    expect(element.style.getPropertyValue('--e-lift')).toBe('')
    shown.remove()
    vi.unstubAllGlobals()
  })

  it('is followed by no timer, listener or element after removal', () => {
    const page = fakePage()
    const shown = surveyRuntime.show(parsed(surveyOf([QUESTIONS.five])), createSurveyHost(page), {
      display: 'popover',
    })
    shown.session.hide()
    shown.remove()
    expect([page.timers(), page.listeners(), document.querySelectorAll('.earshot-survey').length]).toEqual([
      0, 0, 0,
    ])
  })
})

describe('language', () => {
  const arabic = { translations: { ar: { name: 'x', thankYouMessageHeader: 'شكرا' } } }
  const inArabic = surveyOf([QUESTIONS.five], { thankYouMessageHeader: 'Thanks' }, arabic)
  const words = { ar: { submit: 'أرسل' }, '*': { submit: 'Send' } }
  const loaded = () => new Promise(resolve => setTimeout(resolve))

  it('of a translation sets the language, direction and words of the card', async () => {
    const { card, queryByText, getByRole } = showCard(
      inArabic,
      {},
      { override_display_language: 'ar-EG', survey_words: words },
    )
    await loaded()
    expect([card.lang, card.dir]).toEqual(['ar', 'rtl'])
    expect(getByRole('button', { name: 'أرسل' })).toBeTruthy()
    expect(getByRole('button', { name: 'إغلاق الاستبيان' })).toBeTruthy()
    expect(queryByText('Submit')).toBeNull()
  })

  it('leaves no English word in a card, from the intro to the thank-you page (D-560)', async () => {
    const appearance = { displayIntroScreen: true, displayThankYouMessage: true, allowGoBack: true }
    const texts = { question: 'Frage?', description: 'Text', buttonText: '' }
    const german = { translations: { de: { name: 'Umfrage' } } }
    const questions = [
      { ...QUESTIONS.five, display: 'emoji' as const, optional: true, skipSubmitButton: true },
      { ...QUESTIONS.open, validation: [{ type: 'min_length' as const, value: 3 }] },
    ].map(question => ({
      ...question,
      buttonText: undefined,
      translations: { de: { ...texts, lowerBoundLabel: 'schwer', upperBoundLabel: 'leicht' } },
    }))
    const { card, user, getByRole, getAllByRole } = showCard(
      surveyOf(questions as never, { introScreenHeader: 'Hallo', ...appearance }, german),
      {},
      { override_display_language: 'de' },
    )
    await loaded()
    const shownTexts: string[] = []
    const read = () => {
      const attributes = [...card.querySelectorAll('[aria-label],[placeholder]')].flatMap(element =>
        ['aria-label', 'placeholder'].map(name => element.getAttribute(name) ?? ''),
      )
      shownTexts.push(card.textContent!, ...attributes)
    }
    read()
    await user.click(getByRole('button', { name: 'Los geht’s' }))
    read()
    await user.click(getAllByRole('radio')[0]!)
    read()
    await user.click(getByRole('button', { name: 'Absenden' }))
    read()
    await user.type(getByRole('textbox'), 'ja')
    await user.click(getByRole('button', { name: 'Absenden' }))
    read()
    await user.type(getByRole('textbox'), 'wohl')
    await user.click(getByRole('button', { name: 'Absenden' }))
    read()
    const english = Object.values(ENGLISH).filter(text => !Object.values(TRANSLATIONS.de!).includes(text))
    const shown = shownTexts.join('\n')
    const starts = english.map(text => text.replace(/ ?\{.*/, '')).filter(text => text !== '')
    expect(starts.filter(text => shown.includes(text))).toEqual([])
    for (const text of [
      'Sehr unzufrieden',
      'Frage 2 von 2',
      'Zurück',
      'Mindestens 3 Zeichen',
      'Vielen Dank!',
    ])
      expect(shown).toContain(text)
  })

  it('keeps the card hidden until its words have loaded, and reports it as shown then (D-562)', async () => {
    const { card, host, page } = showCard(inArabic, {}, { override_display_language: 'ar' })
    const container = card.parentElement!
    expect([container.hidden, host.captured]).toEqual([true, []])
    await loaded()
    page.advance(0)
    expect([container.hidden, host.captured.map(({ event }) => event)]).toEqual([false, ['survey shown']])
  })

  it.each([
    ['takes too long', () => new Promise<never>(() => {}), []],
    ['fails', () => Promise.reject(new Error('404')), ['survey_words_failed']],
  ])('shows the card in English when the file with its words %s (D-562)', async (_, loadWords, reasons) => {
    const { page, host, card, getByRole } = showCard(
      inArabic,
      {},
      { override_display_language: 'ar' },
      { loadWords },
    )
    await loaded()
    page.advance(1_500)
    await loaded()
    expect(card.parentElement!.hidden).toBe(false)
    expect(getByRole('button', { name: 'Submit' })).toBeTruthy()
    expect(host.errors).toEqual(reasons)
  })

  it.each([
    ['without translations and without a declared language', {}, {}],
    ['in English', { base_language: 'en', ...arabic }, {}],
    [
      'translated into another language than that of the page',
      { base_language: 'en', ...arabic },
      { lang: 'de' },
    ],
  ])('loads no words for a survey %s (D-560)', (_, extra, { lang = '' }: { lang?: string }) => {
    document.documentElement.lang = lang
    const { host, getByRole } = showCard(surveyOf([QUESTIONS.five], {}, extra))
    document.documentElement.lang = ''
    expect(getByRole('button', { name: 'Submit' })).toBeTruthy()
    expect(host.wordLoads()).toBe(0)
  })

  it.each([
    ['declared by a survey without translations', { base_language: 'ja' }, 'en', ['ja', '送信']],
    [
      'declared by a survey that is not translated for the visitor',
      { base_language: 'ja', ...arabic },
      'en',
      ['ja', '送信'],
    ],
    ['of the page, for a survey without translations', {}, 'ja', ['', '送信']],
    [
      'of the page, for a survey of the service’s default language',
      { base_language: 'en' },
      'ja',
      ['', '送信'],
    ],
  ])('of the words is that %s (D-561)', async (_, extra, lang, expected) => {
    document.documentElement.lang = lang
    const { card, getByRole } = showCard(surveyOf([QUESTIONS.five], {}, extra))
    await loaded()
    document.documentElement.lang = ''
    expect([card.lang, getByRole('button', { name: /送信|Submit/ }).textContent]).toEqual(expected)
  })

  it('changes with the browser language, and keeps the text entered so far', async () => {
    const french = { ...QUESTIONS.open, translations: { fr: { question: 'Pourquoi ?' } } }
    const { getByRole, user, page, card } = showCard(surveyOf([french]))
    await user.type(getByRole('textbox'), 'half an answer')
    page.setBrowserInfo({ language: 'fr-FR' })
    page.emit('language')
    await loaded()
    expect(getByRole('heading').textContent).toBe('Pourquoi ?')
    expect(card.lang).toBe('fr')
    expect(getByRole('button', { name: 'Envoyer' })).toBeTruthy()
    expect((getByRole('textbox') as HTMLTextAreaElement).value).toBe('half an answer')
  })

  it('of the website has its words from `survey_words` when that of the survey is unknown', () => {
    const { card, getByRole } = showCard(surveyOf([QUESTIONS.five]), {}, { survey_words: words })
    expect(card.lang).toBe('')
    expect(getByRole('button', { name: 'Send' })).toBeTruthy()
  })
})

describe('direction of an untranslated survey', () => {
  it.each([
    ['ltr', 'ما رأيك؟', 'rtl'],
    ['rtl', 'What do you think?', 'ltr'],
    ['rtl', '1–10', 'rtl'],
    ['ltr', '1–10', 'ltr'],
  ])('on a page from %s with the question %s is %s (D-564)', (dir, question, expected) => {
    document.documentElement.dir = dir
    const { card } = showCard(surveyOf([{ ...QUESTIONS.open, question }]))
    document.documentElement.dir = ''
    expect(card.dir).toBe(expected)
  })
})

describe('liftAboveKeyboard', () => {
  it('lifts the card by the height of an on-screen keyboard, not by zoom', () => {
    const visible = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight, offsetTop: 0 })
    Object.defineProperty(window, 'visualViewport', { value: visible, configurable: true })
    const { element } = showCard(surveyOf([QUESTIONS.open]))
    const lift = () => element.style.getPropertyValue('--e-lift')
    visible.height -= 300
    visible.dispatchEvent(new Event('resize'))
    expect(lift()).toBe('300px')
    visible.offsetTop = 120
    visible.dispatchEvent(new Event('scroll'))
    expect(lift()).toBe('180px')
    visible.scale = 2
    visible.dispatchEvent(new Event('resize'))
    expect(lift()).toBe('')
    Reflect.deleteProperty(window, 'visualViewport')
  })

  it('lifts a card that opens while the keyboard is up (R15)', () => {
    const visible = Object.assign(new EventTarget(), {
      scale: 1,
      height: window.innerHeight - 300,
      offsetTop: 0,
    })
    Object.defineProperty(window, 'visualViewport', { value: visible, configurable: true })
    const { element } = showCard(surveyOf([QUESTIONS.open]))
    expect(element.style.getPropertyValue('--e-lift')).toBe('300px')
    Reflect.deleteProperty(window, 'visualViewport')
  })
})

describe('malformed definitions', () => {
  it('are drawn as far as possible', () => {
    const odd = {
      type: 'single_choice',
      question: null,
      description: 7,
      descriptionContentType: 'html',
      choices: [null, 5],
      buttonText: '',
    }
    const appearance = {
      maxWidth: 300,
      position: 'a b',
      borderRadius: {},
      backgroundColor: 5,
      thankYouMessageHeader: {},
    }
    const { card, getByRole, getAllByRole } = showCard(
      surveyOf([odd as never], appearance as never),
      {},
      { survey_words: null as never },
    )
    expect(getAllByRole('radio')).toHaveLength(2)
    expect(getByRole('button', { name: 'Submit' })).toBeTruthy()
    expect(card.textContent).not.toMatch(/null|undefined|object/)
  })
})

describe('showTab', () => {
  it('shows a button with the configured label that opens the survey', async () => {
    const opened: Element[] = []
    const survey = surveyOf([QUESTIONS.five], {
      widgetType: 'tab',
      widgetLabel: 'Ideas?',
      tabPosition: 'left',
    })
    const remove = surveyRuntime.tab(survey, createSurveyHost(fakePage()), button => opened.push(button))
    const button = document.querySelector('.earshot-survey')!.shadowRoot!.querySelector('button')!
    expect(button.textContent).toBe('Ideas?')
    button.click()
    expect(opened).toEqual([button])
    remove()
    expect(document.querySelector('.earshot-survey')).toBeNull()
  })

  it('labels the button Feedback by default', () => {
    const remove = surveyRuntime.tab(surveyOf([QUESTIONS.five]), createSurveyHost(fakePage()), () => {})
    expect(document.querySelector('.earshot-survey')!.shadowRoot!.querySelector('button')!.textContent).toBe(
      'Feedback',
    )
    remove()
  })
})
