import type { CapturedEvent, Properties } from '../wire/event'
import type { FlagValue } from '../wire/flag'
import type { Survey, SurveyPosition } from '../wire/survey'
import type { SessionOptions, SurveySession } from './session/surveySession'
import type { Check, EvaluationContext, PreparedSurvey } from './targeting/checks'
import type { CompileMatcher } from './targeting/match'

/** An event, as far as triggers look at it. */
export type TriggerEvent = Pick<CapturedEvent, 'event' | 'properties'>

/** How `displaySurvey` shows a survey. DECISIONS, "displaySurvey". */
export interface DisplaySurveyOptions {
  /** Missing means `popover`. */
  displayType?: 'popover' | 'inline'
  /** True: neither dates nor flags nor earlier answers count. */
  ignoreConditions?: boolean
  /** True: `surveyPopupDelaySeconds` does not count. */
  ignoreDelay?: boolean
  /** Added to every event of this survey; never over our own. */
  properties?: Properties
  /** Answers by position: places of choices, values of ratings, or the answers themselves. */
  initialResponses?: Record<number, unknown>
  position?: SurveyPosition
  /** Inline: where it goes. Popover: what `next_to_trigger` stands next to. */
  selector?: string | Element
  /** True: the page has reported `survey shown` itself. */
  skipShownEvent?: boolean
}

/** Why a survey shows or does not. */
export interface SurveyExplanation {
  /** True: every check holds. */
  visible: boolean
  /** By name; `undefined` is "not known yet". */
  checks: Record<string, boolean | undefined>
  /** What the checks want, in the author's words. */
  survey: Survey
  /** What they find. Flags by their key; dates as ISO text. */
  found: {
    now: string
    url: string
    deviceType: string | undefined
    flags: Record<string, FlagValue | undefined>
    lastSeen: string | undefined
    alreadySeen: boolean
    triggered: boolean
  }
}

/** What is decided, for the part that acts; handed over, so that the file loaded later need not bring it along again. */
export interface SurveyEvaluation {
  prepared(): readonly PreparedSurvey[]
  checks: readonly Check[]
  prepareTest: CompileMatcher
  /** `quiet`: no flag counts as looked at. */
  currentContext(options?: { silent: boolean }): EvaluationContext
  /** The first check among some that does not hold. */
  firstFailedCheck(prepared: PreparedSurvey, filter: (check: Check) => boolean): string | undefined
  /** Decides anew: something left the page, a delay is over. */
  evaluate(): void
  /** Runs without an evaluation in between. */
  batch(run: () => void): void
}

/** The part that acts: opens and hides surveys, waits for delays, knows which triggers have fired. */
export interface DisplayManager {
  /** Shows, hides, starts and cancels delays; `eligible` are the surveys that may be shown without anybody asking. */
  update(eligible: readonly PreparedSurvey[], context: EvaluationContext): void
  /** An event was captured, at so many milliseconds since 1970. @returns Whether a survey was started or taken back by it. */
  handleEvent(event: TriggerEvent, at: number): boolean
  isTriggered(key: string): boolean
  /** True: begun on this page and hidden, so its run goes on. */
  isStarted(key: string): boolean
  /** Shows a survey because the page asks for it. */
  display(prepared: PreparedSurvey, options: DisplaySurveyOptions): void
  /** Ends the wait of a survey that is not open yet. */
  cancelPending(key: string): void
  explain(prepared: PreparedSurvey): SurveyExplanation
  /** A session without looks. */
  startSession(prepared: PreparedSurvey, options: SessionOptions): SurveySession
  /** Takes a survey off the page: it was dealt with in another tab. */
  close(key: string): void
  onSession(id: string | undefined): void
  reset(): void
  stop(): void
}
