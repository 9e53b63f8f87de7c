import type { Page } from 'playwright-core'
import type { ShowOptions, SurveysConfig } from '../../src/surveys/host'
import type { Survey } from '../../src/wire/survey'
import type { SurveyWindow } from './entries/survey'

declare global {
  interface Window {
    stage: SurveyWindow
  }
}

/** Returns what tests do and read on a page with surveys. */
export function surveyPage(page: Page) {
  return {
    page,
    dialog: page.getByRole('dialog'),
    setUp: (settings: Partial<SurveysConfig>) =>
      page.evaluate(config => window.stage.setUp(config), settings),
    show: (survey: Survey, options: Partial<ShowOptions> = {}) =>
      page.evaluate(
        json => {
          const [survey, options] = JSON.parse(json)
          window.stage.show(survey, options)
        },
        JSON.stringify([survey, options]),
      ),
    events: () => page.evaluate(() => window.stage.host.captured.map(({ event }) => event)),
    /** Answers of the last `survey sent`, by question id. */
    answers: async () => {
      const properties = await page.evaluate(
        () =>
          window.stage.host.captured.filter(({ event }) => event === 'survey sent').at(-1)?.properties ?? {},
      )
      const prefix = '$survey_response_'
      const answers = Object.entries(properties).filter(([name]) => name.startsWith(prefix))
      return Object.fromEntries(answers.map(([name, value]) => [name.slice(prefix.length), value]))
    },
    /** Returns the name of the focused element inside the survey. */
    focused: () =>
      page.evaluate(() => {
        const element = document.activeElement?.shadowRoot?.activeElement
        return element?.getAttribute('aria-label') ?? element?.textContent ?? null
      }),
  }
}
