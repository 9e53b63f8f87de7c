import { createSurveys, type Surveys } from '../../src/surveys/surveys'
import { type FakeHost, type FakeHostOptions, fakeHost, settled } from './fakeHost'

/** One browser tab with surveys in it. */
export interface Tab {
  host: FakeHost
  surveys: Surveys
}

/** Opens a tab and hands it surveys; resolves when what can open has opened. */
export async function openTab(given: unknown, options: FakeHostOptions = {}): Promise<Tab> {
  const host = fakeHost(options)
  const surveys = createSurveys(host)
  host.onCapture(surveys.onCaptured)
  surveys.receive(given)
  await settled()
  return { host, surveys }
}
