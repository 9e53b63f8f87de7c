import type { Properties } from '../../wire/event'
import type { Answer, Question, Survey } from '../../wire/survey'
import type { Draft, Problem } from './answer'

/** What the person sees. */
export type SessionPage = 'intro' | 'question' | 'thanks' | 'closed'

/** How a session ended. */
export type SessionEnd = 'sent' | 'dismissed' | 'hidden'

/** One person going through one survey, at one moment. A new object for each change. */
export interface SessionState {
  /** In the visitor's language. The position of a question is that of the definition, also when questions are shuffled. */
  readonly survey: Survey
  readonly page: SessionPage
  /** Position of the question on display. */
  readonly index: number
  /** Positions before it on the path taken, in order. */
  readonly path: readonly number[]
  /** Answers by question id, those of abandoned branches included. */
  readonly answers: Readonly<Record<string, Answer>>
  readonly submissionId: string
  /** The key of the translation in use; `null` for the base language. */
  readonly language: string | null
  /** How it ended; `null` while it goes on. */
  readonly end: SessionEnd | null
}

/** What the caller of a display may set. DECISIONS, "displaySurvey". */
export interface SessionOptions {
  /** Added to every survey event; never over our own. */
  properties?: Properties
  /** Answers given before the survey opened, by position. */
  initialResponses?: Record<number, unknown>
  /** True: answers may come from the page's address (`?q0=9`). */
  prefillFromUrl?: boolean
  skipShownEvent?: boolean
}

/**
 * One person going through one survey: the whole of it, but for its looks. What draws it reads `state()`, subscribes, and
 * sends up drafts; what is asked next, kept and reported is decided here. The headless API is this object as well.
 */
export interface SurveySession {
  state(): SessionState
  /** Calls back after each change; returns the end of the subscription. */
  subscribe(run: () => void): () => void
  /** The question on display; `null` on the other pages. */
  question(): Question | null
  /** The draft to begin with: the earlier answer, or an untouched control. */
  draft(): Draft | null
  /** Positions of the choices of the question on display, in the order to draw them; the same at each call. */
  choiceOrder(): readonly number[]
  /** How far the person is. `of` is the longest way to the end from here, so it may shrink, never grow. */
  progress(): { step: number; of: number }
  canGoBack(): boolean
  /** The survey can be seen now: reports `survey shown`, once. */
  shown(): void
  /** Leaves the intro. */
  begin(): void
  /** Takes what the control holds. @returns What is wrong with it; `null` when the session went on. */
  submit(draft: Draft): Problem | null
  /** Takes an answer instead of a draft, for people who draw their own controls. */
  answer(answer: Answer): Problem | null
  back(): void
  /** The person closed it: reports `survey dismissed`, unless it was sent already. */
  dismiss(): void
  /** It must go away without the person having said so (address changed): reports nothing, keeps the progress. */
  hide(): void
}
