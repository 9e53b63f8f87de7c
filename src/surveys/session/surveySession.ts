import type { Properties } from '../../wire/event'
import type { Answer, Question, Survey } from '../../wire/survey'
import type { Problem } from '../questions/answerRules'
import type { Draft } from '../questions/rules'

/** Page of a survey that is on display. `closed` means that none is. See D-172. */
export type SessionPage = 'intro' | 'question' | 'thanks' | 'closed'

/** How a session ended: completed, closed by the person, or taken off the page. See D-186. */
export type SessionEnd = 'sent' | 'dismissed' | 'hidden'

/** Snapshot of a survey session; each change creates a new object. See D-141. */
export interface SessionState {
  /** In the person's language. Indexes refer to this order of questions, also when they are shuffled. */
  readonly survey: Survey
  readonly page: SessionPage
  /** Zero-based index of the question on display. */
  readonly index: number
  /** Indexes of the questions answered before it, in order. */
  readonly path: readonly number[]
  /** Answers by question id, those of abandoned branches included. */
  readonly answers: Readonly<Record<string, Answer>>
  /** `$survey_submission_id` of all events of this session. */
  readonly submissionId: string
  /** Key of the translation on display; `null` for the base language. */
  readonly language: string | null
  /** `null` until the survey is completed or closed. */
  readonly end: SessionEnd | null
}

/** Options of `startSession`, which `displaySurvey` takes as well. See D-181, D-184, D-185. */
export interface SessionOptions {
  /** Added to every survey event. Names that are reserved for ours are ignored. */
  properties?: Properties
  /** Answers by question index, taken before the survey opens. */
  initialResponses?: Record<number, unknown>
  /** Whether answers are also read from the page's URL (`?q0=9`). */
  prefillFromUrl?: boolean
  /** Whether the caller has captured `survey shown` itself. */
  skipShownEvent?: boolean
}

/**
 * One person's way through one survey, without a user interface: next question, validation, progress and events. What draws
 * the survey reads `state()`, subscribes to changes, and submits drafts or answers.
 *
 * ```ts
 * const session = await earshot.startSession(id)
 * session.subscribe(() => draw(session.state(), session.question()))
 * draw(session.state(), session.question())
 * session.shown()
 * ```
 *
 * See D-141.
 */
export interface SurveySession {
  state(): SessionState
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Returns the question on display, in the person's language; `null` on other pages. */
  question(): Question | null
  /** Returns the draft a control starts with: the earlier answer, or an empty one. `null` when no question is on display. */
  draft(): Draft | null
  /** Returns the indexes of the choices in the order to draw them; always the same for a question. */
  choiceOrder(): readonly number[]
  /** Returns the current step and the most steps there can be. `of` may shrink from step to step, but never grows. */
  progress(): { step: number; of: number }
  /** Whether the survey allows going back and a question was answered before this one. */
  canGoBack(): boolean
  /** Reports that the survey is visible. Captures `survey shown` at the first call. */
  shown(): void
  /** Leaves the intro. */
  begin(): void
  /** Submits a draft. @returns Why it was not accepted; `null` when the session moved on. */
  submit(draft: Draft): Problem | null
  /** Submits an answer instead of a draft. @returns Why it was not accepted; `null` when the session moved on. */
  answer(answer: Answer): Problem | null
  /** Returns to the question answered before. */
  back(): void
  /** Closes the survey for the person. Captures `survey dismissed`, unless the survey was completed. */
  dismiss(): void
  /** Closes the survey without an event and keeps its progress, for example when the page's URL changes. */
  hide(): void
}
