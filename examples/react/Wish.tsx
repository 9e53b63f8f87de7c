/** @jsxImportSource react */
import { useSurvey } from 'earshot/react'
import { type FormEvent, useState } from 'react'
import wish from '../surveys/wish.json'

/** A survey with the controls of this page. The hook has its state and captures its events. */
export function Wish() {
  const { page, question, state, draft, answer, canGoBack, back, dismiss, ref } = useSurvey(wish.id)
  const [problem, setProblem] = useState('')

  if (page === 'thanks') return <p role="status">{state.survey.appearance?.thankYouMessageHeader}</p>
  if (page !== 'question' || !question) return null

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text'))
    setProblem(answer(text) ? 'Please write an answer.' : '')
  }
  return (
    <form ref={ref} key={question.id} onSubmit={submit} aria-label={state.survey.name} noValidate>
      <label htmlFor="wish">{question.question}</label>
      <input id="wish" name="text" defaultValue={String(draft() ?? '')} />
      <p role="alert">{problem}</p>
      <button type="submit">Send</button>
      {canGoBack() && (
        <button type="button" onClick={back}>
          Back
        </button>
      )}
      <button type="button" onClick={dismiss}>
        Not now
      </button>
    </form>
  )
}
