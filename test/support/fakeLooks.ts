import { createDisplay } from '../../src/surveys/display/displayManager'
import type { ShowOptions, SurveyRuntime } from '../../src/surveys/host'
import { createSession } from '../../src/surveys/session/createSession'
import type { SurveySession } from '../../src/surveys/session/surveySession'

/** A survey that is on the page. */
export interface Drawn {
  id: string
  session: SurveySession
  options: ShowOptions
}

/** Everything that is loaded to show surveys, with a list in place of the looks: seen at once, gone when it is closed. */
export interface FakeLooks {
  runtime: SurveyRuntime
  /** Surveys on the page, oldest first. */
  drawn: Drawn[]
  ids(): string[]
  /** Ids of surveys with a tab on the page. */
  tabs(): string[]
  clickTab(id: string): void
  /** What the page does that opens a widget by itself. */
  call(surveyId: unknown): void
  /** How many tabs were drawn so far. */
  tabsDrawn(): number
}

export function fakeLooks(): FakeLooks {
  const drawn: Drawn[] = []
  const tabs = new Map<string, (button: Element) => void>()
  const callees = new Set<(surveyId: unknown) => void>()
  let tabsDrawn = 0

  const show: SurveyRuntime['show'] = (survey, host, options) => {
    const session = createSession(survey, host, options)
    const entry: Drawn = { id: survey.id, session, options }
    const remove = () => {
      const place = drawn.indexOf(entry)
      if (place < 0) return
      drawn.splice(place, 1)
      options.onClosed?.()
    }
    const look = () => {
      if (session.state().page === 'closed') remove()
    }
    drawn.push(entry)
    session.subscribe(look)
    session.shown()
    look()
    return { session, remove }
  }

  return {
    runtime: {
      createDisplay,
      session: createSession,
      show,
      tab(survey, _, onOpen) {
        tabsDrawn++
        tabs.set(survey.id, onOpen)
        return () => void tabs.delete(survey.id)
      },
      onWidgetToggle(run) {
        callees.add(run)
        return () => void callees.delete(run)
      },
    },
    drawn,
    ids: () => drawn.map(({ id }) => id),
    tabs: () => [...tabs.keys()],
    clickTab: id => tabs.get(id)?.({} as Element),
    call(surveyId) {
      for (const run of callees) run(surveyId)
    },
    tabsDrawn: () => tabsDrawn,
  }
}
