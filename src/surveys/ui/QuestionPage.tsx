import type { Question } from '../../wire/survey'
import type { Problem } from '../questions/answerRules'
import { type Draft, rulesOf } from '../questions/rules'
import { viewOf } from '../questions/views'
import type { SurveySession } from '../session/surveySession'
import { pickByDigit } from './Choice'
import type { CardContext } from './cardContext'
import { LabelledControl } from './LabelledControl'
import { onSubmit } from './onSubmit'
import { RichText } from './RichText'
import { type ControlProps, IDS } from './view'

/** The state of one visit of a question. */
export interface PageState {
  /** `null` until a control holds something. */
  draft: Draft | null
  /** The last draft that was refused. */
  refused: { draft: Draft; problem: Problem } | null
  /** Whether the last input was a key that selects an option without deciding for it: an arrow or a digit. */
  selectsByKey: boolean
  // Read once: a closed session knows neither, while the page is still seen fading.
  order: readonly number[]
  canGoBack: boolean
}

/** Returns the state of a page that has not been touched. */
export const createPageState = (session: SurveySession): PageState => ({
  draft: session.draft(),
  refused: null,
  selectsByKey: false,
  order: session.choiceOrder(),
  canGoBack: session.canGoBack(),
})

interface QuestionPageProps {
  context: CardContext
  question: Question
  pageState: PageState
  /** Draws the page again after `pageState` has changed. */
  redraw(): void
}

/** One question with its control, the problem with its answer, and the buttons. */
export function QuestionPage({ context, question, pageState, redraw }: QuestionPageProps) {
  const { session, translate, act } = context
  const { appearance } = session.state().survey
  const rules = rulesOf(question)
  const view = viewOf(question)
  const { Control, Action } = view

  const draft = pageState.draft ?? rules.empty(question)
  const submitsAtOnce = rules.submitsAtOnce(question)
  // What was selected by a key, or earlier, is not sent yet: Enter or the button sends it. See D-575.
  const hasSubmit = !submitsAtOnce || pageState.draft !== null
  const hasProgress = session.progress().of > 1
  const problem = rules.problem(question, draft)
  const { refused } = pageState
  // Shown after a refusal only. What the session alone refuses is shown until the draft changes.
  const visibleProblem = refused && (problem ?? (refused.draft === draft ? refused.problem : null))

  const change = (next: Draft) => {
    pageState.draft = next
    redraw()
  }
  const submit = (submitted: Draft) =>
    act(() => {
      const refusal = session.submit(submitted)
      if (!refusal) return
      pageState.refused = { draft: submitted, problem: refusal }
      redraw()
    })
  const props: ControlProps<Question> = {
    question,
    draft,
    onChange: change,
    onPick(next) {
      if (!submitsAtOnce || pageState.selectsByKey) return change(next)
      // Draws once: the next step, or the problem.
      pageState.draft = next
      submit(next)
    },
    selectsByKey: () => pageState.selectsByKey,
    onSubmit: submit,
    order: pageState.order,
    translate,
    placeholder: appearance?.placeholder,
    submitLabel: question.buttonText || appearance?.submitButtonText || translate('submit'),
    invalid: visibleProblem !== null,
    hasProgress,
    describedBy: [
      hasProgress && view.labelling === 'field' && IDS.progress,
      question.description && IDS.desc,
      view.hasHint?.(question) && IDS.hint,
      visibleProblem && IDS.problem,
    ]
      .filter(Boolean)
      .join(' '),
  }

  return (
    <form
      noValidate
      onKeyDownCapture={event => {
        pageState.selectsByKey = /^(Arrow.*|\d)$/.test(event.key)
        // WebKit treats a radio reached by such a key like one that was clicked: `:focus-visible` does not match it.
        if (pageState.selectsByKey) event.currentTarget.dataset.keys = ''
        pickByDigit(event)
      }}
      onPointerDownCapture={event => {
        pageState.selectsByKey = false
        delete event.currentTarget.dataset.keys
      }}
      {...onSubmit(form => {
        submit(draft)
        const find = (selector: string) => form.querySelector<HTMLElement>(selector)
        if (pageState.refused) (find('textarea,.checked .text') ?? find(':checked') ?? find('input'))?.focus()
      })}
    >
      <div class="body">
        <LabelledControl view={view} props={props}>
          <RichText text={question.description} type={question.descriptionContentType} />
          {Control && <Control {...props} />}
        </LabelledControl>
      </div>
      <div class="footer">
        {/* In the footer, because the end of a long body may be scrolled out of sight. */}
        <div role="alert">
          {visibleProblem && (
            <span class="problem" id={IDS.problem} key={visibleProblem.code} part="problem">
              {visibleProblem.text ?? translate(visibleProblem.code, visibleProblem.limit)}
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
            {appearance?.backButtonText || translate('back')}
          </button>
        )}
        {question.optional && (submitsAtOnce || Action) && (
          <button
            type="button"
            class="btn ghost"
            part="button skip"
            onClick={() => submit(rules.empty(question))}
          >
            {translate('skip')}
          </button>
        )}
        {Action ? (
          <Action {...props} />
        ) : (
          hasSubmit && (
            <button type="submit" class="btn solid" part="button submit" aria-disabled={problem !== null}>
              {props.submitLabel}
            </button>
          )
        )}
      </div>
    </form>
  )
}
