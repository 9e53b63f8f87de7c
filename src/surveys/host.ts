/** What surveys need from the rest of the client, and what the client fetches for them on demand. */
import type { Page } from '../page/page'
import type { Store } from '../persistence/store'
import type { Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { Survey, SurveyListReply, SurveyPosition } from '../wire/survey'
import type { DisplayManager, SurveyEvaluation } from './contract'
import type { SessionOptions, SurveySession } from './session/surveySession'
import type { ParsedSurvey } from './targeting/parseSurvey'
import type { WordLookup } from './words/english'

/** Names of the events that a page subscribes to with `on('survey:...')`. See D-186. */
export type SurveyEventName =
  | 'survey:shown'
  | 'survey:answered'
  | 'survey:sent'
  | 'survey:dismissed'
  | 'survey:closed'

/** Options of surveys in the client's configuration. Defaults are in `client/config.ts`. */
export interface SurveysConfig {
  disable_surveys: boolean
  disable_surveys_automatic_display: boolean
  /** Minutes after which an unfinished survey expires. See D-172. */
  survey_progress_ttl_minutes: number
  /** Most surveys that show automatically in one session; 0 means no limit. See D-131. */
  max_surveys_per_session: number
  /** Whether to capture `survey abandoned` for surveys that expired unfinished. See D-146. */
  capture_survey_abandoned: boolean
  surveys: { prefillFromUrl?: boolean }
  override_display_language: string | null
  /** Texts of the interface: language -> key -> text. `*` stands for every language. They win over the built-in texts. See D-211. */
  survey_words: Record<string, Record<string, string>>
  /** Nonce of the style element, for browsers without constructable style sheets. */
  nonce: string | undefined
  /** `auto`: surveys without colors of their own follow the visitor's light or dark setting. */
  survey_color_scheme: 'light' | 'auto'
}

/** Everything that surveys need from the rest of the client. The client implements it; tests pass a fake. See D-126. */
export interface SurveyHost {
  page: Page
  /** Stores seen marks, progress and dates. In memory where nothing else is allowed. See `projectStore`. */
  store: Store
  config(): SurveysConfig
  /**
   * Captures an event.
   *
   * @param set Person properties, known at once to this client and sent with the event.
   * @returns Whether the event was captured.
   */
  capture(event: string, properties: Properties, set?: Properties): boolean
  /** Applies a change of person by another page, of which no event may have told this page. See D-435. */
  refresh(): void
  /** Returns why events cannot be captured now: the browser counts as a bot, or consent is missing. See D-612. */
  whyBlocked(): 'bot' | 'consent' | false
  /** Returns the flag's value; `undefined` while it is unknown. `silent` reads it without `$feature_flag_called`. */
  flag(key: string, silent: boolean): FlagValue | undefined
  /** Whether flags come from a response to this page, not from storage. */
  flagsLoaded(): boolean
  reloadFlags(): void
  /** `Desktop`, `Mobile`, `Tablet`, `Console` or `Wearable`; `undefined` without a user agent. */
  deviceType(): string | undefined
  /** Returns the person property `language`, which the page may have set to anything. */
  personLanguage(): unknown
  /** Id of the visitor's session. */
  sessionId(): string | undefined
  /** Counts as activity of the visitor: begins their session, or the next one after a pause. */
  recordActivity(): void
  /** The URL that URL conditions are matched with. */
  conditionUrl(): string
  /**
   * Requests `GET /api/surveys/`, or with a preview token the survey that it shows. Rejects with an Error that names the status.
   */
  fetchSurveys(preview?: string): Promise<SurveyListReply>
  /** Fetches the code that displays surveys. Concurrent calls share a promise; a call after a failure tries again. */
  loadRuntime(): Promise<SurveyRuntime>
  /** Fetches the built-in texts of other languages, likewise. */
  loadWords(): Promise<WordLookup>
  /** Calls the page's listeners of a survey event. */
  emit(name: SurveyEventName, detail: Properties): void
  /** Reports a failure to `on_error`; `isLogged`: on the console too. See D-704. */
  emitError(reason: string, detail?: unknown, isLogged?: boolean): void
}

/** How to show a survey. See D-133. */
export interface ShowOptions extends SessionOptions {
  display: 'popover' | 'inline'
  /** Parent of an inline survey. A string is a selector, and its first match is used. */
  container?: Element | string
  /** Anchor of the position `next_to_trigger`. A string is a selector, and its first match is used. */
  anchor?: Element | string
  position?: SurveyPosition
  /** Whether the visitor opened it, so that it takes the focus. */
  opened?: boolean
  /** Whether it is shown to its author: nothing is captured, stored or signalled. See D-617. */
  isPreview?: boolean
  /** Called when the page's policy blocks the styles, before the survey leaves the page. */
  onBlocked?: () => void
  /** Called when the survey has left the page. */
  onClosed?: () => void
}

/** A survey on the page. See D-126. */
export interface ShownSurvey {
  session: SurveySession
  /** Removes it from the page without an event. Call `session.dismiss()` or `session.hide()` first. */
  remove(): void
}

/** The code that is fetched on demand: the display, sessions and the user interface. See D-126. */
export interface SurveyRuntime {
  /** Creates the display. It receives the runtime too, because `display` does not import `ui`. */
  createDisplay(runtime: SurveyRuntime, host: SurveyHost, evaluation: SurveyEvaluation): DisplayManager
  show(survey: ParsedSurvey, host: SurveyHost, options: ShowOptions): ShownSurvey
  /** Shows the tab button of a widget. Returns a cleanup function. */
  tab(survey: Survey, host: SurveyHost, onOpen: (button: Element) => void): () => void
  /** Calls back with the id of each survey whose widget the page toggles by a window event. Returns a cleanup function. */
  onWidgetToggle(callback: (surveyId: unknown) => void): () => void
  /** Whether a popover is on the page in another frame of this tab. */
  hasPopoverInOtherFrame(): boolean
  /** Creates a session without a user interface. */
  session(survey: ParsedSurvey, host: SurveyHost, options: SessionOptions): SurveySession
}
