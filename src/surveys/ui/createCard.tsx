import { render, type VNode } from 'preact'
import type { SessionState } from '../session/surveySession'
import type { CardContext } from './cardContext'
import { directionOf } from './direction'
import { Frame } from './Frame'
import { Intro } from './Intro'
import { createTranslate } from './messages'
import { createPageState, type PageState, QuestionPage } from './QuestionPage'
import { ThankYou } from './ThankYou'

/** Where a card is drawn and for whom. */
export interface CardOptions extends Pick<CardContext, 'session' | 'display' | 'position' | 'closable'> {
  /** Words of the interface that the page has set; see `createWords`. */
  overrides: Record<string, Record<string, string>>
  /** Where on the page it is; the language and direction there count where the survey's are not known. */
  around: Element
  /** Wins over both. */
  dir?: 'ltr' | 'rtl'
}

/** A survey that is drawn. */
export interface Card {
  element: HTMLElement
  /** Puts the focus where the page on display begins. */
  focus(): void
  remove(): void
}

/** Tells one visit of a page from the next. */
const pageKey = ({ page, index, path }: SessionState) => `${page} ${index} ${path.length}`

/**
 * Draws a survey as it goes on, at once with each change. Each visit of a page is a new element, so that a page whose texts
 * were moved about (browsers do so when they translate) goes as a whole. The last page stays while the card fades.
 *
 * @param container An element of ours; it need not be in the document.
 */
export function createCard(container: HTMLElement, options: CardOptions): Card {
  const { session, around, overrides } = options
  let drawnState = session.state()
  let isFollowUp = false
  let pageState = createPageState(session)

  function draw(): void {
    const state = session.state()
    if (state.page === 'closed') return
    if (pageKey(state) !== pageKey(drawnState)) {
      isFollowUp = true
      pageState = createPageState(session)
    }
    drawnState = state
    const language = state.language ?? undefined
    const context: CardContext = {
      ...options,
      translate: createTranslate(overrides, language ?? around.closest<HTMLElement>('[lang]')?.lang ?? ''),
      dir: options.dir ?? directionOf(state.language, around),
      language,
      act,
    }
    render(
      <Frame context={context} page={pageKey(state)} isFollowUp={isFollowUp}>
        {renderPage(context, pageState, draw)}
      </Frame>,
      container,
    )
  }

  function focus(): void {
    const target = drawnState.survey.appearance?.disableAutofocus ? '.title' : '[data-focus]'
    container.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
  }

  function act(run: () => void): void {
    const before = pageKey(drawnState)
    run()
    if (pageKey(drawnState) !== before) focus()
  }

  draw()
  const stop = session.subscribe(draw)
  return {
    element: container.firstElementChild as HTMLElement,
    focus,
    remove() {
      stop()
      render(null, container)
    },
  }
}

function renderPage(context: CardContext, pageState: PageState, draw: () => void): VNode | null {
  switch (context.session.state().page) {
    case 'intro':
      return <Intro context={context} />
    case 'question': {
      const question = context.session.question()
      return (
        question && <QuestionPage context={context} question={question} pageState={pageState} redraw={draw} />
      )
    }
    case 'thanks':
      return <ThankYou context={context} />
    case 'closed':
      return null
  }
}
