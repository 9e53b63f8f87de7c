import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Question } from '../../wire/survey'
import type { Draft, Problem } from '../answer'
import { rulesOf } from '../questions'
import { RichText } from './RichText'
import type { Stage } from './stage'
import { type ControlProps, IDS, type View } from './view'
import { viewOf } from './views'

/** One question with its control, what is wrong with the answer, and the ways on and back. */
export function QuestionPage({ stage, question }: { stage: Stage; question: Question }) {
  const { session, say, act } = stage
  const { appearance } = session.state().survey
  const rules = rulesOf(question)
  const view = viewOf(question)
  const [draft, draw] = useState(() => session.draft() ?? rules.empty(question))
  // What the control holds counts at once, drawn or not: a script may click two things in one breath.
  const held = useRef(draft)
  const setDraft = (given: Draft) => {
    held.current = given
    draw(given)
  }
  const [refused, setRefused] = useState<{ draft: Draft; problem: Problem } | null>(null)
  // Asked once: a session that has closed knows neither, and the page is still to be seen while it fades.
  const [order] = useState(session.choiceOrder)
  const [canGoBack] = useState(session.canGoBack)
  const passing = useRef(false)
  const atOnce = rules.submitsAtOnce(question)
  const problem = rules.problem(question, draft)
  const shown = refused && (problem ?? (refused.draft === draft ? refused.problem : null))

  const submit = (given: Draft) =>
    act(() => {
      const found = session.submit(given)
      if (found) setRefused({ draft: given, problem: found })
    })
  const props: ControlProps<Question> = {
    question,
    draft,
    onDraft: setDraft,
    onPick: given => {
      setDraft(given)
      if (atOnce && !passing.current) submit(given)
    },
    isPassing: () => passing.current,
    onSubmit: submit,
    order,
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
        passing.current = event.key.startsWith('Arrow')
      }}
      onKeyUpCapture={() => {
        passing.current = false
      }}
      onSubmit={event => {
        event.preventDefault()
        submit(held.current)
        if (rules.problem(question, held.current))
          event.currentTarget.querySelector<HTMLElement>('[data-focus], input:checked, input')?.focus()
      }}
    >
      <div class="body">
        <Named view={view} props={props}>
          <RichText text={question.description} type={question.descriptionContentType} />
          {Control && <Control {...props} />}
          <div role="alert">
            {shown && (
              <span class="problem" id={IDS.problem} key={shown.word} part="problem">
                {shown.text ?? say(shown.word, shown.limit)}
              </span>
            )}
          </div>
        </Named>
      </div>
      <div class="foot">
        {canGoBack && (
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
  if (view.names === 'field') {
    return (
      <div>
        <h2 class="title" id={IDS.title} part="question" tabIndex={-1}>
          <label for={IDS.field}>{question.question}</label>
        </h2>
        {children}
      </div>
    )
  }
  const title = (
    <h2 class="title" id={IDS.title} part="question" tabIndex={-1} data-focus>
      {question.question}
    </h2>
  )
  if (view.names === 'nothing')
    return (
      <div>
        {title}
        {children}
      </div>
    )
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role, a radio group, has `aria-required`.
    <fieldset
      role={view.names}
      aria-labelledby={IDS.title}
      aria-describedby={describedBy || undefined}
      aria-required={view.names === 'radiogroup' ? !question.optional : undefined}
    >
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
