import type { Page } from '../page/page'
import type { Store } from '../persistence/store'
import type { Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { Survey, SurveyListReply, SurveyPosition } from '../wire/survey'
import type { DisplayManager, SurveyEvaluation } from './contract'
import type { SessionOptions, SurveySession } from './session/surveySession'
import type { ParsedSurvey } from './targeting/parseSurvey'

/** What a host page can listen to with `on('survey:...')`. */
export type SurveyEventName =
  | 'survey:shown'
  | 'survey:answered'
  | 'survey:sent'
  | 'survey:dismissed'
  | 'survey:closed'

/** Settings of surveys, as they stand in the client's configuration. */
export interface SurveysConfig {
  disable_surveys: boolean
  disable_surveys_automatic_display: boolean
  /** Minutes after which an unfinished survey is forgotten. */
  survey_progress_ttl_minutes: number
  /** At most so many surveys are shown by themselves in one session; 0 is no cap. */
  max_surveys_per_session: number
  /** True: reports `survey abandoned` when a page is left for good with a survey unfinished. */
  capture_survey_abandoned: boolean
  surveys: { prefillFromUrl?: boolean }
  override_display_language: string | null
  /** Words of the interface in other languages or other words: language -> key -> text. `*` is every language. */
  survey_words: Record<string, Record<string, string>>
  /** Nonce for the style element of browsers without constructable style sheets. */
  nonce: string | undefined
  /** `auto`: surveys without own colours follow the visitor's light or dark setting. */
  survey_color_scheme: 'light' | 'auto'
}

/** All that surveys need from the rest of the client, as one interface. `client.ts` gives it; tests give a fake. */
export interface SurveyHost {
  page: Page
  /** What outlives the page: seen marks, progress, dates. Memory when nothing else is allowed. */
  store: Store
  config(): SurveysConfig
  /** Captures; `$set` becomes person properties, here and at the service. False: nothing may be captured now. */
  capture(event: string, properties: Properties, set?: Properties): boolean
  canCapture(): boolean
  /** The flag's value; `undefined` while nothing is known of it. `quiet`: without `$feature_flag_called`. */
  flag(key: string, silent: boolean): FlagValue | undefined
  /** Whether flags are those of an answer to this page. */
  flagsLoaded(): boolean
  reloadFlags(): void
  /** `Desktop`, `Mobile`, `Tablet`, `Console`, `Wearable`; `undefined` without a user agent. */
  deviceType(): string | undefined
  /** The person property `language`. */
  personLanguage(): string | undefined
  sessionId(): string | undefined
  /** The address that conditions are compared with. */
  conditionUrl(): string
  /** `GET /api/surveys/`; rejects with an Error that names the status. */
  fetchSurveys(): Promise<SurveyListReply>
  /** Fetches the part that draws; the same promise at each call, a new try after a failure. */
  loadRuntime(): Promise<SurveyRuntime>
  emit(name: SurveyEventName, detail: Properties): void
  /** Something went wrong that nobody sees otherwise; goes to `on_error`. */
  emitError(reason: string, detail?: unknown): void
}

/** How a survey is drawn. */
export interface ShowOptions extends SessionOptions {
  display: 'popover' | 'inline'
  /** Where an inline survey goes; a text is a selector, and its first match counts. */
  container?: Element | string
  /** What `next_to_trigger` stands next to; a text is a selector, and its first match counts. */
  anchor?: Element | string
  position?: SurveyPosition
  /** True: the visitor asked for it, so focus moves into it; otherwise focus stays where it is. */
  opened?: boolean
  /** It is gone from the page. */
  onClosed?: () => void
}

/** A survey on the page. */
export interface ShownSurvey {
  session: SurveySession
  /** Takes it off the page. Reports nothing by itself: call `session.dismiss()` or `session.hide()` before. */
  remove(): void
}

/** The part that is loaded on demand: what opens surveys, sessions, and their looks. */
export interface SurveyRuntime {
  /** Takes over from the deciding part; `createDirector` with the runtime itself. */
  createDisplay(runtime: SurveyRuntime, host: SurveyHost, decisions: SurveyEvaluation): DisplayManager
  show(survey: ParsedSurvey, host: SurveyHost, options: ShowOptions): ShownSurvey
  /** A fixed tab button; the survey opens at a click. */
  tab(survey: Survey, host: SurveyHost, onOpen: (button: Element) => void): () => void
  /** Calls back with the id of each survey whose widget the page opens or closes by an event of its window. */
  onWidgetToggle(run: (surveyId: unknown) => void): () => void
  /** A session without looks. */
  session(survey: ParsedSurvey, host: SurveyHost, options: SessionOptions): SurveySession
}
