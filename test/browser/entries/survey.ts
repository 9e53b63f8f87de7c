import { browserPage } from '../../../src/page/browserPage'
import type { ShownSurvey, ShowOptions, SurveysConfig } from '../../../src/surveys/host'
import { surveyRuntime } from '../../../src/surveys/runtime'
import type { Survey } from '../../../src/wire/survey'
import { parsed } from '../../support/parsed'
import { createSurveyHost, type RecordingHost } from '../../support/surveyHost'

const page = browserPage(error => {
  throw error
})!

/** What the tests call in the browser: a host, and the surveys on the website. */
export interface SurveyWindow {
  host: RecordingHost
  shown: ShownSurvey[]
  closed: number
  /** Removes all surveys and creates another host. */
  setUp(settings?: Partial<SurveysConfig>): void
  show(survey: Survey, options?: Partial<ShowOptions>): void
  tab(survey: Survey): void
}

const stage: SurveyWindow = {
  host: createSurveyHost(page),
  shown: [],
  closed: 0,
  setUp(settings) {
    for (const shown of stage.shown.splice(0)) shown.remove()
    stage.host = createSurveyHost(page, settings)
  },
  show(survey, options) {
    const onClosed = () => {
      stage.closed++
    }
    stage.shown.push(
      surveyRuntime.show(parsed(survey), stage.host, { display: 'popover', onClosed, ...options }),
    )
  },
  tab(survey) {
    const remove = surveyRuntime.tab(survey, stage.host, button =>
      stage.show(survey, { opened: true, anchor: button }),
    )
    stage.shown.push({ session: undefined as never, remove })
  },
}
Object.assign(window, { stage })
