import { createSurveys, type SurveysApi } from '../../src/surveys/surveys'
import { type FakeHost, type FakeHostOptions, fakeHost, settled } from './fakeHost'

/** A browser tab with surveys. */
export interface Tab {
  host: FakeHost
  /** Both the methods for the client and those for the page. */
  surveys: ReturnType<typeof createSurveys> & SurveysApi
}

/** Creates surveys with the methods for the client and those for the page. */
export function surveysOver(host: FakeHost): Tab['surveys'] {
  const surveys = createSurveys(host)
  return { ...surveys, ...surveys.methods }
}

/** Opens a tab with surveys. Resolves when all surveys that can open have opened. */
export async function openTab(input: unknown, options: FakeHostOptions = {}): Promise<Tab> {
  const host = fakeHost(options)
  const surveys = surveysOver(host)
  host.onCapture(surveys.onCaptured)
  surveys.receive(input)
  await settled()
  return { host, surveys }
}
