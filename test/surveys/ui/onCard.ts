import { within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import type { ShownSurvey, ShowOptions, SurveyHost, SurveysConfig } from '../../../src/surveys/host'
import { surveyRuntime } from '../../../src/surveys/runtime'
import type { Survey } from '../../../src/wire/survey'
import { fakePage } from '../../support/fakePage'
import { parsed } from '../../support/parsed'
import { createSurveyHost } from '../../support/surveyHost'

const shownSurveys: ShownSurvey[] = []

/** Removes everything that a test has shown. */
export function removeCards(): void {
  for (const shown of shownSurveys.splice(0)) shown.remove()
  document.body.replaceChildren()
}

/** Creates a visitor who waits for the card to be drawn after each action. */
function createUser() {
  const user = userEvent.setup()
  const drawn = () => new Promise(resolve => setTimeout(resolve))
  return {
    click: (element: Element) => user.click(element).then(drawn),
    type: (element: Element, text: string) => user.type(element, text).then(drawn),
    keyboard: (text: string) => user.keyboard(text).then(drawn),
    tab: () => user.tab().then(drawn),
  }
}

/** Shows a survey in the document of the test, and returns queries and actions of a visitor. */
export function showCard(
  survey: Survey,
  options: Partial<ShowOptions> = {},
  settings: Partial<SurveysConfig> = {},
  { seed, ...needs }: { seed?: number } & Partial<SurveyHost> = {},
) {
  const page = fakePage({ seed })
  const host = Object.assign(createSurveyHost(page, settings), needs)
  let closed = 0
  const shown = surveyRuntime.show(parsed(survey), host, {
    display: 'popover',
    onClosed: () => {
      closed++
    },
    ...options,
  })
  shownSurveys.push(shown)
  // What appears by itself is measured and reported in a task of its own.
  page.advance(0)
  const element = document.querySelector<HTMLElement>('.earshot-survey')
  const card = element?.shadowRoot?.querySelector<HTMLElement>('.card')
  return {
    ...within(card ?? document.body),
    host,
    page,
    shown,
    element: element!,
    card: card!,
    user: createUser(),
    closed: () => closed,
    /** Returns the answers of the last `survey sent` by question id. */
    answers() {
      const sent = host.captured.filter(({ event }) => event === 'survey sent').at(-1)
      const prefix = '$survey_response_'
      return Object.fromEntries(
        Object.entries(sent?.properties ?? {})
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name.slice(prefix.length), value]),
      )
    },
    events: () => host.captured.map(({ event }) => event),
  }
}
