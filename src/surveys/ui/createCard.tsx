import { render, type VNode } from 'preact'
import { platformOptions } from '../../lib/nullProtoRecord'
import type { SessionState } from '../session/surveySession'
import { languageOf } from '../words/languageOf'
import { animateHeight } from './animateHeight'
import type { CardContext } from './cardContext'
import type { SurveyWords } from './createWords'
import { directionOf } from './direction'
import { Frame } from './Frame'
import { Intro } from './Intro'
import { createPageState, type PageState, QuestionPage } from './QuestionPage'
import { ThankYou } from './ThankYou'

export interface CardOptions
  extends Pick<CardContext, 'session' | 'display' | 'position' | 'closable' | 'isPreview'> {
  words: SurveyWords
  /** The element around the card. Its direction applies when that of the survey is unknown. */
  parent: Element
  /** Wins over both directions. */
  dir?: 'ltr' | 'rtl'
}

/** Returns a key that differs between visits of the same page. */
const pageKey = ({ page, index, path }: SessionState) => `${page} ${index} ${path.length}`

/**
 * Draws a survey, and draws it again after each change of its session. Each visit of a page gets new elements, so that a page
 * whose texts a browser has moved (to translate them) is removed as a whole. The last page stays while the card fades.
 *
 * @param container Need not be in the document.
 */
export function createCard(container: HTMLElement, given: CardOptions) {
  // Nothing that it inherits from the page is a setting. See D-357.
  const options = platformOptions(given)
  const { session, parent } = options
  let drawnState = session.state()
  let isFollowUp = false
  let pageState = createPageState(session)

  function draw(): void {
    const state = session.state()
    if (state.page === 'closed') return
    const isNextPage = pageKey(state) !== pageKey(drawnState)
    if (isNextPage) {
      isFollowUp = true
      pageState = createPageState(session)
    }
    drawnState = state
    const language = languageOf(state)
    const text = `${state.survey.questions[0]?.question}`
    const context: CardContext = {
      ...options,
      translate: options.words.translateFor(state),
      dir: options.dir ?? directionOf(language, text, parent),
      language: language || undefined,
      act,
    }
    const drawPage = () =>
      render(
        <Frame context={context} page={pageKey(state)} isFollowUp={isFollowUp}>
          {renderPage(context, pageState, draw)}
        </Frame>,
        container,
      )
    if (isNextPage) animateHeight(container.firstElementChild as HTMLElement, drawPage)
    else drawPage()
  }

  function focus(): void {
    const target = drawnState.survey.appearance?.disableAutofocus ? '.title' : '[data-focus]'
    container.querySelector<HTMLElement>(target)?.focus(platformOptions({ preventScroll: true }))
  }

  function act(action: () => void): void {
    const before = pageKey(drawnState)
    action()
    if (pageKey(drawnState) !== before) focus()
  }

  draw()
  const unsubscribe = session.subscribe(draw)
  return {
    element: container.firstElementChild as HTMLElement,
    draw,
    /** Focuses the first control of the page, or its title when the author disabled autofocus. */
    focus,
    remove() {
      unsubscribe()
      render(null, container)
    },
  }
}

function renderPage(context: CardContext, pageState: PageState, redraw: () => void): VNode | null {
  const { session } = context
  switch (session.state().page) {
    case 'intro':
      return <Intro context={context} />
    case 'question': {
      const question = session.question()
      return (
        question && (
          <QuestionPage context={context} question={question} pageState={pageState} redraw={redraw} />
        )
      )
    }
    case 'thanks':
      return <ThankYou context={context} />
    case 'closed':
      return null
  }
}
