import { createDisplay } from '../../src/surveys/display/displayManager'
import type { ShowOptions, SurveyRuntime } from '../../src/surveys/host'
import { createSession } from '../../src/surveys/session/createSession'
import type { SurveySession } from '../../src/surveys/session/surveySession'

/** A survey that is on the page. */
export interface FakeSurvey {
  id: string
  session: SurveySession
  options: ShowOptions
}

/** Everything that is loaded to show surveys, with a list in place of the looks: seen at once, gone when it is closed. */
export interface FakeRuntime {
  runtime: SurveyRuntime
  /** Surveys on the page, oldest first. */
  shown: FakeSurvey[]
  ids(): string[]
  /** Ids of surveys with a tab on the page. */
  tabs(): string[]
  clickTab(id: string): void
  /** What the page does that opens a widget by itself. */
  toggleWidget(surveyId: unknown): void
  /** How many tabs were drawn so far. */
  tabsDrawn(): number
}

export function fakeRuntime(): FakeRuntime {
  const shown: FakeSurvey[] = []
  const tabs = new Map<string, (button: Element) => void>()
  const callees = new Set<(surveyId: unknown) => void>()
  let tabsDrawn = 0

  const show: SurveyRuntime['show'] = (survey, host, options) => {
    const session = createSession(survey, host, options)
    const entry: FakeSurvey = { id: survey.id, session, options }
    const remove = () => {
      const place = shown.indexOf(entry)
      if (place < 0) return
      shown.splice(place, 1)
      options.onClosed?.()
    }
    const look = () => {
      if (session.state().page === 'closed') remove()
    }
    shown.push(entry)
    session.subscribe(look)
    session.shown()
    look()
    return { session, remove }
  }

  return {
    runtime: {
      createDisplay,
      session: createSession,
      hasPopoverInOtherFrame: () => false,
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
    shown: shown,
    ids: () => shown.map(({ id }) => id),
    tabs: () => [...tabs.keys()],
    clickTab: id => tabs.get(id)?.({} as Element),
    toggleWidget(surveyId) {
      for (const run of callees) run(surveyId)
    },
    tabsDrawn: () => tabsDrawn,
  }
}
