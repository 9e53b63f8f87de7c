import type { ComponentChildren } from 'preact'
import type { Question } from '../../wire/survey'
import type { Problem } from '../questions/answerRules'
import { type Draft, rulesOf } from '../questions/rules'
import { viewOf } from '../questions/views'
import type { SurveySession } from '../session/surveySession'
import type { CardContext } from './cardContext'
import { RichText } from './RichText'
import { type ControlProps, IDS, type View } from './view'

/** What the control of a page holds, from its first drawing to its last. */
export interface PageState {
  /** `null`: as it was when the page came. */
  draft: Draft | null
  /** What the session did not take, and why. */
  refused: { draft: Draft; problem: Problem } | null
  /** An arrow key is down. */
  arrowKeyDown: boolean
  // Asked once: a session that has closed knows neither, and the page is still to be seen while it fades.
  order: readonly number[]
  canGoBack: boolean
}

/** A page that nobody has touched. */
export const createPageState = (session: SurveySession): PageState => ({
  draft: session.draft(),
  refused: null,
  arrowKeyDown: false,
  order: session.choiceOrder(),
  canGoBack: session.canGoBack(),
})

interface QuestionPageProps {
  context: CardContext
  question: Question
  pageState: PageState
  /** Draws the page again, after the visit has changed. */
  redraw(): void
}

/** One question with its control, what is wrong with the answer, and the ways on and back. */
export function QuestionPage({ context, question, pageState, redraw }: QuestionPageProps) {
  const { session, translate: say, act } = context
  const { appearance } = session.state().survey
  const rules = rulesOf(question)
  const view = viewOf(question)
  const draft = pageState.draft ?? rules.empty(question)
  const atOnce = rules.submitsAtOnce(question)
  const problem = rules.problem(question, draft)
  const { refused } = pageState
  const visibleProblem = refused && (problem ?? (refused.draft === draft ? refused.problem : null))

  const setDraft = (given: Draft) => {
    pageState.draft = given
    redraw()
  }
  const submit = (given: Draft) =>
    act(() => {
      const found = session.submit(given)
      if (!found) return
      pageState.refused = { draft: given, problem: found }
      redraw()
    })
  const props: ControlProps<Question> = {
    question,
    draft,
    onDraft: setDraft,
    onPick: given => {
      setDraft(given)
      if (atOnce && !pageState.arrowKeyDown) submit(given)
    },
    isArrowKeyDown: () => pageState.arrowKeyDown,
    onSubmit: submit,
    order: pageState.order,
    translate: say,
    placeholder: appearance?.placeholder,
    submitLabel: question.buttonText || appearance?.submitButtonText || say('submit'),
    invalid: visibleProblem !== null,
    describedBy: [
      question.description && IDS.about,
      view.hasHint?.(question) && IDS.hint,
      visibleProblem && IDS.problem,
    ]
      .filter(Boolean)
      .join(' '),
  }
  const { Control, Action } = view
  return (
    <form
      noValidate
      onKeyDownCapture={event => {
        pageState.arrowKeyDown = event.key.startsWith('Arrow')
        // WebKit takes a radio that an arrow key has come to for one that was clicked: it has no `:focus-visible`.
        if (pageState.arrowKeyDown) event.currentTarget.dataset.keys = ''
      }}
      onPointerDownCapture={event => {
        delete event.currentTarget.dataset.keys
      }}
      onKeyUpCapture={() => {
        pageState.arrowKeyDown = false
      }}
      onSubmit={event => {
        event.preventDefault()
        submit(draft)
        const find = (selector: string) => event.currentTarget.querySelector<HTMLElement>(selector)
        if (pageState.refused) (find('textarea,.on .text') ?? find(':checked') ?? find('input'))?.focus()
      }}
    >
      <div class="body">
        <LabelledControl view={view} props={props}>
          <RichText text={question.description} type={question.descriptionContentType} />
          {Control && <Control {...props} />}
        </LabelledControl>
      </div>
      <div class="foot">
        {/* Here, because what is above may be longer than the window, and its end out of sight. */}
        <div role="alert">
          {visibleProblem && (
            <span class="problem" id={IDS.problem} key={visibleProblem.code} part="problem">
              {visibleProblem.text ?? say(visibleProblem.code, visibleProblem.limit)}
            </span>
          )}
        </div>
        {pageState.canGoBack && (
          <button
            type="button"
            class="btn ghost back"
            part="button back"
            onClick={() => act(() => session.back())}
          >
            {appearance?.backButtonText || say('back')}
          </button>
        )}
        {question.optional && (atOnce || Action) && (
          <button
            type="button"
            class="btn ghost"
            part="button skip"
            onClick={() => submit(rules.empty(question))}
          >
            {say('skip')}
          </button>
        )}
        {Action ? (
          <Action {...props} />
        ) : (
          !atOnce && (
            <button type="submit" class="btn solid" part="button submit" aria-disabled={problem !== null}>
              {props.submitLabel}
            </button>
          )
        )}
      </div>
    </form>
  )
}

/** Ties question and control together, in the way that fits the control. */
function LabelledControl({
  view,
  props,
  children,
}: {
  view: View<Question>
  props: ControlProps<Question>
  children: ComponentChildren
}) {
  const { question, describedBy } = props
  const { labelling: names } = view
  const isField = names === 'field'
  const title = (
    <h2 class="title" id={IDS.title} part="question" tabIndex={-1} data-focus={isField ? undefined : true}>
      {isField ? <label for={IDS.field}>{question.question}</label> : question.question}
    </h2>
  )
  if (names === 'field' || names === 'nothing')
    return (
      <div>
        {title}
        {children}
      </div>
    )
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role, a radio group, has both `aria-required` and `aria-invalid`.
    <fieldset
      role={names}
      aria-labelledby={IDS.title}
      aria-describedby={describedBy || undefined}
      aria-required={names === 'radiogroup' ? !question.optional : undefined}
      aria-invalid={names === 'radiogroup' ? props.invalid : undefined}
    >
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
