/**
 * The contract between the two halves of surveys. Every page loads the half that evaluates (`surveys.ts`, `targeting`,
 * `storage`); the half that displays (`display`, `session`, `questions`, `ui`) is fetched when a survey is about to show.
 * Neither half imports the other: both import the types of this file.
 */
import type { CapturedEvent, Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { Survey, SurveyPosition } from '../wire/survey'
import type { SessionOptions, SurveySession } from './session/surveySession'
import type { Check, EvaluationContext } from './targeting/checks'
import type { CompileMatcher } from './targeting/match'
import type { PreparedSurvey } from './targeting/prepareSurvey'

/** A captured event, as triggers read it. See D-118 to D-120. */
export type TriggerEvent = Pick<CapturedEvent, 'event' | 'properties'>

/** Options of `displaySurvey`. See D-133. */
export interface DisplaySurveyOptions {
  /** `popover` by default. */
  displayType?: 'popover' | 'inline'
  /** Whether to ignore every condition except the survey's type. */
  ignoreConditions?: boolean
  /** Whether to ignore `surveyPopupDelaySeconds`. */
  ignoreDelay?: boolean
  /** Properties to add to each event of this survey. They never replace ours. */
  properties?: Properties
  /** Answers by question position: positions of choices, rating values, or the answers themselves. */
  initialResponses?: Record<number, unknown>
  position?: SurveyPosition
  /** Container of an inline survey; anchor of a popover with the position `next_to_trigger`. */
  selector?: string | Element
  /** Whether the page has captured `survey shown` itself. */
  skipShownEvent?: boolean
}

/** Result of `explainSurvey`. See D-123. */
export interface SurveyExplanation {
  /** Whether every check passes. */
  visible: boolean
  /** Result of each check by its name; `undefined` while unknown. */
  checks: Record<string, boolean | undefined>
  /** The survey with its conditions. */
  survey: Survey
  /** What the checks found. Flags by their key; dates as ISO text. */
  found: {
    /** What keeps events from being captured, if anything: the browser counts as a bot, or consent is missing. */
    blockedBy: 'bot' | 'consent' | false
    now: string
    url: string
    deviceType: string | undefined
    flags: Record<string, FlagValue | undefined>
    lastSeen: string | undefined
    alreadySeen: boolean
    triggered: boolean
  }
}

/**
 * The evaluator, as the display sees it. Functions of the evaluating half are passed here, so that the fetched file does not
 * contain them again. See D-126.
 */
export interface SurveyEvaluation {
  /** Returns all surveys; the same array until the list changes. */
  prepared(): readonly PreparedSurvey[]
  checks: readonly Check[]
  compileMatcher: CompileMatcher
  /** Reads the inputs of the checks. `silent` reads flags without `$feature_flag_called`. */
  currentContext(options?: { silent: boolean }): EvaluationContext
  /** Returns the name of the first of the selected checks that fails or is unknown. */
  firstFailedCheck(prepared: PreparedSurvey, filter: (check: Check) => boolean): string | undefined
  /** Returns the URL when the person changed, before the display was loaded or since. */
  formerUrl(): string | undefined
  /** Re-evaluates: a survey was closed, or a delay is over. */
  evaluate(): void
  /** Runs a callback without an evaluation in between. Evaluate afterwards. */
  batch(callback: () => void): void
}

/** The display, as the evaluator sees it: it opens and hides surveys, runs delays and records triggers. See D-126. */
export interface DisplayManager {
  /** Shows and hides surveys, starts and cancels delays. `eligible` are the popovers and widgets that pass every check. */
  update(eligible: readonly PreparedSurvey[], context: EvaluationContext): void
  /**
   * Passes a captured event to the triggers.
   *
   * @param timestamp Milliseconds since 1970.
   * @returns Whether it started or cancelled a survey.
   */
  handleEvent(event: TriggerEvent, timestamp: number): boolean
  isTriggered(prepared: PreparedSurvey): boolean
  /** Whether the survey was started on this page and hidden, so that its session can continue. */
  isStarted(key: string): boolean
  /** Shows a survey at the request of the page. */
  display(prepared: PreparedSurvey, options: DisplaySurveyOptions): void
  /** Cancels the delay of a survey that is not open yet. */
  cancelPending(key: string): void
  explain(prepared: PreparedSurvey): SurveyExplanation
  /**
   * Shows the survey of the preview token in the URL. Rejects when the service refuses the token.
   *
   * @param prepare Returns the survey in prepared form, if it can be shown. See D-617.
   */
  preview(prepare: (survey: unknown) => PreparedSurvey | undefined): Promise<void>
  /** Starts a session of a survey that the page draws itself. */
  startSession(prepared: PreparedSurvey, options: SessionOptions): SurveySession
  /** Closes a survey without an event, because it was finished in another tab. */
  close(key: string): void
  /** Sets the id of the visitor's session. */
  onSession(id: string | undefined): void
  /** Closes every survey and forgets the visitor. */
  reset(): void
  /** Closes every survey and removes every listener and timer. */
  stop(): void
}
