import { createSurveys, type SurveysApi } from '../../src/surveys/surveys'
import { type FakeHost, type FakeHostOptions, fakeHost, settled } from './fakeHost'

/** One browser tab with surveys in it. */
export interface Tab {
  host: FakeHost
  /** What the client tells surveys, and what the page may call. */
  surveys: ReturnType<typeof createSurveys> & SurveysApi
}

/** Surveys over a host, what the page may call beside what the client tells. */
export function surveysOver(host: FakeHost): Tab['surveys'] {
  const surveys = createSurveys(host)
  return { ...surveys, ...surveys.methods }
}

/** Opens a tab and hands it surveys; resolves when what can open has opened. */
export async function openTab(given: unknown, options: FakeHostOptions = {}): Promise<Tab> {
  const host = fakeHost(options)
  const surveys = surveysOver(host)
  host.onCapture(surveys.onCaptured)
  surveys.receive(given)
  await settled()
  return { host, surveys }
}
