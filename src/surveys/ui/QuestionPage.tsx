import type { ComponentChildren } from 'preact'
import type { Question } from '../../wire/survey'
import type { Draft, Problem } from '../answer'
import { rulesOf } from '../questions'
import type { SurveySession } from '../session'
import { RichText } from './RichText'
import type { Stage } from './stage'
import { type ControlProps, IDS, type View } from './view'
import { viewOf } from './views'

/** What the control of a page holds, from its first drawing to its last. */
export interface Visit {
  /** `null`: as it was when the page came. */
  draft: Draft | null
  /** What the session did not take, and why. */
  refused: { draft: Draft; problem: Problem } | null
  /** An arrow key is down. */
  passing: boolean
  // Asked once: a session that has closed knows neither, and the page is still to be seen while it fades.
  order: readonly number[]
  canGoBack: boolean
}

/** A page that nobody has touched. */
export const createVisit = (session: SurveySession): Visit => ({
  draft: session.draft(),
  refused: null,
  passing: false,
  order: session.choiceOrder(),
  canGoBack: session.canGoBack(),
})

interface QuestionPageProps {
  stage: Stage
  question: Question
  visit: Visit
  /** Draws the page again, after the visit has changed. */
  draw(): void
}

/** One question with its control, what is wrong with the answer, and the ways on and back. */
export function QuestionPage({ stage, question, visit, draw }: QuestionPageProps) {
  const { session, say, act } = stage
  const { appearance } = session.state().survey
  const rules = rulesOf(question)
  const view = viewOf(question)
  const draft = visit.draft ?? rules.empty(question)
  const atOnce = rules.submitsAtOnce(question)
  const problem = rules.problem(question, draft)
  const { refused } = visit
  const shown = refused && (problem ?? (refused.draft === draft ? refused.problem : null))

  const hold = (given: Draft) => {
    visit.draft = given
    draw()
  }
  const submit = (given: Draft) =>
    act(() => {
      const found = session.submit(given)
      if (!found) return
      visit.refused = { draft: given, problem: found }
      draw()
    })
  const props: ControlProps<Question> = {
    question,
    draft,
    onDraft: hold,
    onPick: given => {
      hold(given)
      if (atOnce && !visit.passing) submit(given)
    },
    isPassing: () => visit.passing,
    onSubmit: submit,
    order: visit.order,
    say,
    placeholder: appearance?.placeholder,
    label: question.buttonText || appearance?.submitButtonText || say('submit'),
    invalid: shown !== null,
    describedBy: [question.description && IDS.about, view.hints?.(question) && IDS.hint, shown && IDS.problem]
      .filter(Boolean)
      .join(' '),
  }
  const { Control, Action } = view
  return (
    <form
      noValidate
      onKeyDownCapture={event => {
        visit.passing = event.key.startsWith('Arrow')
        // WebKit takes a radio that an arrow key has come to for one that was clicked: it has no `:focus-visible`.
        if (visit.passing) event.currentTarget.dataset.keys = ''
      }}
      onPointerDownCapture={event => {
        delete event.currentTarget.dataset.keys
      }}
      onKeyUpCapture={() => {
        visit.passing = false
      }}
      onSubmit={event => {
        event.preventDefault()
        submit(draft)
        const find = (selector: string) => event.currentTarget.querySelector<HTMLElement>(selector)
        if (visit.refused) (find('textarea,.on .text') ?? find(':checked') ?? find('input'))?.focus()
      }}
    >
      <div class="body">
        <Named view={view} props={props}>
          <RichText text={question.description} type={question.descriptionContentType} />
          {Control && <Control {...props} />}
        </Named>
      </div>
      <div class="foot">
        {/* Here, because what is above may be longer than the window, and its end out of sight. */}
        <div role="alert">
          {shown && (
            <span class="problem" id={IDS.problem} key={shown.word} part="problem">
              {shown.text ?? say(shown.word, shown.limit)}
            </span>
          )}
        </div>
        {visit.canGoBack && (
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
              {props.label}
            </button>
          )
        )}
      </div>
    </form>
  )
}

/** Ties question and control together, in the way that fits the control. */
function Named({
  view,
  props,
  children,
}: {
  view: View<Question>
  props: ControlProps<Question>
  children: ComponentChildren
}) {
  const { question, describedBy } = props
  const { names } = view
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
