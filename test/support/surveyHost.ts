import type { Page } from '../../src/page/page'
import type { SurveyHost, SurveysConfig } from '../../src/surveys/host'
import { lookUpWord } from '../../src/surveys/words/lookUpWord'
import type { Properties } from '../../src/wire/event'
import { memoryStore } from './memoryStore'

/** A host that keeps what surveys tell it. */
export interface RecordingHost extends SurveyHost {
  captured: { event: string; properties: Properties }[]
  signals: string[]
  errors: string[]
  /** How often the words of other languages were asked for. */
  wordLoads(): number
}

/** The settings of a client that was configured with nothing. */
const SETTINGS: SurveysConfig = {
  disable_surveys: false,
  disable_surveys_automatic_display: false,
  survey_progress_ttl_minutes: 1440,
  max_surveys_per_session: 0,
  capture_survey_abandoned: false,
  surveys: {},
  override_display_language: null,
  survey_words: {},
  nonce: undefined,
  survey_color_scheme: 'light',
}

/** All that a drawn survey needs around it, in memory. Runs in tests of both kinds, so it imports nothing of Node's. */
export function createSurveyHost(page: Page, settings: Partial<SurveysConfig> = {}): RecordingHost {
  const captured: RecordingHost['captured'] = []
  const signals: string[] = []
  const errors: string[] = []
  let wordLoads = 0
  return {
    page,
    store: memoryStore(),
    config: () => ({ ...SETTINGS, ...settings }),
    capture: (event, properties) => {
      captured.push({ event, properties })
      return true
    },
    refresh() {},
    whyBlocked: () => false,
    flag: () => undefined,
    flagsLoaded: () => true,
    reloadFlags: () => {},
    deviceType: () => 'Desktop',
    personLanguage: () => undefined,
    sessionId: () => undefined,
    recordActivity() {},
    conditionUrl: () => page.url(),
    fetchSurveys: () => Promise.resolve({ surveys: [] }),
    loadRuntime: () => Promise.reject(new Error('the runtime is here already')),
    async loadWords() {
      wordLoads++
      return lookUpWord
    },
    emit: name => {
      signals.push(name)
    },
    emitError: reason => {
      errors.push(reason)
    },
    captured,
    signals,
    errors,
    wordLoads: () => wordLoads,
  }
}
