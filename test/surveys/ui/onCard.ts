import { within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import type { ShownSurvey, ShowOptions, SurveysConfig } from '../../../src/surveys/host'
import { surveyRuntime } from '../../../src/surveys/runtime'
import type { Survey } from '../../../src/wire/survey'
import { fakePage } from '../../support/fakePage'
import { parsed } from '../../support/parsed'
import { createSurveyHost } from '../../support/surveyHost'

const onPage: ShownSurvey[] = []

/** Takes off the page what a test has shown. */
export function removeCards(): void {
  for (const shown of onPage.splice(0)) shown.remove()
  document.body.replaceChildren()
}

/** A visitor who looks at what came of each act before the next. */
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

/** Shows a survey in the test's document; what comes back looks into the card as a visitor does. */
export function showCard(
  survey: Survey,
  options: Partial<ShowOptions> = {},
  settings: Partial<SurveysConfig> = {},
  seed?: number,
) {
  const page = fakePage({ seed })
  const host = createSurveyHost(page, settings)
  let closed = 0
  const shown = surveyRuntime.show(parsed(survey), host, {
    display: 'popover',
    onClosed: () => {
      closed++
    },
    ...options,
  })
  onPage.push(shown)
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
    /** Answers of the last `survey sent`, by question id. */
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
