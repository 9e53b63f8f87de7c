import type { EarshotClient, Question, SessionOptions, SessionState, SurveySession } from 'earshot'
import { type RefCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { readableCopy } from '../lib/json'
import { useEarshot } from './context'
import { useVisible } from './tracker'

/** Options of `useSurvey`. Read when the session starts. */
export interface UseSurveyOptions extends SessionOptions {
  /** Whether the survey starts for a visitor who has finished it, or who it is not for. */
  ignoreConditions?: boolean
}

/** What `useSurvey` returns beside the functions of the session. */
interface SurveyView {
  page: SessionState['page']
  state: SessionState
  /** The question on display, in the language of the visitor; `null` on other pages. */
  question: Question | null
}

type StartedSurvey = Omit<SurveySession, keyof SurveyView | 'subscribe'> & SurveyView

/**
 * A survey session as state, with its functions. They are undefined while the session loads, and when the survey is unknown or not
 * for this visitor (`unavailable`).
 */
export type SurveyHook = {
  /** Ref of the element that has the survey. `survey shown` is captured once half of it is visible. */
  ref: RefCallback<Element>
} & (
  | StartedSurvey
  | (Partial<Record<Exclude<keyof StartedSurvey, 'page'>, undefined>> & { page: 'loading' | 'unavailable' })
)

/**
 * Starts a session of a survey that the component draws itself. Unmounting keeps its progress. See D-463.
 *
 * ```tsx
 * const { page, question, answer, ref } = useSurvey('survey-id')
 * if (page !== 'question') return null
 * return <form ref={ref} action={data => answer(String(data.get('text')))}>{question.question} …</form>
 * ```
 */
export function useSurvey(id: string, options?: UseSurveyOptions): SurveyHook {
  const session = useSession(useEarshot(), id, options)
  const state = useSyncExternalStore(
    session?.subscribe ?? subscribeNever,
    () => session?.state(),
    () => undefined,
  )
  const ref = useVisible(session?.shown, { threshold: 0.5 })
  const page = state?.page ?? (session === null ? 'unavailable' : 'loading')
  return { ...session, page, state, ref, question: session?.question() } as SurveyHook
}

const subscribeNever = () => () => {}

/** Returns the session; `undefined` while it starts, `null` when it cannot. */
function useSession(client: EarshotClient, id: string, options?: UseSurveyOptions) {
  const [started, setStarted] = useState<{ id: string; session: SurveySession | null }>()
  // Options are read once, when the session starts.
  useEffect(() => {
    let isCancelled = false
    let session: SurveySession | null = null
    const start = async () => {
      // StrictMode runs and cleans up the effect once before: nothing may start twice.
      await null
      if (isCancelled) return
      const { ignoreConditions, ...sessionOptions }: UseSurveyOptions = readableCopy(options)
      const isFor = ignoreConditions || (await client.canRenderSurveyAsync(id)).visible
      session = isFor && !isCancelled ? await client.startSession(id, sessionOptions) : null
      if (isCancelled) session?.hide()
      else setStarted({ id, session })
    }
    void start()
    return () => {
      isCancelled = true
      session?.hide()
      setStarted(undefined)
    }
  }, [client, id])
  return started?.id === id ? started.session : undefined
}
