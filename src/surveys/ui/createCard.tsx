import { render, type VNode } from 'preact'
import type { SessionState } from '../session'
import { Confirmation } from './Confirmation'
import { directionOf } from './direction'
import { Frame } from './Frame'
import { Intro } from './Intro'
import { createVisit, QuestionPage, type Visit } from './QuestionPage'
import type { Stage } from './stage'
import { createWords } from './words'

/** Where a card is drawn and for whom. */
export interface CardOptions extends Pick<Stage, 'session' | 'display' | 'position' | 'closable'> {
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
const keyOf = ({ page, index, path }: SessionState) => `${page} ${index} ${path.length}`

/**
 * Draws a survey as it goes on, at once with each change. Each visit of a page is a new element, so that a page whose texts
 * were moved about (browsers do so when they translate) goes as a whole. The last page stays while the card fades.
 *
 * @param place An element of ours; it need not be in the document.
 */
export function createCard(place: HTMLElement, options: CardOptions): Card {
  const { session, around, overrides } = options
  let drawn = session.state()
  let moved = false
  let visit = createVisit(session)

  function draw(): void {
    const state = session.state()
    if (state.page === 'closed') return
    if (keyOf(state) !== keyOf(drawn)) {
      moved = true
      visit = createVisit(session)
    }
    drawn = state
    const language = state.language ?? undefined
    const stage: Stage = {
      ...options,
      say: createWords(overrides, language ?? around.closest<HTMLElement>('[lang]')?.lang ?? ''),
      dir: options.dir ?? directionOf(state.language, around),
      language,
      act,
    }
    render(
      <Frame stage={stage} page={keyOf(state)} moved={moved}>
        {pageOf(stage, visit, draw)}
      </Frame>,
      place,
    )
  }

  function focus(): void {
    const target = drawn.survey.appearance?.disableAutofocus ? '.title' : '[data-focus]'
    place.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
  }

  function act(run: () => void): void {
    const before = keyOf(drawn)
    run()
    if (keyOf(drawn) !== before) focus()
  }

  draw()
  const stop = session.subscribe(draw)
  return {
    element: place.firstElementChild as HTMLElement,
    focus,
    remove() {
      stop()
      render(null, place)
    },
  }
}

function pageOf(stage: Stage, visit: Visit, draw: () => void): VNode | null {
  switch (stage.session.state().page) {
    case 'intro':
      return <Intro stage={stage} />
    case 'question': {
      const question = stage.session.question()
      return question && <QuestionPage stage={stage} question={question} visit={visit} draw={draw} />
    }
    case 'thanks':
      return <Confirmation stage={stage} />
    case 'closed':
      return null
  }
}
