import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SessionState } from '../session'
import { Confirmation } from './Confirmation'
import { directionOf } from './direction'
import { Frame } from './Frame'
import { Intro } from './Intro'
import { QuestionPage } from './QuestionPage'
import type { Stage } from './stage'
import { createWords } from './words'

/** Tells one visit of a page from the next. */
const visitOf = ({ page, index, path }: SessionState) => `${page} ${index} ${path.length}`

interface CardProps extends Omit<Stage, 'say' | 'dir' | 'language' | 'act'> {
  /** Words of the interface that the page has set; see `createWords`. */
  overrides: Record<string, Record<string, string>>
  /** Where on the page it is; the language and direction there count where the survey's are not known. */
  around: Element
  /** Wins over both. */
  dir?: 'ltr' | 'rtl'
  /** The first page takes the focus as well. */
  takesFocus: boolean
}

/**
 * A survey as it goes on: draws the page that the session is at. Each visit of a page is a new element, so that a page whose
 * texts were moved about (browsers do so when they translate) goes as a whole. The last page stays while the card fades.
 */
export function Card({ overrides, around, dir, takesFocus, ...place }: CardProps) {
  const { session } = place
  const [state, follow] = useState(session.state)
  useLayoutEffect(
    () => session.subscribe(() => session.state().page !== 'closed' && follow(session.state())),
    [session],
  )
  const card = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  const acted = useRef(false)
  const visit = visitOf(state)

  const focusPage = () => {
    const target = state.survey.appearance?.disableAutofocus ? '.title' : '[data-focus]'
    card.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
  }
  // At once, or the next key of a quick visitor would go to nobody.
  useLayoutEffect(() => {
    before.current = state
    if (acted.current) focusPage()
    acted.current = false
  }, [visit])
  // The first page is drawn before it is in the document, where nothing can have the focus.
  useEffect(() => {
    if (takesFocus) focusPage()
  }, [])

  const language = state.language ?? undefined
  const stage: Stage = {
    ...place,
    say: createWords(overrides, language ?? around.closest<HTMLElement>('[lang]')?.lang ?? ''),
    dir: dir ?? directionOf(state.language, around),
    language,
    act(run) {
      run()
      acted.current = visitOf(session.state()) !== visit
    },
  }
  return (
    <Frame stage={stage} cardRef={card} visit={visit} moved={movement(before.current, state)}>
      {pageOf(stage)}
    </Frame>
  )
}

/** The way from one page to another; empty for a page that was there before. */
function movement(from: SessionState, to: SessionState): '' | 'on' | 'back' {
  if (visitOf(from) === visitOf(to)) return ''
  return to.page === 'question' && to.path.length < from.path.length ? 'back' : 'on'
}

function pageOf(stage: Stage): VNode | null {
  switch (stage.session.state().page) {
    case 'intro':
      return <Intro stage={stage} />
    case 'question': {
      const question = stage.session.question()
      return question && <QuestionPage stage={stage} question={question} />
    }
    case 'thanks':
      return <Confirmation stage={stage} />
    case 'closed':
      return null
  }
}
